"""What people choose by, whatever they choose on: the whole of a choice, and the steps on the way to one."""

from dataclasses import dataclass
from typing import TypeAlias

from robot.errors import IllegalAnswerError
from robot.saying import Saying


@dataclass(frozen=True, slots=True)
class TakeAction:
    """Make the move of this name, as "roll" or "sit"."""

    action: str


@dataclass(frozen=True, slots=True)
class KeepDice:
    """Keep the dice in these wells, 1 to 6, and throw the others."""

    wells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeepFaces:
    """Keep dice that show these faces, in any order, and throw the others."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HoldFaces:
    """Set dice that show these faces aside, and hold."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WriteBox:
    """Choose this box of the sheet, to write it or to commit to it."""

    box: str


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Throw so many dice, or, where nobody chooses how many, all of the turn."""

    dice: int | None = None


@dataclass(frozen=True, slots=True)
class HoldDice:
    """Set the dice in these wells aside, and hold."""

    wells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShutTiles:
    """Shut these tiles."""

    tiles: tuple[int, ...]


MoveChoice: TypeAlias = TakeAction | KeepDice | WriteBox | ThrowDice | HoldDice | ShutTiles
"""A choice on the dice that lie in wells."""
ToldChoice: TypeAlias = MoveChoice | KeepFaces | HoldFaces
"""A choice, also of somebody who knows only what the dice show."""


@dataclass(frozen=True, slots=True)
class MarkDie:
    """Mark the die in this well as one to keep, or as one to throw."""

    well: int
    kept: bool


@dataclass(frozen=True, slots=True)
class OpenBox:
    """Open this box, to see what it would bring."""

    box: str


@dataclass(frozen=True, slots=True)
class CountDice:
    """Get ready to throw so many dice."""

    dice: int


@dataclass(frozen=True, slots=True)
class MarkTile:
    """Mark this tile as one to shut, or as one that stays open."""

    tile: int
    shut: bool


MoveStep: TypeAlias = MarkDie | OpenBox | CountDice | MarkTile


def refused(key: str, **values: int | str | Saying) -> IllegalAnswerError:
    """Return the error that says by a message of this key why a choice cannot be made."""
    return IllegalAnswerError(Saying(key, values))
