"""The throw-off: everybody throws one die, and the highest begins; players who tie throw again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from robot.language.names import actor
from robot.match.journal import Journal, JournalGame
from robot.match.players import Player
from robot.saying import Saying
from robot.table.about import About

DIE = (2,)
"""The well of the die that decides who begins."""

T = TypeVar("T")


def in_order(players: Sequence[T], first: int) -> list[T]:
    """Return the players in order of play, from the one who begins."""
    return [*players[first:], *players[:first]]


def next_or_first(players: int, values: Sequence[int]) -> tuple[bool, int]:
    """Return whether these values settle who begins, and the player who begins; if not, the player who throws next."""
    left, thrown = list(range(players)), iter(values)
    while len(left) > 1:
        shown = dict(zip(left, thrown, strict=False))
        if len(shown) < len(left):
            return False, left[len(shown)]
        left = [seat for seat in left if shown[seat] == max(shown.values())]
    return True, left[0]


@dataclass(frozen=True, slots=True)
class ThrowOff:
    """The throw-off of `game`; `throw` makes one player's throw, `announce` says something to people."""

    game: JournalGame
    players: Sequence[Player]
    journal: Journal
    throw: Callable[[Player], int]
    announce: Callable[[Saying, About], None]

    def settle(self) -> JournalGame:
        """Make the throws that the journal does not hold yet, and return the game with the player who begins."""
        values = [entry.data["value"] for entry in self.journal.log(self.game) if entry.kind == "first"]
        self.announce(Saying("first-wanted"), About.FIRST)
        while True:
            settled, place = next_or_first(len(self.players), values)
            name = actor(self.players[place].name)
            if settled:
                self.announce(Saying("first-found", {"name": name}), About.FIRST)
                return self.journal.settle_first(self.game, place)
            values.append(self.throw(self.players[place]))
            self.journal.write(self.game, "first", player=place, value=values[-1])
            self.announce(Saying("first-throw", {"name": name, "value": values[-1]}), About.FIRST)
