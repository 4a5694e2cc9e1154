"""The appearance of one top face: find it again near where it was, and tell whether it still shows the same."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.reading import Box

Floats = NDArray[np.float32]

LARGEST = 64.0
"""Pixels of a face at the level at which it is remembered; larger ones are remembered at a smaller level."""

SMALLEST = 10
"""Pixels of the smallest face that can be followed."""

AROUND = 1.3
"""Side of what is remembered in sides of the face's box: the surroundings tell where the die lies."""

REACH = 0.45
"""Distance in sides within which the face is looked for."""

LEAST_LIKENESS = 0.8
"""Smallest normalised correlation of the whole view at which it may be the same die."""

JITTER = 1
"""Pixels by which parts may be out of place: the found place is a whole pixel."""

SPOT = 0.07
"""Diameter in sides of the smallest change that counts: a third of a pip's."""

CHANGE = 0.15
"""Change of such a spot, as a share of the face's contrast, that makes it another face."""

LEAST_CONTRAST = 48.0
"""Levels of a colour channel. A flatter face counts as one of this contrast, so that noise changes no face."""

GAIN = 0.5, 2.0
"""The light may change by this factor from look to look."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """A face as it was when it was read, at a `level` of the picture's pyramid.

    `view` (h, w, 3) is the face with its surroundings, as far as they were in the picture, `corner` its first pixel
    (x, y) at that level, `face` (rows, columns) the face in it, `middle` the face's centre (x, y) in pixels of the
    picture, `side` its side in pixels of the level.
    """

    view: Image
    level: int
    corner: tuple[int, int]
    face: tuple[slice, slice]
    middle: tuple[float, float]
    side: float

    def found_in(self, levels: Sequence[Image], near: tuple[float, float]) -> tuple[float, float] | None:
        """Return the centre (x, y) of the face in another picture, looked for around `near`, both in pixels.

        None if it is not there, if it shows something else, or if the picture's edge cuts more of its surroundings.
        """
        picture, scale, (high, wide) = levels[self.level], 2**self.level, self.view.shape[:2]
        reach = max(2, round(REACH * self.side))
        left, top = (
            corner + round((now - was) / scale) for corner, now, was in zip(self.corner, near, self.middle, strict=True)
        )
        x0, y0 = max(0, left - reach), max(0, top - reach)
        window = picture[y0 : max(0, top + high + reach), x0 : max(0, left + wide + reach)]
        if window.shape[0] < high or window.shape[1] < wide:
            return None
        likeness = cv2.matchTemplate(_grey(window), _grey(self.view), cv2.TM_CCOEFF_NORMED)
        _, best, _, (column, row) = cv2.minMaxLoc(likeness)
        if not best >= LEAST_LIKENESS or self._differs(window[row : row + high, column : column + wide]):
            return None
        moved = x0 + column - self.corner[0], y0 + row - self.corner[1]
        return self.middle[0] + moved[0] * scale, self.middle[1] + moved[1] * scale

    def _differs(self, now: Image) -> bool:
        """Return whether a view of the same size shows another face, under whatever light.

        Each colour channel is looked at: red pips on black can be as dark as the body.
        """
        spot = max(1, round(SPOT * self.side))
        kernel = np.ones((2 * JITTER + 1,) * 2, np.uint8)
        for was, seen in zip(cv2.split(self.view), cv2.split(now), strict=True):
            before, after = was.astype(np.float32), seen.astype(np.float32)
            gain, offset = _light(before, after)
            if not GAIN[0] <= gain <= GAIN[1]:
                return True
            expected = gain * before + offset
            apart = np.maximum(after - cv2.dilate(expected, kernel), cv2.erode(expected, kernel) - after)
            excess = cv2.blur(np.maximum(apart, 0), (spot, spot))[self.face]
            low, high = np.percentile(expected[self.face], (2, 98)).tolist()
            if float(excess.max()) > CHANGE * max(LEAST_CONTRAST, high - low):
                return True
        return False


def pyramid(image: Image) -> list[Image]:
    """Return a picture (h, w, 3), BGR, at full size, half, and so on, down to a shorter side of about 64 pixels."""
    levels = [image]
    while min(levels[-1].shape[:2]) >= 2 * LARGEST:
        levels.append(np.asarray(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8))
    return levels


def remember(levels: Sequence[Image], box: Box) -> Appearance | None:
    """Return the appearance of the face in `box`, in pixels; None if it is tiny."""
    x0, y0, x1, y1 = box
    middle, side = ((x0 + x1) / 2, (y0 + y1) / 2), max(x1 - x0, y1 - y0)
    if min(x1 - x0, y1 - y0) < SMALLEST:
        return None
    level = min(max(0, math.ceil(math.log2(side / LARGEST))), len(levels) - 1)
    picture, scale = levels[level], 2**level
    height, width = picture.shape[:2]
    around = (AROUND - 1) / 2 * side
    left, top = (max(0, round((first - around) / scale)) for first in (x0, y0))
    right, bottom = (min(end, round((last + around) / scale)) for last, end in ((x1, width), (y1, height)))
    face = (
        slice(round(y0 / scale) - top, round(y1 / scale) - top),
        slice(round(x0 / scale) - left, round(x1 / scale) - left),
    )
    return Appearance(picture[top:bottom, left:right].copy(), level, (left, top), face, middle, side / scale)


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _light(was: Floats, now: Floats) -> tuple[float, float]:
    """Return gain and offset of the light between two equal views, by least squares."""
    mean_was, mean_now = float(was.mean()), float(now.mean())
    spread = float(((was - mean_was) ** 2).mean())
    if spread < 1.0:
        return 1.0, mean_now - mean_was
    gain = float(((was - mean_was) * (now - mean_now)).mean()) / spread
    return gain, mean_now - gain * mean_was
