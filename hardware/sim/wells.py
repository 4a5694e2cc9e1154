"""The dimensions of the wells block, and soft-edged shapes on its planes."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hardware.sim.lens import Floats

Area = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""

ARM_RISE = 8.0
"""How far a closed lever lies above the lid."""


class Wells:
    """The block, or the boxes, of a machine with these dimensions, in mm."""

    def __init__(self, dimensions: Mapping[str, Any]) -> None:
        wells, lid = dimensions["wells"], dimensions["lid"]
        self.centres = tuple((float(x), float(y)) for x, y in wells["centres"])
        self.reach = float(wells["side"] / 2)
        """Half of the inner side of a well."""
        self.floor = float(wells["floor"])
        self.top = float(wells["floor"] + wells["depth"])
        self.lid_top = self.top + float(lid["thickness"])
        """Height of the upper side of the lid, whose underside is at `top`."""
        self.lid_haze = float(lid.get("haze", 0.0))
        """Share of light that the lid scatters; a new one scatters none."""
        xs, ys = zip(*self.centres, strict=True)
        self.edge = self.reach + float(wells["wall"])
        self.outline: Area = (min(xs) - self.edge, min(ys) - self.edge, max(xs) + self.edge, max(ys) + self.edge)
        self.middle = float(dimensions["camera"]["y"])
        """The picture's middle between top and bottom; a well's outer wall is the one away from it."""
        self.apart = "box" in dimensions
        """Whether each well is a box that stands on the plate, with a lid of its own."""
        self.tape = tuple(float(side) for side in lid.get("tape", (0.0, 0.0)))
        """Width of the tape that holds such a lid at its outer wall, and how far it lies on the lid."""
        self.open = frozenset(lid.get("open", ()))
        """Boxes (1 to 6) whose lids are off."""
        self.slot = float(lid.get("slot_width", 0.0)), float(lid.get("slot_length", 0.0))
        """Width and length of a slot in the lid."""
        over = float(dimensions["sheet"]["lid_overhang"]) if "sheet" in dimensions else 0.0
        left, top, right, bottom = self.outline
        self.blocks = tuple(square_of(centre, self.edge) for centre in self.centres) if self.apart else (self.outline,)
        """The outlines of the solid bodies in which the wells are."""
        self.lids: tuple[Area, ...] = ((left - over, top - over, right + over, bottom + over),)
        if self.apart:
            self.lids = tuple(block for well, block in enumerate(self.blocks, 1) if well not in self.open)
        self.tip_radius = float(dimensions["lever"]["tip_radius"]) if "lever" in dimensions else 0.0
        """Radius of a lever's soft tip."""
        self.arm_height = self.lid_top + ARM_RISE
        """Height of the part of a lever that lies over the lid."""
        long, wide, _ = dimensions["servo"]["case"] if "servo" in dimensions else (0.0, 0.0, 0.0)
        self.servo = float(wide), float(long)
        """Width and length of a servo's case, seen from above."""

    def outward(self, well: int) -> float:
        """Return -1 for a well with its outer wall, where its slot ends, at the top of the picture, else 1."""
        return -1.0 if self.centres[well - 1][1] < self.middle else 1.0

    @property
    def slots(self) -> tuple[Area, ...]:
        """The slots in the lid, none in those of boxes."""
        return () if self.apart else tuple(self.slot_of(well) for well in range(1, len(self.centres) + 1))

    def tape_of(self, well: int) -> Area:
        """Return where the tape lies that holds the lid of a box."""
        (x, y), way, (width, length) = self.centres[well - 1], self.outward(well), self.tape
        ends = sorted((y + way * self.edge, y + way * (self.reach - length)))
        return x - width / 2, ends[0], x + width / 2, ends[1]

    def slot_of(self, well: int) -> Area:
        """Return the slot in the lid over a well (left, top, right, bottom), from the well's centre outward."""
        (x, y), (width, length), way = self.centres[well - 1], self.slot, self.outward(well)
        ends = sorted((y, y + way * length))
        return x - width / 2, ends[0], x + width / 2, ends[1]


def square_of(centre: tuple[float, float], reach: float) -> Area:
    """Return the square around a centre that reaches this far to each side."""
    return centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach


def mask_area(x: Floats, y: Floats, area: Area, soft: float) -> Floats:
    """Return 1 inside an area, 0 outside, with an edge that is `soft` mm wide."""
    left, top, right, bottom = (np.float32(v) for v in area)
    depth = np.minimum(np.minimum(x - left, right - x), np.minimum(y - top, bottom - y))
    return np.asarray(np.clip(depth / np.float32(soft) + np.float32(0.5), 0, 1), np.float32)


def outline_of(x: Floats, y: Floats, area: Area, width: float) -> Floats:
    """Return 1 on the edge of an area, falling to 0 within about `width` mm."""
    left, top, right, bottom = (np.float32(v) for v in area)
    depth = np.minimum(np.minimum(x - left, right - x), np.minimum(y - top, bottom - y))
    return np.asarray(np.exp(-((depth / np.float32(width)) ** 2)), np.float32)
