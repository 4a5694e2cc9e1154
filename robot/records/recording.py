"""Recordings: a folder with session.jsonl, the pictures of all looks, and the same pictures with their readings.

The pictures are lossless, about 1.3 MB each: a replay must read the same pixels. Old recordings are thinned out by age
and size: first the pictures, which are nearly all of the data, then the rest, oldest first.
"""

import json
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from hardware.closing import Closing
from robot.config import MACHINES
from robot.errors import RecordingError
from robot.files import write_picture
from robot.match.events import Event, Looked, Written, event_json
from robot.records.wall_clock import DAY, is_synchronised
from robot.table.look import Image
from vision.annotate import annotate
from vision.calibration.calibration_file import Calibration
from vision.errors import CalibrationFileError

VERSION = 1
USUAL_MACHINE = MACHINES[0]
SESSION, PICTURES, ANNOTATED = "session.jsonl", "pictures", "annotated"
DATED = "dated"
"""A key of the first line, set if a time server had confirmed the clock: a Pi's clock starts behind."""


class Recorder(Closing):
    """Writes a recording during a game: it listens to the match and to the serial link.

    `calibration` is the table's, None for the one of the drawings; `machine` is the kind of machine. If a with-block
    fails before any event, as without a camera, the folder stays as it was.

    Raises:
        RecordingError: the folder is not empty, or cannot be written.

    """

    def __init__(self, folder: Path, calibration: Calibration | None = None, machine: str | None = None) -> None:
        self.folder = folder
        self._failed: RecordingError | None = None
        self._heard = False
        try:
            self._made = not folder.exists()
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise RecordingError(f"{folder} is there already and is not empty: name a new folder")
            for name in (PICTURES, ANNOTATED):
                (folder / name).mkdir(parents=True, exist_ok=True)
            self._session = (folder / SESSION).open("a", encoding="utf-8")
        except RecordingError:
            raise
        except OSError as error:
            raise RecordingError(f"{folder} cannot be created ({error.strerror}): name another folder") from error
        kept = calibration.to_json() if calibration else None
        kind = {} if machine in {None, USUAL_MACHINE} else {"machine": machine}
        dated = {DATED: True} if is_synchronised() else {}
        self._write({"event": "recording", "version": VERSION, "calibration": kept, **kind, **dated})

    def hear(self, event: Event) -> None:
        if self._failed:
            raise self._failed
        if not isinstance(event, Written):
            return
        line = event_json(event)
        if isinstance(event, Looked):
            line["reading"] = event.look.reading.to_json()
            line["pictures"] = self._keep_pictures(event)
        self._write(line)
        self._heard = True

    def wire(self, sender: str, line: str) -> None:
        """Record a line of the serial link; `sender` is `host` or `board`.

        If this fails, the next event raises the error: the link must stay usable to leave the table safe.
        """
        try:
            self._write({"event": "wire", "from": sender, "line": line})
        except RecordingError as error:
            self._failed = error

    def close(self) -> None:
        """Close the file of the session; further calls do nothing."""
        self._session.close()

    def __exit__(self, *failure: object) -> None:
        super().__exit__(*failure)
        if any(failure) and not self._heard:
            self._discard()

    def _discard(self) -> None:
        with suppress(OSError):
            (self.folder / SESSION).unlink()
            for name in (PICTURES, ANNOTATED):
                (self.folder / name).rmdir()
            if self._made:
                self.folder.rmdir()

    def _keep_pictures(self, event: Looked) -> dict[str, str]:
        stem = f"{event.throw:04d}-{event.number}"
        names = {}
        for light, image in event.look.exposures.items():
            names[light] = f"{PICTURES}/{stem}-{light}.png"
            self._picture(names[light], image)
        first = next(iter(event.look.exposures.values()))
        self._picture(f"{ANNOTATED}/{stem}.jpg", annotate(first, event.look.reading, event.look.dice))
        return names

    def _picture(self, name: str, image: Image) -> None:
        try:
            write_picture(self.folder / name, image)
        except OSError as error:
            raise self._trouble(error) from error

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            self._session.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._session.flush()
        except OSError as error:
            raise self._trouble(error) from error

    def _trouble(self, error: OSError) -> RecordingError:
        return RecordingError(
            f"the recording {self.folder} cannot be written ({error.strerror}): free some space or name another disk; "
            "no throw that counted is lost"
        )


def lines(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a recording in order; leave out an incomplete last line, as after a power cut.

    Raises:
        RecordingError: there is no recording, it has another version, or another line is damaged.

    """
    path = folder / SESSION
    try:
        raw = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    except OSError as error:
        raise RecordingError(f"{folder} holds no recording ({error.strerror}): name a folder with {SESSION}") from error
    if not raw:
        raise RecordingError(f"{path} is empty: name another recording")
    for number, text in enumerate(raw, 1):
        try:
            line = json.loads(text)
        except ValueError:
            if 1 < number == len(raw) and not text.endswith("\n"):
                return
            line = None
        if number == 1 and (not isinstance(line, dict) or line.get("version") != VERSION):
            raise RecordingError(f"{path} is not a recording of version {VERSION}: use the program that made it")
        if not _is_whole(line):
            raise RecordingError(f"{path}: line {number} is damaged: remove that line, then try again")
        yield line


def _is_whole(line: Any) -> bool:
    if not isinstance(line, dict) or not isinstance(line.get("event"), str):
        return False
    if line["event"] != "look":
        return True
    pictures = line.get("pictures")
    return isinstance(pictures, dict) and bool(pictures) and all(isinstance(name, str) for name in pictures.values())


def read_calibration(folder: Path) -> Calibration | None:
    """Return the calibration of a recording's table, None if it had none and the drawings were used.

    Raises:
        RecordingError: there is no recording, or its calibration is damaged.

    """
    kept = next(lines(folder)).get("calibration")
    try:
        return None if kept is None else Calibration.from_json(kept)
    except CalibrationFileError as error:
        raise RecordingError(f"{folder / SESSION}: line 1 holds no calibration: record it again") from error


def read_machine(folder: Path) -> str:
    """Return the kind of machine of a recording; raises RecordingError."""
    return str(next(lines(folder)).get("machine", USUAL_MACHINE))


def scenes(folder: Path) -> Iterator[dict[str, Image]]:
    """Yield the exposures of each look of a recording, in order."""
    for line in lines(folder):
        if line["event"] == "look":
            yield exposures(folder, line)


def exposures(folder: Path, look: Mapping[str, Any]) -> dict[str, Image]:
    """Load the pictures that a look's line names.

    Raises:
        PictureError: a picture is missing or damaged.

    """
    from vision.pictures import load_picture

    return {light: load_picture(folder / name) for light, name in look["pictures"].items()}


FRESH = 3600.0
"""A recording that was written to in the last so many seconds may not be over: it stays unchanged."""
GIGABYTE = 1e9


def thin(folder: Path, gigabytes: float, days: float, now: float | None = None) -> Iterator[str]:
    """Thin out the recordings in `folder` to so many gigabytes, oldest first, and yield a message for each.

    Also remove pictures older than so many days, if a time server confirmed the clock, both now and when they were
    taken.

    Leave alone what is not a recording, the targets of links, and recordings written to within an hour of `now`, in
    seconds since 1970. Remove `session.jsonl` only if these files alone exceed the size.

    Raises:
        RecordingError: the folder cannot be read, or something in it cannot be removed.

    """
    try:
        found, now = sorted(_recordings(folder)), time.time() if now is None else now
        total, most = sum(size for _, _, _, size in found), gigabytes * GIGABYTE
        first = now - days * DAY if is_synchronised() else 0.0
        # after the clock was set back, recordings may have dates in the future
        old = [one for one in found if abs(now - one[0]) > FRESH]
        for written, place, pictures, _ in old:
            if pictures and ((written < first and _is_dated(place)) or total > most):
                for name in (PICTURES, ANNOTATED):
                    if (place / name).is_dir():
                        shutil.rmtree(place / name)
                total -= pictures
                yield f"{place}: its pictures are removed, {pictures / 1e6:.1f} MB"
        for _, place, pictures, size in old:
            if total > most:
                shutil.rmtree(place)
                total -= size - pictures
                yield f"{place}: removed, {(size - pictures) / 1e6:.1f} MB"
    except OSError as error:
        raise RecordingError(
            f"the recordings in {folder} cannot be thinned out ({error}): correct the folder's permissions"
        ) from error


def _recordings(folder: Path) -> Iterator[tuple[float, Path, int, int]]:
    """Yield each recording's last change (in seconds since 1970), path, bytes of pictures, and bytes of all files."""
    for place in folder.iterdir() if folder.is_dir() else ():
        session = place / SESSION
        if place.is_symlink() or not session.is_file():
            continue
        pictures = sum(_size(place / name) for name in (PICTURES, ANNOTATED))
        yield session.stat().st_mtime, place, pictures, _size(place)


def _is_dated(place: Path) -> bool:
    with suppress(RecordingError):
        return DATED in next(lines(place), {})
    return False


def _size(folder: Path) -> int:
    """Return the bytes of all files under a folder, 0 if there is no folder or if it is a link."""
    if folder.is_symlink():
        return 0
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
