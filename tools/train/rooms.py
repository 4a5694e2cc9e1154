"""Draw round wells, bowls, trays with walls and lit openings on a surface."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.camera import Floats
from tools.train.surfaces import colour
from vision.pictures import Image


def room(rng: np.random.Generator, ground: Image, side: float) -> None:
    """Draw wells or a tray on the ground (size, size, 3), for dice of ``side`` pixels."""
    kind = rng.random()
    if kind < 0.45:
        _round(rng, ground, side * float(rng.uniform(0.8, 5.0)), lit=bool(rng.random() < 0.3))
    elif kind < 0.8:
        _tray(rng, ground, side)
    else:
        _wells(rng, ground, side)


def _round(rng: np.random.Generator, ground: Image, radius: float, *, lit: bool) -> None:
    """Draw a bowl or an opening: another colour outside, a rim, and walls that get darker downwards."""
    size = ground.shape[0]
    middle = rng.uniform(0.2, 0.8, 2) * size
    inside = ground.copy()
    outside = colour(rng, 3, 60 if lit else 235, 0.5)
    ground[:] = np.round(ground * 0.15 + 0.85 * outside)
    wall = colour(rng, 5, 240, 0.6)
    steps = int(rng.integers(2, 7))
    lean = rng.normal(0, 0.06, 2) * radius
    for n in range(steps):
        share = n / steps
        at = middle + lean * share
        tone = wall * (1 - 0.5 * share)
        _disc(ground, at, radius * (1 + 0.35 * (1 - share)), tone)
    mask = np.zeros((size, size), np.uint8)
    _disc(mask, middle + lean, radius, np.array([255.0]))
    _blend(ground, inside, cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.5, 2.5))))


def _tray(rng: np.random.Generator, ground: Image, side: float) -> None:
    """Draw one wall or a corner of a tray, with its shadow."""
    size = ground.shape[0]
    turn = rng.uniform(0, 2 * math.pi)
    wall = colour(rng, 5, 240, 0.7)
    for way in (turn, turn + math.pi / 2)[: int(rng.integers(1, 3))]:
        normal = np.array([math.cos(way), math.sin(way)])
        along = np.array([-normal[1], normal[0]]) * size * 2
        foot = np.array([size / 2, size / 2]) + normal * float(rng.uniform(0.15, 0.55)) * size
        depth = side * float(rng.uniform(0.3, 2.0))
        shade = np.zeros((size, size), np.uint8)
        band = side * float(rng.uniform(0.1, 0.8))
        _polygon(
            shade,
            np.stack([foot - along, foot + along, foot + along - normal * band, foot - along - normal * band]),
            255,
        )
        dark = np.asarray(cv2.GaussianBlur(shade, (0, 0), band * 0.5 + 0.5), np.float32)
        ground[:] = np.round(ground * (1 - dark * np.float32(rng.uniform(0.1, 0.6) / 255))[..., None])
        for n, light in enumerate((float(rng.uniform(0.5, 0.9)), 1.0)):
            near, far = foot + normal * depth * n, foot + normal * (depth * (n + 1) if n == 0 else size * 3)
            tone = (wall * light).tolist()
            _polygon(ground, np.stack([near - along, near + along, far + along, far - along]), tone)


def _wells(rng: np.random.Generator, ground: Image, side: float) -> None:
    """Draw a lattice of square or round wells, a little larger than dice."""
    size = ground.shape[0]
    inner = side * float(rng.uniform(1.5, 2.3))
    pitch = inner + side * float(rng.uniform(0.2, 0.8))
    turn, wall, rounded = rng.uniform(0, math.pi / 2), colour(rng, 5, 240, 0.6), rng.random() < 0.4
    base = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    mask = np.full((size, size), 255, np.uint8)
    count = int(size / pitch) + 1
    for n in range(-count, count + 1):
        for m in range(-count, count + 1):
            at = base @ np.array([n * pitch, m * pitch]) + size / 2
            if rounded:
                _disc(mask, at, inner / 2, np.array([0.0]))
            else:
                square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * inner / 2
                _polygon(mask, at + square @ base.T, 0)
    shift = rng.normal(0, 0.15, 2) * side
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    moved = cv2.warpAffine(mask, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
    shade = np.asarray(cv2.GaussianBlur(moved, (0, 0), 0.1 * side + 0.5), np.float32)
    ground[:] = np.round(ground * (1 - shade * np.float32(rng.uniform(0.2, 0.6) / 255))[..., None])
    top = np.broadcast_to(wall, ground.shape).astype(np.uint8)
    _blend(ground, top, mask)


def _blend(ground: Image, layer: Image, mask: "cv2.typing.MatLike") -> None:
    share = (np.asarray(mask, np.float32) / 255)[..., None]
    ground[:] = np.round(ground * (1 - share) + layer * share).astype(np.uint8)


def _disc(image: Image, at: NDArray[np.float64], radius: float, tone: Floats | NDArray[np.float64]) -> None:
    place = (round(float(at[0]) * 16), round(float(at[1]) * 16))
    cv2.circle(image, place, round(radius * 16), tone.tolist(), cv2.FILLED, cv2.LINE_AA, 4)


def _polygon(image: Image, corners: NDArray[np.float64], tone: float | list[float]) -> None:
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), tone, cv2.LINE_AA, 4)
