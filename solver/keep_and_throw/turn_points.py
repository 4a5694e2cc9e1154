"""The most points that a turn of a keep-and-throw game brings on average, where nobody looks at the goal."""

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.keep_and_throw.hands import ThrownHands, hands_of
from solver.keep_and_throw.rules import KeepRules
from solver.throw_distribution import Laws


class SolvedAlone(NamedTuple):
    """What one player can reach: `values` by steps of points, how many positions they come from, and the time."""

    values: NDArray[np.float64]
    states: int
    seconds: float


def most_turn_points(rules: KeepRules, laws: Laws) -> SolvedAlone:
    """Return the most points that a turn brings on average with k steps at risk before hand h, at [k, h], no goal.

    From the last row on it is best to hold, whatever the hand: there one more throw loses more than the most that it
    can add, and totals only rise, so the rule that looks one throw ahead is optimal (Chow and Robbins, "A martingale
    system theorem and applications", 1961). Raises SolverError.
    """
    begun = time.perf_counter()
    bust, first, chance, option, gain, left = scoring_hands(hands_of(rules, laws)).throws
    gains = np.add.reduceat(chance * np.maximum.reduceat(gain, option[:-1]), first[:-1])
    if not bust.all():
        raise SolverError("with these dice a hand scores in every throw, and a turn need never end: choose other dice")
    end = int((gains / bust).max()) + 1
    value = np.empty((end + 1, len(bust)))
    value[end] = end
    for k in range(end - 1, -1, -1):
        reached = k + gain
        worth = np.where(reached < end, value[np.minimum(reached, end), left], reached)
        best = np.maximum.reduceat(worth, option[:-1])
        value[k] = np.maximum(np.add.reduceat(chance * best, first[:-1]), k)
    return SolvedAlone(value * rules.step, value.size, time.perf_counter() - begun)


def scoring_hands(hands: ThrownHands) -> ThrownHands:
    """Return the hands if their dice can score. Raises SolverError."""
    if hands.throws.bust[hands.full] >= 1.0:
        raise SolverError("with these dice no throw scores: give the faces that score a larger chance")
    return hands
