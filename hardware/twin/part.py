"""Parts of a picture that are rendered separately."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hardware.twin.measures import Floats

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""
Layers = NDArray[np.float32]
NEIGHBOURS = 3
"""Pixels around a part that contribute to it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A box of the picture, its box in the pinhole picture, and the positions of its pixels there.

    Shadows are rendered in a cone about the direction from each light to `lit` (mm), `shadows` degrees to each side.
    """

    box: Box
    drawn: Box
    places: tuple[Layers, Layers]
    lit: Floats
    shadows: float

    @classmethod
    def of(cls, places: tuple[Layers, Layers], box: Box, lit: tuple[float, float, float], shadows: float) -> Self:
        left, top, right, bottom = box
        across, along = (axis[top:bottom, left:right] for axis in places)
        x, y = (max(int(axis.min()) - NEIGHBOURS, 0) for axis in (across, along))
        right, bottom = (int(axis.max()) + 1 + NEIGHBOURS for axis in (across, along))
        pixels = across - np.float32(x), along - np.float32(y)
        return cls(box, (x, y, right, bottom), pixels, np.array(lit), shadows)
