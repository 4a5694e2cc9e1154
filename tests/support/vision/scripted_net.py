"""Nets that are told what to see."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.photograph.merged_scales import SIDES, TILE, Detections, ScaledImage
from vision.photograph.net import STRIDE, USUAL, Floats, Maps, Net
from vision.photograph.second_look import WORTH_A_LOOK, Looks, SecondLook
from vision.pictures import Image


@dataclass(frozen=True, slots=True)
class ScriptedFace:
    """A face in pixels of the picture; ``heat`` are the log-odds, ``sure`` the log-odds of its value."""

    x: float
    y: float
    side: float
    value: int
    heat: float = 6.0
    sure: float = 8.0
    down: tuple[float, float] = (0.0, 0.0)


class ScriptedNet(Net):
    """Sees faces in pictures of any size of one that is ``width`` pixels wide, and the first of them on sheets."""

    def __init__(self, faces: list[ScriptedFace], width: int) -> None:
        self._faces = faces
        self._width = width

    def forward(self, image: Image) -> Maps:
        height, width = image.shape[:2]
        if width % TILE == 0 and height % TILE == 0:
            places = [(x + TILE / 2, y + TILE / 2) for y in range(0, height, TILE) for x in range(0, width, TILE)]
            return Maps(maps_of([replace(self._faces[0], x=x, y=y, side=36) for x, y in places], width, height))
        scale = width / self._width
        shown = [replace(f, x=f.x * scale, y=f.y * scale, side=f.side * scale) for f in self._faces]
        return Maps(maps_of(shown, width, height))


def maps_of(faces: list[ScriptedFace], width: int, height: int) -> Floats:
    """Return the maps of a picture with these faces."""
    maps = np.zeros((13, -(-height // STRIDE), -(-width // STRIDE)), np.float32)
    maps[0] = -8
    for face in faces:
        if SIDES[0] <= face.side <= SIDES[1]:
            row, column = int(face.y / STRIDE), int(face.x / STRIDE)
            maps[0, row, column] = face.heat
            maps[1 + face.value, row, column] = face.sure
            maps[8, row, column] = math.log(face.side / USUAL)
            maps[9, row, column] = face.x / STRIDE - column - 0.5
            maps[10, row, column] = face.y / STRIDE - row - 0.5
            maps[11:13, row, column] = face.down
    return maps


class ScriptedLook(SecondLook):
    """Says the same of all that it looks at: the probabilities of flat, leans and other, and any value or one."""

    def __init__(self, kinds: tuple[float, float, float] = (0.98, 0.01, 0.01), value: int | None = None) -> None:
        self._kinds = kinds
        self._values = [1 / 6] * 6 if value is None else [0.99 if n == value else 0.002 for n in range(1, 7)]

    def look(
        self, _seen: Sequence[ScaledImage], detections: Detections, there: Floats, _certain: NDArray[np.integer]
    ) -> Looks:
        rows = np.flatnonzero(there >= WORTH_A_LOOK)
        looks = Looks(*(np.full((len(detections), wide), np.nan, np.float32) for wide in (3, 6, 2, 2)))
        looks.kinds[rows], looks.values[rows], looks.off[rows], looks.below[rows] = self._kinds, self._values, 0, 0
        return looks
