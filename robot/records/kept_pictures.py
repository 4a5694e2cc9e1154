"""Pictures that people keep, and those whose dice they corrected, each with what was read and what people say."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from robot.errors import RecordingError
from robot.files import write_picture, write_whole
from robot.match.events import Corrected, Event
from robot.table.look import Look
from vision.evaluation.labels import LABELS


@dataclass(slots=True)
class KeptLook:
    """A look and its file of JSON. `written` has the file when all is there; a thread is `telling` what it holds."""

    look: Look
    file: Path
    written: "Future[Path]" = field(default_factory=Future)
    telling: bool = True

    def picture(self, light: str) -> Path:
        """Return the file of a picture."""
        return self.file.with_name(f"{self.file.stem}-{light}.png")


class KeptPictures:
    """Keeps looks in `folder`, which is made when it is needed; a listener, because corrections may come later.

    Each look has a number: `0001-picture.png`, without loss, and `0001.json`. For any thread: nobody waits for the disk
    but who keeps a look or corrects a kept one.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._newest = 0
        self._corrected: Corrected | None = None
        self._last: KeptLook | None = None

    def keep(self, look: Look) -> Path:
        """Keep a look and return its file of JSON; the last one is kept once. Raises RecordingError."""
        with self._lock:
            one, known = self._last, self._last is not None and self._last.look is look
            if one is None or not known:
                one = self._last = KeptLook(look, self._free())
        if not known:
            self._write(one)
        return one.written.result()

    def hear(self, event: Event) -> None:
        if not isinstance(event, Corrected):
            return
        with self._lock:
            self._corrected, one = event, self._last
            if one is None or one.look is not event.look or one.telling:  # whoever tells it looks once more
                return
            one.telling = True
        with self._refusing():
            self._tell(one)

    def _free(self) -> Path:
        """Return the file of JSON for the next look. Raises RecordingError."""
        with self._refusing():
            self._folder.mkdir(parents=True, exist_ok=True)
            numbers = [int(path.stem) for path in self._folder.glob("*.json") if path.stem.isdecimal()]
        self._newest = max(self._newest, *numbers, 0) + 1
        return self._folder / f"{self._newest:04d}.json"

    def _write(self, one: KeptLook) -> None:
        try:
            with self._refusing():
                for light, image in one.look.exposures.items():
                    write_picture(one.picture(light), image)
                self._tell(one)
        except BaseException as error:
            with self._lock:
                self._last = None if self._last is one else self._last
            for file in (one.file, *map(one.picture, one.look.exposures)):
                with suppress(OSError):
                    file.unlink()
            one.written.set_exception(error)
            raise
        one.written.set_result(one.file)

    def _tell(self, one: KeptLook) -> None:
        """Write what was read and what people say, again if they say more meanwhile. Raises OSError."""
        told, corrected = False, None
        while True:
            with self._lock:
                now = self._corrected if self._corrected and self._corrected.look is one.look else None
                if told and now is corrected:
                    one.telling = False
                    return
            line = {
                "pictures": [one.picture(light).name for light in one.look.exposures],
                "reading": one.look.reading.to_json(),
                "values": list(one.look.values),
                "corrected": list(now.values) if now else None,
            }
            told, corrected = True, now
            try:
                write_whole(one.file, f"{json.dumps(line)}\n".encode())
            except BaseException:
                one.telling = False
                raise

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise RecordingError(
                f"the picture cannot be kept in {self._folder} ({error.strerror or error}): free some space or correct "
                "its rights"
            ) from error


MARGIN = 24
"""Pixels of ground around the dice that are kept too; the wells, which nobody spoke of, are farther away."""

Box = tuple[int, int, int, int]


class Corrections:
    """A listener that keeps the tray of every throw by hand that people corrected: a picture a light, and one label.

    `folder` is made when it is needed, its labels are what `vision.evaluation.labels` reads. What cannot be written is
    reported to `notify`, once until there is room again; the game goes on.
    """

    def __init__(self, folder: Path, notify: Callable[[str], None]) -> None:
        self._folder, self._notify = folder, notify
        self._failed = False

    def hear(self, event: Event) -> None:
        if not isinstance(event, Corrected) or not event.look.dice:
            return
        try:
            self._keep(event.look, event.values)
        except OSError as error:
            failed, self._failed = self._failed, True
            if failed:
                return
            self._notify(f"the correction cannot be saved in {self._folder} ({error.strerror}): free some space")
        else:
            self._failed = False

    def _keep(self, look: Look, values: tuple[int, ...]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        first = next(iter(look.exposures.values()))
        left, top, right, bottom = _around(look, first.shape[1], first.shape[0])
        number = 1 + sum(1 for _ in self._folder.glob("*-1.png"))
        names = [f"{number:04d}-{exposure}.png" for exposure in range(1, len(look.exposures) + 1)]
        for name, image in zip(names, look.exposures.values(), strict=True):
            write_picture(self._folder / name, image[top:bottom, left:right])
        boxes: list[list[float]] | None = None
        seen = [die for die in look.dice if die]
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


def _around(look: Look, width: int, height: int) -> Box:
    """Return left, top, right and bottom of the part of the picture that holds the dice."""
    boxes = [die.box for die in look.dice if die]
    left, top = (max(0, int(min(box[side] for box in boxes)) - MARGIN) for side in (0, 1))
    right = min(width, int(max(box[2] for box in boxes)) + MARGIN)
    return left, top, right, min(height, int(max(box[3] for box in boxes)) + MARGIN)
