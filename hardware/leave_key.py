"""The key q of a terminal, which is heard at once, whatever the program is doing."""

import os
import signal
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn, TextIO

KEY = b"q"


class LeftByKeyError(KeyboardInterrupt):
    """Somebody pressed q. Like Ctrl-C, no handler of other errors stops it."""


@contextmanager
def leave_at_once(stream: TextIO) -> Iterator[None]:
    """Let q raise LeftByKeyError in the main thread, once. Nothing changes unless `stream` is the program's terminal.

    The terminal sends a signal for this key instead of a letter, as it does for Ctrl-C.
    """
    handle = _terminal(stream)
    if handle is None:
        yield
        return
    settings = termios.tcgetattr(handle)
    ours = termios.tcgetattr(handle)
    ours[6][termios.VQUIT] = KEY
    heard = signal.signal(signal.SIGQUIT, _leave)
    termios.tcsetattr(handle, termios.TCSANOW, ours)
    try:
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, settings)
        signal.signal(signal.SIGQUIT, heard)


def _leave(number: int, frame: object) -> NoReturn:  # noqa: ARG001
    signal.signal(signal.SIGQUIT, signal.SIG_IGN)  # nothing interrupts the end of the game
    raise LeftByKeyError


def _terminal(stream: TextIO) -> int | None:
    """Return the file descriptor of the terminal that this program runs in, None for anything else."""
    try:
        handle = stream.fileno()
        return handle if os.tcgetpgrp(handle) == os.getpgrp() else None
    except OSError:
        return None
