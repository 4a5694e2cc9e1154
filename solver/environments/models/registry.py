"""The solved games that have environments, by their names, and the options that each takes."""

from collections.abc import Hashable, Mapping
from functools import lru_cache, partial
from typing import Any, get_type_hints

import numpy as np

from solver.errors import OptionError, UnknownNameError
from solver.game import read_options
from solver.games import GAMES, find_game
from solver.keep_and_throw.games import KeepGame
from solver.keep_and_throw.rules import find_rules, shipped_rules
from solver.multiplayer.evaluator import ThreeEvaluator
from solver.multiplayer.games import PigThree
from solver.multiplayer.states import MultiplayerState
from solver.options import GameOptions
from solver.process.model import AnyModel
from solver.race.evaluator import RaceEvaluator
from solver.race.games import Hog, Race
from solver.race.hog import HogState
from solver.race.last_round import last_round_values
from solver.race.race_table import load_hog, load_race
from solver.race.rules import RACES, rules_of
from solver.race.strategies import race_rule
from solver.race.turn_values import TurnValues
from solver.rounds.games import RoundGame, round_players
from solver.rounds.rules import shipped_rounds
from solver.sheet.game.custom_sheet import SHEETS
from solver.sheet.games import SheetGame
from solver.single.evaluator import SinglePlayerEvaluator
from solver.single.exact import MOST_POINTS, SOLITAIRES
from solver.single.games import Solitaire

MODELS_KEPT = 16
MOST_GOALS = 100
"""A score with a last round is said to reach at most this many goals."""


def _limits(rules: object, *names: str) -> dict[str, int | str]:
    return {name: value for name in names if (value := getattr(rules, name, None)) is not None}


PARAMETERS: Mapping[str, Mapping[str, int | str]] = {
    **{name: {"goal": rules_of(name).usual_goal} for name in (*RACES, HogState.game)},
    **{name: _limits(rules(), "goal", "turns") for name, rules in SOLITAIRES.items()},
    PigThree.name: {"goal": 100},
    **{name: _limits(find_rules(name), "goal", "opening", "penalty", "last_round") for name in shipped_rules()},
    **{name: {"players": 1} for name in shipped_rounds()},
    **{name: {"rule": sheets[0].rule} for name, sheets in SHEETS.items()},
    **{name: {} for name in GAMES if find_game(name).learners},
}
"""The options that OpenSpiel may choose for each game with environments, as they are else."""
NAMES = tuple(PARAMETERS)


def make_model(name: str, **options: Any) -> AnyModel:
    """Return the game called `name` with these options, as the solver takes them; None leaves one out.

    The last ones that were asked for are kept. Raises UnknownNameError, OptionError, DistributionError, or
    MissingNumbaError for what has no shipped table.
    """
    if name not in GAMES:
        raise UnknownNameError.of("environment", name, NAMES)
    given = {option: _fixed(value) for option, value in options.items() if value is not None}
    if odd := [option for option, value in given.items() if not isinstance(value, Hashable)]:
        raise OptionError(f"environments take no {odd[0].replace('_', '-')}: leave it out")
    return _model(name, **given)


def _fixed(value: Any) -> Any:
    """Return an option as a value that can be looked up: lists and arrays as tuples, numbers as Python's own."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(value) if isinstance(value, list | np.ndarray) else value


@lru_cache(MODELS_KEPT)
def _model(name: str, **options: Any) -> AnyModel:
    game, kinds = find_game(name), get_type_hints(GameOptions)
    chosen = read_options(game, **options)
    for option, value in options.items():
        if kinds[option] == int | None and type(value) is not int:
            raise OptionError(f"{option.replace('_', '-')} is {value!r}: give a whole number")
        if option == "die" and not isinstance(value, tuple):
            raise OptionError(f"die is {value!r}: give the chances of its faces, from 1 up")
    model = model_of(game, chosen)
    model.origin = partial(_model, name, **options)
    return model


def model_of(game: Any, options: Any) -> AnyModel:
    """Return a game with the options that it takes. Raises OptionError for one that is not solved exactly."""
    from solver.environments.models.kept_dice import KeepModel, SheetModel
    from solver.environments.models.roll_or_hold import HogModel, RollOrHoldModel
    from solver.environments.models.rounds import RoundModel
    from solver.sheet.exact.sheet_files import load_sheet

    match game:
        case SheetGame():
            return SheetModel(load_sheet(game.sheet(options), game.die(options), options.cache))
        case RoundGame():
            return RoundModel(game.rules, game.die(options), 1 if options.players is None else round_players(options))
        case KeepGame():
            return KeepModel(game.table(options))
        case Hog():
            return HogModel(load_hog(game.goal(options), game.die(options)))
        case Solitaire():
            alone = game.table(options)
            limits = {"goal": alone.goal, "turns": alone.turns}
            start = SOLITAIRES[game.name](**{name: limit for name, limit in limits.items() if limit is not None})
            return RollOrHoldModel(game.name, start, SinglePlayerEvaluator(alone), alone.die, alone.goal or MOST_POINTS)
        case PigThree():
            three = game.table(options)
            crowd = MultiplayerState((0, 0, 0), three.goal)
            return RollOrHoldModel(game.name, crowd, ThreeEvaluator(three), three.die, three.goal)
        case Race() if last_round := game.last_round(options):
            race, goal, die = game.race, game.goal(options), game.die(options)
            evaluator = RaceEvaluator(last_round_values(race, goal, die, last_round))
            first, most = race(goal, last_round=last_round), MOST_GOALS * goal
            return RollOrHoldModel(game.name, first, evaluator, race.die() if die is None else die, most)
        case Race():
            table = load_race(game.race, game.goal(options), game.die(options))
            values, rule = RaceEvaluator(TurnValues(table)), partial(race_rule, table=table)
            return RollOrHoldModel(game.name, game.race(table.goal), values, table.die, table.goal, rule=rule)
    model: AnyModel = game.model(options)
    return model


def title(name: str) -> str:
    """Return a game's name as environments are called: TwoDicePig for two-dice-pig."""
    return "".join(word.capitalize() for word in name.split("-"))
