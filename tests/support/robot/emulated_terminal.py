"""A terminal that a program draws on: what stands on its two screens, as a person would see it."""

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
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from tests.support.repository import REPOSITORY

SEQUENCE = re.compile(r"\x1b(?:\[([?<=>]?)([0-9;]*)([A-Za-z])|[_P](.*?)\x1b\\|([78=>cM]))|(.)", re.DOTALL)
BEGUN = re.compile(r"\x1b(?:\[[?<=>]?[0-9;]*|[_P](?:(?!\x1b\\).)*)?\Z", re.DOTALL)
ALTERNATE, FRAMED = "1049", "2026"
ABILITIES = "\x1b[?62;22c"
"""What a terminal answers that shows no pictures."""


class EmulatedScreen:
    """Two screens of characters, without colours. Strings for graphics are kept in `graphics`, in their order.

    It is `whole` unless a program is about to draw the rest. `asked` counts how often it was asked what it can do,
    `cleared` how often all of it was, and `left` how often the main screen was shown again.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.graphics: list[str] = []
        self.asked = self.cleared = self.left = 0
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
        for mark, numbers, letter, string, _, plain in SEQUENCE.findall(text[: len(text) - len(self._half)]):
            if plain:
                self._put(plain)
            elif string:
                self.graphics.append(string)
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
        elif letter == "c":
            self.asked += 1

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
    """A program of Python in a terminal of its own, at which a test presses keys.

    The terminal answers with `abilities` when it is asked what it can do.
    """

    def __init__(
        self, words: Sequence[str], width: int, height: int, home: Path, *, abilities: str = ABILITIES
    ) -> None:
        self.screen = EmulatedScreen(width, height)
        self._abilities = abilities
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
        asked = self.screen.asked
        self.screen.feed(self._letters.decode(written))
        if self.screen.asked > asked and self._abilities:
            self.press(self._abilities)
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
