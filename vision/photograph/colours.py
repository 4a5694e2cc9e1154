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


def three_colours(views: Floats, face: NDArray[np.bool_]) -> Floats:
    """Return the membership (n, 3, h, w), 0 to 255, of each pixel of BGR views (n, h, w, 3) in each of three colours.

    k-means (Lloyd's algorithm) finds the colours among the pixels of ``face`` (h, w), the same in each view, starting
    from the median and both ends of the first principal component.
    """
    count, height, width, _ = views.shape
    lab = cv2.cvtColor((views / 255).astype(np.float32).reshape(-1, width, 3), cv2.COLOR_BGR2Lab)
    parts = np.ascontiguousarray(lab.reshape(count, -1, 3).transpose(0, 2, 1), np.float32)
    parts[:, 0] *= LIGHTNESS
    colours = _colours(np.ascontiguousarray(parts[:, :, face.ravel()]))
    far = sum(np.square(parts[:, None, part] - colours[:, :, part, None]) for part in range(3))
    nearest = np.min(far, axis=1, keepdims=True)
    spread = np.maximum(SOFT**2, np.median(nearest, axis=2, keepdims=True))
    share = np.exp((nearest - far) / (2 * spread))
    return np.asarray(255 * share / share.sum(axis=1, keepdims=True), np.float32).reshape(count, 3, height, width)


def _colours(pixels: Floats) -> Floats:
    """Return three colours (n, 3, 3) of each face among its pixels (n, 3, m)."""
    middle = np.median(pixels, axis=2, keepdims=True)
    apart = pixels - middle
    _, ways = np.linalg.eigh(apart @ apart.transpose(0, 2, 1))
    along = (ways[:, :, -1:] * apart).sum(axis=1)
    low, high = np.quantile(along, (EXTREMES, 1 - EXTREMES), axis=1, keepdims=True)
    ends = np.stack([along <= low, along >= high], axis=1).astype(np.float32)
    dark, light = _means(ends, pixels, middle.transpose(0, 2, 1)).transpose(1, 0, 2)
    colours = np.stack([dark, middle[..., 0], light], axis=1)
    for _ in range(ROUNDS):
        # Without the pixel's own square, which is the same for each colour.
        first, second, third = (np.square(colours).sum(axis=2, keepdims=True) - 2 * colours @ pixels).transpose(1, 0, 2)
        own = np.stack([(first <= second) & (first <= third), (second < first) & (second <= third)], axis=1)
        own = np.concatenate([own, ~own.any(axis=1, keepdims=True)], axis=1).astype(np.float32)
        colours = _means(own, pixels, colours)
    return np.asarray(colours, np.float32)


def _means(own: Floats, pixels: Floats, colours: Floats) -> Floats:
    """Return the mean colours (n, k, 3) of the pixels that ``own`` (n, k, m) marks, ``colours`` where it marks none."""
    count = own.sum(axis=2)[..., None]
    return np.asarray(np.where(count > 0, own @ pixels.transpose(0, 2, 1) / np.maximum(count, 1), colours), np.float32)
