"""The lines that people give a coach, and the manners in which it speaks."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from robot.games.actions import make_refusal, read_act, read_faces
from robot.saying import Saying
from solver.action import Action


class Manner(enum.Enum):
    """OPEN says what is best. AFTER says what a choice has cost. SILENT tells all at the end."""

    OPEN = "open"
    AFTER = "after"
    SILENT = "silent"


class CoachWish(enum.Enum):
    """Wishes that are not moves, by the key that people type. UNDO takes the last line back."""

    HELP = "?"
    SHEETS = "s"
    LEAVE = "q"
    UNDO = "u"


@dataclass(frozen=True, slots=True)
class DiceLine:
    """The dice show these faces, in any order: all dice of the game, or those that were just thrown."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhotoLine:
    """The dice are in the picture of this file."""

    photo: str


@dataclass(frozen=True, slots=True)
class PositionLine:
    """A position that people set up: some of the fields of `robot.coach.positions`, or one line of text."""

    given: Mapping[str, Any] | str


CountedLine: TypeAlias = DiceLine | Action | PositionLine
"""A line that changes how the game stands."""
CoachLine: TypeAlias = CountedLine | PhotoLine | CoachWish


def read_line(data: Any) -> CoachLine:
    """Return the line of JSON. Raises IllegalAnswerError for anything else."""
    if isinstance(data, dict) and len(data) == 1:
        match data:
            case {"dice": list(dice)}:
                return DiceLine(read_faces(dice))
            case {"photo": str(photo)} if photo:
                return PhotoLine(photo)
            case {"position": dict(given) | str(given)}:
                return PositionLine(given)
            case {"undo": True}:
                return CoachWish.UNDO
    return read_act(data)


def read_counted(data: Any) -> CountedLine:
    """Return the line of JSON that changes how a game stands. Raises IllegalAnswerError."""
    line = read_line(data)
    if isinstance(line, PhotoLine | CoachWish):
        raise make_refusal("coach-refused-line")
    return line


def line_json(line: CountedLine) -> Any:
    """Return the JSON that `read_line` reads as a line."""
    match line:
        case DiceLine(dice):
            return {"dice": list(dice)}
        case PositionLine(given):
            return {"position": given if isinstance(given, str) else dict(given)}
    return line.to_json()


def numbers_due(wanted: Sequence[int]) -> Saying | int:
    """Return numbers of dice in words: the only one, either of two, or the range of more."""
    if len(wanted) == 1:
        return wanted[0]
    return Saying("coach-either" if len(wanted) == 2 else "coach-range", {"first": wanted[0], "rest": wanted[-1]})
