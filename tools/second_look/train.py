"""The training of the second look: rendered crops and real patches, on a processor or an accelerator."""

import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import torch
from torch import Tensor

from tools.second_look.answers import Answers, join, measure_loss, mirror, tell_answers, turn_quarter
from tools.second_look.augment import develop, photograph, repaint, warp
from tools.second_look.net import SecondLookNet, save_weights
from tools.second_look.patches import NOT_A_DIE, Patches
from tools.second_look.renderer import ALL_PROPS, CROP, FLAT, OTHER, TRUTH, Crops, Renderer
from tools.train.labels import UNREADABLE
from tools.train.trainee import Trainee

AT_ONCE = 128
"""Crops that are rendered at once, before the time is checked again."""

SEEDS, LAST_SEED = 100_000_000, 38
"""The number of crops' seeds for each seed of a training, and the last seed of a training; later crops judge nets."""


@dataclass(frozen=True, slots=True)
class LookPlan:
    """The settings of a training, which ends after its ``steps``.

    ``fresh`` crops are rendered for each step into a ``pool``, from which the drawn part of each ``batch`` comes. The
    crops of ``ahead`` steps are rendered at once, during the steps before if there are several. ``real`` is the share
    of photographs' patches. ``rate`` is the highest learning rate, after ``warm`` steps, ``decay`` is the weight decay.
    ``props`` are bits of ``PROPS``; ``pack`` identifies the photographs.
    """

    seed: int
    steps: int
    batch: int
    fresh: int
    pool: int
    real: float = 0.36
    rate: float = 2.5e-3
    decay: float = 0.02
    warm: int = 200
    props: int = ALL_PROPS
    ahead: int = 1
    pack: str = ""


@dataclass(slots=True)
class LookTraining(Trainee):
    """A training of the net of the second look; without ``patches`` it uses only rendered crops."""

    checkpoint: ClassVar[str] = "second-look.checkpoint"
    weights: ClassVar[str] = "second-look.pt"
    plan: LookPlan
    renderer: Renderer
    patches: Patches | None
    device: torch.device
    _pool: Tensor = field(init=False)
    _answers: Answers = field(init=False)
    _real: tuple[Tensor, Tensor, Tensor] | None = field(init=False, default=None)
    _coming: Future[Crops] | None = field(init=False, default=None)
    _beside: ThreadPoolExecutor = field(init=False, default_factory=lambda: ThreadPoolExecutor(1))

    def __post_init__(self) -> None:
        plan = self.plan
        torch.manual_seed(plan.seed)
        net = SecondLookNet().to(self.device, memory_format=torch.channels_last)
        self.take(net, [{"params": list(net.parameters()), "weight_decay": plan.decay}], beta=0.99)
        if self.patches is not None:
            images = torch.from_numpy(self.patches.images).permute(0, 3, 1, 2).to(self.device)
            numbers = (torch.from_numpy(part).to(self.device) for part in (self.patches.values, self.patches.weights))
            self._real = (images, *numbers)

    def save(self, folder: Path) -> None:
        """Write a checkpoint, and the averaged weights in half precision."""
        super(LookTraining, self).save(folder)  # slots made a new class
        save_weights(self.mean, folder / self.weights)

    def fill_pool(self, over: Callable[[], bool] = lambda: False) -> bool:
        """Render the crops that the previous steps left in the pool; return False if the time ends before that."""
        plan = self.plan
        first = -(-self.step // plan.ahead) * plan.ahead * plan.fresh
        self._pool = torch.zeros(plan.pool, CROP, CROP, 3, dtype=torch.uint8, device=self.device)
        self._answers = tell_answers(np.zeros(plan.pool, TRUTH), self.device)
        for done in range(0, plan.pool, AT_ONCE):
            if over():
                return False
            self._put(first + done, self._render(first + done, min(AT_ONCE, plan.pool - done)))
        return True

    def _render(self, first: int, count: int) -> Crops:
        """Render ``count`` crops of the training from the ``first`` on."""
        return self.renderer.render(self.plan.seed * SEEDS + first, count, self.plan.props)

    def _refresh(self) -> None:
        """Put the crops of the next ``ahead`` steps into the pool, and start to render the following ones."""
        plan = self.plan
        first, count = plan.pool + self.step * plan.fresh, plan.ahead * plan.fresh
        self._put(first, self._coming.result() if self._coming else self._render(first, count))
        if plan.ahead > 1:
            self._coming = self._beside.submit(self._render, first + count, count)

    def _put(self, first: int, crops: Crops) -> None:
        """Put crops into the pool; each replaces the crop that is ``pool`` crops older."""
        rows = ((torch.arange(len(crops.images)) + first) % self.plan.pool).to(self.device)
        self._pool[rows] = torch.from_numpy(crops.images).to(self.device)
        self._answers[rows] = tell_answers(crops.truths, self.device)

    def draw_batch(self) -> tuple[Tensor, Answers]:
        """Return the crops of a step, 0 to 1, and their answers, in random order."""
        plan = self.plan
        count = int(plan.batch * plan.real) if self._real else 0
        rows = torch.randint(plan.pool, (plan.batch - count,), device=self.device)
        x, answers = develop(self._pool[rows].permute(0, 3, 1, 2)), self._answers[rows]
        if torch.rand(1) < 0.5:
            x, answers = mirror(x, answers)
        if torch.rand(1) < 0.3:
            x, answers = turn_quarter(x, answers)
        if self._real:
            patches, theirs = self._draw_patches(*self._real, count)
            x, answers = torch.cat([x, patches]), join([answers, theirs])
        order = torch.randperm(len(x), device=self.device)
        return photograph(x[order]).contiguous(memory_format=torch.channels_last), answers[order]

    def _draw_patches(self, images: Tensor, values: Tensor, weights: Tensor, count: int) -> tuple[Tensor, Answers]:
        """Return real crops, a third of them without a face; their geometry is unknown."""
        false = count // 3
        faces = torch.multinomial(weights * (values != NOT_A_DIE), count - false, replacement=True)
        rows = torch.cat([faces, torch.multinomial(weights * (values == NOT_A_DIE), false, replacement=True)])
        x = repaint(warp(images[rows].float() / 255)).clamp(1e-4, 1)
        x = x ** torch.exp(torch.randn(count, 1, 1, 1, device=self.device) * 0.25)
        unknown = tell_answers(np.zeros(count, TRUTH), self.device)
        kind, value = torch.where(values[rows] > UNREADABLE, FLAT, OTHER), values[rows].clamp(min=0)
        return x, replace(unknown, kind=kind, value=value, drawn=torch.zeros(count, device=self.device))

    def learn(self) -> dict[str, float]:
        """Take one step; return the parts of its loss."""
        plan = self.plan
        torch.manual_seed(plan.seed * 1_000_003 + self.step)
        if self.step % plan.ahead == 0:
            self._refresh()
        x, answers = self.draw_batch()
        self.net.train()
        with torch.autocast(self.device.type, torch.bfloat16):
            out = self.net(x)
        loss, parts = measure_loss(out, answers)
        self.descend(loss, clip=5.0, memory=0.998, ramp=2)
        return parts


def train(
    trainee: LookTraining,
    folder: Path,
    seconds: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
    report: Callable[[str], None] = lambda _: None,
) -> bool:
    """Continue the training for at most ``seconds``, with checkpoints in ``folder``; return whether it is finished."""
    begin = clock()
    ready = trainee.progress >= 1 or trainee.fill_pool(lambda: clock() - begin >= seconds)
    return ready and trainee.repeat(trainee.learn, folder, seconds - (clock() - begin), clock, report)
