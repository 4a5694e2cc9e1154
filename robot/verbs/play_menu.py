"""The menu of `pipsqueak play` without a game: people choose game, robot and player by arrow keys or numbers."""

import readline
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from rich.console import Console
from rich.text import Text

from hardware.errors import PanelLeftError
from hardware.keyboard import LEAVE, KeyboardPanel
from hardware.panel import Button
from robot.config import Folders
from robot.errors import RefusedError
from robot.games.registry import FRONT, PLAYED, make_game
from robot.language import Language
from robot.language.names import read_name
from robot.match.journal import Journal
from robot.match.players import name_in
from robot.saying import Saying
from robot.terminal.alternate_screen import AlternateScreen
from robot.terminal.letters import is_drawn_on
from robot.verbs.options import read_typed, say, say_all
from solver.levels import LEVELS

USUAL = "casual"
"""The level at which the menu begins."""
MOST_NAMES = 8
"""The most names of recent players that the menu offers."""
FRAME = 4
"""Lines of a screen that are not answers: the question above, and the keys below."""


def ask_for_game(language: Language) -> str:
    """Ask for a game, and return its name. Raises PanelLeftError."""
    games = {language.say(make_game(name, {}).title): name for name in (*FRONT, *PLAYED)}
    return games[_choose(language, "menu-game", [*games])]


def ask_for_players(language: Language, folders: Folders, game: str) -> str:
    """Ask for the players, and return them as --players takes them. Raises PanelLeftError."""
    robot = ""
    if make_game(game, {}).seats[-1] > 1:
        levels = {language.say(Saying(f"strategy-{level}")): level for level in LEVELS}
        robot = f",robot:{levels[_choose(language, 'menu-level', [*levels], [*levels.values()].index(USUAL))]}"
    names = _last_names(folders)
    new, no = (language.say(Saying(f"menu-{key}-name")) for key in ("new", "no"))
    name = _choose(language, "menu-name", [*names, new, no], types=True) if names else new
    if name not in {*names, no}:
        name = _ask_for_name(language, name.removeprefix(new))
    return f"you{f':{name}' if name not in {'', no} else ''}{robot}"


def _last_names(folders: Folders) -> list[str]:
    """Return the names of recent players, the latest first."""
    if not folders.journal.is_file():
        return []
    with Journal(folders.journal) as journal:
        names = [name_in(spec) for game in reversed(journal.games()) for spec in game.players]
    return [*dict.fromkeys(filter(None, names))][:MOST_NAMES]


def _ask_for_name(language: Language, typed: str) -> str:
    while True:
        try:
            typed = typed or _type(language.say(Saying("menu-type-name")))
            return read_name(typed.replace(",", " "))  # --players has commas between names
        except RefusedError as error:
            say(language.say(error.saying))
            typed = ""


def _choose(language: Language, question: str, lines: Sequence[str], at: int = 0, *, types: bool = False) -> str:
    """Ask for one of the lines, and return it; `at` is marked first. Raises PanelLeftError.

    With `types`, people can type a name instead, which is returned.
    """
    if not is_drawn_on(sys.stdout):
        say_all([language.say(Saying(question)), *(f"{place:3}  {line}" for place, line in enumerate(lines, 1))])
        numbered = {"": lines[at]} | {str(place): line for place, line in enumerate(lines, 1)}
        while (typed := _type(language.say(Saying("menu-number", {"usual": at + 1})))) not in numbered:
            if types and not typed.isdecimal():
                return typed
        return numbered[typed]
    begun = ""
    with KeyboardPanel(sys.stdin) as panel, AlternateScreen(Console()) as screen:
        while not begun:
            screen.show(partial(draw, language, question, lines, at=at))
            match panel.press():
                case Button.ENTER:
                    return lines[at]
                case Button.UP | Button.DOWN as way:
                    at = (at + (1 if way is Button.DOWN else -1)) % len(lines)
                case _ if types and panel.typed[0].isalpha():
                    begun = panel.typed.splitlines()[0]
    readline.set_startup_hook(partial(readline.insert_text, begun))
    with suppress(EOFError):
        return input(f"{language.say(Saying('menu-type-name'))} ")
    raise PanelLeftError("the keyboard's input has ended")


def draw(language: Language, question: str, lines: Sequence[str], width: int, height: int, *, at: int) -> list[Text]:
    """Return a window: a question, as many lines around the chosen one as fit, how many more there are, and keys."""
    room = max(1, height - FRAME)
    first = min(max(0, at - room // 2), max(0, len(lines) - room))
    shown = [
        Text(f"{'>' if place == at else ' '} {line}"[:width], "bold" if place == at else "")
        for place, line in enumerate(lines[first : first + room], first)
    ]
    above, below = (
        Text(f"  {sign} {language.say(Saying('menu-more', {'count': more}))}" if more > 0 else "", "dim")
        for sign, more in (("↑", first), ("↓", len(lines) - first - room))
    )
    said, keys = (language.say(Saying(key)) for key in (question, "menu-keys"))
    return [Text(said, "bold"), above, *shown, below, Text(keys, "cyan")]


def _type(before: str) -> str:
    """Return the text that people type after a prompt. Raises PanelLeftError on q, and at the end of the input."""
    if (typed := read_typed(f"{before} ").strip()) == LEAVE:
        raise PanelLeftError("you left with q")
    return typed
