"""The steps of a calibration after the lens: plate, wells, light, and known dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.plate_fit import MOST_STRAIN, NO_PLATE, PlateFit, find_fit, measure_fit
from vision.errors import (
    BoardNotSeenError,
    CalibrationError,
)
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


def find_plate(image: Image, plate: Plate) -> PlateFit:
    """Return how well the plate's markers fit the plate's lens; `image` is BGR.

    Raises BoardNotSeenError, BlurredError, CalibrationError if the plate appears too far away or too near, and
    CalibrationError if the markers are not in their nominal places.
    """
    found = measure_fit(image, plate)
    if found.strain > MOST_STRAIN:
        raise CalibrationError(
            f"the plate's markers lie {found.strain:.1f} pixels off (at most {MOST_STRAIN}): "
            "see that the plate is flat, and glue its markers where the drawings have them"
        )
    far = found.camera[2] / plate.camera_height
    if abs(far - 1) > MOST_FARTHER:
        raise CalibrationError(
            f"the camera seems to hang {found.camera[2]:.0f} mm over the plate, not {plate.camera_height:.0f}: "
            "hang it right, or print the plate at 100 %",
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
    likeness = _compared(shots, view, plate)
    _, best, _, (column, row) = cv2.minMaxLoc(likeness)
    if not np.isfinite(best) or best < LIKE_WALLS:
        raise BoardNotSeenError("the wells are not visible: raise the levers and take everything off the lid")
    right, down = (
        (at + _summit(line, at)) / SCALE - RANGE for line, at in ((likeness[row], column), (likeness[:, column], row))
    )
    return right, down


def wall_likeness(shots: Sequence[Image], view: View, plate: Plate) -> float | None:
    """Return how like the wells' walls (up to 1) is what a view shows where they should be; None if that is nothing.

    `shots` are BGR pictures of one scene.
    """
    best = cv2.minMaxLoc(_compared(shots, view, plate))[1]
    return best if np.isfinite(best) and best >= LIKE_WALLS else None


def _compared(shots: Sequence[Image], view: View, plate: Plate) -> NDArray[np.float32]:
    """Return how like the wells' walls each place within RANGE of the drawings' is."""
    xs, ys = zip(*plate.well_centres, strict=True)
    reach = plate.well_side / 2 + NEAR_WALL
    area = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    wide = area[0] - RANGE, area[1] - RANGE, area[2] + RANGE, area[3] + RANGE
    flat = darkest_pixels([view.flat(grey(shot), plate.lid, wide, SCALE) for shot in shots])
    walls, near = _walls(plate, area)
    return np.asarray(cv2.matchTemplate(flat.astype(np.float32), walls, cv2.TM_CCOEFF_NORMED, mask=near), np.float32)


def _walls(plate: Plate, area: tuple[float, float, float, float]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return a mask of the walls' upper sides in an area (1 or 0), and a mask of walls and floor close to them."""
    size = round((area[3] - area[1]) * SCALE), round((area[2] - area[0]) * SCALE)
    rows, columns = np.mgrid[: size[0], : size[1]]
    x, y = (columns + 0.5) / SCALE + area[0], (rows + 0.5) / SCALE + area[1]
    deep = np.full(size, -np.inf)
    for middle_x, middle_y in plate.well_centres:
        away = np.maximum(np.abs(x - middle_x), np.abs(y - middle_y))
        deep = np.maximum(deep, plate.well_side / 2 - away)
    return (deep < 0).astype(np.float32), (deep < NEAR_WALL).astype(np.float32)


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


@dataclass(frozen=True, slots=True)
class KnownDice:
    """The number of known dice that were read right, and of those in doubt."""

    right: int
    doubts: int


def check_dice(reading: Reading, known: Sequence[int]) -> KnownDice:
    """Compare a reading with the values in wells 1, 2, … (0: no die); raises CalibrationError."""
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
            f"of {right + doubts} known dice only {right} are read: make sure that lid and lens are clean",
            key="fault-wrong-dice",
        )
    return KnownDice(right, doubts)
