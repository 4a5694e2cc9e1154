"""Tiles of smooth noise from which grain, marble and clouds are cut: made once from a fixed seed."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image

SIDE = 768
"""Side of a tile; the crops' 256 and the strips of six faces of up to 96 pixels fit in."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """Noise as (SIDE, SIDE) uint8, 128 in the middle: ``fine`` to ``coarse`` by octaves, and their sum ``clouds``."""

    octaves: tuple[Image, ...]
    clouds: Image

    def cut(self, rng: np.random.Generator, octave: int, width: int, height: int) -> Image:
        """Return a random part (height, width) of an octave, turned or mirrored at random; -1 cuts from the clouds."""
        tile = self.clouds if octave < 0 else self.octaves[octave]
        x, y = int(rng.integers(SIDE - width + 1)), int(rng.integers(SIDE - height + 1))
        part = tile[y : y + height, x : x + width]
        if rng.random() < 0.5:
            part = part[::-1]
        return part[:, ::-1] if rng.random() < 0.5 else part


def make_tiles(seed: int = 0) -> Tiles:
    """Return six octaves, from single pixels to 32 of them."""
    rng = np.random.default_rng(seed)
    octaves, total = [], np.zeros((SIDE, SIDE), np.float32)
    for n in range(6):
        side = SIDE >> n
        noise = rng.normal(0, 1, (side, side)).astype(np.float32)
        smooth = np.asarray(cv2.resize(noise, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)
        smooth /= smooth.std()
        octaves.append(_bytes(smooth))
        total += smooth * 1.5**n
    return Tiles(tuple(octaves), _bytes(total / total.std()))


def _bytes(noise: NDArray[np.float32]) -> Image:
    return np.clip(np.round(noise * 40 + 128), 0, 255).astype(np.uint8)
