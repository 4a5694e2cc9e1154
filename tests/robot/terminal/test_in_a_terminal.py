"""Games in a real pseudo-terminal: arrow keys, changes of the window's size, and what stays when the game is left."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

import pytest

from tests.support.repository import REPOSITORY

SEQUENCE = re.compile(r"\x1b(?:\[([?<=>]?)([0-9;]*)([A-Za-z])|[78=>cM])|(.)", re.DOTALL)
BEGUN = re.compile(r"\x1b(?:\[[?<=>]?[0-9;]*)?\Z")
ALTERNATE, FRAMED = "1049", "2026"


class EmulatedScreen:
    """Two screens of characters, without colours.

    It is `whole` unless a program is about to draw the rest. `cleared` counts how often all of it was cleared, and
    `left` how often the main screen was shown again.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cleared = self.left = 0
        self.alternate = False
        self.whole = True
        self._half = ""
        self._main = self._blank()
        self._lines = self._main
        self._row = self._column = 0
        self._kept = (0, 0)

    @property
    def lines(self) -> list[str]:
        """What stands on the screen that is shown."""
        return ["".join(line).rstrip() for line in self._lines]

    @property
    def text(self) -> str:
        """The same in one text, with unbreakable blanks as blanks."""
        return "\n".join(self.lines).replace("\N{NO-BREAK SPACE}", " ")

    def resize(self, width: int, height: int) -> None:
        """Change the size; what stood there is cut or filled with blanks, and the lowest lines stay."""
        self.width, self.height = width, height
        for lines in (self._main, self._lines):
            lines[:] = [[*line, *" " * width][:width] for line in lines[-height:]]
            while len(lines) < height:
                lines.append([" "] * width)
        self._row = min(self._row, height - 1)

    def feed(self, text: str) -> None:
        """Take what a program writes; the rest of a sequence that breaks off comes with the next text."""
        text = self._half + text
        begun = BEGUN.search(text)
        self._half = text[begun.start() :] if begun else ""
        for mark, numbers, letter, plain in SEQUENCE.findall(text[: len(text) - len(self._half)]):
            if plain:
                self._put(plain)
            elif letter:
                self._do(mark, numbers, letter)

    def _blank(self) -> list[list[str]]:
        return [[" "] * self.width for _ in range(self.height)]

    def _do(self, mark: str, numbers: str, letter: str) -> None:
        if letter in "hl" and mark == "?" and numbers == ALTERNATE:
            self._switch(letter == "h")
        elif letter in "hl" and mark == "?" and numbers == FRAMED:
            self.whole = letter == "l"
        elif letter == "H":
            row, column = (int(number or 1) - 1 for number in (numbers or "1;1").split(";"))
            assert row < self.height, "the cursor stays on the screen"
            self._row, self._column = row, column
        elif letter == "J":
            assert numbers == "2", "only whole screens are cleared"
            self.cleared += 1
            for line in self._lines:
                line[:] = [" "] * self.width
        elif letter == "K":
            start = 0 if numbers == "2" else self._column
            self._lines[self._row][start:] = [" "] * (self.width - start)

    def _switch(self, alternate: bool) -> None:
        self.alternate = alternate
        if alternate:
            self._kept = self._row, self._column
            self._lines = self._blank()
        else:
            self.left += 1
            self._lines = self._main
            self._row, self._column = min(self._kept[0], self.height - 1), self._kept[1]

    def _put(self, letter: str) -> None:
        if letter == "\r":
            self._column = 0
        elif letter == "\n":
            self._feed_line()
        elif letter >= " ":
            if self._column >= self.width:
                assert not self.alternate, f"a line overflows the window: {''.join(self._lines[self._row])}"
                self._column = 0
                self._feed_line()
            self._lines[self._row][self._column] = letter
            self._column += 1

    def _feed_line(self) -> None:
        self._row += 1
        if self._row >= self.height:
            assert not self.alternate, "the alternate screen never scrolls"
            del self._lines[0]
            self._lines.append([" "] * self.width)
            self._row = self.height - 1


class TerminalProgram:
    """A program of Python in a terminal of its own, at which a test presses keys."""

    def __init__(self, words: Sequence[str], width: int, height: int, home: Path) -> None:
        self.screen = EmulatedScreen(width, height)
        self._letters = codecs.getincrementaldecoder("utf-8")("replace")
        self._person, terminal = pty.openpty()
        self._size(width, height)
        self._process = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, *words],
            cwd=REPOSITORY,
            env=self._environment(home),
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)

    @staticmethod
    def _environment(home: Path) -> Mapping[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        return {**kept, "PIPSQUEAK_HOME": str(home), "TERM": "xterm-256color", "PYTHONWARNINGS": "ignore"}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._person)

    def _size(self, width: int, height: int) -> None:
        fcntl.ioctl(self._person, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width: int, height: int) -> None:
        """Change the size of the window, of which the program hears by a signal."""
        self.screen.resize(width, height)
        self._size(width, height)

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self._person, keys.encode())

    def until(self, reached: Callable[[EmulatedScreen], bool]) -> EmulatedScreen:
        """Return the screen as soon as it is as wanted."""
        while not (self.screen.whole and reached(self.screen)):
            assert self._read(), f"the program ended before that was reached:\n{self.screen.text}"
        return self.screen

    def shows(self, *words: str) -> EmulatedScreen:
        """Return the screen as soon as all these words stand on it."""
        return self.until(lambda screen: all(one in screen.text for one in words))

    def end(self) -> int:
        """Return the exit status once the program has ended, and all that it wrote is on the screen."""
        while self._read():
            pass
        return self._process.wait()

    def _read(self) -> bool:
        """Take what the program writes next; return False at its end."""
        select.select([self._person], [], [])
        try:
            written = os.read(self._person, 65536)
        except OSError:
            return False
        self.screen.feed(self._letters.decode(written))
        return bool(written)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self._process.send_signal(number)


OWN_TERMINAL = """
import fcntl, sys, termios
import robot.terminal.waiting

fcntl.ioctl(0, termios.TIOCSCTTY, 0)
robot.terminal.waiting.SLOW = 1e6
code = sys.argv[1]
if code == "-c":
    exec(sys.argv[2])
else:
    from robot.cli import main
    sys.exit(main(sys.argv[1:]))
"""
"""Runs pipsqueak with the words that follow, or after -c a program; its terminal sends it signals."""


ALONE = ("play", "yahtzee", "--players", "you:Ann", "--fast", "--seed", "3")
TWO = ("play", "yahtzee", "--players", "you:Ann,you:Ben", "--first", "1", "--fast", "--seed", "3")
FIRST_THROW = ("3 throws left", "r throws 5 dice.", "q: quit")
ENTER, UP, DOWN, RIGHT = "\r", "\x1b[A", "\x1b[B", "\x1b[C"
BOXES = 13


def total(screen: EmulatedScreen) -> list[int]:
    """Return the numbers in the line of the totals."""
    (line,) = [line for line in screen.lines if line.startswith("total ")]
    return [int(number) for number in re.findall(r"\d+", line)[:2]]


@pytest.mark.check
def test_arrow_keys_and_enter_play_a_whole_game_of_yahtzee(home: Path) -> None:
    with TerminalProgram(ALONE, 80, 24, home) as game:
        for turn in range(BOXES):
            game.shows(*FIRST_THROW)
            game.press(ENTER)
            game.shows("2 throws left", "1 to 5 keep a die or let it go.")
            if turn == 0:
                game.press(RIGHT)
                game.shows("Enter keeps die 1.", "[1]")
                game.press(ENTER)
                game.shows("[kept]", "r throws 4 dice.")
                game.press(RIGHT + ENTER)
                game.shows("[kept]", "r throws 3 dice.")
                game.press(DOWN + DOWN + UP)
                game.shows("Enter writes")
            else:
                game.press(DOWN)
            game.shows("Enter writes")
            game.press(ENTER)
        assert game.end() == 0
        screen = game.screen
        assert not screen.alternate
        assert "pipsqueak review 1" in " ".join(line.strip() for line in screen.lines)
        end = re.findall(r"(\d+) points?", screen.text)
        assert str(total(screen)[0]) in end


@pytest.mark.check
def test_letters_typed_at_the_menu_of_names_begin_a_new_name(home: Path) -> None:
    with TerminalProgram(ALONE, 80, 24, home) as game:
        game.shows(*FIRST_THROW)
    with TerminalProgram(["play"], 80, 24, home) as menu:
        for shown, keys in (("Which game?", ENTER), ("How strong", ENTER), ("> Ann", "J"), ("Your name", f"o{ENTER}")):
            menu.shows(shown)
            menu.press(keys)
        menu.shows("Jo's turn")


@pytest.mark.check
@pytest.mark.parametrize("way", ["q", "\x03"])
def test_leaving_gives_the_terminal_back_with_the_last_standing_and_a_line_that_says_how_to_go_on(
    home: Path, way: str
) -> None:
    with TerminalProgram(TWO, 80, 24, home) as game:
        game.shows(*FIRST_THROW)
        assert game.screen.alternate
        game.press("r")
        game.shows("2 throws left", "h goes to the boxes.")
        game.press("hh")
        game.shows("Nothing is held here: go to a box", "Enter writes")
        game.press(ENTER)
        game.shows("Ben's turn", *FIRST_THROW)
        stood = total(game.screen)
        assert stood[0] > 0
        game.press(way)
        assert game.end() == 1
        assert total(game.screen) == stood
        below = game.screen.text.partition("total ")[2]
        assert "pipsqueak play --resume 1" in " ".join(below.split())
        assert "Traceback" not in game.screen.text


DRAWING = """
import sys
from rich.console import Console
from rich.text import Text
from robot.terminal.alternate_screen import AlternateScreen

print("before", flush=True)
with AlternateScreen(Console()) as screen:
    screen.show(lambda width, height: [Text(f"drawn {width} {height}")])
    print("a fault that must be read", file=sys.stderr, flush=True)
    sys.stdin.readline()
    raise SystemExit("the end")
"""


@pytest.fixture
def drawing(home: Path) -> Iterator[TerminalProgram]:
    """Start a program that draws the size of its window until a line is typed."""
    with TerminalProgram(("-c", DRAWING), 60, 10, home) as program:
        assert program.shows("drawn 60 10").lines == ["drawn 60 10", *[""] * 9]
        yield program


def test_what_is_written_to_stderr_meanwhile_stands_on_the_main_screen_afterwards(drawing: TerminalProgram) -> None:
    assert drawing.screen.alternate
    drawing.press("\n")
    drawing.end()
    assert [line for line in drawing.screen.lines if line][0:1] == ["before"]
    assert drawing.screen.text.index("a fault that must be read") < drawing.screen.text.index("the end")


def test_a_window_that_changes_its_size_is_drawn_anew(drawing: TerminalProgram) -> None:
    for width, height in ((44, 20), (20, 3), (80, 24)):
        before = drawing.screen.cleared
        drawing.resize(width, height)
        drawn = drawing.until(lambda screen, before=before: screen.cleared > before)  # type: ignore[misc]
        assert drawn.lines == [f"drawn {width} {height}", *[""] * (height - 1)]


def test_a_program_that_is_stopped_gives_the_terminal_back_and_draws_again_afterwards(drawing: TerminalProgram) -> None:
    cleared, left = drawing.screen.cleared, drawing.screen.left
    drawing.signal(signal.SIGTSTP)
    drawing.until(lambda screen: screen.cleared > cleared)
    assert drawing.screen.left == left + 1
    assert drawing.screen.alternate
    assert drawing.shows("drawn 60 10").lines[0] == "drawn 60 10"
    drawing.press("\n")
    drawing.end()
    assert drawing.screen.left == left + 2
