"""Detect what covers the wells or the tray: their outlines, which nothing on the plate hides, are not visible there.

Whatever its colour, a hand, a sleeve or a sheet of paper hides the upper edges of the wells' walls, and the border
between felt and plate. Dice hide none of the former, and only short pieces of the latter. An edge of what is held over
a wall can look like the wall's own, but not where it is warmer or colder in colour than walls are. So are walls under
a lamp's warm image; but that only adds light, so that a wall's own edge is still without colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.lights import linear_light
from vision.table.plate import Plate
from vision.table.rectify import View

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Area = tuple[float, float, float, float]

PIECE = 5  # mm of an outline that are looked at as one
LEAST_STEP = 5.0  # grey levels between both sides of an outline; walls had 9 and more, by half the light and dirty too
UNLIKE = 12.0  # grey levels by which red against blue differs from most walls': skin, gloves; dirt and veils came to 5
TINTED = 0.5  # share of an edge's light by which red and blue differ: most edges of skin, few in a lamp's warm image
VEILED, COLOURED = 120.0, 35.0  # grey levels: what is as bright, and has no more colour, may be a veil on the lid
WALL_SCALE, TRAY_SCALE = 2.0, 1.0  # pixels a mm of the flat pictures
BESIDE_WALL = 1.3  # mm from a wall's upper edge to where wall and well are compared
CORNER = 12.5  # mm from the middle of a wall to where its neighbours do not reach
IN_TRAY, BEYOND_TRAY = 4.0, 7.0  # mm from the tray's wall to where its felt and the plate beyond its rim are compared
MARGIN = 9.0  # mm of the flat pictures round what they show
MOST_HIDDEN = 2  # pieces of a well's walls that dirt or a shadow hid
MOST_UNLIKE = 5  # the same that a lamp's warm image made so in one shot at least; hands had 6 and more
MOST_VEILED, MOST_VEILED_TWICE = 11, 5  # the same for lamps and veils, under one light and under two
FEW_VEILED = 3  # above it, what is seen in a well may be a part of what lies there
MOST_OF_BORDER = 2  # pieces of the tray's border


@dataclass(frozen=True, slots=True, eq=False)
class Occlusion:
    """The occlusion of each well (n,), in pieces of the outline of its walls.

    `hidden` pieces are not visible; `veiled` ones are not visible because the picture is bright there. `unlike` pieces
    have another colour in at least one shot, as a hand can come or go between two. `entered` says whether no end of
    the outer wall is visible: something reaches in over it. `most_veiled` is the largest number of bright pieces on a
    well that nothing covers.
    """

    hidden: NDArray[np.intp]
    veiled: NDArray[np.intp]
    unlike: NDArray[np.intp]
    entered: Mask
    most_veiled: int

    @property
    def hand(self) -> bool:
        """Whether something lies or is held over the wells."""
        many = (self.hidden > MOST_HIDDEN) | (self.unlike > MOST_UNLIKE)
        return bool(np.any(self.entered | many | (self.hidden + self.veiled > self.most_veiled)))

    def touches(self, well: int) -> bool:
        """Return whether any part of the walls of a well (1 to 6) is covered."""
        return bool(self.hidden[well - 1] + self.veiled[well - 1] + self.unlike[well - 1] > 0)

    def covers(self, well: int) -> bool:
        """Return whether so much of a well (1 to 6) is covered that a die may lie there unseen."""
        surely = self.entered[well - 1] or self.hidden[well - 1] > 0 or self.unlike[well - 1] > 0
        return bool(surely or self.veiled[well - 1] > FEW_VEILED)


def well_occlusion(shots: Sequence[Image], view: View, plate: Plate) -> Occlusion:
    """Return the occlusion of the walls' upper edges in these BGR shots."""
    area, *sides = _walls(plate)
    hidden, veiled = np.ones((2, *sides[0].shape[:-2]), bool)
    strange = np.zeros(hidden.shape, bool)
    for shot in shots:
        flat = view.rectify(shot, plate.lid, area, WALL_SCALE)
        inner, outer = _measure_sides(flat, WALL_SCALE, area, *sides)
        edge = np.abs(outer - inner).max(axis=-1) >= LEAST_STEP
        unlike = _differs(outer)
        if unlike.any():
            unlike &= ~(edge & _find_colourless(flat, area, *sides))
        strange |= unlike
        hidden &= unlike | ~edge
        veiled &= np.minimum(inner, outer).min(axis=-1) > VEILED
        veiled &= np.maximum(np.ptp(inner, axis=-1), np.ptp(outer, axis=-1)) < COLOURED
    entered = (hidden & ~veiled)[:, -2:].all(axis=1)
    most = MOST_VEILED_TWICE if len(shots) > 1 else MOST_VEILED
    counts = [np.count_nonzero(part, axis=1) for part in (hidden & ~veiled, hidden & veiled, strange)]
    return Occlusion(counts[0], counts[1], counts[2], entered, most)


def _differs(walls: Floats) -> Mask:
    """Return which walls, of these colours (..., 3), are warmer or colder than most."""
    warmth = walls[..., 2] - walls[..., 0]
    # Covered all over by skin, most of the walls are warm: no part of the machine between the wells is.
    return np.asarray(np.abs(warmth - min(float(np.median(warmth)), 0.0)) > UNLIKE)


def _find_colourless(flat: Image, area: Area, within: Floats, beyond: Floats) -> Mask:
    """Return between which places on a flat picture of an area the light changes, but not its colour."""
    inner, outer = _measure_sides(linear_light(flat), WALL_SCALE, area, within, beyond)
    change = outer - inner
    return np.asarray(np.abs(change[..., 2] - change[..., 0]) < TINTED * np.abs(change).max(axis=-1))


def find_hidden_border(shots: Sequence[Image], view: View, plate: Plate) -> Floats:
    """Return the middles (n, 2), in mm and within the tray, of pieces of its border not seen in any BGR shot."""
    if plate.taken:
        return np.zeros((0, 2))
    area, within, beyond = _border(plate)
    height, width = shots[0].shape[:2]
    ends = np.concatenate([within, beyond], axis=1).reshape(-1, 2)
    seen = view.project(np.column_stack([ends, np.zeros(len(ends))])).reshape(len(within), -1, 2)
    hidden = np.all((seen >= 0) & (seen <= (width - 1, height - 1)), axis=(1, 2))
    for shot in shots:
        inner, outer = _measure_sides(view.rectify(shot, 0.0, area, TRAY_SCALE), TRAY_SCALE, area, within, beyond)
        hidden &= np.abs(outer - inner).max(axis=-1) < LEAST_STEP
    return np.asarray(within.mean(axis=1)[hidden])


def _measure_sides(
    flat: Image | NDArray[np.float32], scale: float, area: Area, within: Floats, beyond: Floats
) -> tuple[Floats, Floats]:
    """Return the mean colours (..., 3) of pieces (..., n, 2) in mm on a flat picture of an area, on either side."""
    smooth = cv2.blur(flat, (3, 3))
    found = []
    for places in (within, beyond):
        columns, rows = np.moveaxis(((places - area[:2]) * scale).astype(np.intp), -1, 0)
        found.append(smooth[rows, columns].mean(axis=-2))
    return found[0], found[1]


@lru_cache(maxsize=4)
def _walls(plate: Plate) -> tuple[Area, Floats, Floats]:
    """Return the flat picture's area, and places (6, 17, n, 2) just within and just beyond the wells' upper edges.

    The middle of the outer walls, which levers reach over, is left out; their two ends come last.
    """
    xs, ys = zip(*plate.well_centres, strict=True)
    half, reach = plate.well_side / 2, plate.well_side / 2 + MARGIN
    area = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    along = (np.arange(2 * CORNER) + 0.5 - CORNER).reshape(-1, PIECE)
    within, beyond = [], []
    for x, y in plate.well_centres:
        inward = -plate.outward((x, y))
        for out in ((1.0, 0.0), (-1.0, 0.0), (0.0, inward), (0.0, -inward)):
            pieces = along[:: len(along) - 1] if out[1] == -inward else along
            line = np.array([x, y]) + pieces[..., None] * np.array([out[1], out[0]])
            within.append(line + (half - BESIDE_WALL) * np.array(out))
            beyond.append(line + (half + BESIDE_WALL) * np.array(out))
    shape = (len(plate.well_centres), -1, PIECE, 2)
    return area, np.concatenate(within).reshape(shape), np.concatenate(beyond).reshape(shape)


@lru_cache(maxsize=4)
def _border(plate: Plate) -> tuple[Area, Floats, Floats]:
    """Return the flat picture's area, and places (n, PIECE, 2) on the felt along its walls and on the plate beyond."""
    half = (plate.tray_right - plate.tray_left) / 2
    middle = np.array([plate.tray_left + half, plate.tray_top + half])
    inner = PIECE * int((half - IN_TRAY) // PIECE)
    along = (np.arange(2 * inner) + 0.5 - inner).reshape(-1, PIECE)
    within, beyond = [], []
    for out in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        line = middle + along[..., None] * np.array([out[1], out[0]])
        within.append(line + (half - IN_TRAY) * np.array(out))
        beyond.append(line + (half + BEYOND_TRAY) * np.array(out))
    left, top = middle - half - MARGIN
    right, bottom = middle + half + MARGIN
    area = float(left), float(top), float(right), float(bottom)
    return area, np.concatenate(within), np.concatenate(beyond)
