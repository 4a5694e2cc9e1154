"""Pictures that people want to keep: each with what was read in it, and what people say that its dice show."""

import json
import threading
from pathlib import Path

from robot.errors import RecordingError
from robot.files import write_picture, write_whole
from robot.match.events import Corrected, Event
from robot.table.look import Look


class KeptPictures:
    """Keeps looks in `folder`, which is made when it is needed; a listener, because corrections may come later.

    Each look has a number: `0001-picture.png`, without loss, and `0001.json`. For any thread.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._corrected: Corrected | None = None
        self._last: tuple[Look, Path] | None = None

    def keep(self, look: Look) -> Path:
        """Keep a look and return its file of JSON; the last one is kept once. Raises RecordingError."""
        with self._lock:
            if self._last is None or self._last[0] is not look:
                self._last = look, self._write(look)
            return self._last[1]

    def hear(self, event: Event) -> None:
        if not isinstance(event, Corrected):
            return
        with self._lock:
            self._corrected = event
            if self._last and self._last[0] is event.look:
                self._tell(*self._last)

    def _write(self, look: Look) -> Path:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            numbers = [int(path.stem) for path in self._folder.glob("*.json") if path.stem.isdecimal()]
            told = self._folder / f"{max(numbers, default=0) + 1:04d}.json"
            for light, image in look.exposures.items():
                write_picture(_picture(told, light), image)
        except OSError as error:
            raise self._refused(error) from error
        self._tell(look, told)
        return told

    def _tell(self, look: Look, told: Path) -> None:
        corrected = self._corrected if self._corrected and self._corrected.look is look else None
        line = {
            "pictures": [_picture(told, light).name for light in look.exposures],
            "reading": look.reading.to_json(),
            "values": list(look.values),
            "corrected": list(corrected.values) if corrected else None,
        }
        try:
            write_whole(told, f"{json.dumps(line)}\n".encode())
        except OSError as error:
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> RecordingError:
        return RecordingError(
            f"the picture cannot be kept in {self._folder} ({error.strerror or error}): free some space or correct its "
            "rights"
        )


def _picture(told: Path, light: str) -> Path:
    return told.with_name(f"{told.stem}-{light}.png")
