"""Tell people when an answer takes long, and show its progress on a terminal."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from robot.terminal.letters import print_lines
from solver.progress import report_to

SLOW = 3.0
"""Seconds before a notice says what takes so long."""


def print_notice(text: str) -> None:
    """Print one line on stderr, apart from the answers on stdout."""
    print_lines([f"pipsqueak: {text}"], sys.stderr)


@contextmanager
def notice_if_slow(text: str, notify: Callable[[str], None] = print_notice) -> Iterator[None]:
    """Print `text` once if the block takes long."""
    timer = threading.Timer(SLOW, notify, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


SOON = 0.5
"""Seconds after which the bar appears."""
_shown = threading.Lock()
"""Held while a bar is shown: nested work shows no bar of its own."""


@contextmanager
def show_progress(what: str) -> Iterator[None]:
    """If the block takes a moment, show on a terminal the progress that `solver.progress` reports.

    The bar pulses until the work reports a share, and again when the reported work is complete.
    """
    if not sys.stderr.isatty() or not _shown.acquire(blocking=False):
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
    task = bar.add_task(what, total=None)

    def hear(share: float) -> None:
        bar.tasks[0].total = 1.0 if share < 1.0 else None
        bar.update(task, completed=share)

    timer = threading.Timer(SOON, bar.start)
    timer.start()
    try:
        with report_to(hear):
            yield
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
        _shown.release()
