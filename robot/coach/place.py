"""The position that advice is asked for in one line: dice without blanks, and dice in a photograph."""

from collections.abc import Mapping
from typing import Any

from robot.coach.photographs import PhotoDice
from robot.games.game import in_row
from robot.games.thrown import PIGS, faces_of
from solver.errors import OptionError, PositionError
from solver.game import TakesDice
from solver.games import AnyGame, turn_rules
from solver.keep_and_throw.games import KeepGame, KeepOptions
from solver.sheet.games import SheetGame
from solver.throw_distribution import Effect

FACES_OF_PHOTOS = 6
"""Dice in photographs have so many faces."""


def dice_place(game: AnyGame, rules: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `dice` of a position, taken apart, and what they say of it besides; nothing in a game without dice."""
    return game.dice_place(rules, given) if isinstance(game, TakesDice) else {}


def photo_wanted(game: AnyGame, rules: Any, given: Mapping[str, Any], thrown: int | None = None) -> int:
    """Return how many dice a photograph must show: as many as were `thrown`, where that can be any number.

    Raises OptionError where none can be taken.
    """
    if isinstance(game, KeepGame):
        return _thrown_aside(game, rules, given, thrown)
    if thrown is not None:
        raise OptionError(f"{game.name} takes no --thrown-dice: leave it out")
    if isinstance(game, SheetGame):
        sheet = game.sheet(rules)
        if "dice" in given:
            raise OptionError("the dice are given twice: give either --dice or --photo")
        if sheet.sides == FACES_OF_PHOTOS:
            return sheet.dice
    elif (rules_of_turn := turn_rules(game.name)) and rules_of_turn.thing != PIGS:
        return rules_of_turn.dice
    raise OptionError(f"{game.name} takes no --photo: leave it out")


def _thrown_aside(game: KeepGame, rules: KeepOptions, given: Mapping[str, Any], thrown: int | None) -> int:
    """Return how many dice were thrown, where dice are set aside. Raises OptionError if nobody says so.

    A die that is overlooked in a picture would else be taken for one that was set aside before.
    """
    every = game.bare_rules.dice
    if "dice" in given:
        raise OptionError("the dice are given twice: give either --dice or --photo")
    if len(set(game.laws(rules)[given.get("seat", 1) - 1])) > 1:
        raise OptionError("dice that differ cannot be told apart in a photo: type them as --dice and --thrown")
    if thrown is None and given.get("turn", 0):
        raise OptionError("dice may lie aside by now: say how many were thrown, as --thrown-dice 4")
    if thrown is not None and not 1 <= thrown <= every:
        raise OptionError(f"{thrown} dice cannot be thrown: give 1 to {every} as --thrown-dice")
    return every if thrown is None else thrown


def photo_place(file: str, photo: PhotoDice, game: AnyGame, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `dice` that a photograph gives on a sheet, else the `turn` total with the throw that it shows.

    Raises PositionError for a throw that ends the turn.
    """
    turn = turn_rules(game.name)
    if turn is None:
        return {"dice": list(photo.values)}
    effect, gain = turn.judge(faces_of(turn, photo.values))
    if effect is not Effect.ON:
        raise PositionError(
            f"the throw {in_row(photo.values)} in {file} ends the turn: nothing is left to choose in it"
        )
    return {"turn": given.get("turn", 0) + gain}
