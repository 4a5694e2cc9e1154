"""Which games the table can play, each made by a module that is imported only when it is needed."""

import importlib
from collections.abc import Mapping
from typing import Any

from robot.games.game import TableGame
from solver.errors import UnknownNameError

PLAYED = {"pig": "robot.games.pig"}
RULES = ("goal",)
"""All the rules that any game can be told, by their names in the journal and on the command line."""


def check_played(name: str) -> None:
    """Raise UnknownNameError with the nearest name unless `name` is a game that the table can play."""
    if name not in PLAYED:
        raise UnknownNameError.of("game at the table", name, PLAYED)


def make_game(name: str, rules: Mapping[str, Any]) -> TableGame[Any]:
    """Return a game by what was told of its rules; the rest is as usual.

    Raises:
        UnknownNameError: there is no such game.
        OptionError: the game has no such rule, or rules that do not go together.

    """
    check_played(name)
    game: TableGame[Any] = importlib.import_module(PLAYED[name]).make(name, rules)
    return game
