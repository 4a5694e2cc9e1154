"""Whether a well without a recognised die is empty, and the box of what lies there."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box
from vision.table.lights import SATURATED, darkest_pixels, linear_light
from vision.table.plate import Plate
from vision.table.rectify import View

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SCALE = 3.0  # pixels a mm of a flat well
RIM = 2.0  # mm along a well's walls where corners are dark anyway
EDGE = 16.0  # grey levels a mm: more than a matt floor and a lid's soft reflections have
LEAST_THING = 8.0  # square mm of edges; bare floors had less than 2, the smallest nut more than 30
BESIDE_TAPE = 0.8  # mm along a tape's edges that are not looked at
LIGHTER = 1.8  # times the light from next to it that a tape sends back at least
BLIND = 0.05  # share of a box that makes all of it doubtful


def object_in_well(shots: Sequence[Image], view: View, plate: Plate, number: int) -> Box | None:
    """Return the box in pixels of what lies in a well (1 to 6); None if its floor is bare. `shots` are grey."""
    centre, half = plate.well_centres[number - 1], plate.well_side / 2
    area = centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half
    flat = darkest_pixels([view.rectify(shot, plate.well_floor, area, SCALE) for shot in shots])
    smooth = cv2.GaussianBlur(flat, (0, 0), 1.2)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *axis, scale=SCALE / 8) for axis in ((1, 0), (0, 1)))
    edges = (np.hypot(across, down) > EDGE) & _mask_floor(view, plate, centre)
    if np.count_nonzero(edges) < LEAST_THING * SCALE**2:
        return None
    rows, columns = np.nonzero(edges)
    left, right = (float(np.percentile(columns, part)) / SCALE + area[0] for part in (2, 98))
    top, bottom = (float(np.percentile(rows, part)) / SCALE + area[1] for part in (2, 98))
    return _box(view, plate, (left, top, right, bottom))


def box_of_well(view: View, plate: Plate, number: int) -> Box:
    """Return the box in pixels of the floor of a well (1 to 6)."""
    (x, y), half = plate.well_centres[number - 1], plate.well_side / 2
    return _box(view, plate, (x - half, y - half, x + half, y + half))


def _box(view: View, plate: Plate, area: Box) -> Box:
    left, top, right, bottom = area
    seen = view.project(np.array([(x, y, plate.well_floor) for x in (left, right) for y in (top, bottom)]))
    low, high = seen.min(axis=0), seen.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def is_lid_off(shots: Sequence[Image], view: View, plate: Plate, number: int) -> bool:
    """Return whether the light tape is missing that holds the lid of a box (1 to 6) at the middle of its outer wall.

    `shots` are grey. Where the tape lies on the lid is compared with what is seen through the lid beside it.
    """
    (x, y), (width, length), half = plate.well_centres[number - 1], plate.tape, plate.well_side / 2
    if not width:
        return False
    near, far = sorted(y + plate.outward((x, y)) * (half - inward) for inward in (BESIDE_TAPE, length - BESIDE_TAPE))
    middle, *beside = (
        min(_light(view.rectify(shot, plate.lid_top, (x + left, near, x + right, far), SCALE)) for shot in shots)
        for left, right in (
            (BESIDE_TAPE - width / 2, width / 2 - BESIDE_TAPE),
            (-half, -width / 2 - BESIDE_TAPE),
            (width / 2 + BESIDE_TAPE, half),
        )
    )
    return middle < LIGHTER * min(beside)


def _light(flat: Image) -> float:
    return float(np.median(linear_light(flat)))


def is_saturated(shots: Sequence[Image], box: Box) -> bool:
    """Return whether a part of a box in pixels is saturated in all grey shots."""
    left, top, right, bottom = (max(0, round(side)) for side in box)
    part = darkest_pixels([shot[top : bottom + 1, left : right + 1] for shot in shots])
    return bool(np.mean(part >= SATURATED) > BLIND)


def _mask_floor(view: View, plate: Plate, centre: tuple[float, float]) -> Mask:
    """Return a mask of a well's rectified floor: visible through the clear lid, away from walls and slots."""
    half = plate.well_side / 2
    across = (np.arange(round(plate.well_side * SCALE)) + 0.5) / SCALE - half
    places = np.stack(np.meshgrid(across, across), axis=-1)
    inside = np.abs(places).max(axis=-1) < half - RIM
    return np.asarray(inside & plate.find_visible(view.camera, places + centre, plate.well_floor, centre, RIM))
