"""Films of the twin: the machine as onlookers see it, and the pictures that the robot has read."""

import threading
from pathlib import Path

import cv2
import numpy as np

from hardware.closing import Closing
from hardware.errors import Failure
from hardware.sim.lens import Image
from hardware.sim.table import FRAMES_A_SECOND
from hardware.twin.posed import MachineView
from hardware.twin.sight_history import SHOWN

SIZE, RATE = (1280, 720), FRAMES_A_SECOND / SHOWN
"""Width and height of a film, and its pictures a second."""
CODECS = {".mp4": "mp4v", ".mkv": "FFV1"}
FAR_SECONDS, MOVING_SECONDS, NEAR_SECONDS = 2.0, 2.0, 16.0
"""The film shows the whole machine, comes nearer, stays there, and goes back, again and again."""
READING_SECONDS = 1.6
"""Seconds for which the film stands still to show a reading."""
INSET, MARGIN, FRAME, WHITE = (480, 300), 24, 4, (255, 255, 255)
"""Largest size of the picture of a reading, distance from the edges, and its frame's width and colour, in pixels."""


class FilmWriter(Closing):
    """Writes pictures to a film, .mp4 or lossless .mkv.

    The film has another name until it is closed, and then replaces an older file. Raises HardwareError if it
    cannot be written. Any thread may call it.
    """

    def __init__(self, path: Path, filmed: MachineView) -> None:
        self._path, self._filmed = path, filmed
        self._shown, self._closed, self._frames = False, False, 0
        self._lock = threading.Lock()
        self._writer = _writer(path)

    def show(self) -> None:
        """Write what can be seen now as the next frame of the film."""
        with self._lock:
            self._write(self._filmed.picture(_nearness(self._frames / RATE)))
            self._frames += 1

    def show_reading(self, reading: Image) -> None:
        """Stand still for a moment, with the picture (h, w, 3) of a reading in a corner."""
        larger = min(wanted / size for wanted, size in zip(INSET, reading.shape[1::-1], strict=True))
        inset = cv2.resize(reading, None, fx=larger, fy=larger, interpolation=cv2.INTER_AREA)
        inset = cv2.copyMakeBorder(inset, FRAME, FRAME, FRAME, FRAME, cv2.BORDER_CONSTANT, value=WHITE)
        with self._lock:
            drawn = self._filmed.picture(_nearness(self._frames / RATE)).copy()
            drawn[MARGIN : MARGIN + inset.shape[0], -MARGIN - inset.shape[1] : -MARGIN] = inset
            for _ in range(round(READING_SECONDS * RATE)):
                self._write(drawn)

    def close(self) -> None:
        """Finish the film; a film without pictures is deleted. Closing twice is harmless."""
        if self._closed:
            return
        self._closed = True
        self._writer.release()
        if self._shown:
            _name_part(self._path).replace(self._path)
        else:
            _name_part(self._path).unlink(missing_ok=True)
        self._filmed.close()

    def _write(self, picture: Image) -> None:
        self._writer.write(picture)
        self._shown = True


def _nearness(seconds: float) -> float:
    """Return how near the film is at a time: 0 where it shows the whole machine, 1 close by."""
    whole = FAR_SECONDS + 2 * MOVING_SECONDS + NEAR_SECONDS
    into = seconds % whole - FAR_SECONDS
    share = np.clip(min(into, whole - FAR_SECONDS - into) / MOVING_SECONDS, 0, 1)
    return float(share * share * (3 - 2 * share))


def _name_part(path: Path) -> Path:
    """Return the name of a film until it is closed; OpenCV needs the same suffix."""
    return path.with_name(f".{path.stem}.part{path.suffix}")


def _writer(path: Path) -> cv2.VideoWriter:
    beside = _name_part(path)
    codec = CODECS.get(path.suffix.lower())
    if codec is None:
        raise Failure.FILM.error(f"'{path.name}' is not the name of a film", "name an .mp4 or .mkv file")
    try:
        beside.open("wb").close()
    except FileNotFoundError as error:
        raise Failure.FILM.error(f"there is no folder {path.parent}", "create it, or name another file") from error
    except OSError as error:
        raise Failure.FILM.error(f"the film {path} cannot be written ({error.strerror})") from error
    fourcc = cv2.VideoWriter.fourcc(*codec)
    writer = cv2.VideoWriter(str(beside), fourcc, RATE, SIZE)
    if not writer.isOpened():
        beside.unlink()
        raise Failure.FILM.error(f"the film {path} cannot be written", "name another file")
    return writer
