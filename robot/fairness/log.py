"""The log of a study: a CSV file in which each row carries the hash of the row before, the first that of the plan.

A row is a throw of all dice, or something that happened between throws. No row can be changed, left out or put in
without changing all that follow. A power cut tears the last row at most; that one is cut off, and said.
"""

import csv
import enum
import errno
import hashlib
import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Self

import numpy as np

from hardware.closing import Closing
from robot.errors import FileError
from robot.fairness.checks import DieThrows
from robot.fairness.plan import PLAN, StudyPlan
from robot.fairness.reader import UNREAD
from robot.files import lock_byte
from vision.paths import printable_path

LOG = "log.csv"
TIME = "%Y-%m-%dT%H:%M:%SZ"
"""How times are written, in UTC."""
IN_DOUBT = "?"
VALUES = frozenset("123456")


class LogEvent(enum.StrEnum):
    """What a row says: a throw that is void fell and is not known, one that is retried was never seen."""

    SEALED = "sealed"
    THROW = "throw"
    VOID = "void"
    RETRIED = "retried"
    TURNED = "turned"
    BEGUN = "begun"
    MENDED = "mended"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row: `throw` is the number of throws so far, this one counted; `cells` what was read of each die.

    A cell is a value from 1 to 6, or "?" and why the die is in doubt. `pictures` are the SHA-256 of the throw's
    pictures by the name of their light; `note` says what happened where it is no throw.
    """

    time: str
    event: LogEvent
    throw: int
    wells: tuple[int, ...] = ()
    cells: tuple[str, ...] = ()
    pictures: Mapping[str, str] | None = None
    note: str = ""

    def line(self, dice: int, before: str) -> str:
        """Return the row as a line of the file, with `before` the hash of the one before it."""
        pictures = " ".join(f"{light}:{digest}" for light, digest in (self.pictures or {}).items())
        cells = self.cells or ("",) * dice
        words = [self.time, self.event.value, str(self.throw), " ".join(map(str, self.wells)), *cells, pictures]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow([*words, self.note, before])
        return text.getvalue()


@dataclass(frozen=True, slots=True)
class StudyRecord:
    """All that a log holds: its rows, and the hash of the last line."""

    rows: tuple[LogRow, ...]
    head: str

    @property
    def throws(self) -> int:
        """How many throws were made."""
        return self.rows[-1].throw if self.rows else 0

    @property
    def begun(self) -> int:
        """How often the study was begun or taken up again."""
        return sum(row.event is LogEvent.BEGUN for row in self.rows)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that the study was begun at, in the order in which they came first."""
        return tuple(dict.fromkeys(row.note for row in self.rows if row.event is LogEvent.BEGUN))

    @property
    def settled(self) -> tuple[int, ...]:
        """The wells that people have laid the dice into last, () before the first time."""
        return next((row.wells for row in reversed(self.rows) if row.event is LogEvent.TURNED), ())

    def die(self, number: int) -> DieThrows:
        """Return the throws of a die of the plan, counted from 0."""
        rows = [row for row in self.rows if row.event is LogEvent.THROW]
        cells = [row.cells[number] for row in rows]
        readings = np.array([int(cell) - 1 if cell in VALUES else UNREAD for cell in cells], dtype=np.int64)
        wells = np.array([row.wells[number] for row in rows if row.wells], dtype=np.int64)
        return DieThrows(readings, wells if len(wells) == len(readings) and len(wells) else None)


def digest(line: str) -> str:
    """Return the SHA-256 of a line, its end left out, in hexadecimal."""
    return hashlib.sha256(line.rstrip("\n").encode()).hexdigest()


def heading(dice: Sequence[str]) -> str:
    """Return the first line of a log: the names of its columns, those of the dice with "die" before."""
    text = io.StringIO()
    columns = ["time", "event", "throw", "wells", *(f"die {name}" for name in dice), "pictures", "note", "before"]
    csv.writer(text, lineterminator="\n").writerow(columns)
    return text.getvalue()


def parse(text: str, plan: StudyPlan, seal: str, path: Path) -> tuple[StudyRecord, str]:
    """Return what the log of a plan holds, and the torn row at its end, "" if there is none.

    `seal` is the hash of the plan's file. Raises FileError for what was changed.
    """
    whole, _, torn = text.rpartition("\n")
    lines = whole.split("\n") if whole else []
    named = printable_path(path)
    if not lines or lines[0] + "\n" != heading(plan.dice):
        raise FileError(f"{named} begins with other dice than the plan: the plan or the log was changed")
    before, rows = digest(lines[0]), [*csv.reader(lines[1:])]
    if len(rows) != len(lines) - 1:
        raise FileError(f"{named} is not a study's log: a row was changed")
    read: list[LogRow] = []
    for number, (line, cells) in enumerate(zip(lines[1:], rows, strict=True), 2):
        expected = seal if number == 2 else before
        if not cells or cells[-1] != expected:
            wrong = (
                "the plan was changed after the seal" if number == 2 else f"row {number - 1} was changed, or one cut"
            )
            raise FileError(f"{named}: {wrong}: row {number} carries another hash")
        read.append(_row(cells, plan, read, f"{named}: row {number}"))
        before = digest(line)
    if not read:
        raise FileError(f"{named} carries no seal: the log was cut, or the plan was never sealed")
    return StudyRecord(tuple(read), before), torn


def _row(cells: Sequence[str], plan: StudyPlan, before: Sequence[LogRow], named: str) -> LogRow:
    """Return a row whose hash is right. Raises FileError where it is nothing that a study writes."""
    dice = len(plan.dice)
    try:
        time, event, throw, wells, *values, pictures, note, _ = cells
        datetime.strptime(time, TIME).replace(tzinfo=UTC)
        kept = dict(word.split(":") for word in pictures.split())
        read = tuple(values) if any(values) else ()
        row = LogRow(time, LogEvent(event), int(throw), tuple(map(int, wells.split())), read, kept or None, note)
        thrown = row.event is LogEvent.THROW
        count = (before[-1].throw if before else 0) + thrown
        right = all(cell in VALUES or cell.startswith(IN_DOUBT) for cell in read) and len(values) == dice
        right = right and len(row.wells) in {0, dice}
        if row.throw != count or bool(read) != thrown or not right or (not before) != (row.event is LogEvent.SEALED):
            raise ValueError
    except ValueError as error:
        raise FileError(f"{named} is not a study's row: the log was changed") from error
    return row


def read_log(folder: Path, plan: StudyPlan, seal: str) -> tuple[StudyRecord, str]:
    """Return what the log in a folder holds, and the torn row at its end, "" if there is none. Raises FileError."""
    path = folder / LOG
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise FileError(
            f"{printable_path(path)} cannot be read ({error.strerror}): a study needs its log; take it from a copy"
        ) from error
    return parse(text, plan, seal, path)


class StudyLog(Closing):
    """Writes the log of a study; each row is on the disk before `write` returns.

    `record` is what it held when it was opened, `torn` the row that a power cut tore, which was cut off. Raises
    FileError.
    """

    def __init__(self, folder: Path, plan: StudyPlan, seal: str) -> None:
        self._path = folder / LOG
        self._dice = len(plan.dice)
        self._file = self._opened()
        if not lock_byte(self._file, 0):
            self._file.close()
            raise FileError(f"{printable_path(self._path)} is open in another program: stop that one first")
        try:
            self.record, self.torn = read_log(folder, plan, seal)
            if self.torn:
                self._cut()
        except BaseException:
            self._file.close()
            raise
        self.throws, self.settled, self._before = self.record.throws, self.record.settled, self.record.head

    @classmethod
    def seal(cls, folder: Path, plan: StudyPlan) -> Self:
        """Begin the log of a plan that was just kept, and return it open; if that fails, the plan is not kept either.

        Raises FileError.
        """
        first = LogRow(plan.made, LogEvent.SEALED, 0).line(len(plan.dice), plan.seal)
        path = folder / LOG
        try:
            with path.open("x", encoding="utf-8", newline="") as file:
                file.write(heading(plan.dice) + first)
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError as error:
            raise FileError(f"{printable_path(path)} is there already: name a new folder") from error
        except OSError as error:
            path.unlink(missing_ok=True)
            (folder / PLAN).unlink(missing_ok=True)
            raise FileError(
                f"{printable_path(path)} cannot be written ({error.strerror}): free some space, then plan again"
            ) from error
        return cls(folder, plan, plan.seal)

    def write(self, row: LogRow) -> None:
        """Add a row. Raises FileError where the disk is full or gone: what was written before stands."""
        line = row.line(self._dice, self._before)
        end = self._file.tell()
        try:
            if self._file.write(line.encode()) < len(line.encode()):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        except OSError as error:
            self._back_to(end)
            raise FileError(
                f"{printable_path(self._path)} cannot be written ({error.strerror}): free some space, then run again; "
                f"the {self.throws} throws so far are kept"
            ) from error
        self._before, self.throws = digest(line), row.throw
        if row.event is LogEvent.TURNED:
            self.settled = row.wells

    def close(self) -> None:
        """Close the file; further calls do nothing."""
        self._file.close()

    def _opened(self) -> IO[bytes]:
        try:
            file = self._path.open("rb+", buffering=0)
        except OSError as error:
            raise FileError(
                f"{printable_path(self._path)} cannot be opened ({error.strerror}): a study needs its log"
            ) from error
        file.seek(0, os.SEEK_END)
        return file

    def _cut(self) -> None:
        whole = self._path.read_bytes().rpartition(b"\n")[0]
        self._back_to(len(whole) + 1)
        os.fsync(self._file.fileno())

    def _back_to(self, end: int) -> None:
        self._file.truncate(end)
        self._file.seek(end)
