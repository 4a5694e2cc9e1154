"""Pictures of one still scene under different light: joined into one without glare, and told from darkness."""

from collections.abc import Sequence
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ImageShapeError

Image = NDArray[np.uint8]
Level = TypeVar("Level", np.uint8, np.float32)

SATURATED = 248  # grey level from which the sensor tells nothing more
DARK = 45  # grey level that the brightest part of a lit plate is above
COARSE = 8  # pixels a side that are averaged before light is told from noise
BRIGHT_PART = 98.0  # per cent


def check_exposures(exposures: Sequence[Image]) -> None:
    """Raise ImageShapeError unless there is at least one BGR picture of uint8 and all have one size."""
    if not exposures:
        raise ImageShapeError("no picture was given: hand over at least one exposure")
    for image in exposures:
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise ImageShapeError(
                f"a picture is (h, w, 3) of uint8, not {image.shape} of {image.dtype}: convert it first"
            )
        if image.shape != exposures[0].shape:
            raise ImageShapeError("exposures differ in size: hand over pictures of one camera")


def grey(image: Image) -> Image:
    """Return the grey picture (h, w) of a BGR one."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def is_dark(picture: Image) -> bool:
    """Return whether a grey picture was taken without light: not even its brightest part is grey.

    A half of the ring that is dead leaves the light of the room, and noise that would pass for something bright.
    """
    size = max(1, picture.shape[1] // COARSE), max(1, picture.shape[0] // COARSE)
    return bool(np.percentile(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), BRIGHT_PART) < DARK)


def darkest(pictures: Sequence[NDArray[Level]]) -> NDArray[Level]:
    """Return the darkest of each pixel of grey pictures: a lamp's mirror image is gone where another lamp was lit."""
    joined = pictures[0]
    for picture in pictures[1:]:
        joined = np.minimum(joined, picture)
    return joined
