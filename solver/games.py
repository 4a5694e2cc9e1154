"""The registry of solved games, by their names on the command line; custom games by their files."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.card import list_games
from solver.errors import OptionError, UnknownNameError
from solver.game import Game, Solution
from solver.notation import GameLine, Noted
from solver.rules_file import engine_of

if TYPE_CHECKING:
    from solver.race.state import RaceState

__all__ = ["GAMES", "Game", "Solution", "find_game", "parse", "parse_game", "turn_rules"]

_CROWDS = ("pig-three", "pig-four", "pig-five", "pig-six", "pig-seven", "pig-eight", "pig-nine", "pig-ten")
_MODULES = {
    "race/rules": "solver.race.games",
    "race": "solver.race.games",
    "multiplayer": "solver.multiplayer.games",
    "single": "solver.single.games",
    "simultaneous": "solver.simultaneous.games",
    "sheet": "solver.sheet.games",
    "keep_and_throw/rules": "solver.keep_and_throw.games",
    "rounds/rules": "solver.rounds.games",
}
"""The modules whose GAMES have their files in a folder; each is imported only when it is needed."""
_NO_FILES = {"multiplayer": _CROWDS}
_FAMILIES = {name: where for folder, where in _MODULES.items() for name in _NO_FILES.get(folder) or list_games(folder)}
GAMES = tuple(_FAMILIES)
OWN = ".toml"
CROWDS = (
    "pig for two and pig-three, which are solved exactly, pig-four to pig-ten, which are approximated, "
    "and for one player pig-reach, pig-score and pig-turns"
)
_OWN_GAMES: Mapping[str | None, tuple[str, str]] = {
    "keep-and-throw": ("solver.keep_and_throw.games", "own_keep_game"),
    "round": ("solver.rounds.games", "own_round"),
    "race": ("solver.race.games", "own_race_game"),
    None: ("solver.sheet.games", "own_game"),
}
"""The reader of a file, by the engine that the file names."""
_ENGINES = tuple(engine for engine in _OWN_GAMES if engine)


def find_game(name: str, **options: Any) -> Game:
    """Return the game called `name` with these options, or the game in a file whose name ends with .toml.

    A file describes a game of the engine that it names; without an engine it describes a score sheet.

    Raises UnknownNameError, which suggests the nearest name of a game or of an engine. Raises OptionError for a file
    that describes no game or one with the name of another game, and for an option that the game does not take.
    """
    if name.endswith(OWN):
        module, reads = _OWN_GAMES[find_engine(Path(name))]
        own: Game = getattr(import_module(module), reads)(Path(name))
        check_own_name(own.name, name)
        return own.with_options(**options)
    if name not in _FAMILIES:
        raise UnknownNameError.of("game", name, GAMES, CROWDS if name.startswith("pig-") else "")
    return _family(_FAMILIES[name])[name].with_options(**options)


def parse(line: str) -> Any:
    """Return the state of a shipped game from the line that `str` wrote. Raises SolverError."""
    return find_game(Noted.read(line).game).parse(line)


def parse_game(line: str) -> GameLine:
    """Return the game of a line: a position, "|", and the moves from there. Raises SolverError."""
    return GameLine.read(line, parse)


@cache
def _family(module: str) -> Mapping[str, Game]:
    return {game.name: game for game in import_module(module).GAMES}


def find_engine(path: Path) -> str | None:
    """Return the engine that a TOML file names, None for a score sheet. Raises UnknownNameError for another."""
    engine = engine_of(path)
    if engine not in _OWN_GAMES:
        raise UnknownNameError.of("engine", str(engine), _ENGINES, f"{', '.join(_ENGINES)}, none for a score sheet")
    return engine


def check_own_name(name: str, path: str | Path) -> None:
    """Raise OptionError if the game that a file describes has the name of a shipped game."""
    if name in _FAMILIES:
        raise OptionError(f"in {path} the name is {name}, which is the name of a shipped game: choose another name")


def turn_rules(game: Game) -> "type[RaceState] | None":
    """Return what a throw does in a game in which a player rolls or holds, else None."""
    thrown = getattr(game.start(), "thrown", None)
    return thrown if isinstance(thrown, type) else None
