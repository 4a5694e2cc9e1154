"""The position that advice is asked for in one line: dice without blanks, and dice in a photograph."""

from collections.abc import Mapping, Sequence
from typing import Any

from robot.coach.photographs import PhotoDice
from robot.games.pig.throwing import PIGS, faces_of
from robot.games.sheet.position import in_row
from solver.errors import OptionError, PositionError
from solver.games import AnyGame, turn_rules
from solver.keep_and_throw.games import KeepGame
from solver.rounds.games import RoundGame
from solver.sheet.games import SheetGame
from solver.throw_distribution import Effect

FACES_OF_PHOTOS = 6
"""Dice in photographs have so many faces."""
ONE_DIGIT = range(10)


def dice_place(game: AnyGame, rules: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return `dice` of a position in which they are `given`, and on a sheet `rolls_left`, else nothing.

    Dice that are written without blanks are taken apart. On a sheet all throws but the first are left unless a number
    is given.
    """
    if isinstance(game, RoundGame):
        return {name: apart(given[name]) for name in ("dice", "kept", "tiles") if name in given}
    if "dice" not in given:
        return {}
    dice = apart(given["dice"])
    if isinstance(game, KeepGame):
        return {**given, "dice": dice}
    if not isinstance(game, SheetGame):
        return {}
    sheet = game.sheet(rules)
    return {
        "rolls_left": sheet.throws - 1, **given, "dice": dice if sheet.sides in ONE_DIGIT else given["dice"]
    }  # fmt: skip


def apart(words: Sequence[int]) -> list[int]:
    """Return the digits of numbers that are written without blanks."""
    return [int(digit) for word in words for digit in (str(word) if word > 0 else [word])]


def photo_wanted(game: AnyGame, rules: Any, given: Mapping[str, Any]) -> int:
    """Return how many dice a photograph must show. Raises OptionError where none can be taken."""
    if isinstance(game, SheetGame):
        sheet = game.sheet(rules)
        if "dice" in given:
            raise OptionError("the dice are given twice: give either --dice or --photo")
        if sheet.sides == FACES_OF_PHOTOS:
            return sheet.dice
    elif (rules_of_turn := turn_rules(game.name)) and rules_of_turn.thing != PIGS:
        return rules_of_turn.dice
    raise OptionError(f"{game.name} takes no --photo: leave it out")


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
