"""A face's colours, told apart into three: body, pips, and what shines, is marbled, or lies beside."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.net import Floats

LIGHTNESS = 0.5
"""What a step of lightness counts for beside one of hue, in CIE Lab: shine and shade change lightness above all."""

EXTREMES = 0.06
"""The share of pixels at each end of a face's main change of colour in which its second and third colour begin."""

ROUNDS = 8
"""So often pixels are given to the nearest of the colours, and colours made the mean of theirs."""

SOFT = 3.0
"""Colours as near to each other as this, in units of Lab, are never told apart sharply."""


def three_colours(view: Floats, face: NDArray[np.bool_]) -> Floats:
    """Return how far each pixel of a view (h, w, 3), BGR, 0 to 255, is of each of three colours, (3, h, w), 0 to 255.

    The colours are found among the pixels of ``face`` (h, w), by k-means (Lloyd's rounds from its median and ends).
    """
    lab = np.asarray(cv2.cvtColor((view / 255).astype(np.float32), cv2.COLOR_BGR2Lab), np.float32)
    lab[..., 0] *= LIGHTNESS
    pixels = lab[face]
    colours = _colours(pixels)
    far = ((lab[..., None, :] - colours) ** 2).sum(axis=-1)
    nearest = far.min(axis=-1, keepdims=True)
    spread = max(SOFT**2, float(np.median(nearest)))
    share = np.exp((nearest - far) / (2 * spread))
    return np.asarray(255 * np.moveaxis(share / share.sum(axis=-1, keepdims=True), -1, 0), np.float32)


def _colours(pixels: Floats) -> Floats:
    """Return three colours (3, 3) among pixels (n, 3)."""
    middle = np.median(pixels, axis=0)
    apart = pixels - middle
    _, ways = np.linalg.eigh(apart.T @ apart)
    along = apart @ ways[:, -1]
    low, high = np.quantile(along, (EXTREMES, 1 - EXTREMES))
    colours = np.array([pixels[along <= low].mean(axis=0), middle, pixels[along >= high].mean(axis=0)])
    for _ in range(ROUNDS):
        far = sum((pixels[:, part, None] - colours[:, part]) ** 2 for part in range(3))
        own = np.eye(3)[np.argmin(far, axis=1)]
        count = own.sum(axis=0)[:, None]
        colours = np.where(count > 0, (own.T @ pixels) / np.maximum(count, 1), colours)
    return np.asarray(colours, np.float32)
