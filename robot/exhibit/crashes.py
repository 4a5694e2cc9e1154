"""Crashes, counted over restarts: after three fast ones in a row the machine stays still."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from robot.files import write_whole

FAST = 90.0
"""Seconds, with the pause before the next start, within which a run that ends by itself is a fast crash."""
ENOUGH = 3


def boot_id() -> str:
    """Return an identifier of this boot of the machine, empty if the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def since_boot() -> float:
    """Return the seconds since the machine was switched on, which no setting of its clock changes."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


@dataclass(slots=True)
class CrashBook:
    """The starts of runs that have crashed, in a file; `now` counts the machine's seconds since its boot.

    After the power was off the count begins again, since whoever switched the machine off and on has looked at it. If
    the file cannot be written, nothing is counted.
    """

    path: Path
    now: Callable[[], float]
    boot: str

    def start(self) -> int:
        """Note a start, and return how many fast crashes came right before it."""
        now, starts = self.now(), self._kept()[0]
        crashes = 0
        for sooner, later in reversed(list(pairwise([*starts, now]))):
            if not 0 <= later - sooner < FAST:
                break
            crashes += 1
        self._write([*starts[-ENOUGH:], now], self.why)
        return crashes

    @property
    def why(self) -> str:
        """The description of the last crash, empty if there is none."""
        return self._kept()[1]

    def crashed(self, why: str) -> None:
        """Record the cause of this run's crash."""
        self._write(self._kept()[0], why)

    def lasts(self) -> None:
        """Forget the crashes before, once a run has lasted long enough."""
        self._write(self._kept()[0][-1:], "")

    def end(self) -> None:
        """Note that this run has ended as intended."""
        self._write([], "")

    def _kept(self) -> tuple[list[float], str]:
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            if kept["boot"] == self.boot:
                return [float(start) for start in kept["starts"]], str(kept["why"])
        except (OSError, ValueError, TypeError, KeyError):
            return [], ""
        return [], ""

    def _write(self, starts: list[float], why: str) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, json.dumps({"boot": self.boot, "starts": starts, "why": why}).encode())
        except OSError:
            return
