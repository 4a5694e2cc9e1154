"""Compiled code for plain value iteration for one player: one sweep over all states."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.race.race_kernels import ThrowArrays


@compiled
def sweep_single(throw: ThrowArrays, price: float, worth: NDArray[np.float64]) -> float:
    """Set each `worth[n, s, t]` to its better action by the current values, and return the largest change.

    With n turns left, s is banked and t at risk; the last s is a reached goal. `worth[0]` is the end, or where it is
    all there is, turns are not limited and each costs `price`. From the last t on nobody rolls.
    """
    gains, chances, bust, _, ruin = throw
    layers, rows, cap = worth.shape
    goal = rows - 1
    change = 0.0
    for n in range(min(1, layers - 1), layers):
        after = worth[max(0, n - 1)]
        for s in range(goal):
            ended = bust * (after[s, 0] - price) + ruin * (after[0, 0] - price)
            for t in range(min(cap, goal - s)):
                best = ended
                for m in range(len(gains)):
                    total = t + gains[m]
                    if total < cap and s + total < goal:
                        best += chances[m] * worth[n, s, total]
                    else:
                        best += chances[m] * (after[min(s + total, goal), 0] - price)
                if t > 0:
                    best = max(best, after[s + t, 0] - price)
                change = max(change, abs(best - worth[n, s, t]))
                worth[n, s, t] = best
    return change
