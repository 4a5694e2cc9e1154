"""The keyboard as a panel: r, h, n (or u), 1 to 6, a for all, ? hint, i and Esc for rules, arrows, Enter, l, q."""

import os
import re
import select
import signal
import termios
import time
import tty
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from hardware.closing import Closing
from hardware.errors import PanelError, PanelLeftError
from hardware.panel import KEEPS, Button

KEYS = {
    "r": Button.ROLL,
    "h": Button.HOLD,
    "n": Button.NEW,
    "u": Button.NEW,
    "?": Button.HINT,
    "i": Button.RULES,
    "\x1b": Button.CLOSE,
    "a": Button.ALL,
    "l": Button.LEAVE,
    "\r": Button.ENTER,
    "\n": Button.ENTER,
    "\x1b[A": Button.UP,
    "\x1b[B": Button.DOWN,
    "\x1b[C": Button.RIGHT,
    "\x1b[D": Button.LEFT,
} | {str(n): keep for n, keep in enumerate(KEEPS, 1)}
LEAVE = "q"
SEQUENCE_SECONDS = 0.05
"""Within this time the rest of a key's sequence follows its beginning, also over a slow line."""
# Cursor and function keys send sequences that contain letters and digits; so do the late answers of a terminal.
_TYPED = re.compile(r"\x1b(?:\[[<-?]?[0-9;]*[A-Za-z~]|O[A-Z]|[_P][^\x1b]*\x1b\\)?|.", re.DOTALL)
_BEGUN = re.compile(r"\x1b(\[[<-?]?[0-9;]*|O|[_P][^\x1b]*\x1b?)?\Z")


class KeyboardPanel(Closing):
    """Reads single keys of a terminal, or words of a pipe, a file or any other stream line by line.

    Only the first letter of a word counts: "roll", "r" and "R" are the same. Closing restores the terminal's settings.
    There are no lamps: the screen shows what is kept. Without `leaving`, q is ignored. `tell_early` reports keys
    that came before their question and do not count, except Enter, which people type after a letter.
    `typed` is what a terminal sent last, with capital letters.
    """

    def __init__(self, stream: TextIO, *, leaving: bool = True) -> None:
        self._stream, self._leaving = stream, leaving
        self.tell_early: Callable[[], None] = lambda: None
        self._asked = False
        self._waiting: deque[str] = deque()
        self._half = ""
        self.typed = ""
        self._settings: list[Any] | None = None
        self._handle: int | None
        try:
            self._handle = stream.fileno()
        except OSError:
            # A stream in memory has no file descriptor and never blocks.
            self._handle = None
        self.is_terminal = self._handle is not None and os.isatty(self._handle)
        if self.is_terminal and self._handle is not None:
            try:
                self._settings = termios.tcgetattr(self._handle)
                tty.setcbreak(self._handle, termios.TCSANOW)  # what was typed since the program began stays
            except termios.error as error:
                raise PanelError(f"the terminal cannot be set for single keys: {error}") from error

    def press(self, timeout: float | None = None) -> Button | None:
        """Return the button of the next key, or None after `timeout` seconds.

        Other keys of a terminal are OTHER. Other sequences, and other words of a stream, are ignored.
        Raises PanelLeftError on q, and at the end of the stream.
        """
        while True:
            while self._waiting:
                key = self._waiting.popleft()
                if key == LEAVE and self._leaving:
                    raise PanelLeftError("you left with q")
                if key in KEYS:
                    return KEYS[key]
                if self.is_terminal and len(key) == 1:
                    return Button.OTHER
            if not self._read(timeout):
                return None

    def wait_for(self, key: str, seconds: float) -> bool:
        """Wait for `seconds`, or until `key` of a terminal is pressed; return whether it was. Other keys stay."""
        end = time.monotonic() + seconds
        while key not in self._waiting:
            left = end - time.monotonic()
            if left <= 0 or not self.is_terminal:
                time.sleep(max(0.0, left))
                return False
            self._read(left)
        self._waiting.remove(key)
        return True

    def _read(self, timeout: float | None) -> bool:
        """Read typed keys; return False if there were none in time."""
        if self._handle is None:
            text = self._stream.readline()
        else:
            if not select.select([self._handle], [], [], timeout)[0]:
                return False
            text = os.read(self._handle, 1024).decode("utf-8", errors="replace")
        if not text:
            last, self._half = self._half, ""
            if not last:
                raise PanelLeftError("the keyboard's input has ended")
            self._waiting.extend(word[0] for word in last.lower().split())
        elif self.is_terminal:
            self.typed = self._complete(text)
            self._waiting.extend(_keys(self.typed))
        else:
            *whole, self._half = (self._half + text).lower().split("\n")
            self._waiting.extend(word[0] for line in whole for word in line.split())
        return True

    def _complete(self, text: str) -> str:
        """Return typed keys with the rest of an incomplete sequence."""
        assert self._handle is not None, "only a terminal sends sequences"
        while _BEGUN.search(text) and select.select([self._handle], [], [], SEQUENCE_SECONDS)[0]:
            more = os.read(self._handle, 1024).decode("utf-8", errors="replace")
            if not more:
                break
            text += more
        return text

    def forget(self, but: Collection[Button] = ()) -> None:
        """Drop keys pressed before a question was asked, except q, and one press of each of the buttons `but`.

        One press of each stays before the first question, and the contents of a pipe or file always.
        """
        if not self.is_terminal:
            return
        while self._read(0.0):
            pass
        but, self._asked = but if self._asked else set(Button), True
        stay = {KEYS.get(key, key): key for key in self._waiting if key == LEAVE or KEYS.get(key) in but}
        if any(key in KEYS and KEYS[key] not in {*stay, Button.ENTER} for key in self._waiting):
            self.tell_early()
        self._waiting = deque(stay.values())

    def lamps(self, lit: Collection[Button]) -> None:
        """Do nothing: a keyboard has no lamps."""

    def close(self) -> None:
        """Restore the terminal's settings. Closing twice is harmless."""
        if self._settings is not None and self._handle is not None:
            settings, self._settings = self._settings, None
            termios.tcsetattr(self._handle, termios.TCSANOW, settings)


def _keys(text: str) -> Iterator[str]:
    """Yield each key of what was typed; cursor keys send the same in both modes of a terminal."""
    for typed in _TYPED.findall(text):
        yield typed.lower() if len(typed) == 1 else typed.replace("\x1bO", "\x1b[")


class LeftByKeyError(KeyboardInterrupt):
    """Somebody pressed q. Like Ctrl-C, no handler of other errors stops it."""


@contextmanager
def leave_at_once(stream: TextIO, do: Callable[[], None]) -> Iterator[None]:
    """Let q call `do` in the main thread, if `stream` is its terminal: this sends a signal for it, as for Ctrl-C."""
    handle = _terminal(stream)
    if handle is None:
        yield
        return
    settings, ours = termios.tcgetattr(handle), termios.tcgetattr(handle)
    ours[6][termios.VQUIT] = LEAVE.encode()
    before = signal.signal(signal.SIGQUIT, lambda *_: do())
    termios.tcsetattr(handle, termios.TCSANOW, ours)
    try:
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, settings)
        signal.signal(signal.SIGQUIT, before)


def leave() -> None:
    """Raise LeftByKeyError, and ignore the key from now on: nothing interrupts the end of the game."""
    signal.signal(signal.SIGQUIT, signal.SIG_IGN)
    raise LeftByKeyError


def _terminal(stream: TextIO) -> int | None:
    """Return the file descriptor of the terminal that this program runs in, None for anything else."""
    try:
        handle = stream.fileno()
        return handle if os.tcgetpgrp(handle) == os.getpgrp() else None
    except OSError:
        return None
