"""What the positions of all games tell alike, so that review, coach and screens need to know no kind of game."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from robot.games.choices import refused
from robot.games.game import Move, Tally
from robot.games.views import MarkedDice
from robot.language import named
from robot.saying import Saying


class TablePosition(ABC):
    """What holds in most games; a game says what differs in its own."""

    __slots__ = ()

    @property
    @abstractmethod
    def begins(self) -> bool:
        """Whether the next throw is the first of a turn, so that there is nothing to lose yet."""

    @property
    @abstractmethod
    def chooses(self) -> bool:
        """Whether people choose among actions here that differ in their worth."""

    @property
    def goes_on(self) -> bool:
        """Whether the next throw belongs to a choice that was made before."""
        return False

    @property
    def by_turns(self) -> bool:
        """Whether players have their turns one after the other."""
        return True

    @property
    def fewest(self) -> bool:
        """Whether the fewest points win."""
        return False

    @property
    def choosable(self) -> tuple[int, ...] | None:
        """The dice from which people choose, () before the first throw of a turn, None where they choose no dice."""
        return None

    def stays(self, _action: Any, /) -> tuple[bool, ...]:
        """Return which of the choosable dice stay with an action, as JSON; () where no dice are chosen."""
        return ()

    def doing(self, manner: str, action: Any) -> Saying:
        """Return an action, as JSON, in words: by "do" an order, by "me" the robot's own, by "doing" a subject."""
        words = str(action)
        return Saying(f"{manner}-dice", {"dice": int(words)}) if words.isdecimal() else named(manner, words)

    def marked(self, _wells: Collection[int], /) -> MarkedDice | None:
        """Return what dice come to that are marked to be set aside; None where none are."""
        return None

    def goes_back(self, _draft: Tally, /) -> bool:
        """Return whether NEW goes back in the draft; elsewhere it asks to take the last choice back."""
        return False

    @property
    def help(self) -> tuple[str, ...]:
        """What people may type to a coach, by the ends of the keys of messages."""
        return ("dice", "scores", "photo")

    @property
    def asks_first(self) -> str:
        """The message that says what is chosen first where people tell dice too early."""
        return "coach-refused-choose-first"

    @property
    def all_aside(self) -> tuple[int, ...]:
        """The dice that somebody sets aside who says nothing but to hold, () if there are none."""
        return ()

    @property
    def written(self) -> int:
        """Points of the player that are counted beside the worth of what comes."""
        return 0

    def wins_now(self, _action: Any, /) -> bool:
        """Return whether an action, as JSON, ends the game and its player has won then."""
        return False

    def coach_reasons(self, _action: Any, _value: float, _cache: Path | None, /) -> Iterator[Saying] | None:
        """Return the game's own reasons for an action, as JSON, of this worth; None where those of all games serve.

        Tables that are solved for them are kept in the folder. Raises SolverError.
        """
        return None

    def told(self) -> Saying | None:
        """Return what lies on the table and what there is to know before a choice, None if nothing needs words."""
        return None

    def in_wells(self, _move: Move, dice: Sequence[int], /) -> tuple[int, ...]:
        """Return what all wells of a move show, from its dice in any order. Raises IllegalAnswerError."""
        return tuple(dice)

    def lies(self, thrown: Sequence[int]) -> tuple[int, ...]:
        """Return the dice on the table after a move that has `thrown` some."""
        return tuple(thrown)


def fill_wells(wells: Sequence[int], move: Move, dice: Sequence[int]) -> tuple[int, ...]:
    """Return what wells show after a move: kept dice, and the others in any order, with the kept ones or without.

    Raises IllegalAnswerError if dice that were kept are missing.
    """
    kept = move.keep or {}
    fallen = list(dice)
    if len(dice) == len(wells):
        for face in kept.values():
            if face not in fallen:
                raise refused("coach-refused-kept", kept=in_row(kept.values()), dice=in_row(dice))
            fallen.remove(face)
    thrown = iter(fallen)
    return tuple(kept[well] if well in kept else next(thrown) for well in wells)


def due_in_wells(wells: Sequence[int], pending: Move | None) -> tuple[int, ...]:
    """Return how many dice may be told after a move that keeps some: those thrown, or all."""
    kept = len(pending.keep or {}) if pending else 0
    return (len(wells) - kept, len(wells)) if kept else (len(wells),)


def wells_words(wells: Sequence[int]) -> Saying:
    """Return wells by their numbers, as in "wells 2 4"."""
    return Saying("wells-named", {"count": len(wells), "wells": in_row(wells)})


def in_row(dice: Iterable[int]) -> str:
    """Return dice with blanks between them."""
    return " ".join(map(str, dice))
