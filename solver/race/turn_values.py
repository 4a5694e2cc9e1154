"""What rolling and holding are worth in any state, from turn starts alone and without numba, and what is reachable."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import mul

from solver.throw_distribution import ThrowDistribution


def sums_of(gains: Sequence[int], end: int) -> int:
    """Return the sums of any number of `gains`, from 0 to below `end`, as bits."""
    sums = 1
    for total in range(1, end):
        if any(total >= gain and sums >> (total - gain) & 1 for gain in gains):
            sums |= 1 << total
    return sums


def _turn_counts(goal: int, distribution: ThrowDistribution, sums: int) -> list[int]:
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
def reach(goal: int, distribution: ThrowDistribution) -> Callable[[int, int, int], bool]:
    """Return whether a game to `goal` can stand at own points, the other's, and those at risk.

    Whoever can hold and win does so: the total before the last throw did not yet reach the goal.
    """
    gains = distribution.gains
    sums = sums_of(gains, goal + gains[-1])
    turns = _turn_counts(goal, distribution, sums)

    def can_be(me: int, opponent: int, turn: int) -> bool:
        if max(me, opponent) >= goal:
            return False
        # The waiting player has had as many turns, or one more.
        mine, theirs = turns[me], turns[opponent]
        if not mine & (theirs | theirs >> 1):
            return False
        return turn == 0 or any(
            turn >= gain and me + turn - gain < goal and sums >> (turn - gain) & 1 for gain in gains
        )

    return can_be


def turn_worth(
    distribution: ThrowDistribution, holds: list[float], ended: float, win: float = 1.0
) -> tuple[list[float], list[float]]:
    """Return what a throw and a hold are worth at each turn total, a win being worth `win`.

    `ended` is what throws that end the turn add to the worth of a throw.
    """
    gains, chances = distribution.gains, distribution.chances
    rolls = [0.0] * len(holds)
    best = [win] * (len(holds) + gains[-1])
    for k in range(len(holds) - 1, -1, -1):
        roll = ended + sum(map(mul, chances, [best[k + gain] for gain in gains]))
        rolls[k] = roll
        best[k] = max(roll, holds[k])
    return rolls, holds
