"""A net that is told what to see."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.joined import SIDES
from vision.net import STRIDE, USUAL, Floats, Maps, Net
from vision.pictures import Image


@dataclass(frozen=True, slots=True)
class Told:
    """A face in pixels of the picture; ``heat`` are the log-odds, ``sure`` the log-odds of its value."""

    x: float
    y: float
    side: float
    value: int
    heat: float = 6.0
    sure: float = 8.0


class ToldNet(Net):
    """Sees faces in pictures of any size of one that is ``width`` pixels wide, and the first of them in tiles."""

    def __init__(self, faces: list[Told], width: int) -> None:
        self._faces = faces
        self._width = width

    def look(self, image: Image) -> Maps:
        scale = image.shape[1] / self._width
        shown = [Told(f.x * scale, f.y * scale, f.side * scale, f.value, f.heat, f.sure) for f in self._faces]
        return Maps(drawn(shown, image.shape[1], image.shape[0]))

    def look_at_each(self, images: NDArray[np.uint8]) -> list[Maps]:
        height, width = images.shape[1:3]
        first = self._faces[0]
        shown = Told(width / 2, height / 2, 36, first.value, first.heat, first.sure)
        return [Maps(drawn([shown], width, height)) for _ in images]


def drawn(faces: list[Told], width: int, height: int) -> Floats:
    """Return the eleven maps of a picture with these faces."""
    maps = np.zeros((11, -(-height // STRIDE), -(-width // STRIDE)), np.float32)
    maps[0] = -8
    for face in faces:
        if SIDES[0] <= face.side <= SIDES[1]:
            row, column = int(face.y / STRIDE), int(face.x / STRIDE)
            maps[0, row, column] = face.heat
            maps[1 + face.value, row, column] = face.sure
            maps[8, row, column] = math.log(face.side / USUAL)
            maps[9, row, column] = face.x / STRIDE - column - 0.5
            maps[10, row, column] = face.y / STRIDE - row - 0.5
    return maps
