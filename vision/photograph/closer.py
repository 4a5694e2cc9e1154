"""A second look at what may be dice: each by itself, as large as the net likes it best, and turned."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.joined import Sights, Sized, shown
from vision.photograph.net import STRIDE, Floats, Net

TILE = 96
"""Side of the small pictures, in pixels; they are laid on one sheet, which the net reads faster than one by one."""

ROW = 6
"""So many of them stand in a row."""

VIEWS = ((36.0, 0.0), (28.0, 25.0), (44.0, -20.0))
"""How large a face is shown, in pixels, and by how many degrees it is turned."""

MOST = 36
"""So many small pictures at most, unless there are more dice, which get one each."""

TURN_SHOWN = 40.0
"""How large a face is shown, in pixels, to see how it is turned."""

FIRST = 0.5
"""What the place at which a face was first seen counts for, beside those of the views, which count as they are sure."""

AROUND = 6
"""Places of the maps, from the middle each way, in which the face's middle is looked for."""


def look_closer(net: Net, seen: Sequence[Sized], sights: Sights) -> Sights:
    """Return the faces with what the net says of them one by one added to what it said at each size.

    Their places and sides are those of all views: what lies between two dice, or is a part of one, comes to lie on one.
    """
    if not len(sights):
        return sights
    views = max(1, min(len(VIEWS), MOST // len(sights)))
    heat = np.full((len(sights), len(VIEWS)), np.nan, np.float32)
    values = np.full((len(sights), len(VIEWS), 7), np.nan, np.float32)
    tiles = [(view, n) for view in range(views) for n in range(len(sights))]
    sheet = np.zeros((-(-len(tiles) // ROW) * TILE, min(ROW, len(tiles)) * TILE, 3), np.uint8)
    for number, (view, n) in enumerate(tiles):
        top, left = number // ROW * TILE, number % ROW * TILE
        sheet[top : top + TILE, left : left + TILE] = _tile(seen, sights, n, *VIEWS[view])
    maps = net.look(sheet)
    faces = np.zeros((len(sights), 1 + len(VIEWS), 3), np.float32)
    faces[:, 0] = np.stack([sights.x, sights.y, sights.side], axis=-1)
    weight = np.zeros((len(sights), 1 + len(VIEWS), 1), np.float32)
    weight[:, 0] = FIRST
    for number, (view, n) in enumerate(tiles):
        top, left = (at * TILE // STRIDE + TILE // STRIDE // 2 - AROUND for at in (number // ROW, number % ROW))
        part = maps.heat[top : top + 2 * AROUND, left : left + 2 * AROUND]
        row, column = np.unravel_index(int(_nearby(part).argmax()), part.shape)
        at = np.array([row + top]), np.array([column + left])
        heat[n, view] = maps.heat[at][0]
        values[n, view] = maps.values(*at)[0]
        middle = np.array([number % ROW, number // ROW]) * TILE + TILE / 2
        faces[n, 1 + view] = _back(maps.faces(*at)[:, 0], middle, faces[n, 0], *VIEWS[view])
        weight[n, 1 + view] = 1 / (1 + math.exp(-float(heat[n, view])))
    x, y, side = ((weight * faces).sum(axis=1) / weight.sum(axis=1)).T
    more = np.concatenate([sights.heat, heat], axis=1), np.concatenate([sights.values, values], axis=1)
    return replace(sights, x=x, y=y, side=side, heat=more[0], values=more[1])


def _back(seen: Floats, middle: NDArray[np.float64], face: Floats, across: float, turn: float) -> Floats:
    """Return x, y and side in the picture of what is ``seen`` in a small picture of ``face`` around ``middle``."""
    by, angle = across / float(face[2]), math.radians(turn)
    right, down = (seen[:2] - middle) / by
    c, s = math.cos(angle), math.sin(angle)
    return np.array([face[0] + c * right + s * down, face[1] - s * right + c * down, seen[2] / by], np.float32)


def _nearby(heat: Floats) -> Floats:
    """Return the heat with what is farther from the middle made weaker: a neighbour is not meant."""
    line = np.arange(len(heat), dtype=np.float32) - (len(heat) - 1) / 2
    return np.asarray(heat - 0.1 * (line[:, None] ** 2 + line[None] ** 2), np.float32)


def _tile(seen: Sequence[Sized], sights: Sights, n: int, across: float, turn: float) -> NDArray[np.uint8]:
    return _shown(seen, (float(sights.x[n]), float(sights.y[n]), float(sights.side[n])), across, turn)


def _shown(seen: Sequence[Sized], face: tuple[float, float, float], across: float, turn: float) -> NDArray[np.uint8]:
    """Return the face in the middle of a small picture, ``across`` pixels large, turned by ``turn`` degrees."""
    x, y, side = face
    return shown(seen, (x, y), across / side, TILE, turn)


def turn_of(seen: Sequence[Sized], face: tuple[float, float, float]) -> float:
    """Return by how many degrees, 0 to 90, the edges of a face are turned: where colour changes most.

    ``face`` is x, y and side in pixels of the picture.
    """
    view = cv2.GaussianBlur(_shown(seen, face, TURN_SHOWN, 0.0), (0, 0), 1.2).astype(np.float32)
    right, down = cv2.Sobel(view, cv2.CV_32F, 1, 0), cv2.Sobel(view, cv2.CV_32F, 0, 1)
    line = np.arange(TILE, dtype=np.float32) - (TILE - 1) / 2
    far = np.maximum(np.abs(line)[:, None], np.abs(line)[None])
    change = (right + 1j * down) ** 2 * (far < TURN_SHOWN)[..., None]
    fourfold = (change**2 / np.maximum(np.abs(change), 1)).sum()
    return float(math.degrees(math.atan2(fourfold.imag, fourfold.real)) / 4 % 90)
