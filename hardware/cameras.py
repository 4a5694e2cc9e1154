"""Opens a camera by its name, and makes a folder of pictures one."""

import logging
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.camera import Camera, CameraSettings, Frame, without_password
from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import CameraError, Failure, NoMorePicturesError

_log = logging.getLogger(__name__)

BY_NAME = Path("/dev/v4l/by-id")
"""Where Linux names USB cameras by what they are, whatever number they have today."""

STREAMS = ("http://", "https://", "rtsp://", "tcp://", "udp://")


Loader = Callable[[Path], NDArray[np.uint8]]
ENDINGS = frozenset(
    {".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".avif", ".heic", ".heif", ".gif", ".ppm", ".pgm"}
)


class FolderCamera(Closing):
    """Delivers the pictures of a folder: the first one until a frame `after` some time is requested, then the next.

    The time of a picture is when it was first delivered. Hidden files and files with other endings are skipped. `load`
    reads a file as BGR (h, w, 3) uint8, or raises CameraError.
    """

    def __init__(self, folder: Path, clock: Clock, load: Loader) -> None:
        if not folder.is_dir():
            raise Failure.CAMERA_MISSING.error(f"there is no folder {folder}")
        self._folder, self._clock, self._load = folder, clock, load
        self._files: list[Path] | None = sorted(
            file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and not file.name.startswith(".")
        )
        if not self._files:
            raise Failure.CAMERA_MISSING.error(
                f"the folder {folder} holds no pictures", "name a folder with PNG or JPEG files"
            )
        self._next = 0
        self._current: Frame | None = None

    def frame(self, after: float | None = None, _timeout: float | None = None, /) -> Frame:
        """Return the present picture, or with `after` the next one. Raises NoMorePicturesError after the last."""
        if self._files is None:
            raise CameraError(f"the folder {self._folder} is closed", "open it again")
        if after is None and self._current is not None:
            return self._current
        if self._next == len(self._files):
            raise NoMorePicturesError(f"all {self._next} pictures of {self._folder} have been used")
        file = self._files[self._next]
        time = self._clock.now() if after is None else max(self._clock.now(), math.nextafter(after, math.inf))
        self._current = Frame(self._load(file), time)
        self._next += 1
        return self._current

    def close(self) -> None:
        """Release the folder. Closing twice is harmless."""
        self._files, self._current = None, None


def open_camera(
    name: str,
    clock: Clock,
    load: Loader,
    settings: CameraSettings | None = None,
) -> Camera:
    """Open the camera of this name: "picamera", a USB camera ("0", "/dev/video0"), a stream, a film or a folder.

    `settings` are for adjustable cameras; of these only the Pi's is one. `load` reads the pictures of a folder.

    Raises CameraError: CAMERA_MISSING if there is none of that name, LIBCAMERA for the Pi's libraries.
    """
    shown = without_password(name)
    try:
        camera = _open(name, clock, load, settings)
    except CameraError as error:
        _log.warning("cannot open camera %s: %s", shown, error.failure.name)
        if error.failure is not Failure.CAMERA_MISSING or name.startswith(STREAMS) or not (others := _besides(name)):
            raise
        remedy = f"{error.remedy}; these are here: {', '.join(others)}"
        raise CameraError(error.what, remedy, failure=error.failure) from error
    _log.info("opened camera %s", shown)
    return camera


def _besides(name: str) -> list[str]:
    """Return the names of the cameras that are connected, but the one of this name."""
    own = Path(f"/dev/video{name}" if name.isdecimal() else name).resolve()
    # A camera's further devices give no pictures, but what it knows of them.
    named = [str(path) for path in sorted(BY_NAME.glob("*-video-index0")) if path.resolve() != own]
    if name == "picamera":
        return named
    from hardware.picamera import is_connected

    return [*named, "picamera"] if is_connected() else named


def _open(name: str, clock: Clock, load: Loader, settings: CameraSettings | None) -> Camera:
    if name == "picamera":
        from hardware.picamera import Picamera2Camera

        return Picamera2Camera(clock, settings)
    if name.isdecimal() or name.startswith(("/dev/", *STREAMS)):
        from hardware.video import VideoCamera

        return VideoCamera(int(name) if name.isdecimal() else name, clock)
    path = Path(name).expanduser()
    if path.is_dir():
        return FolderCamera(path, clock, load)
    if path.is_file():
        from hardware.video import FilmCamera

        return FilmCamera(path, clock)
    raise Failure.CAMERA_MISSING.error(
        f"there is no camera, film or folder {name!r}", 'name "picamera", a number, /dev/video0, a film or a folder'
    )
