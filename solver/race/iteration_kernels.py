"""Compiled code for plain value iteration, which is here for learners: one sweep over all states."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.race.race_kernels import ThrowArrays


@compiled
def sweep_race(throw: ThrowArrays, win: NDArray[np.float64]) -> float:
    """Set each `win[i, j, k]` to its better action by the current values, and return the largest change.

    `win` is goal x goal x (goal + the largest gain), and 1 where i + k has reached the goal.
    """
    gains, chances, bust, bust_gain, ruin = throw
    goal = win.shape[0]
    change = 0.0
    for i in range(goal):
        for j in range(goal):
            lost = 1.0 - win[j, i + bust_gain, 0] if i + bust_gain < goal else 1.0
            ended = bust * lost + ruin * (1.0 - win[j, 0, 0])
            for k in range(goal - i):
                best = ended
                for m in range(len(gains)):
                    best += chances[m] * win[i, j, k + gains[m]]
                if k > 0:
                    best = max(best, 1.0 - win[j, i + k, 0])
                change = max(change, abs(best - win[i, j, k]))
                win[i, j, k] = best
    return change


@compiled
def sweep_hog(sums: NDArray[np.float64], win: NDArray[np.float64]) -> float:
    """Set each `win[i, j]` to its best number of dice by the current values, and return the largest change."""
    goal = win.shape[0]
    change = 0.0
    for i in range(goal):
        for j in range(goal):
            best = 0.0
            for n in range(sums.shape[0]):
                value = 0.0
                for score in range(sums.shape[1]):
                    value += sums[n, score] * (1.0 - win[j, i + score] if i + score < goal else 1.0)
                best = max(best, value)
            change = max(change, abs(best - win[i, j]))
            win[i, j] = best
    return change
