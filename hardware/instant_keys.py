"""Keys of a terminal that are heard at once, whatever the program is doing: q to leave, f to hurry."""

import os
import signal
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO


class LeftByKeyError(KeyboardInterrupt):
    """Somebody pressed q. Like Ctrl-C, no handler of other errors stops it."""


@dataclass(frozen=True, slots=True)
class InstantKey:
    """A `letter` for which the terminal sends a signal, as it does for Ctrl-C: in place of its key number `place`."""

    letter: bytes
    place: int
    number: signal.Signals


LEAVE = InstantKey(b"q", termios.VQUIT, signal.SIGQUIT)
HURRY = InstantKey(b"f", termios.VSUSP, signal.SIGTSTP)


@contextmanager
def heard_at_once(stream: TextIO, key: InstantKey, do: Callable[[], None]) -> Iterator[bool]:
    """Let a key call `do` in the main thread. Yields False, and changes nothing, unless `stream` is its terminal."""
    handle = _terminal(stream)
    if handle is None:
        yield False
        return
    settings, ours = termios.tcgetattr(handle), termios.tcgetattr(handle)
    ours[6][key.place] = key.letter
    before = signal.signal(key.number, lambda *_: do())
    termios.tcsetattr(handle, termios.TCSANOW, ours)
    try:
        yield True
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, settings)
        signal.signal(key.number, before)


def leave() -> None:
    """Raise LeftByKeyError, and hear the key no more: nothing interrupts the end of the game."""
    signal.signal(LEAVE.number, signal.SIG_IGN)
    raise LeftByKeyError


def _terminal(stream: TextIO) -> int | None:
    """Return the file descriptor of the terminal that this program runs in, None for anything else."""
    try:
        handle = stream.fileno()
        return handle if os.tcgetpgrp(handle) == os.getpgrp() else None
    except OSError:
        return None
