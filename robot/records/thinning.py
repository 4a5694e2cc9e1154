"""Old recordings thinned out by age and size: first their pictures go, which are nearly all of it, then the rest."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from robot.config import Config
from robot.errors import RecordingError
from robot.records.recording import ANNOTATED, PICTURES, SESSION
from robot.records.wall_clock import DAY, ClockJudgement

FRESH = 3600.0
"""Seconds since a recording was written to, within which it may not be over: it stays as it is."""
GIGABYTE = 1e9


@dataclass(frozen=True, slots=True)
class Limits:
    """How old recordings may be with their pictures, in days, and how large all of them together, in bytes."""

    days: float
    size: int

    @classmethod
    def of(cls, config: Config) -> "Limits":
        """Return the limits that the operator set."""
        return cls(config.recordings_days, int(config.recordings_gigabytes * GIGABYTE))


@dataclass(frozen=True, slots=True)
class Thinned:
    """What was removed from a recording: its pictures, or all of it if `whole`; `size` in bytes."""

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


def thin(folder: Path, limits: Limits, clock: ClockJudgement) -> Iterator[Thinned]:
    """Thin out the recordings that lie in `folder`, oldest first, and yield what was taken.

    Never touches what is not a recording, the target of a link, or a recording written to within the hour. The lines of
    `session.jsonl` stay until their size alone is too much. While the clock is implausible, only the size counts.

    Raises:
        RecordingError: the folder cannot be read, or something in it not be removed.

    """
    try:
        found = sorted(_recordings(folder), key=lambda recording: recording.written)
        total = sum(recording.size for recording in found)
        # a clock that was set back leaves recordings behind it whose date is still to come
        old = [recording for recording in found if abs(clock.now - recording.written) > FRESH]
        for recording in old:
            aged = clock.age(recording.written) > limits.days * DAY
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
            f"the recordings in {folder} cannot be thinned out ({error}): correct the folder's permissions"
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
