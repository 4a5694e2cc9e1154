"""The throw-off: everybody throws one die, and the highest begins; players who tie throw again.

The table throws for all at once; people who throw by hand throw one after the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from robot.language.names import actor
from robot.match.journal import Entry, Journal, JournalGame
from robot.match.players import Player
from robot.saying import Saying
from robot.table.about import About

DIE = (2,)
"""The well of one die that is thrown alone."""
TOGETHER = (1, 2, 3, 4, 5, 6)
"""The wells of dice that are thrown at once, a player's each."""

T = TypeVar("T")


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


@dataclass(frozen=True, slots=True)
class ThrowOff:
    """The throw-off of `game`; `throw` throws a die for each of some players, `announce` says something to people.

    `write` commits entries of the game, all or none.
    `by_hand` says that people throw for all players: one die after the other, so that each is somebody's.
    """

    game: JournalGame
    players: Sequence[Player]
    journal: Journal
    throw: Callable[[Sequence[Player]], tuple[int, ...]]
    write: Callable[[Sequence[Entry]], None]
    announce: Callable[[Saying, About], None]
    by_hand: bool = False

    def settle(self) -> JournalGame:
        """Make the throws that the journal does not hold yet, and return the game with the player who begins."""
        values = [entry.data["value"] for entry in self.journal.log(self.game) if entry.kind == "first"]
        self.announce(Saying("first-wanted"), About.FIRST)
        while due := throwers(len(self.players), values):
            together = self._together(due)
            thrown = list(zip(together, self.throw([self.players[place] for place in together]), strict=True))
            self.write([Entry("first", None, {"player": place, "value": value}) for place, value in thrown])
            for place, value in thrown:
                values.append(value)
                name = actor(self.players[place].name)
                self.announce(Saying("first-throw", {"name": name, "value": value}), About.FIRST)
        _, place = next_or_first(len(self.players), values)
        self.announce(Saying("first-found", {"name": actor(self.players[place].name)}), About.FIRST)
        return self.journal.settle_first(self.game, place)

    def _together(self, due: Sequence[int]) -> list[int]:
        """Return those of the players `due`, from the first one on, for whom one throw is made."""
        if self.by_hand or self.players[due[0]].by_hand:
            return [due[0]]
        return list(takewhile(lambda place: not self.players[place].by_hand, due))[: len(TOGETHER)]
