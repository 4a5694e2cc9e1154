"""Races with a last round, solved for two by policy iteration on pairs of turns, as in `solver.race.exact`."""

import time

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.fixed_point import fixed_point
from solver.jit import compiled
from solver.race.last_round import LastRoundRace
from solver.throw_distribution import ThrowDistribution

Float = NDArray[np.float64]
STILL = 1e-14
STEADY = 1e-12
"""Where scores are ruined, values are found when a sweep over all of them changes none by more."""


@compiled
def settle_last(
    throw: tuple[NDArray[np.int64], Float, float, int, float],
    ends: tuple[int, int],
    held: Float,
    against: Float,
    start: Float,
) -> None:
    """Fill `start[p, i, j]` with the chance of player p, of two, who begins a turn with i points against j.

    `throw` are gains, their chances, the chance of a bust, what it banks, and the chance that the score is lost;
    `ends[p]` is the score from which on p holds, `held[d]` what a lead of d is worth to who hands over with it, where a
    goal does not win at once, and `against[p, j]` the chance of p who moves with j points when the other's score is
    lost.
    """
    gains, chances, bust, bust_gain, ruin = throw
    goal = start.shape[1]
    most = gains.max()
    value = np.ones((2, max(ends) + most + bust_gain + 1))
    slope = np.zeros(value.shape)
    again = bust if bust_gain == 0 else 0.0
    for both in range(2 * goal - 2, -1, -1):
        for first in range(max(0, both - goal + 1), min(both, goal - 1) + 1):
            scores = (first, both - first)
            x, change = 0.5, 1.0
            y = 0.5
            while change > STILL:
                for p in range(2):
                    i, j = scores[p], scores[1 - p]
                    other = y if p == 0 else x
                    # Losing the whole score leaves the other against nothing.
                    ended = again * (1.0 - other) + ruin * (1.0 - against[1 - p, j])
                    for k in range(ends[p] - i + most - 1, -1, -1):
                        score = i + k
                        if score < goal:
                            hold = 1.0 - start[1 - p, j, score] if k > 0 else -1.0
                        elif ends[p] == goal:
                            hold = 1.0
                        else:
                            hold = held[min(score - j, len(held) - 1)]
                        value[p, k], slope[p, k] = hold, 0.0
                        if score >= ends[p]:
                            continue
                        roll, rise = ended, again
                        if bust_gain > 0:
                            banked = i + bust_gain
                            if banked < goal:
                                roll += bust * (1.0 - start[1 - p, j, banked])
                            elif ends[p] == goal:
                                roll += bust
                            else:
                                roll += bust * held[min(banked - j, len(held) - 1)]
                        for m in range(len(gains)):
                            roll += chances[m] * value[p, k + gains[m]]
                            rise += chances[m] * slope[p, k + gains[m]]
                        if roll > hold:
                            value[p, k], slope[p, k] = roll, rise
                p, q = slope[0, 0], slope[1, 0]
                a = value[0, 0] - p * (1.0 - y)
                b = value[1, 0] - q * (1.0 - x)
                # x = a + p (1 - y) and y = b + q (1 - x)
                solved = (a + p * (1.0 - b - q)) / (1.0 - p * q)
                change = abs(solved - x)
                x = solved
                y, before = b + q * (1.0 - x), y
                change = max(change, abs(y - before))
            start[0, scores[0], scores[1]] = x
            start[1, scores[1], scores[0]] = y


def solve_last(race: LastRoundRace) -> tuple[Float, float]:
    """Return the values of turn starts, and the seconds that they took without compilation.

    Raises DistributionError, SolverError or MissingNumbaError.
    """
    ends, held = race.ends
    _settled(race.distribution, 1, (1, 1), held)
    begun = time.perf_counter()
    return _settled(race.distribution, race.goal, ends, held), time.perf_counter() - begun


def _settled(distribution: ThrowDistribution, goal: int, ends: tuple[int, int], held: Float) -> Float:
    throw = (
        np.array(distribution.gains, np.int64),
        np.array(distribution.chances, np.float64),
        float(distribution.bust),
        int(distribution.bust_gain),
        float(distribution.ruin),
    )
    start = np.zeros((2, goal, goal))

    def sweep(against: Float) -> Float:
        settle_last(throw, ends, held, against.reshape(2, goal), start)
        return start[:, :, 0].reshape(-1).copy()

    if not distribution.ruin:
        sweep(np.zeros(2 * goal))
        return start
    found = fixed_point(sweep, np.full(2 * goal, 0.5))
    if found.change > STEADY:
        raise SolverError(f"the values still change by {found.change:.1e}: choose a smaller goal or another die")
    return start
