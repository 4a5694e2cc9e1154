"""A choice among lines of a terminal: by arrow keys, or by a number where no screen can be drawn."""

import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from hardware.keyboard import KeyboardPanel
from hardware.panel import Button
from robot.language import Language
from robot.saying import Saying
from robot.terminal.alternate_screen import AlternateScreen
from robot.terminal.letters import is_drawn_on, print_lines

FRAME = 4
"""Lines of the question above and of the keys below."""
STEPS = {Button.UP: -1, Button.DOWN: 1}


def choose(language: Language, question: Saying, lines: Sequence[str], at: int = 0) -> int:
    """Return the place of the line that people choose, from 0; `at` is where they begin.

    Raises PanelLeftError on q, and at the end of the input.
    """
    if not is_drawn_on(sys.stdout):
        return _choose_by_number(language, question, lines, at)
    screen = AlternateScreen(Console())
    with KeyboardPanel(sys.stdin) as panel, screen:
        while True:
            screen.show(_drawn(language, question, lines, at))
            match panel.press():
                case Button.ENTER:
                    return at
                case (Button.UP | Button.DOWN) as way:
                    at = (at + STEPS[way]) % len(lines)


def _drawn(language: Language, question: Saying, lines: Sequence[str], at: int) -> Callable[[int, int], list[Text]]:
    """Return what draws the lines around the one that is chosen, as many as the window has room for."""

    def draw(width: int, height: int) -> list[Text]:
        room = max(1, height - FRAME)
        first = min(max(0, at - room // 2), max(0, len(lines) - room))
        shown = [
            Text(f"{'>' if place == at else ' '} {line}"[:width], "bold" if place == at else "")
            for place, line in enumerate(lines[first : first + room], first)
        ]
        return [
            Text(language.say(question), "bold"),
            Text(),
            *shown,
            Text(),
            Text(language.say(Saying("menu-keys")), "cyan"),
        ]

    return draw


def _choose_by_number(language: Language, question: Saying, lines: Sequence[str], at: int) -> int:
    print_lines([language.say(question), *(f"{place:3}  {line}" for place, line in enumerate(lines, 1))], sys.stdout)
    while True:
        typed = ask(language.say(Saying("menu-number", {"usual": at + 1})))
        if not typed:
            return at
        if typed.isdecimal() and 1 <= int(typed) <= len(lines):
            return int(typed) - 1


def ask(before: str) -> str:
    """Return what people type behind a prompt. Raises PanelLeftError at the end of the input."""
    from hardware.errors import PanelLeftError

    sys.stdout.write(f"{before} ")
    sys.stdout.flush()
    if not (line := sys.stdin.readline()):
        raise PanelLeftError("the keyboard's input has ended")
    return line.strip()
