"""Data for the pictures of Swine Herd and Skunk: the points of a round below which a player stands."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import ClassVar

from solver.race.state import TIE
from solver.simultaneous.strategy import skunk_mark, swine_herd_mark, swine_herd_races
from solver.single.exact import SinglePlayerTable, load_solitaire
from solver.throw_distribution import Chance


@dataclass(frozen=True, slots=True)
class SwineHerdTable:
    """Swine Herd to `goal` as the robot plays it."""

    goal: int
    die: tuple[Chance, ...] | None

    def stands_below(self, me: int, rival: int) -> int:
        """Return the points below which the robot stands, with `me` banked and the best other `rival`."""
        left = self.goal - me
        return left if swine_herd_races(me, rival, self.goal) else max(1, min(left, swine_herd_mark(me, rival)))

    def for_points(self) -> int:
        """Return the points below which a player stands who plays for points alone."""
        return _for_points("pig-score", 1, 0, self.die)


@dataclass(frozen=True, slots=True)
class SkunkTable:
    """Skunk over so many `rounds` as the robot plays it."""

    rounds: int
    die: tuple[Chance, ...] | None
    goal: ClassVar[None] = None

    def stands_below(self, me: int, rival: int, left: int) -> int:
        """Return the points below which the robot stands, with `left` rounds, this one counted.

        `rival` is what the best other player has, who sits.
        """
        if left > 1:
            return next(turn for turn in count(1) if turn >= skunk_mark(me + turn, rival))
        return max(1, rival - me + 1, self.for_points(me, left))

    def for_points(self, me: int, left: int) -> int:
        """Return the points below which a player with `me` points stands who plays for points alone."""
        return _for_points("think", left, me, self.die)


@lru_cache(1024)
def _for_points(game: str, left: int, me: int, die: tuple[Chance, ...] | None) -> int:
    table = load_solitaire(game, None, left, die)
    return next(turn for turn in range(1, table.cap + 1) if not _goes_on(table, left, me, turn))


def _goes_on(table: SinglePlayerTable, left: int, me: int, turn: int) -> bool:
    roll, hold = table.weigh(left, me, turn)
    return roll - hold > TIE * max(1.0, hold)
