"""Draw things that are no dice on a picture, with their shadows."""

import math

import cv2
import numpy as np

from tools.train.things import SHARES, THINGS
from vision.pictures import Image


def clutter(rng: np.random.Generator, picture: Image, side: float, count: int) -> Image:
    """Lay ``count`` things on the picture (size, size, 3), near the size of dice of ``side``, with their shadows.

    Return where they are (size, size).
    """
    size = picture.shape[0]
    covered = np.zeros((size, size), np.uint8)
    for _ in range(count):
        thing = THINGS[int(rng.choice(len(THINGS), p=SHARES))]
        layer, mask = picture.copy(), np.zeros((size, size), np.uint8)
        large = side * math.exp(float(rng.normal(0, 0.45)))
        thing(rng, layer, mask, rng.uniform(-0.05, 1.05, 2) * size, large)
        lay(rng, picture, layer, mask, 0.12 * side)
        covered |= mask
    return covered


def lay(rng: np.random.Generator, picture: Image, layer: Image, mask: Image, height: float) -> None:
    """Put what ``layer`` shows under ``mask`` on the picture, over its shadow."""
    x, y, width, tall = cv2.boundingRect(mask)
    if width == 0 or tall == 0:
        return
    shift = rng.normal(0, 1, 2) * height
    soft = float(rng.uniform(0.8, 3.0))
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    shade = cv2.GaussianBlur(cv2.warpAffine(mask, matrix, mask.shape[::-1]), (0, 0), soft)
    dark = 255 - (np.asarray(shade, np.float32) * np.float32(rng.uniform(0.2, 0.6))).astype(np.uint8)
    cv2.multiply(picture, np.repeat(dark[..., None], 3, axis=2), picture, 1 / 255)
    part = slice(y, y + tall), slice(x, x + width)
    share = (mask[part].astype(np.float32) / 255)[..., None]
    picture[part] = np.round(picture[part] * (1 - share) + layer[part] * share).astype(np.uint8)
