"""Advice on dice in a photograph."""

from dataclasses import replace

from robot.coach.photographs import PhotoDice
from robot.games.thrown import faces_of
from robot.table.look import look_at
from solver.action import in_row
from solver.decision import count_in_words
from solver.errors import OptionError, PositionError
from solver.games import Game, turn_rules
from solver.notation import Noted
from solver.throw_distribution import Effect
from vision.pictures import load_picture


def count_photo_dice(game: Game, noted: Noted, thrown: int | None = None) -> int:
    """Return how many dice a photograph must show: the number `thrown` in games that set dice aside, else all.

    Otherwise a die that the reader overlooks would count as set aside. Raises OptionError if the game takes no
    photograph, or if `thrown` is missing.
    """
    if game.options.dice_of is not None:
        raise OptionError("a photo cannot tell different dice apart: type them into the position")
    if not game.seen:
        raise OptionError(f"{game.name} takes no --photo: leave it out")
    if noted.dice:
        raise OptionError("the dice are given twice: give either those of the position or --photo")
    if not game.sets_aside and thrown is not None:
        raise OptionError(f"{game.name} takes no --thrown-dice: leave it out")
    if game.sets_aside and thrown is None and noted.turn:
        raise OptionError("some dice may have been set aside: say how many were thrown, such as --thrown-dice 4")
    if thrown is not None and not 1 <= thrown <= game.seen:
        raise OptionError(f"a throw cannot have {thrown} dice: give 1 to {game.seen} as --thrown-dice")
    return game.seen if thrown is None else thrown


def add_photo(file: str, photo: PhotoDice, game: Game, noted: Noted) -> Noted:
    """Return a position with the dice of a photograph, or in races with their points added to the turn total.

    Raises PositionError if the throw ends the turn.
    """
    turn = turn_rules(game)
    if turn is None:
        return replace(noted, dice=photo.values)
    effect, gain = turn.judge(faces_of(turn, photo.values))
    if effect is not Effect.ON:
        raise PositionError(
            f"the throw {in_row(photo.values)} in {file} ends the turn: there is nothing left to choose"
        )
    return replace(noted, turn=noted.turn + gain)


def read_photo(file: str, wanted: int) -> PhotoDice:
    """Return the dice in a picture. Raises VisionError, and PositionError unless it shows `wanted` dice."""
    from robot.app import make_reader  # tests replace it

    image = load_picture(file)
    look = look_at(image, make_reader().read(image))
    photo = PhotoDice.of(look, look.whole)
    if photo.sure and len(photo.values) != wanted:
        seen = count_in_words(len(photo.values), "die is", "dice are")
        raise PositionError(
            f"in {file} {seen} seen, but the game throws {wanted}: take another photo, or type the dice"
        )
    return photo
