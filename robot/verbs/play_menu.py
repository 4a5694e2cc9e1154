"""What bare `pipsqueak play` asks on a terminal: which game, which robot, and who plays."""

import sys

from robot.config import Folders
from robot.errors import RefusedError
from robot.games.registry import PLAYED, make_game
from robot.language import Language
from robot.language.names import read_name
from robot.match.journal import Journal
from robot.match.players import name_in
from robot.saying import Saying
from robot.terminal.letters import print_lines
from robot.terminal.menu import ask, choose
from solver.levels import LEVELS

USUAL = "casual"
MOST_NAMES = 8
"""This many people who played last are offered by name."""


def ask_for_game(language: Language) -> str:
    """Return the name of the game that people choose. Raises PanelLeftError."""
    titles = [language.say(make_game(name, {}).title) for name in PLAYED]
    return [*PLAYED][choose(language, Saying("menu-game"), titles, [*PLAYED].index("pig"))]


def ask_for_players(language: Language, folders: Folders, game: str) -> str:
    """Return the players that people choose, as --players takes them. Raises PanelLeftError."""
    alone = make_game(game, {}).seats[-1] == 1
    levels = [*LEVELS]
    words = [language.say(Saying(f"strategy-{level}")) for level in levels]
    robot = "" if alone else f",robot:{levels[choose(language, Saying('menu-level'), words, levels.index(USUAL))]}"
    names = _last_names(folders)
    lines = [*names, language.say(Saying("menu-new-name")), language.say(Saying("menu-no-name"))]
    place = choose(language, Saying("menu-name"), lines)
    name = names[place] if place < len(names) else _ask_for_name(language) if place == len(names) else ""
    return f"you{f':{name}' if name else ''}{robot}"


def _last_names(folders: Folders) -> list[str]:
    """Return the names of the people who played last, the last one first."""
    if not folders.journal.is_file():
        return []
    with Journal(folders.journal) as journal:
        names = [name_in(spec) for game in reversed(journal.games()) for spec in game.players]
    return [*dict.fromkeys(filter(None, names))][:MOST_NAMES]


def _ask_for_name(language: Language) -> str:
    while True:
        name = ask(language.say(Saying("menu-type-name")))
        try:
            read_name(name)
        except RefusedError as error:
            print_lines([language.say(error.saying)], sys.stdout)
        else:
            if "," not in name:
                return name
