"""Tell people when an answer takes long."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from robot.terminal.letters import print_lines

SLOW = 3.0
"""Seconds after which a notice says what takes so long."""
STRATEGY = "the robots' strategy is being computed, which may take a minute the first time"


def print_notice(text: str) -> None:
    """Say one line on stderr, apart from the answers on stdout."""
    print_lines([f"pipsqueak: {text}"], sys.stderr)


@contextmanager
def notice_if_slow(text: str, notify: Callable[[str], None] = print_notice) -> Iterator[None]:
    """Print `text` once if the block takes long."""
    timer = threading.Timer(SLOW, notify, (f"{text} …",))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
