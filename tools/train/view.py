"""Square views of a picture, and their truth."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.labels import UNREADABLE, LabelledFace
from vision.pictures import Image
from vision.reading import Box

REACH = 0.62
"""Radius of a face in sides: between half an edge and half a diagonal."""

LEGIBLE, CUT = 0.42, 0.3
"""A face with its centre at least LEGIBLE sides from the picture's edge shows all its pips. Closer than CUT sides it
may lack some, and half a six is a three. Between these the truth is unknown."""

FAINT = 3.5
"""Smallest standard deviation of a legible face's smoothed brightness."""

Matrix = NDArray[np.float64]


def turn_by(angle: float) -> Matrix:
    """Return the rotation (2, 2) by an angle in radians."""
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


@dataclass(frozen=True, slots=True)
class CropTruth:
    """The truth of a picture: its faces, and the boxes in which the truth is unknown. Faces take precedence."""

    faces: tuple[LabelledFace, ...] = ()
    ignore: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Layers:
    """An image pyramid, which makes small views as smooth as shrunk photographs."""

    images: tuple[Image, ...]

    def warp(self, matrix: Matrix, size: int) -> Image:
        """Return the view (size, size, 3) by ``matrix`` (2, 3), from picture to view; the edge is repeated outside."""
        shrink = math.sqrt(abs(float(np.linalg.det(matrix[:, :2]))))
        level = min(len(self.images) - 1, max(0, math.floor(-math.log2(max(shrink, 1e-6)) + 0.35)))
        linear = matrix[:, :2] * 2.0**level
        # OpenCV counts from the middles of pixels, faces count from pixels' corners.
        fine = np.column_stack([linear, matrix[:, 2] + linear @ [0.5, 0.5] - 0.5])
        how = cv2.INTER_CUBIC if shrink > 1.2 else cv2.INTER_LINEAR
        view = cv2.warpAffine(self.images[level], fine, (size, size), flags=how, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(view, np.uint8)


def layers(image: Image, most: int = 1280) -> tuple[Layers, float]:
    """Return the pyramid of a picture, shrunk to at most ``most`` pixels, and the factor by which it was shrunk."""
    shrink = min(1.0, most / max(image.shape[:2]))
    if shrink < 1:
        size = (round(image.shape[1] * shrink), round(image.shape[0] * shrink))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    images = [image]
    while min(images[-1].shape[:2]) > 64:
        height, width = images[-1].shape[:2]
        even = images[-1][: height // 2 * 2, : width // 2 * 2]
        images.append(np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8))
    return Layers(tuple(images)), shrink


def view_target(matrix: Matrix, target: CropTruth, size: int) -> CropTruth:
    """Return the truth of the view by ``matrix``; the view's edge may cut faces."""
    grow = math.sqrt(abs(float(np.linalg.det(matrix[:, :2]))))
    faces = []
    for face in target.faces:
        x, y = (matrix @ (face.x, face.y, 1)).tolist()
        faces.append(LabelledFace(x, y, face.side * grow, face.value))
    ignore = [box for box in (_map_box(matrix, b) for b in target.ignore) if _within(box, size)]
    return cut(CropTruth(tuple(faces), tuple(clip_boxes(ignore, size))), (0, 0, size, size))


def cut(target: CropTruth, frame: Box) -> CropTruth:
    """Return the truth of the part of a picture in the ``frame``.

    A face that lacks pips is unreadable; a face with its centre outside is left out.
    """
    x0, y0, x1, y1 = frame
    faces, ignore = [], [*target.ignore]
    for face in target.faces:
        inside = min(face.x - x0, face.y - y0, x1 - face.x, y1 - face.y)
        if inside >= LEGIBLE * face.side:
            faces.append(face)
        elif inside >= CUT * face.side:
            left, top, right, bottom = around(face, 1.3 * REACH)
            ignore.append((max(left, x0), max(top, y0), min(right, x1), min(bottom, y1)))
        elif inside >= 0:
            faces.append(replace(face, value=UNREADABLE))
    return CropTruth(tuple(faces), tuple(ignore))


def clip_boxes(boxes: Iterable[Box], size: int) -> list[Box]:
    """Return the boxes clipped to a picture of ``size``, without those outside."""
    cut = [(max(0.0, x0), max(0.0, y0), min(float(size), x1), min(float(size), y1)) for x0, y0, x1, y1 in boxes]
    return [box for box in cut if box[0] < box[2] and box[1] < box[3]]


def drop_illegible(image: Image, target: CropTruth) -> CropTruth:
    """Return the truth without the values that glare, darkness or noise hides; these are unknown."""
    faint = {face for face in target.faces if face.value != UNREADABLE and _is_faint(image, face)}
    faces = tuple(face for face in target.faces if face not in faint)
    return CropTruth(faces, target.ignore + tuple(clip_boxes((around(face, 0.75) for face in faint), len(image))))


def around(face: LabelledFace, reach: float) -> Box:
    """Return the box around a face that reaches ``reach`` sides from its centre."""
    far = reach * face.side
    return face.x - far, face.y - far, face.x + far, face.y + far


def _is_faint(image: Image, face: LabelledFace) -> bool:
    x0, y0, x1, y1 = (max(0, round(edge)) for edge in around(face, 0.36))
    wide = max(1, round(0.09 * face.side))
    part = cv2.blur(image[y0:y1, x0:x1], (wide, wide)) if x1 > x0 and y1 > y0 else np.zeros((0, 0, 3), np.uint8)
    return part.size > 0 and float(np.asarray(part).std(axis=(0, 1)).max()) < FAINT


def _map_box(matrix: Matrix, box: Box) -> Box:
    x0, y0, x1, y1 = box
    corners = matrix @ np.array([[x0, x1, x1, x0], [y0, y0, y1, y1], [1, 1, 1, 1]])
    (left, top), (right, bottom) = corners.min(axis=1).tolist(), corners.max(axis=1).tolist()
    return left, top, right, bottom


def _within(box: Box, size: int) -> bool:
    return box[2] > 0 and box[3] > 0 and box[0] < size and box[1] < size
