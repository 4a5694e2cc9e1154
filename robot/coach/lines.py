"""What people tell a coach: a throw, a choice, or that the last line is taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from robot.games.choices import refused

FACES = range(1, 7)
MOST_DICE = 100
"""More dice than any game throws; longer lists are no throw."""


@dataclass(frozen=True, slots=True)
class DiceLine:
    """The dice show these faces, in any order: all dice of the game, or those that were just thrown."""

    dice: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"dice": list(self.dice)}


@dataclass(frozen=True, slots=True)
class PhotoLine:
    """The dice are in the picture of this file."""

    photo: str

    def to_json(self) -> dict[str, Any]:
        return {"photo": self.photo}


@dataclass(frozen=True, slots=True)
class KeepLine:
    """These dice are kept, and the others are thrown."""

    dice: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"keep": list(self.dice)}


@dataclass(frozen=True, slots=True)
class AsideLine:
    """These dice are set aside to hold."""

    dice: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"keep": list(self.dice), "then": "hold"}


@dataclass(frozen=True, slots=True)
class BoxLine:
    """This box is chosen, to write it or to commit to it."""

    box: str

    def to_json(self) -> dict[str, Any]:
        return {"box": self.box}


@dataclass(frozen=True, slots=True)
class ShutLine:
    """These tiles are shut."""

    tiles: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"shut": list(self.tiles)}


@dataclass(frozen=True, slots=True)
class RollLine:
    """All dice of the turn are thrown, or so many `dice` where people choose how many."""

    dice: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {"roll": True if self.dice is None else self.dice}


@dataclass(frozen=True, slots=True)
class HoldLine:
    """The turn total is banked."""

    def to_json(self) -> dict[str, Any]:
        return {"hold": True}


@dataclass(frozen=True, slots=True)
class UndoLine:
    """The last line that counted is taken back."""

    def to_json(self) -> dict[str, Any]:
        return {"undo": True}


ChoiceLine: TypeAlias = KeepLine | AsideLine | BoxLine | ShutLine | RollLine | HoldLine
"""A line that chooses."""
CountedLine: TypeAlias = DiceLine | ChoiceLine
"""A line that changes how the game stands."""
CoachLine: TypeAlias = CountedLine | PhotoLine | UndoLine


def read_line(data: Any) -> CoachLine:
    """Return the line of a JSON object. Raises IllegalAnswerError for anything else."""
    if isinstance(data, dict):
        match data:
            case {"keep": list(aside), "then": "hold" | "throw" as then, **other} if not other:
                return AsideLine(_faces(aside)) if then == "hold" else KeepLine(_faces(aside))
    if isinstance(data, dict) and len(data) == 1:
        match data:
            case {"dice": list(dice)}:
                return DiceLine(_faces(dice))
            case {"keep": list(dice)}:
                return KeepLine(_faces(dice))
            case {"photo": str(photo)} if photo:
                return PhotoLine(photo)
            case {"box": str(box)}:
                return BoxLine(box)
            case {"shut": list(tiles)} if len(tiles) <= MOST_DICE and all(type(tile) is int for tile in tiles):
                return ShutLine(tuple(tiles))
            case {"roll": True}:
                return RollLine()
            case {"roll": int(count)} if count:
                return RollLine(count)
            case {"hold": True}:
                return HoldLine()
            case {"undo": True}:
                return UndoLine()
    raise refused("coach-refused-line")


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
