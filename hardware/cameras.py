"""How a camera is opened by its name."""

from pathlib import Path

from hardware.camera import Camera, CameraSettings
from hardware.clock import Clock
from hardware.errors import CameraMissingError

STREAMS = ("http://", "https://", "rtsp://", "tcp://", "udp://")


def open_camera(name: str, clock: Clock, settings: CameraSettings | None = None) -> Camera:
    """Open the camera of this name: "picamera", a USB camera ("0", "/dev/video0"), a stream, a film or a folder.

    `settings` are for a camera that can be adjusted, which of these the Pi's is.

    Raises a CameraError: CameraMissingError when there is none of that name, LibcameraError for the Pi's libraries.
    """
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
