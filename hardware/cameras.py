"""Opens a camera by its name."""

import logging
from pathlib import Path

from hardware.camera import Camera, CameraSettings, without_password
from hardware.clock import Clock
from hardware.errors import CameraError, CameraMissingError

_log = logging.getLogger(__name__)

STREAMS = ("http://", "https://", "rtsp://", "tcp://", "udp://")


def open_camera(name: str, clock: Clock, settings: CameraSettings | None = None) -> Camera:
    """Open the camera of this name: "picamera", a USB camera ("0", "/dev/video0"), a stream, a film or a folder.

    `settings` are for adjustable cameras; of these only the Pi's is one.

    Raises a CameraError: CameraMissingError if there is none of that name, LibcameraError for the Pi's libraries.
    """
    shown = without_password(name)
    try:
        camera = _open(name, clock, settings)
    except CameraError as error:
        _log.warning("cannot open camera %s: %s", shown, type(error).__name__)
        raise
    _log.info("opened camera %s", shown)
    return camera


def _open(name: str, clock: Clock, settings: CameraSettings | None) -> Camera:
    if name == "picamera":
        from hardware.picamera import Picamera2Camera

        return Picamera2Camera(clock, settings)
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
