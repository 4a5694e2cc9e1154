"""Opens a camera by its name."""

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.camera import Camera, CameraSettings, without_password
from hardware.clock import Clock
from hardware.errors import CameraError, Failure

_log = logging.getLogger(__name__)

BY_NAME = Path("/dev/v4l/by-id")
"""Where Linux names USB cameras by what they are, whatever number they have today."""

STREAMS = ("http://", "https://", "rtsp://", "tcp://", "udp://")


def open_camera(
    name: str,
    clock: Clock,
    settings: CameraSettings | None = None,
    load: Callable[[Path], NDArray[np.uint8]] | None = None,
) -> Camera:
    """Open the camera of this name: "picamera", a USB camera ("0", "/dev/video0"), a stream, a film or a folder.

    `settings` are for adjustable cameras; of these only the Pi's is one. `load` reads the pictures of a folder.

    Raises CameraError: CAMERA_MISSING if there is none of that name, LIBCAMERA for the Pi's libraries.
    """
    shown = without_password(name)
    try:
        camera = _open(name, clock, settings, load)
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


def _open(
    name: str, clock: Clock, settings: CameraSettings | None, load: Callable[[Path], NDArray[np.uint8]] | None
) -> Camera:
    if name == "picamera":
        from hardware.picamera import Picamera2Camera

        return Picamera2Camera(clock, settings)
    if name.isdecimal() or name.startswith(("/dev/", *STREAMS)):
        from hardware.video import VideoCamera

        return VideoCamera(int(name) if name.isdecimal() else name, clock)
    path = Path(name).expanduser()
    if path.is_dir():
        from hardware.pictures import FolderCamera

        return FolderCamera(path, clock, load)
    if path.is_file():
        from hardware.video import FilmCamera

        return FilmCamera(path, clock)
    raise CameraError(
        f"there is no camera, film or folder {name!r}",
        'name "picamera", a number, /dev/video0, a film or a folder',
        failure=Failure.CAMERA_MISSING,
    )
