"""The throw-off: everybody throws one die, and the highest begins; players who tie throw again.

The table throws for all at once; people who throw by hand throw one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

DIE = (2,)
"""The well of one die that is thrown alone."""
TOGETHER = (1, 2, 3, 4, 5, 6)
"""The wells of dice that are thrown at once, a player's each."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ThrowOff:
    """How far a throw-off is: the names of the `players` as they sit, and the `values` of all throws so far.

    The table throws dice for the players `rolling` next, () where people throw.
    """

    players: tuple[str, ...]
    values: tuple[int, ...]
    rolling: tuple[int, ...] = ()

    @property
    def left(self) -> tuple[int, ...]:
        """The players who can still begin; the last one does."""
        return tuple(_left(len(self.players), self.values)[0])

    @property
    def due(self) -> tuple[int, ...]:
        """Who throws next where people throw, () at other times."""
        return () if self.rolling else tuple(throwers(len(self.players), self.values)[:1])

    @property
    def tied(self) -> bool:
        """Whether a throw has just left several players who must throw again."""
        left, shown = _left(len(self.players), self.values)
        return bool(self.values) and len(left) > 1 and not shown

    @property
    def faces(self) -> tuple[int | None, ...]:
        """What each player has thrown last, None for those whose throw is missing."""
        seats = range(len(self.players))
        faces: list[int | None] = [None] * len(seats)
        for place, value in enumerate(self.values):
            faces[throwers(len(seats), self.values[:place])[0]] = value
        due = throwers(len(seats), self.values)
        return tuple(None if seat in due else faces[seat] for seat in seats)


def in_order(players: Sequence[T], first: int) -> list[T]:
    """Return the players in order of play, from the one who begins."""
    return [*players[first:], *players[:first]]


def next_or_first(players: int, values: Sequence[int]) -> tuple[bool, int]:
    """Return whether these values settle who begins, and the player who begins; if not, the player who throws next."""
    due = throwers(players, values)
    return (False, due[0]) if due else (True, _left(players, values)[0][0])


def throwers(players: int, values: Sequence[int]) -> list[int]:
    """Return the players whose throw is missing before the next comparison, in order, [] once it is settled."""
    left, shown = _left(players, values)
    return left[shown:] if len(left) > 1 else []


def _left(players: int, values: Sequence[int]) -> tuple[list[int], int]:
    """Return the players who can still begin, and how many of them have thrown since the last tie."""
    left, thrown = list(range(players)), iter(values)
    while len(left) > 1:
        shown = dict(zip(left, thrown, strict=False))
        if len(shown) < len(left):
            return left, len(shown)
        left = [seat for seat in left if shown[seat] == max(shown.values())]
    return left, 0
