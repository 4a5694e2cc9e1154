"""Draws the carriage while it shakes: half as fine as at rest, because its motion blurs it, and much faster."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.dice import Patch, lay

Floats = NDArray[np.floating[Any]]
Box = tuple[int, int, int, int]

HALF = 2
"""Pixels of the picture along the side of one that is drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class ShakenCarriage:
    """A carriage without dice under one light, half as fine as the picture.

    `box` is the part of the picture in which it is seen, `home` the carriage's own at rest. At home it reflects
    `filled`; lid and levers transmit `clear`, add `glow`, and leave `through` of the plate to be seen (h, w, 3).
    `behind` (h, w, 3) is the plate's light in `box`.
    """

    box: Box
    home: Box
    filled: Floats
    clear: Floats
    glow: Floats
    through: Floats
    behind: Floats

    @classmethod
    def of(
        cls, box: Box, home: Box, *, filled: Floats, clear: Floats, glow: Floats, through: Floats, behind: Floats
    ) -> Self:
        """Return it by what is as fine as the picture."""
        halved = [_halved(layer) for layer in (filled, clear, glow, through, behind)]
        return cls(box, home, *halved)

    def moved(self, dice: Iterable[Patch | None], aside: float, sweep: float) -> Floats:
        """Return the light (h, w, 3) of `box` with coarse patches of dice, the lowest first.

        The carriage stands `aside` pixels of the picture to the right of home, and moves by `sweep` meanwhile.
        """
        light = self.filled.copy()
        whole = (0, 0, light.shape[1], light.shape[0])
        for patch in dice:
            if patch is not None:
                lay(light[None], patch, whole)
        light *= self.clear
        light += self.glow
        size = self.behind.shape[1::-1]
        right, down = (self.home[side] - self.box[side] for side in (0, 1))
        shift = np.array([[1, 0, (right + aside) / HALF], [0, 1, down / HALF]], np.float32)
        smear = (round(abs(sweep) / HALF) | 1, 1)
        seen = cv2.blur(cv2.warpAffine(light, shift, size), smear)
        plate = cv2.blur(cv2.warpAffine(self.through, shift, size, borderValue=(1.0, 1.0, 1.0)), smear)
        return np.asarray(seen + self.behind * plate, np.float32)


def coarse_patch(patch: Patch, light: Floats, home: Box) -> Patch:
    """Return a patch half as fine, with this light (h, w, 3), in a carriage whose box at rest is `home`."""
    left, top = (patch.box[side] - home[side] for side in (0, 1))
    right, bottom = (home[side] - patch.box[side + 2] for side in (0, 1))
    # Its pixels must lie in whole ones of the carriage.
    edges = ((top % HALF, bottom % HALF), (left % HALF, right % HALF), (0, 0))
    light, alpha = (_halved(np.pad(part, edges)) for part in (light, patch.alpha))
    left, top = left // HALF, top // HALF
    return Patch((left, top, left + light.shape[1], top + light.shape[0]), light[None], alpha)


def _halved(layer: Floats) -> Floats:
    size = (-(-layer.shape[1] // HALF), -(-layer.shape[0] // HALF))
    return np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), np.float32)
