"""Compiled code that finds at which turn totals a player of a keep-and-throw game holds, for all scores."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.keep_and_throw.hands import Throws
from solver.keep_and_throw.turn_kernels import weigh_sum


@compiled
def find_holds(throws: Throws, opening: int, rival: NDArray[np.float64], least: NDArray[np.int64]) -> None:
    """Fill `least[i, j, h]` with the lowest total at which holding is best before hand h, with i steps against j.

    `rival[j, i]` is the win probability of the other, who begins with j steps. Where it is best below no total that
    leaves the goal unreached, that is the distance to the goal. Of equal values the player holds.
    """
    goal, hands = len(rival), len(throws.bust)
    value = np.ones((goal + 1, hands, goal))
    lines = np.empty((2, goal))
    held = np.ones((goal, goal))
    for both in range(2 * goal - 2, -1, -1):
        low, lanes = weigh_sum(throws, opening, rival, both, (held, value, lines))
        for n in range(lanes):
            score = low + n
            top = goal - score
            closed = opening if score == 0 else 0
            for h in range(hands):
                k = max(1, closed)
                while k < top and value[k, h, n] > held[k, n]:
                    k += 1
                least[score, both - score, h] = min(k, top)
