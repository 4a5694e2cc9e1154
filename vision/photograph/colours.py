"""The three main colours of a face: body, pips, and glare, marbling or background."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.net import Floats

LIGHTNESS = 0.5
"""Weight of lightness relative to hue, in CIE Lab: glare and shade change lightness most."""

EXTREMES = 0.06
"""Share of pixels at each end of the first principal component that give the second and third starting colour."""

ROUNDS = 8
"""Iterations of k-means."""

SOFT = 3.0
"""Smallest standard deviation, in units of Lab, with which pixels are assigned to colours."""


def three_colours(view: Floats, face: NDArray[np.bool_]) -> Floats:
    """Return the membership (3, h, w), 0 to 255, of each pixel of a BGR view (h, w, 3) in each of three colours.

    k-means (Lloyd's algorithm) finds the colours among the pixels of ``face`` (h, w), starting from the median and both
    ends of the first principal component.
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
