"""The alternate screen of a terminal: it shows a game, and vanishes afterwards."""

import os
import signal
import sys
import tempfile
import termios
import threading
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import IO, Any, Self

from rich.console import Console
from rich.text import Text

ENTER, LEAVE = "\x1b[?1049h\x1b[?25l\x1b[2J", "\x1b[?25h\x1b[?1049l"
CLEAR = "\x1b[2J"
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""Between these codes, a terminal that knows them shows nothing half drawn; others ignore them."""
STDERR = 2

Draw = Callable[[int, int], Sequence[Text]]
"""Returns the lines for a window with so many columns and lines."""


class AlternateScreen:
    """Shows lines on a console, and draws them again when the window changes its size.

    It holds text for stderr, which it would draw over, and writes it at the end. Any thread may use it; only in the
    main thread does it notice changes of the size.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self._draw: Draw | None = None
        self._drawing = threading.Lock()
        self._wanted = False
        self._size = (0, 0)
        self._lines: list[str] = []
        self._open = ExitStack()
        self._entered = False

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(_hold_errors())
            self._write(ENTER)
            stack.callback(self._leave)
            stack.enter_context(_silence_keys(sys.stdin))
            stack.enter_context(_call_at(signal.SIGWINCH, self.redraw))
            if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
                stack.enter_context(_call_at(signal.SIGTSTP, self._step_aside))
            self._open = stack.pop_all()
        self._entered = True
        return self

    def __exit__(self, *failure: object) -> None:
        self._draw, self._entered = None, False
        self._open.close()

    def show(self, draw: Draw) -> None:
        """Show what `draw` returns, now and when the window changes its size, until the screen is closed."""
        self._draw = draw
        self.redraw()

    def redraw(self) -> None:
        """Draw again; if a thread is drawing now, it draws again afterwards."""
        self._wanted = True
        while self._wanted and self._drawing.acquire(blocking=False):
            try:
                while self._wanted:
                    self._wanted = False
                    self._show()
            finally:
                self._drawing.release()

    def size(self) -> tuple[int, int]:
        """Return the window's columns and lines."""
        with suppress(OSError, ValueError):
            columns, lines = os.get_terminal_size(self.console.file.fileno())
            if columns and lines:
                return columns, lines
        return self.console.width, self.console.height

    def _show(self) -> None:
        draw = self._draw
        if draw is None or not self._entered:
            return
        size = self.size()
        drawn = [self._in_colour(line) for line in draw(*size)]
        out = []
        if size != self._size:
            self._size, self._lines = size, []
            out.append(CLEAR)
        for row in range(max(len(drawn), len(self._lines))):
            line = drawn[row : row + 1]
            if line != self._lines[row : row + 1]:
                out.append(f"\x1b[{row + 1};1H\x1b[2K{''.join(line)}")
        self._lines = drawn
        if out:
            self._write(BEGIN + "".join(out) + END)

    def _in_colour(self, line: Text) -> str:
        with self.console.capture() as capture:
            self.console.print(line, end="", soft_wrap=True, highlight=False)
        return capture.get()

    def _write(self, text: str) -> None:
        self.console.file.write(text)
        self.console.file.flush()

    def _step_aside(self) -> None:
        """Give the terminal back while this program is stopped, and draw again when it goes on."""
        keys = termios.tcgetattr(sys.stdin) if sys.stdin.isatty() else None
        self._leave()
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, before)
        if keys:
            termios.tcsetattr(sys.stdin, termios.TCSANOW, keys)
        self._write(ENTER)
        self._size = (0, 0)
        self.redraw()

    def _leave(self) -> None:
        with suppress(OSError):  # the terminal is closed
            self._write(LEAVE)


@contextmanager
def _silence_keys(stream: IO[str]) -> Iterator[None]:
    """Do not echo typed letters, if this program may read the terminal now."""
    try:
        handle = stream.fileno()
        owned = os.isatty(handle) and os.tcgetpgrp(handle) == os.getpgrp()
    except OSError:
        owned = False
    if not owned:
        yield
        return
    settings = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle, termios.TCSANOW)
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, settings)


@contextmanager
def _call_at(number: signal.Signals, do: Callable[[], None]) -> Iterator[None]:
    """Call `do` at each signal with this number; only in the main thread, because others get no signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(number, lambda *_: do())
    try:
        yield
    finally:
        signal.signal(number, before)


@contextmanager
def _hold_errors() -> Iterator[None]:
    """Hold text for stderr, if that is a terminal, and write it at the end."""
    if not (sys.stderr and sys.stderr.isatty() and sys.stderr.fileno() == STDERR):
        yield
        return
    with tempfile.TemporaryFile(buffering=0) as held:
        sys.stderr.flush()
        terminal = os.dup(STDERR)
        os.dup2(held.fileno(), STDERR)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(terminal, STDERR)
            os.close(terminal)
            held.seek(0)
            sys.stderr.write(held.read().decode(errors="replace"))
            sys.stderr.flush()
