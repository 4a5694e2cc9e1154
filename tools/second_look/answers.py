"""The right answers for crops, and the loss of the net's output."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from tools.second_look.net import UP
from tools.second_look.renderer import CROP, FACE, OTHER
from vision.photograph.second_look import BELOW, CORNERS, KINDS, VALUES


@dataclass(frozen=True, slots=True)
class Answers:
    """For each crop (n): kind; value, 0 if there is none; corners, below and up in the format of the net's output.

    ``posed`` is 1 where corners and below are known, ``drawn`` is 1 where up is known.
    """

    kind: Tensor
    value: Tensor
    corners: Tensor
    below: Tensor
    up: Tensor
    posed: Tensor
    drawn: Tensor

    @property
    def parts(self) -> tuple[Tensor, ...]:
        """The tensors, in the order of the fields."""
        return self.kind, self.value, self.corners, self.below, self.up, self.posed, self.drawn

    def __getitem__(self, rows: Tensor) -> "Answers":
        return Answers(*(part[rows] for part in self.parts))

    def __setitem__(self, rows: Tensor, others: "Answers") -> None:
        for part, other in zip(self.parts, others.parts, strict=True):
            part[rows] = other


def join(several: Iterable[Answers]) -> Answers:
    """Return the answers of several batches as one batch."""
    return Answers(*(torch.cat(parts) for parts in zip(*(answers.parts for answers in several), strict=True)))


def tell_answers(truths: NDArray[np.void], device: torch.device) -> Answers:
    """Return the answers for rendered crops with these truths (n,)."""

    def part(name: str) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(truths[name])).to(device)

    value = np.where(truths["kind"] != OTHER, truths["value"], 0).astype(np.int64)
    return Answers(
        kind=part("kind").long(),
        value=torch.from_numpy(value).to(device),
        corners=(part("corners") - CROP / 2) / FACE,
        below=part("below"),
        up=part("up")[:, :2],
        posed=part("has_geometry"),
        drawn=torch.ones(len(truths), device=device),
    )


def mirror(x: Tensor, answers: Answers) -> tuple[Tensor, Answers]:
    """Return crops (n, 3, h, w) mirrored left to right, and their answers."""
    flip = torch.tensor([-1.0, 1.0], device=x.device)
    corners, below, up = (way * flip for way in (answers.corners, answers.below, answers.up))
    return x.flip(3), replace(answers, corners=corners, below=below, up=up)


def turn_quarter(x: Tensor, answers: Answers) -> tuple[Tensor, Answers]:
    """Return crops (n, 3, h, h) turned clockwise by 90 degrees, and their answers."""
    ways = answers.corners, answers.below, answers.up
    corners, below, up = (torch.stack([-way[..., 1], way[..., 0]], -1) for way in ways)
    return x.transpose(2, 3).flip(3), replace(answers, corners=corners, below=below, up=up)


def measure_loss(out: Tensor, answers: Answers) -> tuple[Tensor, dict[str, float]]:
    """Return the loss of a net's output (n, OUTPUTS), and its parts. Corners count in the order that fits best."""
    out = out.float()
    kind = functional.cross_entropy(out[:, KINDS], answers.kind, label_smoothing=0.01)
    values = (answers.value - 1).clamp(min=0)
    each = functional.cross_entropy(out[:, VALUES], values, label_smoothing=0.01, reduction="none")
    value = _average(each, (answers.value > 0).float())
    said, ways = out[:, CORNERS].view(-1, 4, 2), (answers.corners, answers.corners.flip(1))
    orders = torch.stack([_miss(said, way.roll(first, 1)).sum((1, 2)) for way in ways for first in range(4)])
    corners = _average(orders.amin(0), answers.posed)
    below = _average(_miss(out[:, BELOW], answers.below).sum(1), answers.posed)
    up = _average(_miss(out[:, UP], answers.up).sum(1), answers.drawn)
    parts = {"kind": kind, "value": value, "corners": corners, "below": below, "up": up}
    total = kind + 0.5 * value + 0.5 * corners + below + 0.3 * up
    return total, {name: float(part.detach()) for name, part in parts.items()}


def _miss(said: Tensor, true: Tensor) -> Tensor:
    return functional.smooth_l1_loss(said, true, reduction="none", beta=0.1)


def _average(errors: Tensor, weights: Tensor) -> Tensor:
    return (errors * weights).sum() / weights.sum().clamp(min=1)
