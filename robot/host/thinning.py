"""Deletes old recordings every day, while games go on."""

import threading
from collections.abc import Callable
from pathlib import Path

from hardware.closing import Closing
from robot.errors import RecordingError
from robot.host.status import StatusBook
from robot.records.thinning import Limits, thin
from robot.records.wall_clock import DAY, ClockJudgement

HOUR = 3600.0
DEVICE = "recording"
"""The status reports under this name that recordings cannot be deleted."""


class Thinning(Closing):
    """Deletes old recordings in `folder` now and every day until it is closed, in a thread of its own.

    While the clock is implausible it asks `judge` again every hour: a Pi gets its time after it has started. It tells
    `notify` what it has deleted. A failure stands in `book` until it succeeds.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits,
        judge: Callable[[], ClockJudgement],
        book: StatusBook,
        notify: Callable[[str], None],
        *,
        every: float = DAY,
    ) -> None:
        self._folder, self._limits, self._judge = folder, limits, judge
        self._book, self._tell, self._every = book, notify, every
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="thinning", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Delete no further recording. Repeating this is harmless."""
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ends.is_set():
            clock = self._judge()
            try:
                for thinned in thin(self._folder, self._limits, clock):
                    self._tell(str(thinned))
                    if self._ends.is_set():
                        return
            except RecordingError as error:
                self._book.fault(DEVICE, error, "warning")
            else:
                if self._book.now.device(DEVICE):
                    self._book.clear(DEVICE)
            self._ends.wait(self._every if clock.sound else min(self._every, HOUR))
