"""What people tell a coach and which moves that becomes; and in which manner it speaks."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from robot.games.choices import (
    HoldFaces,
    KeepFaces,
    ShutTiles,
    TakeAction,
    ThrowDice,
    WriteBox,
    refused,
)
from robot.games.game import Move, Position
from robot.saying import Saying

FACES = range(1, 7)
MOST_DICE = 100
"""More dice than any game throws; longer lists are no throw."""
HOLD = TakeAction("hold")


class Manner(enum.Enum):
    """OPEN says what is best; AFTER what a choice has cost; SILENT tells all at the end."""

    OPEN = "open"
    AFTER = "after"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class DiceLine:
    """The dice show these faces, in any order: all dice of the game, or those that were just thrown."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhotoLine:
    """The dice are in the picture of this file."""

    photo: str


@dataclass(frozen=True, slots=True)
class UndoLine:
    """The last line that counted is taken back."""


ChoiceLine: TypeAlias = KeepFaces | HoldFaces | WriteBox | ShutTiles | ThrowDice | TakeAction
"""A line that chooses."""
CountedLine: TypeAlias = DiceLine | ChoiceLine
"""A line that changes how the game stands."""
CoachLine: TypeAlias = CountedLine | PhotoLine | UndoLine


def read_line(data: Any) -> CoachLine:
    """Return the line of a JSON object. Raises IllegalAnswerError for anything else."""
    match data:
        case {"keep": list(dice), "then": "hold", **other} if not other:
            return HoldFaces(_faces(dice))
        case {"keep": list(dice), "then": "throw", **other} if not other:
            return KeepFaces(_faces(dice))
    if isinstance(data, dict) and len(data) == 1:
        match data:
            case {"dice": list(dice)}:
                return DiceLine(_faces(dice))
            case {"keep": list(dice)}:
                return KeepFaces(_faces(dice))
            case {"photo": str(photo)} if photo:
                return PhotoLine(photo)
            case {"box": str(box)}:
                return WriteBox(box)
            case {"shut": list(tiles)} if len(tiles) <= MOST_DICE and all(type(tile) is int for tile in tiles):
                return ShutTiles(tuple(tiles))
            case {"roll": True}:
                return ThrowDice()
            case {"roll": int(count)} if count:
                return ThrowDice(count)
            case {"hold": True}:
                return HOLD
            case {"undo": True}:
                return UndoLine()
    raise refused("coach-refused-line")


def line_json(line: CountedLine) -> dict[str, Any]:
    """Return the JSON object of which `read_line` makes a line."""
    match line:
        case DiceLine(dice):
            return {"dice": list(dice)}
        case KeepFaces(dice):
            return {"keep": list(dice)}
        case HoldFaces(dice):
            return {"keep": list(dice), "then": "hold"}
        case WriteBox(box):
            return {"box": box}
        case ShutTiles(tiles):
            return {"shut": list(tiles)}
        case ThrowDice(count):
            return {"roll": True if count is None else count}
        case TakeAction(action):
            return {action: True}


def counted_line(data: Any) -> CountedLine:
    """Return the line of a JSON object that changes how a game stands. Raises IllegalAnswerError."""
    line = read_line(data)
    if isinstance(line, PhotoLine | UndoLine):
        raise refused("coach-refused-line")
    return line


def _faces(dice: Sequence[Any]) -> tuple[int, ...]:
    if len(dice) > MOST_DICE or not all(type(face) is int and face in FACES for face in dice):  # true is no face
        raise refused("coach-refused-faces")
    return tuple(dice)


@dataclass(frozen=True, slots=True)
class CountedMove:
    """A move that counts: the position `before` it, and what all wells showed after it, () if it threw nothing."""

    before: Position
    move: Move
    values: tuple[int, ...] = ()


def move_of(position: Position, line: ChoiceLine) -> Move:
    """Return the move that a line chooses. Raises IllegalAnswerError where it is not legal."""
    if position.over:
        raise refused("coach-refused-over")
    return position.chosen(line)


def move_of_throw(position: Position, dice: Sequence[int]) -> Move:
    """Return the move that dice alone are: a throw that needs no choice, or the choice to throw so many.

    Raises IllegalAnswerError where something has to be chosen first.
    """
    if position.over:
        raise refused("coach-refused-over")
    return position.choose_throw(len(dice))


def due(position: Position, pending: Move | None) -> tuple[int, ...]:
    """Return how many dice may be told now, for a move that is `pending` or without one; () if none may."""
    return () if position.over else position.due(pending)


def throw(position: Position, move: Move, dice: Sequence[int]) -> tuple[Position, tuple[CountedMove, ...]]:
    """Return the position after a move that throws, and the moves that this is: Hog throws its dice in several goes.

    Raises IllegalAnswerError for dice that are no throw of it.
    """
    wanted = due(position, move)
    if len(dice) not in wanted:
        raise refused("coach-refused-number", given=len(dice), due=numbers_due(wanted))
    values = position.in_wells(move, dice)
    moves: list[CountedMove] = []
    after = position
    while values:
        wells = len(after.wells_for(move))
        go, values = values[:wells], values[wells:]
        moves.append(CountedMove(after, move, go))
        after = after.after(move, go)
        if after.player != position.player or after.over:  # a 1 ends a turn of Hog before all its dice are read
            break
    return after, tuple(moves)


def numbers_due(wanted: Sequence[int]) -> Saying | int:
    """Return one number of dice, or one of two, or the first and the last of more, in words."""
    if len(wanted) == 1:
        return wanted[0]
    return Saying("coach-either" if len(wanted) == 2 else "coach-range", {"first": wanted[0], "rest": wanted[-1]})
