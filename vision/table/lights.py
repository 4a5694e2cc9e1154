"""Pictures of one still scene under different light: combined without glare, brightened, and checked for darkness."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError

Image = NDArray[np.uint8]
Level = TypeVar("Level", np.uint8, np.float32)

SATURATED = 248  # grey level from which the sensor is saturated
DARK = 45  # grey level that the brightest part of a lit plate is above
COARSE = 8  # pixels a side that are averaged to separate light from noise
BRIGHT_PART = 98.0  # per cent
LEAST_COLOUR = 16.0  # in 255 parts of white light: least contrast of a main colour
BODY_PART = 75.0  # per cent of what is looked at that a body may fill
FULL_COLOUR = 200.0  # grey level of the strongest colour
CURVE = 0.7  # exponent: what lies in shade is seen too, and the floor's little colour stays dark
RAISED = 190.0  # grey level that the brightest part of a raised picture gets, about that of a lit plate
MOST_RAISED = 6.0  # times; what is darker shows the sensor's noise
SMOOTHED = 1.5  # pixels of a picture of 1280, standard deviation: noise is raised too


def check_exposures(exposures: Sequence[Image]) -> None:
    """Raise VisionError unless there is at least one BGR picture of uint8 and all have one size."""
    if not exposures:
        raise VisionError("no picture was given: give at least one exposure")
    for image in exposures:
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise VisionError(f"a picture is (h, w, 3) of uint8, not {image.shape} of {image.dtype}: convert it first")
        if image.shape != exposures[0].shape:
            raise VisionError("exposures differ in size: give pictures of one camera")


def grey(image: Image) -> Image:
    """Return the grey picture (h, w) of a BGR one."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def is_dark(picture: Image) -> bool:
    """Return whether a grey picture was taken without light: even its brightest part is dark.

    If a half of the ring is dead, the light of the room remains, and noise that could look bright.
    """
    return _brightness(picture) < DARK


def _brightness(picture: Image) -> float:
    """Return the level of a grey picture's brightest part."""
    size = max(1, picture.shape[1] // COARSE), max(1, picture.shape[0] // COARSE)
    return percentile(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA)), BRIGHT_PART)


def brighten_grey(picture: Image) -> Image | None:
    """Return a dark grey picture, brightened and smoothed; None if even the room gives too little light.

    It has no reflection of a lamp: parts that are saturated under the other half of the ring may be visible there.
    """
    gain = RAISED / max(_brightness(picture), 1.0)
    if gain > MOST_RAISED:
        return None
    smooth = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), SMOOTHED * picture.shape[1] / 1280)
    return np.asarray(np.rint(np.minimum(smooth * gain, 255)), np.uint8)


def colour_strength(pictures: Sequence[Image]) -> list[Image] | None:
    """Return the strength of the main colour in BGR pictures (h, w, 3) as grey levels; None if all is grey.

    The colour is the one with the highest contrast: one channel above the two others, or two channels above the third.
    Added white light, such as a reflection, does not change it, and white pips on a coloured body are dark.
    """
    lights = [cv2.split(linear_light(picture)) for picture in pictures]
    kinds = [[_find_excess(light, which, two) for light in lights] for which in range(3) for two in (False, True)]
    contrasts = [min(_contrast(picture) for picture in kind) for kind in kinds]
    best = max(range(len(kinds)), key=contrasts.__getitem__)
    if contrasts[best] < LEAST_COLOUR / 255:
        return None
    most = max(float(np.percentile(picture, BRIGHT_PART)) for picture in kinds[best])
    levels = [FULL_COLOUR * (np.maximum(picture, 0) / most) ** CURVE for picture in kinds[best]]
    return [np.asarray(np.rint(np.minimum(level, SATURATED - 1)), np.uint8) for level in levels]


def _find_excess(light: Sequence[NDArray[Any]], which: int, two: bool) -> NDArray[np.float32]:
    """Return by how much one channel exceeds both others or, with `two`, by how much both others exceed it."""
    one, (first, second) = light[which], (light[k] for k in range(3) if k != which)
    by = cv2.min(first, second) - one if two else one - cv2.max(first, second)
    return np.asarray(cv2.GaussianBlur(by, (0, 0), 0.6), np.float32)


def _contrast(colour: NDArray[np.float32]) -> float:
    low, high = np.percentile(colour, (100 - BODY_PART, BRIGHT_PART))
    return float(high - max(low, 0.0))


def linear_light(picture: Image) -> NDArray[np.float32]:
    """Return the linear light, 0 to 1, of a picture's levels by sRGB's curve."""
    return np.asarray(cv2.LUT(picture, _light()), np.float32)


@lru_cache(maxsize=1)
def _light() -> NDArray[np.float32]:
    """Return how much light (256,), from 0 to 1, each level of a picture stands for by sRGB's curve (IEC 61966-2-1)."""
    level = np.arange(256, dtype=np.float32) / 255
    return np.asarray(np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4), np.float32)


def darkest_pixels(pictures: Sequence[NDArray[Level]]) -> NDArray[Level]:
    """Return the darkest value of each pixel of grey pictures: it has no reflection of a lamp that was off in one."""
    joined = pictures[0]
    for picture in pictures[1:]:
        joined = np.minimum(joined, picture)
    return joined


def percentile(values: NDArray[Any], share: float) -> float:
    """Return a percentile of the values, like `numpy.percentile` but faster; `share` is in per cent."""
    at = (values.size - 1) * share / 100
    before = max(0, min(int(at), values.size - 2))
    near = np.partition(values, (before, min(before + 1, values.size - 1)), axis=None)[before : before + 2].tolist()
    return float(near[0] + (near[-1] - near[0]) * (at - before))
