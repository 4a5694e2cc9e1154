"""Every game that is solved here, by its name on the command line, and games of one's own by their files."""

from pathlib import Path

from solver.crowd.games import ALL_CROWDS
from solver.errors import UnknownNameError
from solver.game import Game, Options, Solution
from solver.race.games import ALL_RACES
from solver.risk.games import Risk
from solver.sheet.games import ALL_SHEETS, own_game
from solver.solo.games import ALL_SOLITAIRES
from solver.together.games import ALL_HERDS

__all__ = ["GAMES", "Game", "Options", "Solution", "find_game"]

_REGISTRY: tuple[Game, ...] = (*ALL_RACES, *ALL_CROWDS, *ALL_SOLITAIRES, *ALL_HERDS, Risk(), *ALL_SHEETS)
_BY_NAME = {game.name: game for game in _REGISTRY}

GAMES = tuple(_BY_NAME)
OWN = ".toml"


def find_game(name: str) -> Game:
    """Return the game called `name`, or the score sheet in a file whose name ends with .toml.

    Raises UnknownNameError, which suggests the nearest name, and OptionError for a file that describes no game.
    """
    if name.endswith(OWN):
        return own_game(Path(name))
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownNameError.of("game", name, GAMES) from None
