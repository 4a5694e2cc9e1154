"""Checks pictures of the table: plate, wells, light and known dice, and what has moved between two pictures."""

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.plate_fit import MOST_STRAIN, NO_PLATE, PlateFit, find_fit, measure_fit
from vision.errors import BoardNotSeenError, CalibrationError
from vision.reading import Reading
from vision.table.lights import SATURATED, darkest_pixels, grey
from vision.table.plate import Plate
from vision.table.rectify import View, find_view

Image = NDArray[np.uint8]

SCALE = 4.0  # pixels a mm of the flat wells
RANGE = 4.0  # mm by which the block of wells may lie off the drawings
NEAR_WALL = 3.0  # mm of a well's floor beside its walls that are compared with them
LIKE_WALLS = 0.5
MOST_FARTHER = 0.06  # share by which the camera may hang higher or lower than in the drawings
TOO_DARK = 70.0  # grey level of the markers' white
UNEVEN = 1.5  # times that one half of the light may be brighter than the other
LEAST_READ = 0.5


def find_plate(image: Image, plate: Plate, *, anywhere: bool = False) -> PlateFit:
    """Return how well the plate's markers fit the plate's lens; `image` is BGR. If `anywhere`, any height will do.

    Raises BoardNotSeenError, or CalibrationError if the plate appears too far away or too near, or if the markers are
    not in their nominal places.
    """
    found = measure_fit(image, plate)
    if found.strain > MOST_STRAIN:
        raise CalibrationError(
            f"the plate's markers are {found.strain:.1f} pixels off (at most {MOST_STRAIN}): "
            "make sure that the plate is flat and its markers are where the drawings have them"
        )
    far = found.camera[2] / plate.camera_height
    if not anywhere and abs(far - 1) > MOST_FARTHER:
        raise CalibrationError(
            f"the camera seems to hang {found.camera[2]:.0f} mm over the plate, not {plate.camera_height:.0f}: "
            "hang it at the right height, or print the plate at 100 %",
            key="fault-printed-size",
        )
    return found


def find_wells(shots: Sequence[Image], plate: Plate) -> tuple[float, float]:
    """Return the offset in mm, right and down, of the wells from their nominal places; `shots` are BGR.

    Raises BoardNotSeenError if no plate or no walls are found.
    """
    view = find_view(grey(shots[0]), plate)
    if view is None:
        raise BoardNotSeenError(NO_PLATE)
    likeness = _compare_walls(shots, view, plate)
    _, best, _, (column, row) = cv2.minMaxLoc(likeness)
    if not np.isfinite(best) or best < LIKE_WALLS:
        raise BoardNotSeenError("the wells are not visible: raise the levers and take everything off the lid")
    right, down = (
        (at + _summit(line, at)) / SCALE - RANGE for line, at in ((likeness[row], column), (likeness[:, column], row))
    )
    return right, down


def wall_likeness(shots: Sequence[Image], view: View, plate: Plate) -> float | None:
    """Return the likeness (up to 1) of a view to the wells' walls where they should be; None if it shows no walls.

    `shots` are BGR pictures of one scene.
    """
    best = cv2.minMaxLoc(_compare_walls(shots, view, plate))[1]
    return best if np.isfinite(best) and best >= LIKE_WALLS else None


def _compare_walls(shots: Sequence[Image], view: View, plate: Plate) -> NDArray[np.float32]:
    """Return the likeness to the wells' walls of each place within RANGE of their place in the drawings."""
    xs, ys = zip(*plate.well_centres, strict=True)
    reach = plate.well_side / 2 + NEAR_WALL
    area = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    wide = area[0] - RANGE, area[1] - RANGE, area[2] + RANGE, area[3] + RANGE
    flat = darkest_pixels([view.rectify(grey(shot), plate.lid, wide, SCALE) for shot in shots])
    size = round((area[3] - area[1]) * SCALE), round((area[2] - area[0]) * SCALE)
    deep = _depth(plate, area, size, SCALE)
    walls, near = (deep < 0).astype(np.float32), (deep < NEAR_WALL).astype(np.float32)
    return np.asarray(cv2.matchTemplate(flat.astype(np.float32), walls, cv2.TM_CCOEFF_NORMED, mask=near), np.float32)


def _depth(
    plate: Plate, area: tuple[float, float, float, float], size: tuple[int, ...], scale: float
) -> NDArray[np.float64]:
    """Return how far (mm) inside a well's walls each place of an area's flat picture is, less than 0 on the walls."""
    rows, columns = np.mgrid[: size[0], : size[1]]
    x, y = (columns + 0.5) / scale + area[0], (rows + 0.5) / scale + area[1]
    deep = np.full(size, -np.inf)
    for middle_x, middle_y in plate.well_centres:
        away = np.maximum(np.abs(x - middle_x), np.abs(y - middle_y))
        deep = np.maximum(deep, plate.well_side / 2 - away)
    return deep


def _summit(values: NDArray[Any], at: int) -> float:
    """Return the offset, in samples, of a peak from its largest value, by the parabola through three values."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = (float(value) for value in values[at - 1 : at + 2])
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0


def find_light(shots: Mapping[str, Image], plate: Plate) -> dict[str, float]:
    """Return the grey level of the markers' white in each BGR shot, by the name of its light.

    Raises CalibrationError if a shot is too dark or overexposed, or if the halves of the ring differ too much.
    """
    levels = {}
    for name, shot in shots.items():
        found = find_fit(shot, plate)
        level = found.white if found else 0.0
        if level < TOO_DARK:
            raise CalibrationError(
                f"under the light '{name}' the plate is dark: make sure that both halves of the ring light up",
                key="fault-light",
            )
        if level >= SATURATED:
            raise CalibrationError(
                f"under the light '{name}' the markers' white is overexposed: expose for a shorter time",
                key="fault-light",
            )
        levels[name] = round(level, 1)
    halves = [levels[name] for name in ("left", "right") if name in levels]
    if len(halves) == 2 and max(halves) > UNEVEN * min(halves):
        raise CalibrationError(
            f"the halves of the light differ ({halves[0]:.0f} and {halves[1]:.0f}): repair the weaker one",
            key="fault-light",
        )
    return levels


def check_dice(reading: Reading, known: Sequence[int]) -> tuple[int, int]:
    """Return how many known dice (0: no die) of wells 1, 2, … are read right, and in doubt; raises CalibrationError."""
    right = doubts = 0
    for well, shows in enumerate(known, 1):
        if not shows:
            continue
        die = reading.well(well)
        if die is not None and die.value == shows:
            right += 1
        elif die is not None and die.value is not None:
            raise CalibrationError(
                f"the die in well {well} is read as {die.value} and shows {shows}: look at the dice",
                key="fault-wrong-dice",
            )
        else:
            doubts += 1
    if right < LEAST_READ * (right + doubts) or not right:
        raise CalibrationError(
            f"only {right} of {right + doubts} known dice can be read: make sure that lid and lens are clean",
            key="fault-wrong-dice",
        )
    return right, doubts


MOTION_SCALE = 3.0
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
"""The part of OUTWARD that only a lever on its die covers."""
NOISE = 1.0
"""Standard deviation in pixels of a blur against the sensor's noise."""


def block_shift(before: Image, after: Image, view: View, plate: Plate) -> float | None:
    """Return how many mm to the right the block of wells has moved between two BGR pictures, None if it is not seen.

    It is measured at the height of the lid.
    """
    xs, ys = zip(*plate.well_centres, strict=True)
    reach = plate.well_side / 2 + WALL
    area = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    wide = area[0] - LEFT, area[1] - DOWN, area[2] + RIGHT, area[3] + DOWN
    block, scene = (
        view.rectify(grey(before), plate.lid, area, MOTION_SCALE),
        view.rectify(grey(after), plate.lid, wide, MOTION_SCALE),
    )
    walls = (_depth(plate, area, block.shape, MOTION_SCALE) < INSIDE).astype(np.uint8)
    likeness = np.asarray(cv2.matchTemplate(scene, block, cv2.TM_CCOEFF_NORMED, mask=walls))
    _, best, _, (column, row) = cv2.minMaxLoc(likeness)
    if best < ALIKE:
        return None
    return (column + _summit(likeness[row], column)) / MOTION_SCALE - LEFT


def lever_changes(before: Image, after: Image, view: View, plate: Plate, outward: float = OUTWARD) -> tuple[float, ...]:
    """Return for wells 1, 2, … by how many grey levels two BGR pictures differ where each one's lever moves.

    `outward` is how many mm from its well's middle are compared.
    """
    middle = float(np.mean([y for _, y in plate.well_centres]))
    ends = [(x, *sorted((y, y + (outward if y > middle else -outward)))) for x, y in plate.well_centres]
    return _changes(before, after, view, plate.lid, [(x - LEVER, top, x + LEVER, low) for x, top, low in ends])


def well_changes(before: Image, after: Image, view: View, plate: Plate) -> tuple[float, ...]:
    """Return for wells 1, 2, … by how many grey levels two BGR pictures differ where each one's die lies."""
    reach = plate.well_side / 2 - INSIDE
    areas = [(x - reach, y - reach, x + reach, y + reach) for x, y in plate.well_centres]
    return _changes(before, after, view, plate.well_top, areas)


def _changes(
    before: Image, after: Image, view: View, height: float, areas: Sequence[tuple[float, float, float, float]]
) -> tuple[float, ...]:
    """Return by how many grey levels two BGR pictures differ in each area (left, top, right, bottom in mm)."""
    pictures = grey(before), _match_light(grey(before), grey(after))
    changes = []
    for area in areas:
        pair = [
            cv2.GaussianBlur(view.rectify(picture, height, area, MOTION_SCALE).astype(np.float32), (0, 0), NOISE)
            for picture in pictures
        ]
        changes.append(float(np.abs(pair[0] - pair[1]).mean()))
    return tuple(changes)


def _match_light(before: Image, after: Image) -> Image:
    """Return `after` with each row as bright as in `before`: a lamp on the mains lights rows differently each time."""
    gains = np.median((before + 1.0) / (after + 1.0), axis=1, keepdims=True)
    return np.asarray(np.clip(np.rint((after + 1.0) * gains - 1.0), 0, 255), np.uint8)
