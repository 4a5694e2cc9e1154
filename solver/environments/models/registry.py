"""The solved games that have environments, by their names, and the options that each takes."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, get_type_hints

import numpy as np

from solver.environments.models.model import AnyModel
from solver.environments.models.races import HogModel, RaceModel
from solver.environments.models.risk import RiskModel
from solver.environments.models.solitaires import PigThreeModel, SolitaireModel
from solver.errors import OptionError, UnknownNameError
from solver.games import GAMES, find_game
from solver.keep_and_throw.games import KeepGame, KeepOptions
from solver.keep_and_throw.rules import find_rules, shipped_rules
from solver.multiplayer.games import PigThree
from solver.options import read_options
from solver.race.hog import HogState
from solver.race.rules import RACES, rules_of
from solver.risk.games import Risk
from solver.rounds.games import RoundGame, RoundOptions, round_players
from solver.rounds.players import MOST_PLAYERS
from solver.rounds.rules import shipped_rounds
from solver.sheet.game.sheet import SHEETS
from solver.sheet.games import SheetGame, SheetOptions
from solver.single.exact import SOLITAIRES

MODELS_KEPT = 16


@dataclass(frozen=True, slots=True)
class EnvironmentEntry:
    """A game with environments: how game and options make its model, how many play, and what OpenSpiel may choose.

    Where players may choose how many they are, at most `most_players` play, else 0.
    """

    make: Callable[[Any, Any], AnyModel]
    players: int
    parameters: Mapping[str, int | str]
    most_players: int = 0


def _solitaire_limits(name: str) -> dict[str, int | str]:
    usual = SOLITAIRES[name]()
    return {limit: getattr(usual, limit) for limit in ("goal", "turns") if hasattr(usual, limit)}


def _tabled(model: Callable[[Any], AnyModel]) -> Callable[[Any, Any], AnyModel]:
    return lambda game, options: model(game.table(options))


def _sheet_model(game: SheetGame, options: SheetOptions) -> AnyModel:
    from solver.environments.models.sheets import SheetModel
    from solver.sheet.exact.sheet_files import load_sheet

    return SheetModel(load_sheet(game.sheet(options), game.die(options), options.cache))


def _keep_model(game: KeepGame, options: KeepOptions) -> AnyModel:
    from solver.environments.models.keep import KeepModel

    return KeepModel(game.table(options))


def _round_model(game: RoundGame, options: RoundOptions) -> AnyModel:
    from solver.environments.models.rounds import RoundModel

    return RoundModel(game.rules, game.die(options), 1 if options.players is None else round_players(options))


def _keep_limits(name: str) -> dict[str, int | str]:
    rules = find_rules(name)
    return {"goal": rules.goal, "opening": rules.opening, "penalty": rules.penalty}


ENTRIES: Mapping[str, EnvironmentEntry] = MappingProxyType(
    {name: EnvironmentEntry(_tabled(RaceModel), 2, {"goal": rules_of(name).usual_goal}) for name in RACES}
    | {HogState.game: EnvironmentEntry(_tabled(HogModel), 2, {"goal": HogState.usual_goal})}
    | {name: EnvironmentEntry(_tabled(SolitaireModel), 1, _solitaire_limits(name)) for name in SOLITAIRES}
    | {PigThree.name: EnvironmentEntry(_tabled(PigThreeModel), 3, {"goal": 100})}
    | {name: EnvironmentEntry(_keep_model, 2, _keep_limits(name)) for name in shipped_rules()}
    | {name: EnvironmentEntry(_round_model, 1, {"players": 1}, MOST_PLAYERS) for name in shipped_rounds()}
    | {Risk.name: EnvironmentEntry(lambda _, options: RiskModel(options), 1, {})}
    | {name: EnvironmentEntry(_sheet_model, 1, {"rule": sheets[0].rule}) for name, sheets in SHEETS.items()}
)
NAMES = tuple(ENTRIES)


def make_model(name: str, **options: Any) -> AnyModel:
    """Return the game called `name` with these options, as the solver takes them; None leaves one out.

    The last ones that were asked for are kept. Raises UnknownNameError, OptionError, DistributionError, or
    MissingNumbaError for what has no shipped table.
    """
    if name not in ENTRIES:
        if name in GAMES:
            raise OptionError(f"{name} is not solved exactly, so it has no environment: choose another game")
        raise UnknownNameError.of("environment", name, NAMES)
    given = {option: _fixed(value) for option, value in options.items() if value is not None}
    if odd := [option for option, value in given.items() if not isinstance(value, Hashable)]:
        raise OptionError(f"environments know no {odd[0].replace('_', '-')}: leave it out")
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
    kinds = get_type_hints(game.options_type)
    for option, value in options:
        if kinds[option] == int | None and type(value) is not int:
            raise OptionError(f"{option.replace('_', '-')} is {value!r}: give a whole number")
        if option == "die" and not isinstance(value, tuple):
            raise OptionError(f"die is {value!r}: give the chances of its faces, from 1 up")
    model = ENTRIES[name].make(game, chosen)
    model.origin = _model, (name, options)
    return model


def title(name: str) -> str:
    """Return a game's name as environments are called: TwoDicePig for two-dice-pig."""
    return "".join(word.capitalize() for word in name.split("-"))
