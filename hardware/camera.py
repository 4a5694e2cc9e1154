"""What a camera is to the rest of the robot: frames that carry the time their exposure began; and how one is opened."""

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hardware.clock import Clock
from hardware.errors import CameraMissingError

STREAMS = ("http://", "https://", "rtsp://", "tcp://", "udp://")


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture: `image` (h, w, 3) uint8 BGR, and `time`, the clock's seconds when its exposure began."""

    image: NDArray[np.uint8]
    time: float


class Camera(Protocol):
    """Something that looks at the table: opened by making it, closed by `close` or the end of a with-block."""

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        """Return the newest frame, or with `after` one whose exposure began later than that; waits for it.

        It waits at most `timeout` seconds, which the camera knows itself for None; what does not wait needs none.

        Raises a CameraError: FrameTimeoutError when none comes, NoMorePicturesError at the end of a film or folder,
        CameraLostError when the camera has gone.
        """
        ...

    def close(self) -> None:
        """Let the camera go; harmless when it has been closed before."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def open_camera(name: str, clock: Clock) -> Camera:
    """Open the camera of this name: "picamera", a USB camera ("0", "/dev/video0"), a stream, a film or a folder.

    Raises a CameraError: CameraMissingError when there is none of that name, LibcameraError for the Pi's libraries.
    """
    if name == "picamera":
        from hardware.picamera import Picamera2Camera

        return Picamera2Camera(clock)
    if name.isdecimal() or name.startswith(("/dev/", *STREAMS)):
        from hardware.video import VideoCamera

        return VideoCamera(int(name) if name.isdecimal() else name, clock)
    path = Path(name).expanduser()
    if path.is_dir():
        from hardware.pictures import FolderCamera

        return FolderCamera(path, clock)
    if path.is_file():
        from hardware.video import FilmCamera

        return FilmCamera(path, clock)
    raise CameraMissingError(
        f"there is no camera, film or folder {name!r}", 'name "picamera", a number, /dev/video0, a film or a folder'
    )
