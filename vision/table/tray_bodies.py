"""Find bodies in the open tray by their edges on the felt, and those that no recognised die explains."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box
from vision.table.locate import Area, FaceCandidate, Shots
from vision.table.plate import Plate
from vision.table.verdict import die_corners

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SCALE = 2.0  # pixels a mm of the flat tray
UNLIKE_FELT = 14.0  # grey levels a mm; felt at three times the noise had 12, dice of any colour 24 along their edges
RIM = 3.0  # mm along the tray's walls, which have edges of their own
GAP = 1.5  # mm between edges of one body
LEAST_BODY = 8.0  # square mm of edges; dice half in view had more than 50
BESIDE = 2.0  # mm round an upright die that are its own edges and its shadow's
LEAST_LEFT = 40.0  # square mm of what touches a die; less is a piece of it, a die that leans on it shows 100


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """Something in the tray that no recognised die explains.

    `mask` (h, w) is its place on the rectified floor of the tray, `size` its area in square mm, `beside` the indices of
    the dice that it touches.
    """

    mask: Mask
    size: float
    beside: tuple[int, ...]


def tray_area(plate: Plate) -> Area:
    """Return left, top, right and bottom of the tray in mm."""
    return plate.tray_left, plate.tray_top, plate.tray_right, plate.tray_bottom


def mask_taken_tray(shots: Shots, height: float, scale: float) -> Mask:
    """Return a mask (h, w) of the tray's plane at this height where what stands in the tray hides it, with a margin."""
    plate, lens, area = shots.plate, shots.view.camera, tray_area(shots.plate)
    mask = np.zeros((round((area[3] - area[1]) * scale), round((area[2] - area[0]) * scale)), np.uint8)
    for (left, top, right, bottom), high in plate.taken:
        ends = np.array([(x, y) for x in (left - BESIDE, right + BESIDE) for y in (top - BESIDE, bottom + BESIDE)])
        seen = [lens[:2] + (ends - lens[:2]) * ((lens[2] - height) / (lens[2] - level)) for level in (0.0, high)]
        hull = cv2.convexHull(((np.concatenate(seen) - area[:2]) * scale).round().astype(np.int32))
        cv2.fillConvexPoly(mask, np.asarray(hull), 1)
    return mask > 0


def tray_edges(shots: Shots) -> Mask:
    """Return a mask (h, w) of the tray's floor, away from its walls, where gradients are stronger than on felt."""
    plate = shots.plate
    flats = [shots.view.rectify(picture, plate.tray_floor, tray_area(plate), SCALE) for picture in shots.colours]
    edges, rim = np.zeros(flats[0].shape[:2], bool), round(RIM * SCALE)
    for flat in flats:
        edges[rim:-rim, rim:-rim] |= _find_steep(flat, rim)
    return edges & ~mask_taken_tray(shots, plate.tray_floor, SCALE)


def hulls(edges: Mask, touching: Mask | None = None) -> NDArray[np.int32]:
    """Return the labels (h, w) of convex hulls around connected edges: 1, 2, …, else 0.

    With a `touching` mask (h, w), only edges that reach into it count.
    """
    count, parts = cv2.connectedComponents(cv2.dilate(edges.astype(np.uint8), square(GAP / 2)))
    filled = np.zeros(edges.shape, np.uint8)
    for part in range(1, count):
        own = parts == part
        enough = np.count_nonzero(own & edges) > LEAST_BODY * SCALE**2
        if enough and (touching is None or np.any(own & touching)):
            # A pip has an outline of its own within that of its die.
            cv2.fillConvexPoly(filled, cv2.convexHull(np.argwhere(own)[:, ::-1].astype(np.int32)), 255)
    return np.asarray(cv2.connectedComponents(filled)[1], np.int32)


def find_unexplained(shots: Shots, edges: Mask, faces: Sequence[FaceCandidate]) -> list[Body]:
    """Return the bodies that extend beyond the upright dice with these faces."""
    own = [silhouette(shots, found, edges.shape) for found in faces]
    wide = [cv2.dilate(mask.astype(np.uint8), square(BESIDE)) > 0 for mask in own]
    none = np.zeros(edges.shape, bool)
    hidden, explained = (np.any([none, *masks], axis=0) for masks in (own, wide))
    left = hulls(edges & ~explained)
    bodies = []
    for number in range(1, int(left.max()) + 1):
        mask = np.asarray((left == number) & ~hidden)
        near = cv2.dilate(mask.astype(np.uint8), square(GAP)) > 0
        beside = tuple(which for which, die in enumerate(wide) if np.any(near & die))
        size = np.count_nonzero(mask) / SCALE**2
        if not beside or size > LEAST_LEFT:
            bodies.append(Body(mask, size, beside))
    return bodies


def silhouette(shots: Shots, found: FaceCandidate, shape: tuple[int, ...]) -> Mask:
    """Return a mask (h, w) of the tray's floor that a die hides."""
    plate, lens = shots.plate, shots.view.camera
    corners = die_corners(plate, found.pose)
    share = (lens[2] - plate.tray_floor) / (lens[2] - corners[:, 2:])
    on_floor = lens[:2] + (corners[:, :2] - lens[:2]) * share
    hull = cv2.convexHull((((on_floor - tray_area(plate)[:2]) * SCALE - 0.5) * 16).round().astype(np.int32))
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(hull), 255, shift=4)
    return mask > 0


def box_of(shots: Shots, body: Mask) -> Box:
    """Return the box in pixels of a body on the flat tray's floor."""
    plate = shots.plate
    rows, columns = np.nonzero(body)
    xs, ys = ((part.min(), part.max() + 1) for part in (columns, rows))
    left, top, _, _ = tray_area(plate)
    seen = shots.view.project(np.array([(left + x / SCALE, top + y / SCALE, plate.tray_floor) for x in xs for y in ys]))
    low, high = seen.min(axis=0), seen.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def square(reach: float) -> Image:
    """Return a square that reaches this many mm of the flat tray to every side, to widen or narrow a mask with."""
    return np.ones((2 * round(reach * SCALE) + 1,) * 2, np.uint8)


def _find_steep(flat: Image, rim: int) -> Mask | bool:
    """Return where a BGR picture (h, w, 3), without a rim of `rim` pixels, changes more than felt in any colour."""
    smooth = cv2.GaussianBlur(flat, (0, 0), 1.2)
    inside = slice(rim, -rim)
    across, down = (cv2.Sobel(smooth, cv2.CV_16S, *axis)[inside, inside] for axis in ((1, 0), (0, 1)))
    most = (UNLIKE_FELT * 8 / SCALE) ** 2
    # The largest change to either side shows more quickly whether there is only felt.
    if cv2.norm(across, cv2.NORM_INF) ** 2 + cv2.norm(down, cv2.NORM_INF) ** 2 <= most:
        return False
    change = cv2.multiply(across, across, dtype=cv2.CV_32F) + cv2.multiply(down, down, dtype=cv2.CV_32F)
    return np.asarray((change > most).any(axis=-1))
