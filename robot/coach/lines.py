"""What people tell a coach: a throw, a choice, or that the last line is taken back."""

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

FACES = range(1, 7)
MOST_DICE = 100
"""More dice than any game throws; longer lists are no throw."""
HOLD = TakeAction("hold")


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
