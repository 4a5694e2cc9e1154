"""The dice of a photograph: values, doubts, and whether their number is the one that is due."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from robot.coach.lines import numbers_due
from robot.games.actions import refused
from robot.saying import Saying
from robot.table.doubts import die_in_doubt

if TYPE_CHECKING:
    from robot.coach.session import CoachSession
    from vision.reading import Reading

ReadPhoto: TypeAlias = Callable[[str], "Reading"]
"""Reads the picture of a file. Raises VisionError."""


@dataclass(frozen=True, slots=True)
class PhotoDice:
    """The dice of a photograph: the `values` of those that have one, rising, and the `doubts` of the others."""

    values: tuple[int, ...]
    doubts: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        return not self.doubts

    def to_json(self) -> dict[str, Any]:
        return {"dice": list(self.values), "doubts": list(self.doubts)}

    @property
    def doubts_saying(self) -> Saying:
        """Return which dice have no value and why."""
        return Saying("coach-list", {"parts": tuple(map(die_in_doubt, self.doubts))})


def dice_of(reading: "Reading") -> PhotoDice:
    """Return the dice of a reading."""
    return PhotoDice(reading.values, tuple(str(die.doubt) for die in reading.doubtful))


def photographed(session: "CoachSession", file: str, read: ReadPhoto) -> PhotoDice:
    """Return the dice of the picture in a file, for the throw that is due.

    Raises VisionError, and what `photo_due` and `checked` raise.
    """
    photo_due(session)
    return checked(session, file, read(file))


def photo_due(session: "CoachSession") -> None:
    """Raise IllegalAnswerError if a photograph cannot give the dice that are due now, if any are."""
    if not session.game.wells:
        raise refused("coach-refused-pigs")
    if not session.standing.due:
        raise refused("coach-refused-over" if session.position.over else session.position.asks_first)


def checked(session: "CoachSession", file: str, reading: "Reading") -> PhotoDice:
    """Return the dice that were read in a file, for the throw that is due; their number is a check and never a guess.

    Dice in doubt are returned whatever their number. Raises IllegalAnswerError if no throw is due, or all dice are sure
    and their number is wrong.
    """
    photo_due(session)
    wanted, dice = session.standing.due, dice_of(reading)
    if dice.sure and len(dice.values) not in wanted:
        if not dice.values and any(note.what == "dark" for note in reading.scene):
            raise refused("coach-refused-dark", file=file)
        raise refused("coach-refused-photo", file=file, seen=len(dice.values), due=numbers_due(wanted))
    return dice
