"""Pictures that people keep, with their readings; and pictures of corrected dice, with their labels."""

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from robot.errors import RecordingError
from robot.files import write_picture, write_whole
from robot.match.events import Corrected, Event
from robot.table.look import Look, bound_boxes
from vision.evaluation.labels import LABELS


class KeptPictures:
    """Keeps looks in `folder`, which it makes when needed. Any thread may use it.

    Each look has a number: `0001-picture.png`, without loss, and `0001.json`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._newest = 0
        self._kept: tuple[Look, Path] | None = None

    def keep(self, look: Look) -> Path:
        """Keep a look, and return its JSON file. A repeated look is not kept again. Raises RecordingError."""
        with self._lock:
            if self._kept is None or self._kept[0] is not look:
                try:
                    self._kept = look, self._write(look)
                except OSError as error:
                    raise RecordingError(
                        f"the picture cannot be kept in {self._folder} ({error.strerror or error}): free some space or "
                        "correct its permissions"
                    ) from error
            return self._kept[1]

    def _write(self, look: Look) -> Path:
        """Write pictures and reading under the next number, all or none; return the JSON file. Raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        numbers = [int(path.stem) for path in self._folder.glob("*.json") if path.stem.isdecimal()]
        self._newest = max(self._newest, *numbers, 0) + 1
        file = self._folder / f"{self._newest:04d}.json"
        pictures = {light: file.with_name(f"{file.stem}-{light}.png") for light in look.exposures}
        line = {
            "pictures": [picture.name for picture in pictures.values()],
            "reading": look.reading.to_json(),
            "values": list(look.values),
        }
        try:
            for light, picture in pictures.items():
                write_picture(picture, look.exposures[light])
            write_whole(file, f"{json.dumps(line)}\n".encode())
        except BaseException:
            for path in (file, *pictures.values()):
                with suppress(OSError):
                    path.unlink()
            raise
        return file


MARGIN = 24
"""Pixels of ground around the dice in the picture; it leaves out the wells, whose dice nobody has corrected."""


class Corrections:
    """A listener that keeps the tray of each corrected throw by hand: a picture for each light, and one label.

    It makes `folder` when needed; `vision.evaluation.labels` reads its labels. It tells `notify` what cannot be
    written, once until there is room again; the game goes on.
    """

    def __init__(self, folder: Path, notify: Callable[[str], None]) -> None:
        self._folder, self._notify = folder, notify
        self._failed = False

    def hear(self, event: Event) -> None:
        if not isinstance(event, Corrected) or not event.look.dice:
            return
        failed, self._failed = self._failed, False
        try:
            self._keep(event.look, event.values)
        except OSError as error:
            self._failed = True
            if not failed:
                self._notify(f"the correction cannot be saved in {self._folder} ({error.strerror}): free some space")

    def _keep(self, look: Look, values: tuple[int, ...]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        seen = [die for die in look.dice if die]
        left, top, right, bottom = bound_boxes([die.box for die in seen], MARGIN, *look.whole[2:], grid=1)
        number = 1 + sum(1 for _ in self._folder.glob("*-1.png"))
        names = [f"{number:04d}-{exposure}.png" for exposure in range(1, len(look.exposures) + 1)]
        for name, image in zip(names, look.exposures.values(), strict=True):
            write_picture(self._folder / name, image[top:bottom, left:right])
        boxes: list[list[float]] | None = None
        if len(values) == len(look.dice) == len(seen):
            shift = (left, top, left, top)
            boxes = [
                [*(round(side - by, 1) for side, by in zip(die.box, shift, strict=True)), value]
                for die, value in zip(seen, values, strict=True)
            ]
        label = {"file": names[0], "kind": "scene", "values": sorted(values), "boxes": boxes, "more": names[1:]}
        labels = self._folder / LABELS
        before = labels.read_text(encoding="utf-8") if labels.exists() else ""
        write_whole(labels, f"{before}{json.dumps(label)}\n".encode())
