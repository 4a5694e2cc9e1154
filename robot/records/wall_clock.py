"""Whether the machine's clock can be believed, before anything is removed because it is old.

A Pi has no clock that runs while it is off. It starts with a time that is behind, and jumps when a network tells it the
right one. What was written before a jump looks old at once.
"""

import ctypes
import enum
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from robot.config import Folders
from robot.errors import FileError, JournalError
from robot.files import keep_file
from robot.match.journal import Journal

DAY = 86_400.0
FAR = 7 * DAY
"""Seconds between two runs beyond which nobody can tell a pause from a jump of the clock."""
SLACK = 120.0
"""Seconds by which a clock that is set right may go back."""
UNSYNCHRONISED = 0x40
"""The bit STA_UNSYNC of adjtimex(2)."""


class ClockTrust(enum.Enum):
    """Whether the clock is plausible, or why it is not."""

    SOUND = "sound"
    UNSYNCHRONISED = "unsynchronised"
    BEHIND = "behind"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True)
class ClockJudgement:
    """What is known of the clock that says `now`, in seconds since 1970. It has not jumped since its time `since`."""

    now: float
    trust: ClockTrust
    since: float

    @property
    def sound(self) -> bool:
        return self.trust is ClockTrust.SOUND

    def age(self, written: float) -> float:
        """Return how many seconds ago at least that was which is dated `written`; 0 while the clock is implausible."""
        return max(0.0, self.now - max(written, self.since)) if self.sound else 0.0

    def __str__(self) -> str:
        said = f"{datetime.fromtimestamp(self.now).astimezone():%Y-%m-%d %H:%M}"
        match self.trust:
            case ClockTrust.SOUND:
                return f"{said}, which is plausible"
            case ClockTrust.UNSYNCHRONISED:
                return f"{said}, which no time server has confirmed: nothing is removed because it is old"
            case ClockTrust.BEHIND:
                return f"{said}, before what was last written: set the clock; nothing is removed because it is old"
            case ClockTrust.AHEAD:
                return f"{said}, a week or more after the last run: nothing from before it counts as old yet"


class _Timex(ctypes.Structure):
    """The head of struct timex, and room for the rest of its 208 bytes."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 160),
    )


def synchronised() -> bool:
    """Return whether the kernel says that a time server keeps the clock right; False where it cannot be asked."""
    asked = _Timex()  # modes 0 changes nothing
    try:
        return ctypes.CDLL(None).adjtimex(ctypes.byref(asked)) >= 0 and not asked.status & UNSYNCHRONISED
    except (OSError, AttributeError):
        return False


class ClockJudge:
    """Judges the clock by the kernel, by the newest entry of the journal, and by the last run that asked."""

    def __init__(
        self, folders: Folders, now: Callable[[], float] = time.time, synchronised: Callable[[], bool] = synchronised
    ) -> None:
        self._journal, self._mark = folders.journal, folders.data / "clock.json"
        self._now, self._synchronised = now, synchronised

    def look(self) -> ClockJudgement:
        """Judge the clock, and leave no trace."""
        now = self._now()
        last, since = self._last() or (now, now)
        if not self._synchronised():
            return ClockJudgement(now, ClockTrust.UNSYNCHRONISED, since)
        if now < max(last, self._newest()) - SLACK:
            return ClockJudgement(now, ClockTrust.BEHIND, now)
        if now - last > FAR:
            return ClockJudgement(now, ClockTrust.AHEAD, now)
        return ClockJudgement(now, ClockTrust.SOUND, since)

    def judge(self) -> ClockJudgement:
        """Judge the clock, and note this run for the next one."""
        found = self.look()
        if found.trust is not ClockTrust.UNSYNCHRONISED:
            with suppress(FileError):  # without this note the next run takes the time since the last one for a jump
                keep_file(self._mark, json.dumps({"last": found.now, "since": found.since}).encode())
        return found

    def _last(self) -> tuple[float, float] | None:
        """Return when the last run was, and since when the clock had not jumped then; None before the first run."""
        try:
            mark = json.loads(self._mark.read_text(encoding="utf-8"))
            return float(mark["last"]), float(mark["since"])
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def _newest(self) -> float:
        if not self._journal.is_file():
            return 0.0
        try:
            with Journal(self._journal) as journal:
                newest = journal.newest()
        except JournalError:  # whoever plays is told
            return 0.0
        return datetime.fromisoformat(newest).timestamp() if newest else 0.0
