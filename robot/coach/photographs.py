"""The dice of a photograph: their values, their doubts, and a check of their number."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from robot.coach.lines import numbers_due
from robot.coach.session import CoachSession
from robot.games.actions import make_refusal
from robot.saying import Saying
from robot.table.doubts import Where, tell_doubts
from robot.table.look import Box, Look, locate_doubts

ReadPhoto: TypeAlias = Callable[[str], Look]
"""Reads the picture of a file. Raises VisionError."""


@dataclass(frozen=True, slots=True)
class PhotoDice:
    """The dice of a photograph: the `values` of sure dice, ascending, and why and where the others are in doubt."""

    values: tuple[int, ...]
    located: tuple[tuple[str, Where], ...] = ()

    @classmethod
    def of(cls, look: Look, shown: Box | None = None) -> "PhotoDice":
        """Return the dice of a look; `shown` is the part of it that people see, as `locate_doubts` takes it."""
        return cls(look.reading.values, tuple(locate_doubts(look, shown)))

    @property
    def doubts(self) -> tuple[str, ...]:
        return tuple(doubt for doubt, _ in self.located)

    @property
    def sure(self) -> bool:
        return not self.located

    def to_json(self) -> dict[str, Any]:
        return {"dice": list(self.values), "doubts": list(self.doubts)}

    @property
    def doubts_told(self) -> Saying:
        """Which dice are in doubt and why, if any are."""
        return tell_doubts(self.located)


def read_photograph_dice(session: CoachSession, file: str, read: ReadPhoto) -> PhotoDice:
    """Return the dice of the picture in a file, for the throw that is due.

    Raises VisionError, and what `photo_due` and `check_photo` raise.
    """
    photo_due(session)
    look = read(file)
    return check_photo(session, file, look, look.whole)


def photo_due(session: CoachSession) -> tuple[int, ...]:
    """Return the numbers of dice that a photograph may show for the throw that is due.

    Raises IllegalAnswerError if a photograph cannot give the dice.
    """
    if not session.game.wells:
        raise make_refusal("coach-refused-pigs")
    if not session.standing.due:
        raise make_refusal("coach-refused-over" if session.position.over else session.position.asks_first)
    return session.standing.due


def check_photo(session: CoachSession, file: str, look: Look, shown: Box | None = None) -> PhotoDice:
    """Return the dice that were read in a file, after a check of their number.

    If any die is in doubt, the number is not checked. `shown` is as in `PhotoDice.of`. Raises what `photo_due` raises,
    and IllegalAnswerError if all dice are sure and their number is wrong.
    """
    wanted, dice = photo_due(session), PhotoDice.of(look, shown)
    if dice.sure and len(dice.values) not in wanted:
        if not dice.values and any(note.what == "dark" for note in look.reading.scene):
            raise make_refusal("coach-refused-dark", file=file)
        raise make_refusal("coach-refused-photo", file=file, seen=len(dice.values), due=numbers_due(wanted))
    return dice
