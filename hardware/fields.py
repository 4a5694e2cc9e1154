"""What cameras that people have see at which height: pure geometry, and the figures of their makers."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownCamera:
    """A camera with its lens: `angle` is its horizontal field of view in degrees over the whole sensor, by `source`."""

    name: str
    angle: float
    source: str


HARDWARE_PAGE = "Raspberry Pi documentation, Camera, hardware specification"
KNOWN = (
    KnownCamera("Camera Module 2", 62.2, HARDWARE_PAGE),
    KnownCamera("Camera Module 3", 66.0, HARDWARE_PAGE),
    KnownCamera("Camera Module 3 Wide", 102.0, HARDWARE_PAGE),
    KnownCamera("High Quality Camera with a lens of 6 mm", 2 * math.degrees(math.atan(6.287 / 2 / 6.0)), HARDWARE_PAGE),
)
"""For the High Quality Camera the width of its sensor, 6.287 mm, and the focal length give the angle."""
WEBCAM_ANGLES = 50.0, 70.0
"""Horizontal degrees of most USB webcams; their makers often give the diagonal, see `horizontal`."""


def horizontal(diagonal: float, across: int = 16, down: int = 9) -> float:
    """Return the horizontal degrees of a field of view that is given in degrees across the diagonal of its pictures."""
    half = math.tan(math.radians(diagonal) / 2) * across / math.hypot(across, down)
    return 2 * math.degrees(math.atan(half))


def width_at(angle: float, height: float) -> float:
    """Return the mm that a camera of this horizontal angle (degrees, 0 to 180) sees from a height in mm."""
    return 2 * height * math.tan(math.radians(angle) / 2)


def height_for(angle: float, width: float) -> float:
    """Return the mm above the plate at which a camera of this horizontal angle sees a width in mm."""
    return width / (2 * math.tan(math.radians(angle) / 2))
