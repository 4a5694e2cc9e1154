"""The registry of solved games, by their names on the command line; custom games by their files."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from solver.errors import OptionError, UnknownNameError
from solver.game import Game, Solution
from solver.keep_and_throw.games import KEEP_GAMES, own_keep_game
from solver.keep_and_throw.rules import ENGINE as KEEP_AND_THROW
from solver.multiplayer.games import MULTIPLAYER_GAMES
from solver.race.games import RACE_GAMES, Race, own_race_game
from solver.race.race_file import ENGINE as RACE
from solver.race.rules import PigState
from solver.race.state import RaceState
from solver.risk.games import RISK_GAMES
from solver.rounds.games import ROUND_GAMES, own_round
from solver.rounds.rules import ENGINE as ROUND
from solver.rules_file import engine_of
from solver.sheet.games import SHEET_GAMES, own_game
from solver.simultaneous.games import SIMULTANEOUS_GAMES
from solver.single.exact import SOLITAIRES
from solver.single.games import SINGLE_GAMES

__all__ = ["GAMES", "Game", "Solution", "find_game", "strategies", "turn_rules", "turns"]

_REGISTRY: tuple[Game, ...] = (
    *RACE_GAMES,
    *MULTIPLAYER_GAMES,
    *SINGLE_GAMES,
    *SIMULTANEOUS_GAMES,
    *RISK_GAMES,
    *SHEET_GAMES,
    *KEEP_GAMES,
    *ROUND_GAMES,
)
_BY_NAME = {game.name: game for game in _REGISTRY}

GAMES = tuple(_BY_NAME)
OWN = ".toml"
CROWDS = (
    "pig for two and pig-three, which are solved exactly, pig-four to pig-ten, which are approximated, "
    "and for one player pig-reach, pig-score and pig-turns"
)
_OWN_GAMES: Mapping[str | None, Callable[[Path], Game]] = {
    KEEP_AND_THROW: own_keep_game,
    ROUND: own_round,
    RACE: own_race_game,
    None: own_game,
}
"""What reads a file, by the engine that it names."""
_ENGINES = tuple(engine for engine in _OWN_GAMES if engine)


def find_game(name: str) -> Game:
    """Return the game called `name`, or the one in a file whose name ends with .toml.

    Such a file describes a game of the engine that it names; one that names none is a score sheet.

    Raises UnknownNameError, which suggests the nearest name of a game or of an engine, and OptionError for a file that
    describes no game, or one with the name of another.
    """
    if name.endswith(OWN):
        own = _OWN_GAMES[find_engine(Path(name))](Path(name))
        check_own_name(own.name, name)
        return own
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownNameError.of("game", name, GAMES, CROWDS if name.startswith("pig-") else "") from None


def find_engine(path: Path) -> str | None:
    """Return the engine that a TOML file names, None for a score sheet. Raises UnknownNameError for another."""
    engine = engine_of(path)
    if engine not in _OWN_GAMES:
        raise UnknownNameError.of("engine", str(engine), _ENGINES, f"{', '.join(_ENGINES)}, none for a score sheet")
    return engine


def check_own_name(name: str, path: str | Path) -> None:
    """Raise OptionError if the game that a file describes has the name of a game that ships."""
    if name in _BY_NAME:
        raise OptionError(f"in {path} the name is {name}, which is a game already: choose another name")


def strategies() -> str:
    """Return the forms of the names of strategies that are compared, by the games that have them, for a help text."""
    return _by_games((game.name, game.strategies) for game in _REGISTRY)


def turns() -> str:
    """Return how a turn may be played whose outcomes are known, by the games, for a help text."""
    return _by_games((game.name, game.turns) for game in _REGISTRY)


def _by_games(said: Iterable[tuple[str, str]]) -> str:
    games: dict[str, list[str]] = {}
    for name, words in said:
        games.setdefault(words, []).append(name)
    return "; ".join(f"{', '.join(names)}: {words}" for words, names in games.items() if words)


def turn_rules(game: Game) -> type[RaceState] | None:
    """Return what a throw does in a game in which a player rolls or holds, None in all other games."""
    if isinstance(game, Race):
        return game.race
    if game.name in SOLITAIRES:
        return SOLITAIRES[game.name]().thrown
    return PigState if game in MULTIPLAYER_GAMES else None
