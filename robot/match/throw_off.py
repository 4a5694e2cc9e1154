"""The throw-off: everybody throws one die, and the highest begins; players who tie throw again.

The table throws for all players at once; people throw by hand one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

DIE = (2,)
"""The well of a die that is thrown by itself."""
TOGETHER = (1, 2, 3, 4, 5, 6)
"""The wells of dice that are thrown at once, one for each player."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ThrowOff:
    """The state of a throw-off: the names of the `players` by seat, and the `values` of all throws so far.

    The table throws dice for the players `rolling` next, () if people throw.
    """

    players: tuple[str, ...]
    values: tuple[int, ...]
    rolling: tuple[int, ...] = ()

    @property
    def left(self) -> tuple[int, ...]:
        """The players who can still begin, by seat; a single one begins."""
        return tuple(_find_left(len(self.players), self.values)[0])

    @property
    def due(self) -> tuple[int, ...]:
        """The person who throws next by hand, () if the table throws or nobody is due."""
        return () if self.rolling else tuple(throwers(len(self.players), self.values)[:1])

    @property
    def tied(self) -> bool:
        """Whether the last throw has left a tie, so that several players must throw again."""
        left, shown = _find_left(len(self.players), self.values)
        return bool(self.values) and len(left) > 1 and not shown

    @property
    def faces(self) -> tuple[int | None, ...]:
        """The last throw of each player, None for those whose throw is missing."""
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
    """Return whether these values settle who begins, and the player who begins or else throws next."""
    due = throwers(players, values)
    return (False, due[0]) if due else (True, _find_left(players, values)[0][0])


def throwers(players: int, values: Sequence[int]) -> list[int]:
    """Return the players whose throw is missing before the next comparison, in order; [] if somebody has won."""
    left, shown = _find_left(players, values)
    return left[shown:] if len(left) > 1 else []


def _find_left(players: int, values: Sequence[int]) -> tuple[list[int], int]:
    """Return the players who can still begin, and how many of them have thrown since the last tie."""
    left, thrown = list(range(players)), iter(values)
    while len(left) > 1:
        shown = dict(zip(left, thrown, strict=False))
        if len(shown) < len(left):
            return left, len(shown)
        left = [seat for seat in left if shown[seat] == max(shown.values())]
    return left, 0
