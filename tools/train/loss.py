"""The loss function."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from tools.train.targets import DOWN, HEAT, SHIFT, SIZE, VALUES, Targets

VALUE_WEIGHT, SIZE_WEIGHT, SHIFT_WEIGHT, DOWN_WEIGHT = 1.0, 1.0, 0.2, 0.5


@dataclass(frozen=True, slots=True)
class Losses:
    """The parts of the loss, each a mean over faces; ``right`` is the share of faces whose likeliest value is right."""

    heat: Tensor
    value: Tensor
    size: Tensor
    shift: Tensor
    down: Tensor
    right: Tensor

    @property
    def total(self) -> Tensor:
        """The sum that training minimises."""
        placed = SIZE_WEIGHT * self.size + SHIFT_WEIGHT * self.shift + DOWN_WEIGHT * self.down
        return self.heat + VALUE_WEIGHT * self.value + placed


def losses(maps: Tensor, truth: Targets) -> Losses:
    """Return the losses of maps (n, CHANNELS, h, w).

    The heat's is the focal one of Zhou, Wang, Kraehenbuehl, "Objects as Points", 2019.
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
