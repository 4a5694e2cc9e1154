"""Compare the pixels of a die's colour with the silhouette of an upright die."""

import math
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.face import REACH, SCALE, Pose, square_picture
from vision.table.lights import percentile
from vision.table.plate import Plate
from vision.table.rectify import View

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

Area = tuple[float, float, float, float]

MARGIN = 1.0  # mm beyond the expected body that may still be of its colour: blur, rounding, a slightly wrong place
INSIDE = 0.7  # mm within the expected body that may be of another colour
WALL = 1.5  # mm round what is seen of a well that are wall
FRINGE = 0.5  # mm along it that are not sharp
LEAST_COLOUR = 9.0  # grey levels that the face's colours differ by from grey; below it colour shows nothing
LIKE_BODY = 0.3  # of the face's own colour: side faces in shade have less of it
UNLIKE_BODY = 0.12


def body_mismatch(shots: Sequence[Image], view: View, plate: Plate, pose: Pose, seen: Area) -> tuple[float, float]:
    """Return the area in square mm of the die's colour outside an upright die, and the area missing inside it.

    `shots` are BGR pictures, or grey ones of the strength of a colour. `seen` is the visible part of the face's plane
    (left, top, right, bottom in mm). Both areas are 0 for grey, black and white dice.
    """
    patch = square_picture(shots[0], view, pose).astype(np.float32)
    for shot in shots[1:]:
        patch += square_picture(shot, view, pose)
    patch /= len(shots)
    likeness = _likeness(patch, plain_face(plate.die_side, plate.pip_diameter))
    if likeness is None:
        return 0.0, 0.0
    body = silhouette(view, plate, pose)
    beside = (likeness > LIKE_BODY) & (cv2.dilate(body, round_mask(MARGIN)) == 0)
    sides = (likeness < UNLIKE_BODY) & _beside_face(plate.die_side) & (cv2.erode(body, round_mask(INSIDE)) > 0)
    # The neighbour's die behind the wall is none of this one.
    more, less = (_area_within(pose, pixels, seen, beyond) for pixels, beyond in ((beside, WALL), (sides, -FRINGE)))
    return more, less


def _likeness(patch: NDArray[np.float32], face: Mask) -> NDArray[np.float32] | None:
    """Return how much of the face's colour each pixel (h, w) has, 1 being all of it, None where the face has none."""
    if patch.ndim == 2:
        return np.asarray(cv2.blur(patch, (3, 3)) / max(percentile(patch[face], 50.0), 1.0), np.float32)
    # How far red and green stand above blue: white light that is added changes neither.
    blue, green, red = patch[face].T
    reddish, greenish = percentile(red - blue, 50.0), percentile(green - blue, 50.0)
    strength = math.hypot(reddish, greenish)
    if strength < LEAST_COLOUR:
        return None
    weights = np.array([[-reddish - greenish, greenish, reddish]]) / strength**2
    return np.asarray(cv2.blur(cv2.transform(patch, weights), (3, 3)), np.float32)


@lru_cache(maxsize=4)
def plain_face(side: float, diameter: float) -> Mask:
    """Return the part of the square picture that is face and never pip: strips between the rows, and the rim."""
    x, y = np.abs(places()).transpose(2, 0, 1)
    return np.asarray(
        (np.maximum(x, y) < side / 2 - 0.8) & (np.minimum(x, y) > diameter / 2 + 0.2) & (x + y < side / 2)
    )


def silhouette(view: View, plate: Plate, pose: Pose) -> Image:
    """Return where in a square picture (h, w) the whole of an upright die is seen (255), or not (0)."""
    half = plate.die_side / 2
    top = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    x, y, height = view.camera
    foot = pose.from_plane(np.array([[x, y]]))
    bottom = foot + (top - foot) * (height - pose.height) / (height - pose.height + plate.die_side)
    hull = cv2.convexHull((((np.concatenate([top, bottom]) + REACH) * SCALE - 0.5) * 16).round().astype(np.int32))
    mask = np.zeros((round(2 * REACH * SCALE),) * 2, np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(hull), 255, shift=4)
    return mask


@lru_cache(maxsize=4)
def round_mask(reach: float) -> Image:
    """Return a disc of this radius in mm of a square picture, to widen or narrow a mask with."""
    size = 2 * round(reach * SCALE) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), dtype=np.uint8)


@lru_cache(maxsize=1)
def places() -> NDArray[np.float64]:
    """Return where the pixels of a square picture lie (h, w, 2) in mm from its middle."""
    across = (np.arange(round(2 * REACH * SCALE)) + 0.5) / SCALE - REACH
    return np.stack(np.meshgrid(across, across), axis=-1)


@lru_cache(maxsize=4)
def _beside_face(side: float) -> Mask:
    return np.asarray(np.abs(places()).max(axis=-1) > side / 2 + 0.3)


def _area_within(pose: Pose, pixels: Mask, area: Area, beyond: float) -> float:
    """Return how many square mm of a square picture's pixels (h, w) lie in an area, or less than `beyond` outside it.

    The area (left, top, right, bottom in mm) is one of the face's plane.
    """
    chosen = np.flatnonzero(pixels)
    if not len(chosen):
        return 0.0
    on_plane = places().reshape(-1, 2)[chosen] @ pose.to_plane()[:2, :2].T + (pose.x, pose.y)
    left, top, right, bottom = area
    low, high = (left - beyond, top - beyond), (right + beyond, bottom + beyond)
    return np.count_nonzero(((on_plane > low) & (on_plane < high)).all(axis=-1)) / SCALE**2
