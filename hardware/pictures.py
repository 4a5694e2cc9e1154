"""A folder of pictures as a camera: each look takes the next picture by name."""

import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame
from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import CameraError, Failure, NoMorePicturesError

Image = NDArray[np.uint8]

ENDINGS = frozenset(
    {".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".avif", ".heic", ".heif", ".gif", ".ppm", ".pgm"}
)


class FolderCamera(Closing):
    """Delivers the pictures of a folder: the first one until a frame `after` some time is requested, then the next.

    The time of a picture is when it was first delivered. Hidden files and files with other endings are skipped. `load`
    reads a file as BGR (h, w, 3) uint8.
    """

    def __init__(self, folder: Path, clock: Clock, load: Callable[[Path], Image] | None = None) -> None:
        if not folder.is_dir():
            raise CameraError(f"there is no folder {folder}", failure=Failure.CAMERA_MISSING)
        self._folder, self._clock, self._load = folder, clock, load or _loaded
        self._files: list[Path] | None = sorted(
            file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and not file.name.startswith(".")
        )
        if not self._files:
            raise CameraError(
                f"the folder {folder} holds no pictures",
                "name a folder with PNG or JPEG files",
                failure=Failure.CAMERA_MISSING,
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


def _loaded(file: Path) -> Image:
    try:
        data = np.frombuffer(file.read_bytes(), np.uint8)
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except (OSError, cv2.error) as error:
        raise CameraError(f"the picture {file} cannot be read: {error}", "repair or remove it") from error
    if image is None:
        raise CameraError(f"{file} is not a picture", "repair or remove it")
    return np.asarray(image, np.uint8)
