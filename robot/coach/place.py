"""The position that advice is asked for in one line: dice without blanks, and dice in a photograph."""

from collections.abc import Mapping
from typing import Any

from robot.coach.photographs import PhotoDice
from robot.games.thrown import PIGS, faces_of
from solver.action import in_row
from solver.errors import OptionError, PositionError
from solver.games import Game, turn_rules
from solver.throw_distribution import Effect


def photo_wanted(game: Game, rules: Any, given: Mapping[str, Any], thrown: int | None = None) -> int:
    """Return how many dice a photograph must show: as many as were `thrown`, where that can be any number.

    Raises OptionError where none can be taken.
    """
    turn = turn_rules(game)
    if turn is None:
        wanted = game.photo_dice(rules, given, thrown)
        if "dice" in given:
            raise OptionError("the dice are given twice: give either --dice or --photo")
        return wanted
    if thrown is not None:
        raise OptionError(f"{game.name} takes no --thrown-dice: leave it out")
    if turn.thing == PIGS:
        raise OptionError(f"{game.name} takes no --photo: leave it out")
    return turn.dice


def photo_place(file: str, photo: PhotoDice, game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `dice` that a photograph gives on a sheet, else the `turn` total with the throw that it shows.

    Raises PositionError for a throw that ends the turn.
    """
    turn = turn_rules(game)
    if turn is None:
        return {"dice": list(photo.values)}
    effect, gain = turn.judge(faces_of(turn, photo.values))
    if effect is not Effect.ON:
        raise PositionError(
            f"the throw {in_row(photo.values)} in {file} ends the turn: nothing is left to choose in it"
        )
    return {"turn": given.get("turn", 0) + gain}
