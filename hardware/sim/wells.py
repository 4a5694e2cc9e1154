"""The dimensions of the wells block, and soft-edged shapes on its planes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from hardware.sim.lens import Floats

Area = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""

ARM_RISE = 8.0
"""How far a closed lever lies above the lid."""


@dataclass(frozen=True, slots=True)
class Wells:
    """The dimensions of the block in mm."""

    centres: tuple[tuple[float, float], ...]
    reach: float
    """Half of the inner side of a well."""
    floor: float
    top: float
    lid_top: float
    """Height of the upper side of the lid, whose underside is at `top`."""
    outline: Area
    slot: tuple[float, float]
    """Width and length of a slot in the lid."""
    lid_overhang: float
    """How far the lid reaches beyond the outline."""
    tip_radius: float
    """Of a lever's soft tip."""
    arm_height: float
    """Of the part of a lever that lies over the lid."""
    servo: tuple[float, float]
    """Width and length of a servo's case, seen from above."""

    @classmethod
    def from_dimensions(cls, dimensions: Mapping[str, Any]) -> "Wells":
        """Return the block of a machine with these dimensions."""
        wells, lid = dimensions["wells"], dimensions["lid"]
        centres = tuple((float(x), float(y)) for x, y in wells["centres"])
        reach, wall = wells["side"] / 2, float(wells["wall"])
        xs, ys = [x for x, _ in centres], [y for _, y in centres]
        edge = reach + wall
        outline = (min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge)
        top = float(wells["floor"] + wells["depth"])
        lid_top = top + float(lid["thickness"])
        long, wide, _ = dimensions["servo"]["case"]
        return cls(
            centres,
            reach,
            float(wells["floor"]),
            top,
            lid_top,
            outline,
            slot=(float(lid["slot_width"]), float(lid["slot_length"])),
            lid_overhang=float(dimensions["sheet"]["lid_overhang"]),
            tip_radius=float(dimensions["lever"]["tip_radius"]),
            arm_height=lid_top + ARM_RISE,
            servo=(float(wide), float(long)),
        )

    def outward(self, well: int) -> float:
        """Return -1 for a well with its outer wall, where its slot ends, at the top of the picture, else 1."""
        middle = (self.outline[1] + self.outline[3]) / 2
        return -1.0 if self.centres[well - 1][1] < middle else 1.0

    def slot_of(self, well: int) -> Area:
        """Return the slot in the lid over a well (left, top, right, bottom), from the well's centre outward."""
        (x, y), (width, length), way = self.centres[well - 1], self.slot, self.outward(well)
        ends = sorted((y, y + way * length))
        return x - width / 2, ends[0], x + width / 2, ends[1]


def square_of(centre: tuple[float, float], reach: float) -> Area:
    """Return the square around a centre that reaches this far to each side."""
    return centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach


def within(x: Floats, y: Floats, area: Area, soft: float) -> Floats:
    """Return 1 inside an area, 0 outside, with an edge that is `soft` mm wide."""
    left, top, right, bottom = (np.float32(v) for v in area)
    depth = np.minimum(np.minimum(x - left, right - x), np.minimum(y - top, bottom - y))
    return np.asarray(np.clip(depth / np.float32(soft) + np.float32(0.5), 0, 1), np.float32)


def outline_of(x: Floats, y: Floats, area: Area, width: float) -> Floats:
    """Return 1 on the edge of an area, falling to 0 within about `width` mm."""
    left, top, right, bottom = (np.float32(v) for v in area)
    depth = np.minimum(np.minimum(x - left, right - x), np.minimum(y - top, bottom - y))
    return np.asarray(np.exp(-((depth / np.float32(width)) ** 2)), np.float32)
