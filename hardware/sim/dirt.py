"""Dirt on the clear lid: dust, crumbs, hairs and fingerprints."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.lens import CameraLens
from hardware.sim.light import HALF_STRENGTH, KINDS, ROOM, ROOM_STRENGTH

Floats = NDArray[np.floating[Any]]
Box = tuple[int, int, int, int]

SCALE = 8.0
"""Pixels per mm of the drawn lid."""
DUST, CRUMBS, HAIRS, FINGERS = (40, 120), (2, 8), (1, 5), (1, 5)
"""Their numbers: at least the first, less than the second."""
LARGEST_CRUMB = 1.0
"""Largest radius in mm. It is less than a pip's, because a larger crumb looks like a pip."""


def dirt_on_lid(
    number: int, lens: CameraLens, box: Box, outline: tuple[float, ...], top: float
) -> tuple[Floats, Floats]:
    """Return the transmission (h, w, 1) of dirt number `number` in a box of pixels, and its haze (3, h, w, 1).

    `outline` is the outline of the lid (left, top, right, bottom) in mm, `top` its height in mm.
    """
    random = np.random.default_rng((number, 0xD127))
    left, upper, right, lower = outline
    size = (round((lower - upper) * SCALE), round((right - left) * SCALE))
    hides = np.zeros(size, np.float32)
    for least, most, opaque, count in (
        (0.1, 0.45, 0.55, DUST),
        (0.45, LARGEST_CRUMB, 0.85, CRUMBS),
    ):
        for _ in range(int(random.integers(*count))):
            place, radius = random.uniform(0, 1, 2) * size[::-1], random.uniform(least, most) * SCALE
            axes = radius * random.uniform(0.6, 1.0, 2)
            spot = np.zeros(size, np.uint8)
            _ellipse(spot, place, axes, float(random.uniform(0, 180)))
            hides = np.maximum(hides, spot.astype(np.float32) * (opaque * float(random.uniform(0.5, 1)) / 255))
    for _ in range(int(random.integers(*HAIRS))):
        hides = np.maximum(hides, _hair(random, size) * float(random.uniform(0.3, 0.7)))
    hides = np.asarray(cv2.GaussianBlur(hides, (0, 0), 0.12 * SCALE), np.float32)
    smear = np.zeros(size, np.float32)
    for _ in range(int(random.integers(*FINGERS))):
        smear += _finger(random, size)
    x, y = lens.at_height(lens.rays(box), top)
    at = ((x - left) * SCALE - 0.5).astype(np.float32), ((y - upper) * SCALE - 0.5).astype(np.float32)
    hidden, smeared = (cv2.remap(layer, *at, cv2.INTER_LINEAR, borderValue=0.0) for layer in (hides, smear))
    veil = np.empty((3, *x.shape), np.float32)
    for kind in KINDS:
        veil[kind] = (0.11 * hidden + 0.05 * smeared) * (ROOM_STRENGTH if kind == ROOM else HALF_STRENGTH)
    clear = (1 - hidden) * (1 - 0.12 * np.minimum(smeared, 1))
    return np.asarray(clear, np.float32)[..., None], veil[..., None]


def _ellipse(spot: NDArray[np.uint8], place: Floats, axes: Floats, turn: float) -> None:
    middle, reach = ((round(float(v) * 16) for v in pair) for pair in (place, axes))
    cv2.ellipse(spot, tuple(middle), tuple(reach), turn, 0, 360, 255.0, -1, cv2.LINE_AA, 4)


def _hair(random: np.random.Generator, size: tuple[int, int]) -> Floats:
    start, way = random.uniform(0, 1, 2) * size[::-1], float(random.uniform(0, 2 * np.pi))
    bends = way + np.cumsum(random.normal(0, 0.12, 40))
    steps = np.column_stack([np.cos(bends), np.sin(bends)]) * float(random.uniform(0.2, 0.8)) * SCALE
    places = np.round((start + np.cumsum(steps, axis=0)) * 16).astype(np.int32)
    drawn = np.zeros(size, np.uint8)
    cv2.polylines(drawn, [places], False, 255, 1, cv2.LINE_AA, 4)
    return drawn.astype(np.float32) / 255


def _finger(random: np.random.Generator, size: tuple[int, int]) -> Floats:
    """Return a fingerprint: an oval of about 11 by 15 mm with ridges 0.5 mm apart."""
    place, turn = random.uniform(0, 1, 2) * size[::-1], float(random.uniform(0, np.pi))
    rows, columns = np.mgrid[: size[0], : size[1]].astype(np.float32)
    dx, dy = (columns - place[0]) / SCALE, (rows - place[1]) / SCALE
    along, across = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
    away = np.hypot(along / 7.5, across / 5.5)
    ridges = 0.6 + 0.4 * np.sin(2 * np.pi / 0.5 * (across + 0.04 * along * along))
    return np.asarray(np.clip((1 - away) / 0.3, 0, 1) * ridges * float(random.uniform(0.4, 1.0)), np.float32)
