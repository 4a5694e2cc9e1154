"""What two pictures say of what has moved between them: the block of wells, and the levers over it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.lights import grey
from vision.table.plate import Plate
from vision.table.rectify import View

Image = NDArray[np.uint8]

SCALE = 3.0
"""Pixels a mm."""
LEFT, RIGHT, DOWN = 6.0, 42.0, 3.0
"""mm by which the block is searched for to the left and to the right of its old place, and up and down from it."""
WALL = 3.0
INSIDE = 1.5
"""mm of a well beside its walls that are compared with them."""
ALIKE = 0.35
"""Least likeness of the block in both pictures: motion blurs it."""
LEVER, OUTWARD = 5.0, 32.0
"""mm on both sides of a lever's middle, and from its well's middle outward, in which it is seen."""
OVER_DIE = 14.0
"""The part of them that only a lever covers which goes down to its die."""
NOISE = 1.0
"""Pixels, standard deviation, of what is averaged against the sensor's noise."""


def block_shift(before: Image, after: Image, view: View, plate: Plate) -> float | None:
    """Return how many mm to the right the block of wells has moved between two BGR pictures, None if it is not seen.

    It is measured at the height of the lid.
    """
    xs, ys = zip(*plate.well_centres, strict=True)
    reach = plate.well_side / 2 + WALL
    area = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    wide = area[0] - LEFT, area[1] - DOWN, area[2] + RIGHT, area[3] + DOWN
    block, scene = view.flat(grey(before), plate.lid, area, SCALE), view.flat(grey(after), plate.lid, wide, SCALE)
    likeness = np.asarray(cv2.matchTemplate(scene, block, cv2.TM_CCOEFF_NORMED, mask=_walls(plate, area, block.shape)))
    _, best, _, (column, row) = cv2.minMaxLoc(likeness)
    if best < ALIKE:
        return None
    return (column + _beside(likeness[row], column)) / SCALE - LEFT


def _walls(plate: Plate, area: tuple[float, float, float, float], size: tuple[int, ...]) -> Image:
    """Return 1 at the walls in a flat picture of an area, 0 where dice may fly about."""
    rows, columns = np.mgrid[: size[0], : size[1]]
    x, y = (columns + 0.5) / SCALE + area[0], (rows + 0.5) / SCALE + area[1]
    clear = np.ones(size, bool)
    for middle_x, middle_y in plate.well_centres:
        away = np.maximum(np.abs(x - middle_x), np.abs(y - middle_y))
        clear &= away > plate.well_side / 2 - INSIDE
    return clear.astype(np.uint8)


def _beside(values: NDArray[np.floating], at: int) -> float:
    """Return by how many samples a peak lies beside its largest value, by the parabola through three of them."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = (float(value) for value in values[at - 1 : at + 2])
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0


def lever_changes(before: Image, after: Image, view: View, plate: Plate, outward: float = OUTWARD) -> tuple[float, ...]:
    """Return for wells 1, 2, … by how many grey levels two BGR pictures differ where each one's lever moves.

    `outward` is how many mm from its well's middle are compared.
    """
    middle = float(np.mean([y for _, y in plate.well_centres]))
    pictures = grey(before), _as_lit(grey(before), grey(after))
    changes = []
    for x, y in plate.well_centres:
        ends = sorted((y, y + (outward if y > middle else -outward)))
        area = x - LEVER, ends[0], x + LEVER, ends[1]
        pair = [
            cv2.GaussianBlur(view.flat(picture, plate.lid, area, SCALE).astype(np.float32), (0, 0), NOISE)
            for picture in pictures
        ]
        changes.append(float(np.abs(pair[0] - pair[1]).mean()))
    return tuple(changes)


def _as_lit(before: Image, after: Image) -> Image:
    """Return `after` with each row as bright as in `before`: a lamp on the mains lights rows otherwise each time."""
    gains = np.median((before + 1.0) / (after + 1.0), axis=1, keepdims=True)
    return np.asarray(np.clip(np.rint((after + 1.0) * gains - 1.0), 0, 255), np.uint8)
