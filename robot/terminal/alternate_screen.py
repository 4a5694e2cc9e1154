"""The alternate screen of a terminal: drawn over while a game is on, and gone without a trace afterwards."""

import fcntl
import os
import signal
import sys
import tempfile
import termios
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import IO, Any, Self

from rich.console import Console
from rich.text import Text

from robot.games.frame import BoardFrame, PictureSpot, pad_line
from robot.language.lines import place_of
from robot.table.look import Look
from robot.terminal.graphics import (
    BLOCKS,
    Graphics,
    fit_spot,
    graphics_of,
    half_blocks,
    kitty,
    kitty_gone,
    pixels,
    silent_keys,
    sixel,
)

ENTER, LEAVE = "\x1b[?1049h\x1b[?25l\x1b[2J", "\x1b[?25h\x1b[?1049l"
CLEAR = "\x1b[2J"
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""Between these a terminal that knows them shows nothing half drawn; the others pass them over."""
STDERR = 2
HELD = 64 * 1024
"""The most bytes of stderr that are held; of more the last are kept."""

Draw = Callable[[int, int], tuple[BoardFrame, Look | None]]
"""Draws a window of these columns and lines: a frame, and the look whose picture stands in its spot."""


class AlternateScreen:
    """Shows frames on a console, and draws the last one again when the window changes its size.

    What is written to stderr meanwhile would be drawn over: it is held, and written when the screen is left. For any
    thread; the main thread also hears of changes of the size.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self.graphics: Graphics = BLOCKS
        self._draw: Draw | None = None
        self._drawing = threading.Lock()
        self._wanted = False
        self._size = (0, 0)
        self._lines: list[str] = []
        self._picture: tuple[int, PictureSpot] | None = None
        self._made: tuple[tuple[int, int, int], list[Text] | str] | None = None
        self._look: Look | None = None
        self._open = ExitStack()
        self._entered = False
        self._held: HeldErrors | None = None

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._held = stack.enter_context(_held_errors())
            self._write(ENTER)
            stack.callback(self._leave)
            stack.enter_context(silent_keys(sys.stdin))
            self.graphics = graphics_of(sys.stdin, self.console.file, os.environ.get("TERM", ""))
            self._write(CLEAR)
            stack.enter_context(_heard(signal.SIGWINCH, self.redraw))
            if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
                stack.enter_context(_heard(signal.SIGTSTP, self._step_aside))
            self._open = stack.pop_all()
        self._entered = True
        return self

    def __exit__(self, *failure: object) -> None:
        self._draw, self._entered = None, False
        self._open.close()

    def show(self, draw: Draw) -> None:
        """Show what `draw` draws, now and when the size of the window changes; nothing once the screen is left."""
        self._draw = draw
        self.redraw()

    def redraw(self) -> None:
        """Draw again. If that is asked for while something is drawn, it is done next."""
        self._wanted = True
        while self._wanted and self._drawing.acquire(blocking=False):
            try:
                while self._wanted:
                    self._wanted = False
                    self._show()
            finally:
                self._drawing.release()

    def size(self) -> tuple[int, int]:
        """Return how many columns and lines the window has."""
        with suppress(OSError, ValueError):
            columns, lines = os.get_terminal_size(self.console.file.fileno())
            if columns and lines:
                return columns, lines
        return self.console.width, self.console.height

    def _show(self) -> None:
        draw = self._draw
        if draw is None or not self._entered:
            return
        if self._held:
            self._held.shorten()
        size = self.size()
        frame, look = draw(*size)
        out = []
        if size != self._size:
            self._size, self._lines, self._picture = size, [], None
            out.append(CLEAR)
        spot = fit_spot(look, frame.spot, self.graphics.cell) if look and frame.spot else None
        lines, shows = frame.lines, ""
        if look and spot:
            made = self._made_of(look, spot)
            if isinstance(made, str):
                shows = made
            else:
                lines = laid_over(lines, made, spot)
        drawn = [self._in_colour(line) for line in lines]
        place = (id(look), spot) if shows and spot else None
        stale = _rows(self._picture) if place != self._picture else set()
        rows = range(max(len(drawn), len(self._lines)))
        changed = {row for row in rows if row in stale or drawn[row : row + 1] != self._lines[row : row + 1]}
        if stale and self.graphics.kind == "kitty":
            out.append(kitty_gone())
        out += [f"\x1b[{row + 1};1H\x1b[2K{''.join(drawn[row : row + 1])}" for row in sorted(changed)]
        if place and (place != self._picture or changed & _rows(place)):
            out.append(f"\x1b[{place[1].row + 1};{place[1].column + 1}H{shows}")
        self._lines, self._picture = drawn, place
        if out:
            self._write(BEGIN + "".join(out) + END)

    def _made_of(self, look: Look, spot: PictureSpot) -> list[Text] | str:
        """Return the picture of a look as lines, or as what makes the terminal show it."""
        key = (id(look), spot.columns, spot.rows)
        if self._made is None or self._made[0] != key:
            self._look = look  # as long as it is kept no other look has its id
            self._made = key, self._make(look, spot)
        return self._made[1]

    def _make(self, look: Look, spot: PictureSpot) -> list[Text] | str:
        if self.graphics.kind == "blocks":
            return half_blocks(look, spot.columns, spot.rows)
        wide, high = self.graphics.cell
        image = pixels(look, spot.columns * wide, spot.rows * high)
        return kitty(image, spot.columns, spot.rows) if self.graphics.kind == "kitty" else sixel(image)

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
        with suppress(OSError):  # a terminal that has gone away shows nothing more
            self._write((kitty_gone() if self.graphics.kind == "kitty" else "") + LEAVE)


def _rows(place: tuple[int, PictureSpot] | None) -> set[int]:
    """Return the lines in which a picture stands."""
    return {*range(place[1].row, place[1].row + place[1].rows)} if place else set()


def with_half_blocks(frame: BoardFrame, look: Look | None) -> tuple[Text, ...]:
    """Return a frame's lines with the picture of the look in its spot, as every terminal can show it."""
    if look is None or frame.spot is None:
        return frame.lines
    spot = fit_spot(look, frame.spot, BLOCKS.cell)
    return laid_over(frame.lines, half_blocks(look, spot.columns, spot.rows), spot)


def laid_over(lines: Sequence[Text], parts: Sequence[Text], spot: PictureSpot) -> tuple[Text, ...]:
    """Return lines with parts laid over them at a spot."""
    after = spot.column + spot.columns
    laid = list(lines)
    for row, part in enumerate(parts, spot.row):
        whole = pad_line(lines[row], after)
        start, end = place_of(whole.plain, spot.column), place_of(whole.plain, after)
        laid[row] = Text.assemble(whole[:start], part, whole[end:])
    return tuple(laid)


@contextmanager
def _heard(number: signal.Signals, do: Callable[[], None]) -> Iterator[None]:
    """Call `do` whenever this signal comes, if this is the main thread, which alone can hear signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(number, lambda *_: do())
    try:
        yield
    finally:
        signal.signal(number, before)


class HeldErrors:
    """What was written to stderr meanwhile, in a file to whose end everybody writes: the last `most` bytes of it."""

    def __init__(self, file: IO[bytes], most: int = HELD) -> None:
        self._file, self._most = file, most
        flags = fcntl.fcntl(file, fcntl.F_GETFL)
        fcntl.fcntl(file, fcntl.F_SETFL, flags | os.O_APPEND)  # whoever writes goes on at the end of what is left

    def shorten(self) -> None:
        """Drop the oldest lines if there is more than is held."""
        if os.fstat(self._file.fileno()).st_size > self._most:
            last = self.read()
            self._file.truncate(0)
            self._file.write(last)

    def read(self) -> bytes:
        """Return the last lines."""
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(max(0, size - self._most // 2 if size > self._most else 0))
        held = self._file.read()
        return held if size <= self._most else held.partition(b"\n")[2]


@contextmanager
def _held_errors() -> Iterator[HeldErrors | None]:
    """Hold what is written to stderr, if that is a terminal, and write it at the end."""
    if not (sys.stderr and sys.stderr.isatty() and sys.stderr.fileno() == STDERR):
        yield None
        return
    with tempfile.TemporaryFile("a+b", buffering=0) as file:
        held = HeldErrors(file)
        sys.stderr.flush()
        terminal = os.dup(STDERR)
        os.dup2(file.fileno(), STDERR)
        try:
            yield held
        finally:
            sys.stderr.flush()
            os.dup2(terminal, STDERR)
            os.close(terminal)
            sys.stderr.write(held.read().decode(errors="replace"))
            sys.stderr.flush()
