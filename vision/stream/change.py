"""What has changed between two pictures of a live camera, apart from noise, light and a small shake of the camera."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image

WIDTH = 480
"""Pixels of the width at which pictures are compared."""

LEAST_CHANGE = 14.0
"""Grey levels."""

TIMES_NOISE = 6.0

SURE_SHIFT = 0.15
"""Response of the phase correlation from which the camera counts as shaken."""

LARGEST_SHIFT = 0.06
"""Of the picture's width. A camera that has moved more sees another picture."""

SOFT = 0.8
"""Pixels of a blur that takes the noise from a picture before its edges are measured."""

STEEPEST = 99.9
"""Percentile of the slopes that tells how sharp a picture is: few of its pixels may belong to dice."""

SPARSE = slice(None, None, 3), slice(None, None, 3)
"""Pixels enough for a median: that of all takes longer than all else of a comparison."""

STEADY = 1.05
"""Largest factor between the sharpness of two looks while the lens keeps its focus."""


def small_grey(image: Image) -> Image:
    """Return a picture (h, w, 3), BGR, in grey and at most `WIDTH` pixels wide."""
    by = min(1.0, WIDTH / image.shape[1])
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)


def sharpness(image: Image) -> float:
    """Return how steep the steepest edges of a small grey picture (h, w) are, beside its brightness."""
    soft = cv2.GaussianBlur(image, (0, 0), SOFT).astype(np.float32)
    slope = cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    return float(np.percentile(slope, STEEPEST)) / max(float(soft.mean()), 1.0)


def refocused(before: float, now: float) -> bool:
    """Return whether the lens has changed its focus between two pictures of one scene that are so sharp."""
    return max(before, now) > STEADY * min(before, now)


def changed(before: Image, now: Image) -> NDArray[np.bool_]:
    """Return which pixels (h, w) of a small grey picture show something else than in the picture before.

    All of them if the pictures differ in size.
    """
    if before.shape != now.shape:
        return np.ones(now.shape, np.bool_)
    seen = now.astype(np.float32)
    was = _shifted(before.astype(np.float32), seen)
    was *= _brightness(seen) / _brightness(was)
    grain = 1.4826 * float(np.median(np.abs(seen[SPARSE] - was[SPARSE])))
    kernel = np.ones((3, 3), np.uint8)
    apart = np.maximum(seen - cv2.dilate(was, kernel), cv2.erode(was, kernel) - seen)
    smooth = cv2.blur(np.maximum(apart, 0), (3, 3))
    return np.asarray(smooth > max(LEAST_CHANGE, TIMES_NOISE * grain / 3))


def _brightness(picture: NDArray[np.float32]) -> float:
    return max(float(np.median(picture[SPARSE])), 1.0)


def _shifted(before: NDArray[np.float32], now: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the picture before as the shaken camera sees it now."""
    # It multiplies its arguments by the window in place where their size suits its transform: they are copies.
    (across, down), response = cv2.phaseCorrelate(before.copy(), now.copy(), _window(now.shape[1], now.shape[0]))
    far = max(abs(across), abs(down))
    if response < SURE_SHIFT or not 0.5 < far < LARGEST_SHIFT * now.shape[1]:
        return before
    matrix = np.array([[1, 0, across], [0, 1, down]], np.float32)
    size = now.shape[1], now.shape[0]
    return np.asarray(cv2.warpAffine(before, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.float32)


@lru_cache(maxsize=2)
def _window(width: int, height: int) -> NDArray[np.float32]:
    return np.asarray(cv2.createHanningWindow((width, height), cv2.CV_32F), np.float32)
