"""What a picture of the plate says of the camera's exposure, white balance and focus."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.lights import SATURATED, grey, linear_light
from vision.table.plate import Plate
from vision.table.rectify import FEWEST_MARKERS, find_markers, where_markers_should_be

Image = NDArray[np.uint8]

PATCH = 5
"""Pixels a side of a picture 1280 wide that are averaged for one sample of the markers' white."""
WHITE_PART = 90.0
"""Per cent: which of the levels about unseen markers passes for their white."""
FINE = 1.0
"""Pixels, standard deviation: finer detail than this is the sensor's noise."""


@dataclass(frozen=True, slots=True)
class White:
    """The white paper about the plate's markers, as a picture shows it.

    `level` is the grey level of its brightest colour, 0 to 255. `red` and `blue` are their amounts of light over that
    of green: 1 where white is neutral. `seen` is False where the markers are not found, and all of it a guess.
    """

    level: float
    red: float
    blue: float
    seen: bool

    @property
    def clipped(self) -> bool:
        """Whether it is too bright to say how bright."""
        return self.level >= SATURATED

    def times(self, level: float) -> float:
        """Return how many times as much light gives another grey level, by sRGB's curve."""
        here, there = linear_light(np.array([[round(self.level), round(level)]], np.uint8))[0].tolist()
        return float(there / max(here, 1e-3))


def markers_colour(image: Image, plate: Plate) -> White:
    """Return how a BGR picture (h, w, 3) uint8 shows the white about the plate's markers."""
    size = max(1, round(PATCH * image.shape[1] / 1280))
    smooth = np.asarray(cv2.blur(image, (size, size)), np.uint8)
    markers = find_markers(grey(image), plate)
    seen = len(markers) >= FEWEST_MARKERS
    if seen:
        pixels = np.concatenate([_about(corners, smooth) for corners in markers.values()])
        colour = np.median(pixels, axis=0)
    else:
        windows = where_markers_should_be(grey(image), plate)
        pixels = np.concatenate([smooth[top:bottom, left:right].reshape(-1, 3) for left, top, right, bottom in windows])
        colour = np.percentile(pixels, WHITE_PART, axis=0) if len(pixels) else np.zeros(3)
    blue, green, red = linear_light(np.round(colour).astype(np.uint8).reshape(1, 1, 3))[0, 0].tolist()
    green = max(green, 1e-3)
    return White(float(colour.max()), red / green, blue / green, seen)


def _about(corners: NDArray[np.float64], image: Image) -> Image:
    """Return the pixels (4, 3) in the middle of the white margin, one module wide, by each side of a marker."""
    middle = corners.mean(axis=0)
    sides = (corners + np.roll(corners, -1, axis=0)) / 2
    columns, rows = np.round(middle + (sides - middle) * (7 / 6)).astype(int).T
    return np.asarray(image[rows.clip(0, image.shape[0] - 1), columns.clip(0, image.shape[1] - 1)], np.uint8)


def sharpness(image: Image, plate: Plate) -> float:
    """Return how sharp the plate's markers are in a BGR picture (h, w, 3) uint8: the mean square of the grey's slope.

    It compares pictures of one exposure alone. This is the Tenengrad measure (Tenenbaum, 1970), about the places where
    the drawings have the markers, because markers out of focus are not found.
    """
    picture = grey(image)
    energy, count = 0.0, 0
    for left, top, right, bottom in where_markers_should_be(picture, plate):
        if right - left < PATCH or bottom - top < PATCH:
            continue
        smooth = cv2.GaussianBlur(picture[top:bottom, left:right].astype(np.float32), (0, 0), FINE)
        across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
        energy += float((across * across + down * down).sum())
        count += smooth.size
    return energy / count if count else 0.0
