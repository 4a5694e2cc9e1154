"""A second look at each detection: a crop of its own, at the size that the net reads best, and turned."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.merged_scales import Detections, ScaledImage, crop
from vision.photograph.net import STRIDE, Floats, Net

TILE = 96
"""Side of a crop in pixels. All crops are laid on one sheet, which the net reads faster than one by one."""

ROW = 6
"""Crops in a row of the sheet."""

VIEWS = ((36.0, 0.0), (28.0, 25.0), (44.0, -20.0))
"""Side of the face in the crop, in pixels, and its turn in degrees, for each view."""

MOST = 36
"""Largest number of crops; with more detections than this, each gets one."""

TURN_SHOWN = 40.0
"""Side of the face, in pixels, for measuring the angle of its edges."""

FIRST = 0.5
"""Weight of the first position of a face; each view's position has its probability as weight."""

AROUND = 6
"""Cells of the maps, in each direction from the crop's centre, that are searched for the face's centre."""


def refine(net: Net, seen: Sequence[ScaledImage], detections: Detections) -> Detections:
    """Return the detections with the evidence of their own crops added to that of the scales.

    Centre and side become the weighted mean over all views, so that a detection between two dice moves onto one.
    """
    if not len(detections):
        return detections
    views = max(1, min(len(VIEWS), MOST // len(detections)))
    heat = np.full((len(detections), len(VIEWS)), np.nan, np.float32)
    values = np.full((len(detections), len(VIEWS), 7), np.nan, np.float32)
    down = np.full((len(detections), len(VIEWS), 2), np.nan, np.float32)
    tiles = [(view, n) for view in range(views) for n in range(len(detections))]
    sheet = np.zeros((-(-len(tiles) // ROW) * TILE, min(ROW, len(tiles)) * TILE, 3), np.uint8)
    for number, (view, n) in enumerate(tiles):
        top, left = number // ROW * TILE, number % ROW * TILE
        sheet[top : top + TILE, left : left + TILE] = _tile(seen, detections, n, *VIEWS[view])
    maps = net.forward(sheet)
    faces = np.zeros((len(detections), 1 + len(VIEWS), 3), np.float32)
    faces[:, 0] = np.stack([detections.x, detections.y, detections.side], axis=-1)
    weight = np.zeros((len(detections), 1 + len(VIEWS), 1), np.float32)
    weight[:, 0] = FIRST
    for number, (view, n) in enumerate(tiles):
        top, left = (at * TILE // STRIDE + TILE // STRIDE // 2 - AROUND for at in (number // ROW, number % ROW))
        part = maps.heat[top : top + 2 * AROUND, left : left + 2 * AROUND]
        row, column = np.unravel_index(int(_nearby(part).argmax()), part.shape)
        at = np.array([row + top]), np.array([column + left])
        heat[n, view] = maps.heat[at][0]
        values[n, view] = maps.values(*at)[0]
        down[n, view] = _turned_back(maps.down(*at)[0], VIEWS[view][1])
        middle = np.array([number % ROW, number // ROW]) * TILE + TILE / 2
        faces[n, 1 + view] = _back(maps.faces(*at)[:, 0], middle, faces[n, 0], *VIEWS[view])
        weight[n, 1 + view] = 1 / (1 + math.exp(-float(heat[n, view])))
    x, y, side = ((weight * faces).sum(axis=1) / weight.sum(axis=1)).T
    return replace(
        detections,
        x=x,
        y=y,
        side=side,
        heat=np.concatenate([detections.heat, heat], axis=1),
        values=np.concatenate([detections.values, values], axis=1),
        down=np.concatenate([detections.down, down], axis=1),
    )


def _back(seen: Floats, middle: NDArray[np.float64], face: Floats, across: float, turn: float) -> Floats:
    """Return x, y and side in the picture of what is ``seen`` in the crop of ``face`` around ``middle``."""
    by = across / float(face[2])
    return np.append(face[:2] + _turned_back((seen[:2] - middle) / by, turn), seen[2] / by).astype(np.float32)


def _turned_back(vector: NDArray[np.floating], turn: float) -> NDArray[np.floating]:
    """Return in the picture what is a vector (2,) in a crop that is turned by ``turn`` degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.asarray(vector @ np.array([[c, -s], [s, c]]))


def _nearby(heat: Floats) -> Floats:
    """Return the heat, lowered with the distance from the centre, so that a neighbouring die is not chosen."""
    line = np.arange(len(heat), dtype=np.float32) - (len(heat) - 1) / 2
    return np.asarray(heat - 0.1 * (line[:, None] ** 2 + line[None] ** 2), np.float32)


def _tile(seen: Sequence[ScaledImage], detections: Detections, n: int, across: float, turn: float) -> NDArray[np.uint8]:
    return _shown(seen, (float(detections.x[n]), float(detections.y[n]), float(detections.side[n])), across, turn)


def _shown(
    seen: Sequence[ScaledImage], face: tuple[float, float, float], across: float, turn: float
) -> NDArray[np.uint8]:
    """Return a crop with the face in its middle, ``across`` pixels large and turned by ``turn`` degrees."""
    x, y, side = face
    return crop(seen, (x, y), across / side, TILE, turn)


def edge_angle(seen: Sequence[ScaledImage], face: tuple[float, float, float]) -> float:
    """Return the angle of a face's edges in degrees, 0 to 90, from the directions of its colour gradients.

    ``face`` is x, y and side in pixels of the picture.
    """
    view = cv2.GaussianBlur(_shown(seen, face, TURN_SHOWN, 0.0), (0, 0), 1.2).astype(np.float32)
    right, down = cv2.Sobel(view, cv2.CV_32F, 1, 0), cv2.Sobel(view, cv2.CV_32F, 0, 1)
    line = np.arange(TILE, dtype=np.float32) - (TILE - 1) / 2
    far = np.maximum(np.abs(line)[:, None], np.abs(line)[None])
    change = (right + 1j * down) ** 2 * (far < TURN_SHOWN)[..., None]
    fourfold = (change**2 / np.maximum(np.abs(change), 1)).sum()
    return float(math.degrees(math.atan2(fourfold.imag, fourfold.real)) / 4 % 90)
