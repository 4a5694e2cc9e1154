"""The interface of a camera: frames that carry the time their exposure began, and how it exposes."""

import math
import re
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture: `image` (h, w, 3) uint8 BGR, and `time`, the clock's seconds when its exposure began."""

    image: NDArray[np.uint8]
    time: float


class Camera(Protocol):
    """A device that takes pictures of the table: creating it opens it, `close` or the end of a with-block closes it."""

    def frame(self, after: float | None = None, timeout: float | None = None, /) -> Frame:
        """Return the newest frame, or with `after` one whose exposure began later than that; waits for it.

        It waits at most `timeout` seconds, None for the camera's default.

        Raises CameraError: FrameTimeoutError if no frame comes in time, NoMorePicturesError at the end of a film or
        folder, another if the camera is lost.
        """
        ...

    def close(self) -> None:
        """Release the camera. Closing twice is harmless."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *failure: object) -> None: ...


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How a camera exposes: `exposure` in seconds, `gain` of the sensor, `red` and `blue` gains of the white balance.

    `focus` is in dioptres, the reciprocal of the distance in metres: 340 mm above the plate, 20 mm for the dice.
    """

    exposure: float = 0.008
    gain: float = 1.0
    red: float = 2.0
    blue: float = 1.8
    focus: float = 1 / 0.32


@runtime_checkable
class AdjustableCamera(Camera, Protocol):
    """A camera whose exposure, gain, white balance and perhaps focus a program sets."""

    @property
    def settings(self) -> CameraSettings:
        """How it exposes now."""
        ...

    @property
    def focuses(self) -> bool:
        """Whether the lens moves; otherwise people set its focus by hand."""
        ...

    def adjust(self, settings: CameraSettings) -> None:
        """Expose with these settings from now on; returns when all later frames have them.

        Raises CameraError when no frames come.
        """
        ...


@dataclass(frozen=True, slots=True)
class Readout:
    """How a sensor is read out: its `name`, the `size` of the mode, and the part read, in pixels of the whole sensor.

    `crop` is left, top, width and height of that part, `whole` the width and height of the sensor.
    """

    name: str
    size: tuple[int, int]
    crop: tuple[int, int, int, int]
    whole: tuple[int, int]

    @property
    def share(self) -> float:
        """The share (0 to 1) of the sensor's width that is read."""
        return self.crop[2] / self.whole[0]


@runtime_checkable
class DescribedCamera(Camera, Protocol):
    """A camera that knows its sensor."""

    @property
    def mode(self) -> Readout | None:
        """How its sensor is read out, None if unknown."""
        ...


def strip_password(source: int | str) -> str:
    """Return the name of a camera as people and logs may read it: the address of a stream without user and password."""
    return re.sub(r"//[^/]*@", "//", str(source))


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


def height_for(angle: float, width: float) -> float:
    """Return the height in mm above the plate at which a camera of this horizontal angle sees a width in mm."""
    return width / (2 * math.tan(math.radians(angle) / 2))
