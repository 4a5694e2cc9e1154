"""What the picture's edge cuts: squares of the plate that are not wholly in view, and dice in the tray that are not."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Die
from vision.table.locate import Area, Found, Shots
from vision.table.plate import Plate
from vision.table.verdict import die_corners, doubtful

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SCALE = 2.0  # pixels a mm of the flat tray
UNLIKE_FELT = 14.0  # grey levels a mm; felt at three times the noise had 12, dice of any colour 24 along their edges
RIM = 3.0  # mm along the tray's walls, which have edges of their own
SEAM = 1.5  # mm along the picture's edge where the flat tray mixes it with nothing
GAP = 1.5  # mm between edges of one body
LEAST_BODY = 8.0  # square mm of edges; dice of which half is in view had more than 50


def square_in_view(shots: Shots, area: Area, floor: float) -> bool:
    """Return whether all of a die can be seen wherever it lies flat in an area (mm) with its floor at this height."""
    left, top, right, bottom = area
    heights = floor, floor + shots.plate.die_side
    return _in_picture(shots, np.array([(x, y, z) for z in heights for x in (left, right) for y in (top, bottom)]))


def cut_die(shots: Shots, box: Box, well: int | None) -> Die:
    """Return a die in doubt `edge`, with what the picture holds of its box."""
    return doubtful(_clipped(shots, box), well, "edge")


def doubt_cut_dice(shots: Shots, faces: Sequence[Found], dice: Sequence[Die]) -> list[Die]:
    """Return the dice of the tray, told of these faces, and those of which no face is in view.

    A die is in doubt `edge` when it reaches beyond the picture, or when what it is part of does: which face of a die
    is its top face is only sure when all of the die is seen.
    """
    bodies = _cut_bodies(shots)
    told, faceless = [], set(range(1, int(bodies.max()) + 1))
    for found, die in zip(faces, dice, strict=True):
        own = set(bodies[_silhouette(shots, found, bodies.shape)].tolist()) - {0}
        faceless -= own
        whole = not own and _in_picture(shots, die_corners(shots.plate, found.pose))
        told.append(die if whole else _doubted(shots, die))
    return [*told, *(cut_die(shots, _box(shots, bodies == body), None) for body in sorted(faceless))]


def tray_area(plate: Plate) -> Area:
    """Return left, top, right and bottom of the tray in mm."""
    return plate.tray_left, plate.tray_top, plate.tray_left + plate.tray_side, plate.tray_top + plate.tray_side


def _in_picture(shots: Shots, places: Floats) -> bool:
    """Return whether all places (n, 3) in mm are in view."""
    height, width = shots.greys[0].shape
    seen = shots.view.project(places)
    return bool(np.all((seen >= 0) & (seen <= (width - 1, height - 1))))


def _cut_bodies(shots: Shots) -> NDArray[np.int32]:
    """Return the flat tray's floor (h, w) with 1, 2, … where something lies that reaches beyond the picture, else 0."""
    plate, view = shots.plate, shots.view
    area = tray_area(plate)
    white = np.full_like(shots.greys[0], 255)
    floor, above = (view.flat(white, z, area, SCALE) == 255 for z in (plate.tray_floor, plate.tray_top_face))
    inside = cv2.erode(floor.astype(np.uint8), _square(SEAM)) > 0
    rim = round(RIM * SCALE)
    inside[:rim], inside[-rim:], inside[:, :rim], inside[:, -rim:] = False, False, False, False
    steep = np.max([_steepness(view.flat(picture, plate.tray_floor, area, SCALE)) for picture in shots.colours], axis=0)
    edges = (steep > UNLIKE_FELT) & inside
    count, bodies = cv2.connectedComponents(cv2.dilate(edges.astype(np.uint8), _square(GAP / 2)))
    beyond = cv2.dilate((~floor | ~above).astype(np.uint8), _square(SEAM + GAP)) > 0
    hulls = np.zeros(bodies.shape, np.uint8)
    for body in range(1, count):
        own = bodies == body
        if np.any(own & beyond) and np.count_nonzero(own & edges) > LEAST_BODY * SCALE**2:
            # A pip beside the picture's edge has an outline of its own within that of its die.
            cv2.fillConvexPoly(hulls, cv2.convexHull(np.argwhere(own)[:, ::-1].astype(np.int32)), 255)
    return np.asarray(cv2.connectedComponents(hulls)[1], np.int32)


def _steepness(flat: Image) -> NDArray[np.float32]:
    """Return by how many grey levels a mm a BGR picture (h, w, 3) changes in that colour which changes most."""
    smooth = cv2.GaussianBlur(flat, (0, 0), 1.2)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *axis, scale=SCALE / 8) for axis in ((1, 0), (0, 1)))
    return np.asarray(np.hypot(across, down).max(axis=2), np.float32)


def _silhouette(shots: Shots, found: Found, shape: tuple[int, int]) -> Mask:
    """Return which pixels (h, w) of the flat tray a die hides."""
    plate, lens = shots.plate, shots.view.camera
    corners = die_corners(plate, found.pose)
    share = (lens[2] - plate.tray_floor) / (lens[2] - corners[:, 2:])
    on_floor = lens[:2] + (corners[:, :2] - lens[:2]) * share
    hull = cv2.convexHull((((on_floor - tray_area(plate)[:2]) * SCALE - 0.5) * 16).round().astype(np.int32))
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(hull), 255, shift=4)
    return mask > 0


def _box(shots: Shots, body: Mask) -> Box:
    """Return the box in pixels of a body on the flat tray's floor."""
    plate = shots.plate
    rows, columns = np.nonzero(body)
    xs, ys = ((part.min(), part.max() + 1) for part in (columns, rows))
    left, top, _, _ = tray_area(plate)
    seen = shots.view.project(np.array([(left + x / SCALE, top + y / SCALE, plate.tray_floor) for x in xs for y in ys]))
    low, high = seen.min(axis=0), seen.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _doubted(shots: Shots, die: Die) -> Die:
    return replace(die, value=None, doubt="edge", confidence=min(die.confidence, 0.5), box=_clipped(shots, die.box))


def _clipped(shots: Shots, box: Box) -> Box:
    height, width = shots.greys[0].shape
    left, right = (min(max(side, 0.0), width - 1.0) for side in box[::2])
    top, bottom = (min(max(side, 0.0), height - 1.0) for side in box[1::2])
    return left, top, right, bottom


def _square(reach: float) -> Image:
    """Return a square that reaches this many mm of the flat tray to every side, to widen or narrow a mask with."""
    return np.ones((2 * round(reach * SCALE) + 1,) * 2, np.uint8)
