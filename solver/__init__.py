"""Dice games as a library: their rules, exact values, and positions as one line of text; see docs/solver.md.

`solver.pig(goal=50)` is the game of that name with these rules. Write a dash in a name as an underscore.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.game import Game

__all__ = ["GAMES", "find_game", "parse", "parse_game"]


def __getattr__(name: str) -> "Any | Callable[..., Game]":
    """Return what `solver/games.py` has under this name, or the function that makes the game of this name."""
    if name.startswith("_") or find_spec(f"{__name__}.{name}"):
        raise AttributeError(name)
    games = import_module(f"{__name__}.games")
    if name in __all__:
        return getattr(games, name)
    called = name.replace("_", "-")
    if called not in games.GAMES:
        raise AttributeError(f"solver has no {name}: the games are {', '.join(games.GAMES)}")
    return lambda **options: games.find_game(called, **options)
