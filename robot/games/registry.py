"""The games that the table can play. Each is made by a module that is imported only when it is needed."""

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from robot.games.game import OWN, TableGame
from robot.games.reasons import Doing, tell_plainly
from robot.games.thrown import WELLS
from solver.card import list_games
from solver.errors import DistributionError, OptionError, UnknownNameError
from solver.rules_file import engine_of_text
from solver.throw_distribution import FACES

SHEETS, ASIDE, ROUND = "robot.games.sheet.game", "robot.games.keep_and_throw.game", "robot.games.rounds.game"
RACE = "robot.games.pig.race"
MODULES = {
    "race/rules": RACE,
    "race": "robot.games.pig.hog",
    "single": "robot.games.pig.single_player",
    "simultaneous": "robot.games.pig.simultaneous",
    "keep_and_throw/rules": ASIDE,
    "rounds/rules": ROUND,
    "sheet": SHEETS,
}
"""The modules that make games, by the solver's folders with the files of these games."""
PLAYED = {name: module for folder, module in MODULES.items() for name in list_games(folder)}
FRONT = ("pig", "yahtzee", "farkle", "shut-the-box", "think")
"""The games that are offered first, one of each kind."""
ENGINES = {"keep-and-throw": ASIDE, "round": ROUND, "race": RACE}
"""The modules of custom games, by the engine that their rules name. Games without an engine are score sheets."""
RULES = {
    **dict.fromkeys(("goal", "opening", "penalty", "turns"), int),
    "rule": str,
    "last_round": str,
    "commit": bool,
    **dict.fromkeys(("die", "dice_of", OWN), str),
}
"""The types of all rules of games, by the rules' names in the journal and on the command line."""
OLD_RULES = frozenset({"aim"})
"""Rules that games had before 0.4.0, by their names in the journal: no game has them now."""
KINDS = {int: "a whole number", str: "a word", bool: "true or false"}


def check_played(name: str) -> None:
    """Raise UnknownNameError with the nearest name unless `name` is a game that the table can play."""
    if name not in PLAYED:
        raise UnknownNameError.of("game", name, PLAYED)


def table_name(name: str) -> str:
    """Return the table's name for a game that ships: Pig for three players is Pig there."""
    return name if name in PLAYED else name.partition("-")[0]


def read_own(path: Path) -> tuple[str, str]:
    """Return the name of the game that a TOML file describes, and the text that makes it.

    Raises OptionError, and UnknownNameError for an unknown engine.
    """
    from solver.games import check_own_name, find_engine  # it loads all solvers

    module = importlib.import_module(ENGINES.get(find_engine(path) or "", SHEETS))
    own: tuple[str, str] = module.read_own(path)
    check_own_name(own[0], path)
    return own


def make_game(
    name: str, rules: Mapping[str, Any], folder: Path | None = None, *, at_table: bool = True
) -> TableGame[Any]:
    """Return a game with the given rules and defaults for the rest. Tables that it solves are kept in `folder`.

    The table must be able to throw its dice, unless `at_table` is false.

    Raises:
        UnknownNameError: there is no such game.
        OptionError: the game has no such rule, a rule of another type, or rules that do not go together.
        DistributionError: the table cannot throw such dice.

    """
    for rule, value in rules.items():
        if rule in RULES and type(value) is not RULES[rule]:  # true is no number, though Python counts with it
            key = "fault-goal" if rule == "goal" else ""
            raise OptionError(f"{rule} is {KINDS[RULES[rule]]}, not {value!r:.40}: choose another one", key=key)
    if OWN not in rules:
        check_played(name)
        module = importlib.import_module(PLAYED[name])
    else:
        module = importlib.import_module(ENGINES.get(engine_of_text(rules[OWN]) or "", SHEETS))
    kept = {rule: value for rule, value in rules.items() if rule not in OLD_RULES}
    game: TableGame[Any] = module.make(name, kept, folder)
    dice, faces = game.begin(game.seats[0]).dice, len(game.law_at(0, 1))
    if at_table and (dice > len(WELLS) or faces != FACES):
        raise DistributionError(
            f"{name} is for {dice}d{faces}: this table throws up to {len(WELLS)} dice of {FACES} sides"
        )
    return game


def find_doing(state: Any) -> Doing:
    """Return a function that tells actions in a state of the solver: that of its position, or a plain one."""
    folder = type(state).__module__.split(".")[1:2]
    module = next((module for family, module in MODULES.items() if family.split("/")[:1] == folder), RACE)
    position = getattr(importlib.import_module(module), "POSITIONS", {}).get(type(state))
    return position(state).tell if position else tell_plainly
