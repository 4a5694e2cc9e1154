"""The solved games that have environments, by their names, and the options that each takes."""

from collections.abc import Hashable, Mapping
from functools import lru_cache, partial
from typing import Any, get_type_hints

import numpy as np

from solver.environments.model import AnyModel
from solver.errors import OptionError, UnknownNameError
from solver.game import Game, GameOptions
from solver.games import GAMES, find_game
from solver.keep_and_throw.games import KeepGame
from solver.keep_and_throw.rules import SHIPPED_RULES, find_rules
from solver.multiplayer.games import PigThree
from solver.race.games import Hog, Race
from solver.race.hog import HogState
from solver.race.race_table import load_race
from solver.race.rules import RACES
from solver.race.strategies import race_rule
from solver.recursion import RecursiveGame
from solver.rounds.games import RoundGame
from solver.rounds.rules import SHIPPED_ROUNDS
from solver.rounds.turns import TargetsTurn
from solver.sheet.game.custom_sheet import SHEETS
from solver.sheet.games import SheetGame
from solver.single.exact import MOST_POINTS, SOLITAIRES
from solver.single.games import Solitaire

MODELS_KEPT = 16
MOST_LEARNED = 2_000_000
"""Games with more edges are too large to learn: listing this many takes 20 to 60 seconds."""
SMALLER = {"goal": "give a smaller {goal}", "turns": "give fewer {turns}", "players": "give fewer {players}"}
MOST_GOALS = 100
"""The space of a score with a last round reaches this many goals."""


def _limits(rules: object, *names: str) -> dict[str, int | str]:
    return {name: value for name in names if (value := getattr(rules, name, None)) is not None}


PARAMETERS: Mapping[str, Mapping[str, int | str]] = {
    **{name: {"goal": rules.usual_goal} for name, rules in RACES.items()},
    HogState.game: {"goal": HogState.usual_goal},
    **{name: _limits(rules(), "goal", "turns") for name, rules in SOLITAIRES.items()},
    PigThree.name: {"goal": 100},
    **{name: _limits(find_rules(name), "goal", "opening", "penalty", "last_round") for name in SHIPPED_RULES},
    **{name: {"players": 1} for name in SHIPPED_ROUNDS},
    **{name: {"rule": sheets[0].rule} if len(sheets) > 1 else {} for name, sheets in SHEETS.items()},
    **{name: {} for name in GAMES if isinstance(find_game(name), RecursiveGame)},
}
"""The options that OpenSpiel may choose for each game, with their defaults."""
NAMES = tuple(PARAMETERS)
VERSIONS: Mapping[str, int] = dict.fromkeys(SHIPPED_ROUNDS, 1)
"""The versions of environments, 0 for all others. A version rises when the observations or actions change."""


def make_model(name: str, **options: Any) -> AnyModel:
    """Return the game called `name` with these options, as the solver takes them; None leaves an option out.

    Keeps the last games in memory. Raises UnknownNameError, OptionError, DistributionError, or MissingNumbaError for a
    game without a shipped table.
    """
    if name not in GAMES:
        raise UnknownNameError.of("environment", name, NAMES)
    given = {option: _freeze(value) for option, value in options.items() if value is not None}
    if odd := [option for option, value in given.items() if not isinstance(value, Hashable)]:
        raise OptionError(f"environments take no {odd[0].replace('_', '-')}: leave it out")
    return _model(name, **given)


def _freeze(value: Any) -> Any:
    """Return an option as a value that can be looked up: lists and arrays as tuples, numbers as Python's own."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(value) if isinstance(value, list | np.ndarray) else value


@lru_cache(MODELS_KEPT)
def _model(name: str, **options: Any) -> AnyModel:
    kinds = get_type_hints(GameOptions)
    game = find_game(name, **options)
    for option, value in options.items():
        if kinds[option] == int | None and type(value) is not int:
            raise OptionError(f"{option.replace('_', '-')} is {value!r}: give a whole number")
        if option == "die" and not isinstance(value, tuple):
            raise OptionError(f"die is {value!r}: give the chances of its faces, from 1 up")
    model = model_of(game)
    model.origin = partial(_model, name, **options)
    return model


def model_of(game: Game) -> AnyModel:
    """Return a game with its options as a decision process. Raises OptionError if it is not solved exactly."""
    from solver.environments.families import HogModel, KeepModel, RollOrHoldModel, RoundModel, SheetModel, TargetModel
    from solver.sheet.exact.sheet_files import load_sheet

    match game:
        case SheetGame():
            return SheetModel(game, load_sheet(game.sheet, game.die, game.options.cache))
        case RoundGame():
            rules = game.rules
            if isinstance(rules.turn, TargetsTurn):
                return TargetModel(game, rules, rules.turn, game.players)
            return RoundModel(game, rules, rules.turn, game.players)
        case KeepGame():
            return KeepModel(game, game.table())
        case Hog():
            return HogModel(game, game.values())
        case Solitaire() | PigThree():
            known = game.table()
            return RollOrHoldModel(game, known, known.die, known.goal or MOST_POINTS)
        case Race() if game.last_round:
            die = game.race.die() if game.die is None else game.die
            return RollOrHoldModel(game, game.values(), die, MOST_GOALS * game.goal)
        case Race():
            table = load_race(game.race, game.goal, game.die)
            return RollOrHoldModel(game, table, table.die, table.goal, partial(race_rule, table=table))
        case RecursiveGame():
            return RollOrHoldModel(game, game.values(), game.die, game.most)
    raise _inexact(game)


def _inexact(game: Game) -> OptionError:
    return OptionError(f"{game.name} is not solved exactly, so it has no environment: choose another game")


def check_learned(game: Game) -> None:
    """Raise OptionError for a game that is not solved exactly, or has too many states by all its rules."""
    if game.name in GAMES and game.name not in NAMES:
        raise _inexact(game)
    if game.count_edges() > MOST_LEARNED and not game.find_taken("learn") & SMALLER.keys():
        raise too_large(game)


def too_large(game: Game) -> OptionError:
    """Return the refusal of a game that is too large to learn, with the options that make it smaller."""
    ways = [way for option, way in SMALLER.items() if option in game.find_taken("learn")] + ["learn another game"]
    return OptionError(f"the states of {game.name} are too many for a table", do=" or ".join(ways))


def title(name: str) -> str:
    """Return a game's name in the style of environments: TwoDicePig for two-dice-pig."""
    return "".join(word.capitalize() for word in name.split("-"))
