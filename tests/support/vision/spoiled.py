"""Pictures that are out of focus, moved or burnt out."""

import math

import cv2
import numpy as np

from vision.pictures import Image


def blur_picture(image: Image, sigma: float) -> Image:
    """Return the picture out of focus, by a Gaussian of ``sigma`` pixels."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


def blur_by_motion(image: Image, length: float, way: float) -> Image:
    """Return the picture as a camera sees it that moves by ``length`` pixels, ``way`` radians from the right."""
    wide = 2 * math.ceil(length / 2) + 1
    kernel = np.zeros((wide, wide), np.float32)
    for step in np.linspace(-length / 2, length / 2, 16 * wide):
        kernel[round(wide // 2 + step * math.sin(way)), round(wide // 2 + step * math.cos(way))] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.uint8)


def overexpose(image: Image, gain: float) -> Image:
    """Return the picture exposed ``gain`` times as long."""
    return np.asarray(np.clip(image.astype(np.float32) * gain, 0, 255), np.uint8)
