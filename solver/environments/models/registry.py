"""The solved games that have environments, by their names, and the options that each takes."""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, get_type_hints

import numpy as np

from solver.errors import OptionError, UnknownNameError
from solver.game import read_options
from solver.games import GAMES, find_game
from solver.keep_and_throw.games import KeepGame
from solver.keep_and_throw.rules import find_rules, shipped_rules
from solver.multiplayer.games import PigThree
from solver.options import GameOptions
from solver.process.model import AnyModel
from solver.race.games import Race, TwoPlayerGame
from solver.race.hog import HogState
from solver.race.last_round import last_round_values
from solver.race.rules import RACES, rules_of
from solver.risk.games import Risk
from solver.rounds.games import RoundGame, round_players
from solver.rounds.players import MOST_PLAYERS
from solver.rounds.rules import shipped_rounds
from solver.sheet.game.sheet import SHEETS
from solver.sheet.games import SheetGame
from solver.single.exact import SOLITAIRES
from solver.single.games import Solitaire

MODELS_KEPT = 16


class EnvironmentEntry(NamedTuple):
    """A game with environments: how many play, and the options that OpenSpiel may choose, as they are else.

    Where players may choose how many they are, at most `most_players` play, else 0.
    """

    players: int
    parameters: Mapping[str, int | str]
    most_players: int = 0


def _limits(rules: object, *names: str) -> dict[str, int | str]:
    return {name: value for name in names if (value := getattr(rules, name, None)) is not None}


ENTRIES: Mapping[str, EnvironmentEntry] = {
    **{name: EnvironmentEntry(2, {"goal": rules_of(name).usual_goal}) for name in (*RACES, HogState.game)},
    **{name: EnvironmentEntry(1, _limits(rules(), "goal", "turns")) for name, rules in SOLITAIRES.items()},
    PigThree.name: EnvironmentEntry(3, {"goal": 100}),
    **{
        name: EnvironmentEntry(2, _limits(find_rules(name), "goal", "opening", "penalty", "last_round"))
        for name in shipped_rules()
    },
    **{name: EnvironmentEntry(1, {"players": 1}, MOST_PLAYERS) for name in shipped_rounds()},
    Risk.name: EnvironmentEntry(1, {}),
    **{name: EnvironmentEntry(1, {"rule": sheets[0].rule}) for name, sheets in SHEETS.items()},
    **{game.name: EnvironmentEntry(game.learners, {}) for game in map(find_game, GAMES) if game.learners},
}
NAMES = tuple(ENTRIES)


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
    return _model(name, tuple(sorted(given.items())))


def _fixed(value: Any) -> Any:
    """Return an option as a value that can be looked up: lists and arrays as tuples, numbers as Python's own."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(value) if isinstance(value, list | np.ndarray) else value


@lru_cache(MODELS_KEPT)
def _model(name: str, options: tuple[tuple[str, Any], ...]) -> AnyModel:
    game: Any = find_game(name)
    chosen = read_options(game, **dict(options))
    kinds = get_type_hints(GameOptions)
    for option, value in options:
        if kinds[option] == int | None and type(value) is not int:
            raise OptionError(f"{option.replace('_', '-')} is {value!r}: give a whole number")
        if option == "die" and not isinstance(value, tuple):
            raise OptionError(f"die is {value!r}: give the chances of its faces, from 1 up")
    model = model_of(game, chosen)
    model.origin = _model, (name, options)
    return model


def model_of(game: Any, options: Any) -> AnyModel:
    """Return a game with the options that it takes. Raises OptionError for one that is not solved exactly."""
    from solver.environments.models.keep import KeepModel
    from solver.environments.models.risk import RiskModel
    from solver.environments.models.roll_or_hold import (
        HogModel,
        LastRoundModel,
        PigThreeModel,
        RaceModel,
        SolitaireModel,
    )
    from solver.environments.models.rounds import RoundModel
    from solver.environments.models.sheets import SheetModel
    from solver.sheet.exact.sheet_files import load_sheet

    if isinstance(game, SheetGame):
        return SheetModel(load_sheet(game.sheet(options), game.die(options), options.cache))
    if isinstance(game, RoundGame):
        return RoundModel(game.rules, game.die(options), 1 if options.players is None else round_players(options))
    if isinstance(game, Risk):
        return RiskModel(options)
    if isinstance(game, KeepGame):
        return KeepModel(game.table(options))
    if isinstance(game, Solitaire):
        return SolitaireModel(game.table(options))
    if isinstance(game, PigThree):
        return PigThreeModel(game.table(options))
    if isinstance(game, TwoPlayerGame):
        if isinstance(game, Race) and (last_round := game.last_round(options)):
            die = game.die(options)
            values = last_round_values(game.race, game.goal(options), die, last_round)
            start = game.race(values.goal, last_round=last_round)
            return LastRoundModel(start, values, tuple(game.race.die()) if die is None else die)
        table: Any = game.table(options)
        return HogModel(table) if game.name == HogState.game else RaceModel(table)
    model: AnyModel = game.model(options)
    return model


def title(name: str) -> str:
    """Return a game's name as environments are called: TwoDicePig for two-dice-pig."""
    return "".join(word.capitalize() for word in name.split("-"))
