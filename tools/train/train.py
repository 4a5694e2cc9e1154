"""The training of the net, which is reproducible and can continue from a checkpoint."""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from tools.train.batches import Batch, BatchRecipe, prefetch
from tools.train.net import DiceNet
from tools.train.targets import DOWN, HEAT, SHIFT, SIZE, VALUES, Targets, draw_targets
from tools.train.trainee import Trainee
from tools.train.view import CropTruth

VALUE_WEIGHT, SIZE_WEIGHT, SHIFT_WEIGHT, DOWN_WEIGHT = 1.0, 1.0, 0.2, 0.5


@dataclass(frozen=True, slots=True)
class Losses:
    """The parts of the loss, each a mean over faces; ``right`` is the share of faces with the right likeliest value."""

    heat: Tensor
    value: Tensor
    size: Tensor
    shift: Tensor
    down: Tensor
    right: Tensor

    @property
    def total(self) -> Tensor:
        """The weighted sum that training minimises."""
        placed = SIZE_WEIGHT * self.size + SHIFT_WEIGHT * self.shift + DOWN_WEIGHT * self.down
        return self.heat + VALUE_WEIGHT * self.value + placed

    def spell(self) -> dict[str, float]:
        """Return the sum and its parts, for the log."""
        return {name: float(getattr(self, name).detach()) for name in ("total", *self.__slots__)}


def losses(maps: Tensor, truth: Targets) -> Losses:
    """Return the losses of maps (n, CHANNELS, h, w).

    Source of the heat's focal loss: Zhou, Wang, Kraehenbuehl, "Objects as Points", 2019.
    """
    maps = maps.float()
    heat, care, core = torch.from_numpy(truth.heat), torch.from_numpy(truth.care), torch.from_numpy(truth.core)
    likely = functional.logsigmoid(maps[:, HEAT])
    unlikely = functional.logsigmoid(-maps[:, HEAT])
    believed = likely.exp()
    middle = heat == 1
    faces = middle.sum().clamp(min=1)
    found = (-((1 - believed) ** 2) * likely)[middle].sum()
    missed = (-((1 - heat) ** 4) * care * believed**2 * unlikely)[~middle].sum()
    cells = core > 0
    weights = core[cells] / core.sum().clamp(min=1e-6)
    values = maps[:, VALUES].movedim(1, -1)[cells]
    answer = torch.from_numpy(truth.value)[cells]
    value = (functional.cross_entropy(values, answer, reduction="none") * weights).sum()
    size = ((maps[:, SIZE] - torch.from_numpy(truth.size))[cells].abs() * weights).sum()
    away = (maps[:, SHIFT] - torch.from_numpy(truth.shift)).movedim(1, -1)[cells].abs().sum(dim=-1)
    right = ((values.argmax(dim=-1) == answer) * weights).sum()
    posed = torch.from_numpy(truth.posed)
    lying = (maps[:, DOWN] - torch.from_numpy(truth.down)).abs().sum(dim=1)
    down = (lying * posed).sum() / posed.sum().clamp(min=1)
    return Losses((found + missed) / faces, value, size, (away * weights).sum(), down, right.detach())


POOL = 24
"""Batches in the pool: each step takes one new batch, and the same number of crops from earlier ones."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The settings of a training: total ``steps``, peak learning rate, weight decay, memory of the averaged weights."""

    recipe: BatchRecipe
    steps: int
    rate: float = 2.5e-3
    decay: float = 0.02
    memory: float = 0.998
    warm: int = 150
    clip: float = 4.0


@dataclass(slots=True)
class Training(Trainee):
    """A training of the net that finds and reads top faces."""

    plan: TrainingPlan

    def __post_init__(self) -> None:
        torch.manual_seed(self.plan.recipe.seed)
        net = DiceNet()
        for weights in net.parameters():
            if weights.ndim == 4:
                weights.data = weights.data.contiguous(memory_format=torch.channels_last)
        plain = [p for p in net.parameters() if p.ndim > 1]
        others = [p for p in net.parameters() if p.ndim <= 1]
        groups = [{"params": plain, "weight_decay": self.plan.decay}, {"params": others, "weight_decay": 0.0}]
        self.take(net, groups, beta=0.98)

    def learn(self, images: NDArray[np.uint8], truths: list[CropTruth]) -> Losses:
        """Take one step on crops (n, size, size, 3) with these ``truths``."""
        self.net.train()
        with torch.autocast("cpu", torch.bfloat16):
            maps = self.net(as_input(images))
        found = losses(maps, draw_targets(truths, images.shape[1]))
        self.descend(found.total, self.plan.clip, self.plan.memory, ramp=8)
        return found

    def spell_plan(self) -> dict[str, Any]:
        """Return the plan in the format of a checkpoint."""
        spelled = asdict(self.plan)
        spelled["recipe"] |= {"root": str(self.plan.recipe.root), "folders": list(self.plan.recipe.folders)}
        return spelled


def as_input(images: NDArray[np.uint8]) -> Tensor:
    """Return pictures (n, h, w, 3) as input of the net."""
    return torch.from_numpy(images).movedim(-1, 1).float().div_(255).contiguous(memory_format=torch.channels_last)


def train(
    trainee: Training,
    folder: Path,
    seconds: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
    report: Callable[[str], None] = lambda _: None,
) -> bool:
    """Continue the training for at most ``seconds``, with checkpoints in ``folder``; return whether it is finished."""
    recipe = trainee.plan.recipe
    with prefetch(recipe, trainee.step) as batches:
        stream = mix_batches(batches, recipe.seed, trainee.step)
        return trainee.repeat(lambda: trainee.learn(*next(stream)).spell(), folder, seconds, clock, report)


def mix_batches(batches: Iterator[Batch], seed: int, step: int) -> Iterator[Batch]:
    """Yield the crops of each step from ``step`` on: a new batch, and the same number of augmented earlier crops.

    ``batches`` must start at batch ``step``; the result depends only on seed and step.
    """
    pool: deque[Batch] = deque(maxlen=POOL)
    while len(pool) < POOL - 1:
        pool.append(next(batches))
    while True:
        pool.append(next(batches))
        rng = np.random.default_rng((seed, step, 1))
        images, truths = pool[-1]
        older, truer = np.empty_like(images), []
        for n in range(len(images)):
            drawn, true = pool[int(rng.integers(POOL - 1))]
            which = int(rng.integers(len(drawn)))
            older[n], truth = vary_crop(rng, drawn[which], true[which])
            truer.append(truth)
        yield np.concatenate([images, older]), truths + truer
        step += 1


def vary_crop(
    rng: np.random.Generator, image: NDArray[np.uint8], truth: CropTruth
) -> tuple[NDArray[np.uint8], CropTruth]:
    """Return a crop mirrored left to right, with changed colours and contrast."""
    width = image.shape[1]
    image = image[:, ::-1, rng.permutation(3) if rng.random() < 0.3 else [0, 1, 2]]
    gain, offset = np.exp(rng.normal(0, 0.15, 3) + rng.normal(0, 0.15)), rng.normal(0, 10)
    table = np.clip(np.arange(256)[:, None] * gain + offset, 0, 255).astype(np.uint8)
    faces = tuple(replace(face, x=width - face.x, down=_mirror(face.down)) for face in truth.faces)
    ignore = tuple((width - x1, y0, width - x0, y1) for x0, y0, x1, y1 in truth.ignore)
    return np.stack([table[image[..., c], c] for c in range(3)], axis=-1), CropTruth(faces, ignore)


def _mirror(down: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if down is None else (-down[0], down[1])
