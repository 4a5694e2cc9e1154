"""The log of a study: a CSV file whose rows are throws of all dice, or what happened between them.

A power cut damages at most the last row. It is cut off and reported. Logs of earlier versions have two more columns.
"""

import csv
import errno
import io
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hardware.closing import Closing
from robot.errors import FileError
from robot.files import lock_byte
from vision.errors import printable_path

LOG = "log.csv"
FACES = 6
UNREAD = -1
"""The reading of a die left in doubt, and the index of the count of such dice."""
TIME = "%Y-%m-%dT%H:%M:%SZ"
"""How times are written, in UTC."""
IN_DOUBT = "?"
VALUES = frozenset("123456")
BEGUN, TURNED, THROW, VOID, STOPPED = "begun", "turned", "throw", "void", "stopped"
"""The events of rows. The outcome of a void throw is not known. Earlier versions wrote some other events."""

Row = Mapping[str, str]
"""The cells of a row by their columns. A die's cell is a value from 1 to 6, or "?" and why it is in doubt."""


def columns_of(dice: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a log's columns. Those of dice begin with "die"."""
    return ("time", "event", "throw", "wells", *(f"die {name}" for name in dice), "note")


def write_row(columns: Sequence[str], cells: Row) -> bytes:
    """Return a line of a log with these cells. The other columns are empty."""
    text = io.StringIO()
    csv.DictWriter(text, columns, restval="", lineterminator="\n").writerow(cells)
    return text.getvalue().encode()


class StudyLog(Closing):
    """The log of a study of `dice` in a folder: its `rows`, and `torn`, the end of a row that a power cut damaged.

    Unless it is only `read`, it is locked against other programs, and the torn row is cut off. Raises FileError.
    """

    def __init__(self, folder: Path, dice: Sequence[str], *, read: bool = False) -> None:
        self._path, self._dice = folder / LOG, dice
        self._named = printable_path(self._path)
        try:
            self._file = self._path.open("rb" if read else "rb+", buffering=0)
        except OSError as error:
            raise FileError(f"{self._named} cannot be opened ({error.strerror}): a study needs its log") from error
        try:
            if not (read or lock_byte(self._file, 0)):
                raise FileError(f"{self._named} is open in another program: stop that one first")
            whole, end, torn = self._file.read().rpartition(b"\n")
            self.torn = torn.decode("utf-8", "replace")
            self.rows: list[Row] = []
            self._read(whole.decode("utf-8", "replace").split("\n"))
            if self.torn and not read:
                self._back_to(len(whole + end))
                os.fsync(self._file.fileno())
        except BaseException:
            self._file.close()
            raise

    def _read(self, lines: Sequence[str]) -> None:
        rows = csv.DictReader(lines)
        self._columns = rows.fieldnames or ()
        if not {*columns_of(self._dice)} <= {*self._columns}:
            raise FileError(f"{self._named} begins with other dice than the plan: somebody changed the plan or the log")
        for number, row in enumerate(rows, 2):
            try:
                datetime.strptime(row["time"], TIME).replace(tzinfo=UTC)
                thrown = row["event"] == THROW
                cells = [row[f"die {name}"] for name in self._dice]
                right = all(cell in VALUES or cell.startswith(IN_DOUBT) for cell in cells) if thrown else not any(cells)
                wells = [int(well) for well in row["wells"].split()]
                if not right or int(row["throw"]) != self.throws + thrown or len(wells) not in {0, len(self._dice)}:
                    raise ValueError(row)
            except (ValueError, TypeError, AttributeError) as error:
                raise FileError(f"{self._named}: row {number} is not a row of a study: somebody changed it") from error
            self.rows.append(row)

    @property
    def throws(self) -> int:
        """How many throws were made."""
        return int(self.rows[-1]["throw"]) if self.rows else 0

    @property
    def settled(self) -> tuple[int, ...]:
        """The wells that the dice were laid into last, () before the first time."""
        wells = next((row["wells"] for row in reversed(self.rows) if row["event"] == TURNED), "")
        return tuple(map(int, wells.split()))

    def die(self, name: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64] | None]:
        """Return a die's throws, 0 to 5 or UNREAD, and its wells, None without wells; each has shape (throws,)."""
        rows = [row for row in self.rows if row["event"] == THROW]
        cells = [row[f"die {name}"] for row in rows]
        readings = np.array([int(cell) - 1 if cell in VALUES else UNREAD for cell in cells], dtype=np.int64)
        if not all(row["wells"] for row in rows):
            return readings, None
        place = list(self._dice).index(name)
        return readings, np.array([int(row["wells"].split()[place]) for row in rows], dtype=np.int64)

    def write(self, event: str, note: str = "", wells: Sequence[int] = (), cells: Sequence[str] = ()) -> None:
        """Add a row with the time of day: a throw with its cells, or a note. It is on the disk when this returns.

        Raises FileError if the disk is full or gone; earlier rows stay.
        """
        row = {"time": datetime.now(UTC).strftime(TIME), "event": event, "throw": str(self.throws + (event == THROW))}
        row |= dict.fromkeys((f"die {name}" for name in self._dice), "")
        row |= {f"die {name}": cell for name, cell in zip(self._dice, cells, strict=False)}
        row |= {"wells": " ".join(map(str, wells)), "note": " ".join(note.split())}
        line, end = write_row(self._columns, row), self._file.seek(0, os.SEEK_END)
        try:
            if self._file.write(line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        except OSError as error:
            self._back_to(end)
            raise FileError(
                f"{self._named} cannot be written ({error.strerror}): free some space, then run again; "
                f"the {self.throws} throws so far are kept"
            ) from error
        self.rows.append(row)

    def close(self) -> None:
        """Close the file; further calls do nothing."""
        self._file.close()

    def _back_to(self, end: int) -> None:
        self._file.truncate(end)
        self._file.seek(end)
