"""Every game that is solved here, by its name on the command line."""

from solver.errors import UnknownNameError
from solver.game import Game, Options, Solution
from solver.races import ALL_RACES

__all__ = ["GAMES", "Game", "Options", "Solution", "find_game"]

_REGISTRY: tuple[Game, ...] = (*ALL_RACES,)
_BY_NAME = {game.name: game for game in _REGISTRY}

GAMES = tuple(_BY_NAME)


def find_game(name: str) -> Game:
    """Return the game called `name`. Raises UnknownNameError, which suggests the nearest name."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownNameError.of("game", name, GAMES) from None
