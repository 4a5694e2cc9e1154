"""Chance in the plane: clouds that repeat, colours of paint, and looking up both."""

import colorsys

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.odd_things.view import Floats, Numbers

TILE = 512


def clouds(random: np.random.Generator, coarsest: int = 4, rough: float = 0.5) -> Floats:
    """Return a tile (512, 512) of 0 to 1 that repeats; each octave from `coarsest` cells on is `rough` times weaker."""
    tile, weight = random.random((coarsest, coarsest), np.float32), 1.0
    while len(tile) < TILE:
        weight *= rough
        wide = cv2.resize(np.pad(tile, 2, mode="wrap"), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        grain = random.random((2 * len(tile), 2 * len(tile)), np.float32)
        tile = np.asarray(wide, np.float32)[4:-4, 4:-4] + np.float32(weight) * grain
    low, high = np.quantile(tile[::4, ::4], [0.005, 0.995])
    return np.asarray(np.clip((tile - low) / (high - low), 0, 1), np.float32)


def at(tile: Floats, x: Numbers, y: Numbers) -> Floats:
    """Return a tile's values at places (h, w) in units of its side."""
    u, v = (np.asarray((side % 1.0) * TILE, np.float32) for side in (x, y))
    return np.asarray(cv2.remap(tile, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.float32)


def linear(colour: NDArray[np.float64]) -> Floats:
    """Return the light of a colour as screens show it, both 0 to 1."""
    return np.asarray(colour**2.2, np.float32)


def paint(
    random: np.random.Generator,
    dark: float = 0.05,
    bright: float = 0.95,
    vivid: tuple[float, float] = (0.0, 1.0),
) -> Floats:
    """Return any colour (3,) in linear light; `dark` and `bright` limit its value, `vivid` its saturation."""
    red, green, blue = colorsys.hsv_to_rgb(
        float(random.random()), float(random.uniform(*vivid)), float(random.uniform(dark, bright))
    )
    return linear(np.array([blue, green, red]))


def mix(one: Floats, other: Floats, share: Numbers) -> Floats:
    """Return colours between two, for shares (...) of the other."""
    return np.asarray(one + (other - one) * share[..., None], np.float32)
