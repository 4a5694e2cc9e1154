"""The whole body of a die by its colour: whether more of it lies about a face than an upright die can show."""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import REACH, SCALE, Pose, square_picture
from vision.plate import Plate
from vision.rectify import View

Image = NDArray[np.uint8]

MARGIN = 1.0  # mm beyond the expected body that may still be of its colour: blur, rounding, a slightly wrong place
LEAST_COLOUR = 9.0  # grey levels that the face's colours differ by from grey; below it colour tells nothing
LIKE_BODY = 0.3  # of the face's own colour: side faces in shade have less of it


def stray_body(shots: Sequence[Image], view: View, plate: Plate, pose: Pose) -> float:
    """Return how many square mm of the face's colour lie about an upright die where none of it can be.

    `shots` are BGR pictures. Grey, black and white dice have no colour to go by: 0.
    """
    layers = [_colour(square_picture(shot, view, pose)) for shot in shots]
    colour = layers[0] if len(layers) == 1 else np.mean(layers, axis=0)
    own = colour[_face(plate.die_side, plate.pip_diameter)]
    typical = np.median(own, axis=0)
    strength = float(np.linalg.norm(typical))
    if strength < LEAST_COLOUR:
        return 0.0
    likeness = cv2.blur(np.asarray(colour @ (typical / strength**2), dtype=np.float32), (3, 3))
    expected = cv2.dilate(_silhouette(view, plate, pose), _margin())
    return float(np.count_nonzero((likeness > LIKE_BODY) & (expected == 0))) / SCALE**2


def _colour(patch: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far red and green stand above blue: white light that is added changes neither."""
    return np.stack([patch[..., 2] - patch[..., 0], patch[..., 1] - patch[..., 0]], axis=-1)


@lru_cache(maxsize=4)
def _face(side: float, diameter: float) -> NDArray[np.bool_]:
    """Return the part of the square picture that is face and never pip: strips between the rows, and the rim."""
    count = round(2 * REACH * SCALE)
    across = np.abs((np.arange(count) + 0.5) / SCALE - REACH)
    x, y = np.meshgrid(across, across)
    return np.asarray(
        (np.maximum(x, y) < side / 2 - 0.8) & (np.minimum(x, y) > diameter / 2 + 0.2) & (x + y < side / 2)
    )


def _silhouette(view: View, plate: Plate, pose: Pose) -> Image:
    half = plate.die_side / 2
    top = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    x, y, height = view.camera
    foot = pose.from_plane(np.array([[x, y]]))
    bottom = foot + (top - foot) * (height - pose.height) / (height - pose.height + plate.die_side)
    hull = cv2.convexHull((((np.concatenate([top, bottom]) + REACH) * SCALE - 0.5) * 16).round().astype(np.int32))
    mask = np.zeros((round(2 * REACH * SCALE),) * 2, np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(hull), 255, shift=4)
    return mask


@lru_cache(maxsize=1)
def _margin() -> Image:
    size = 2 * round(MARGIN * SCALE) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), dtype=np.uint8)
