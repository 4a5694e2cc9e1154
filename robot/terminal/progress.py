"""A bar that shows on a terminal how far long work is; where there is no terminal, nothing is shown."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from solver.progress import heard_by

if TYPE_CHECKING:
    from rich.progress import Progress

SOON = 0.5
"""Seconds after which the bar appears."""


class _Bar:
    """The bar of one piece of work, which appears by itself; it pulses while nobody knows how far the work is."""

    def __init__(self, what: str) -> None:
        self._what, self._share, self._lock = what, 0.0, threading.Lock()
        self._progress: Progress | None = None
        self._timer = threading.Timer(SOON, self._appear)
        self._timer.daemon = True
        self._timer.start()

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        columns = TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
        with self._lock:
            if self._timer.finished.is_set():  # the work was done first
                return
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
            task = self._progress.add_task(self._what, total=None)
            if self._share:
                self._progress.update(task, total=1.0, completed=self._share)
            self._progress.start()

    def hear(self, share: float) -> None:
        """Show which share of the work is done."""
        with self._lock:
            self._share = share
            if self._progress:
                self._progress.update(self._progress.task_ids[0], total=1.0, completed=share)

    def close(self) -> None:
        """Take the bar away."""
        self._timer.cancel()
        with self._lock:
            if self._progress:
                self._progress.stop()


_shown = threading.Lock()
"""Held while a bar is shown: work within other work has none of its own."""


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal how far the work of the block is once it takes a moment, as `solver.progress` is told."""
    if not sys.stderr.isatty() or not _shown.acquire(blocking=False):
        yield
        return
    bar = _Bar(what)
    try:
        with heard_by(bar.hear):
            yield
    finally:
        bar.close()
        _shown.release()
