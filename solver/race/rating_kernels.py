"""Compiled code that values a game between two given policies: a pair of unknowns at a time."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled


@compiled
def settle_match(
    first: tuple[NDArray[np.float64], ...],
    second: tuple[NDArray[np.float64], ...],
    ruined: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Fill `values` with the chance that the first player wins: [0, i, j] to throw, [1, j, i] when the other is.

    The first player has i points, the other j. Either policy is `banked`, `wins`, `lost` and `ruined` of
    `solver.race.turns.Turns`; `ruined[0, j]` is the first player's chance having just lost the whole score, and
    `ruined[1, i]` when the other has.
    """
    mine, theirs = values[0], values[1]
    goal = mine.shape[0]
    for both in range(2 * goal - 2, -1, -1):
        for i in range(max(0, both - goal + 1), min(both, goal - 1) + 1):
            j = both - i
            banked, wins, lost, ruin = first
            a = wins[i, j] + ruin[i, j] * ruined[0, j]
            for score in range(1, goal - i):
                a += banked[i, j, score] * theirs[j, i + score]
            p = lost[i, j]
            banked, wins, lost, ruin = second
            b = ruin[j, i] * ruined[1, i]
            for score in range(1, goal - j):
                b += banked[j, i, score] * mine[i, j + score]
            q = lost[j, i]
            # x = a + p y and y = b + q x
            mine[i, j] = (a + p * b) / (1.0 - p * q)
            theirs[j, i] = (b + q * a) / (1.0 - p * q)
