"""Old recordings thinned out by age and size: first their pictures go, which are nearly all of it, then the rest."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.closing import Closing
from robot.config import Config
from robot.errors import RecordingError
from robot.host.status import StatusBook
from robot.records.recording import ANNOTATED, PICTURES, SESSION

FRESH = 3600.0
"""Seconds since a recording was written to, within which it may not be over: it stays as it is."""
DAY = 86_400.0
GIGABYTE = 1e9
DEVICE = "recording"
"""Under what name the status tells that recordings cannot be thinned out."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How old recordings may be with their pictures, in days, and how large all of them together, in bytes."""

    days: float
    size: int

    @classmethod
    def of(cls, config: Config) -> "Limits":
        """Return what the operator set."""
        return cls(config.recordings_days, int(config.recordings_gigabytes * GIGABYTE))


@dataclass(frozen=True, slots=True)
class Thinned:
    """What was taken from a recording: only its pictures, or, with `whole`, all of it; `size` in bytes."""

    folder: Path
    size: int
    whole: bool

    def __str__(self) -> str:
        what = "removed" if self.whole else "its pictures are removed"
        return f"{self.folder}: {what}, {self.size / 1e6:.1f} MB"


@dataclass(frozen=True, slots=True)
class _Recording:
    folder: Path
    written: float
    pictures: int
    size: int


def thin(folder: Path, limits: Limits, now: float) -> Iterator[Thinned]:
    """Thin out the recordings that lie in `folder`, oldest first, and yield what was taken; `now` in seconds, as files.

    What is no recording is never touched, nor what a link leads to, nor a recording written to within the hour. The
    lines of `session.jsonl` stay until their size alone is too much.

    Raises:
        RecordingError: the folder cannot be read, or something in it not be removed.

    """
    try:
        found = sorted(_recordings(folder), key=lambda recording: recording.written)
        total = sum(recording.size for recording in found)
        old = [recording for recording in found if now - recording.written > FRESH]
        for recording in old:
            aged = now - recording.written > limits.days * DAY
            if recording.pictures and (aged or total > limits.size):
                for name in (PICTURES, ANNOTATED):
                    if (recording.folder / name).is_dir():
                        shutil.rmtree(recording.folder / name)
                total -= recording.pictures
                yield Thinned(recording.folder, recording.pictures, whole=False)
        for recording in old:
            if total > limits.size:
                shutil.rmtree(recording.folder)
                total -= recording.size - recording.pictures
                yield Thinned(recording.folder, recording.size - recording.pictures, whole=True)
    except OSError as error:
        raise RecordingError(
            f"the recordings in {folder} cannot be thinned out ({error}): mend the folder's permissions"
        ) from error


def _recordings(folder: Path) -> Iterator[_Recording]:
    for place in folder.iterdir() if folder.is_dir() else ():
        session = place / SESSION
        if place.is_symlink() or not session.is_file():
            continue
        pictures = sum(_size(place / name) for name in (PICTURES, ANNOTATED))
        yield _Recording(place, session.stat().st_mtime, pictures, _size(place))


def _size(folder: Path) -> int:
    """Return the bytes of all files under a folder, 0 if there is none; a folder that is a link counts for nothing."""
    if folder.is_symlink():
        return 0
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


class Thinning(Closing):
    """Thins out the recordings in `folder` now and every day until it is closed, in a thread of its own.

    What was taken is told to `tell`; what cannot be done stands in `book` until it can.
    """

    def __init__(
        self, folder: Path, limits: Limits, book: StatusBook, tell: Callable[[str], None], every: float = DAY
    ) -> None:
        self._folder, self._limits, self._book, self._tell, self._every = folder, limits, book, tell, every
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="thinning", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take no other recording; harmless when repeated."""
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ends.is_set():
            try:
                for thinned in thin(self._folder, self._limits, time.time()):
                    self._tell(str(thinned))
                    if self._ends.is_set():
                        return
            except RecordingError as error:
                self._book.ill(DEVICE, error, "warning")
            else:
                if self._book.now.device(DEVICE):
                    self._book.well(DEVICE)
            self._ends.wait(self._every)
