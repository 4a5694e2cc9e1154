"""The positions of a race that can be reached."""

from collections.abc import Sequence
from functools import lru_cache

from solver.throw_distribution import ThrowDistribution


class Reach:
    """All positions of a race to `goal` that some play leads to, if whoever can hold and win does so."""

    def __init__(self, goal: int, distribution: ThrowDistribution) -> None:
        self._goal = goal
        self._gains = distribution.gains
        self._sums = sums_of(distribution.gains, goal + distribution.gains[-1])
        self._turns = _turns(goal, distribution, self._sums)

    def __call__(self, me: int, opponent: int, turn: int) -> bool:
        """Whether a game can stand at `me` and `opponent` banked and `turn` at risk.

        The total before the last throw did not yet reach the goal.
        """
        if max(me, opponent) >= self._goal:
            return False
        # The waiting player has had as many turns, or one more.
        mine, theirs = self._turns[me], self._turns[opponent]
        if not mine & (theirs | theirs >> 1):
            return False
        return turn == 0 or any(
            turn >= gain and me + turn - gain < self._goal and self._sums >> (turn - gain) & 1 for gain in self._gains
        )


def sums_of(gains: Sequence[int], end: int) -> int:
    """Return the sums of any number of `gains`, from 0 to below `end`, as bits."""
    sums = 1
    for total in range(1, end):
        if any(total >= gain and sums >> (total - gain) & 1 for gain in gains):
            sums |= 1 << total
    return sums


def _turns(goal: int, distribution: ThrowDistribution, sums: int) -> list[int]:
    """Return for each score the numbers of turns after which a player can have it, as bits; bit 0 for any number."""
    if distribution.bust_gain == 0:
        return [sums >> score & 1 for score in range(goal)]
    banks = [total for total in range(1, goal) if sums >> total & 1 or total == distribution.bust_gain]
    turns = [1] + [0] * (goal - 1)
    for score in range(1, goal):
        for bank in banks:
            if bank > score:
                break
            turns[score] |= turns[score - bank] << 1
    return turns


@lru_cache(16)
def reach(goal: int, distribution: ThrowDistribution) -> Reach:
    """Return the positions of a race, kept in memory."""
    return Reach(goal, distribution)
