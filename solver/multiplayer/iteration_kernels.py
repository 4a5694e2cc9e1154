"""Compiled code for plain value iteration for three players: one sweep over all turns."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.multiplayer.three_kernels import ThreeTurn
from solver.race.race_kernels import ThrowArrays
from solver.race.state import TIE


@compiled
def sweep_three(throw: ThrowArrays, win: NDArray[np.float64], turn: ThreeTurn) -> float:
    """Solve each turn by the current values of turn starts, and return the largest change of a mover's own chance.

    `win[i, j, k]` are the chances of the player to throw, of the next and of the last; `turn` is room for goal + the
    largest gain.
    """
    gains, chances, bust = throw.gains, throw.chances, throw.bust
    own, other, _ = turn
    goal = win.shape[0]
    change = 0.0
    for me in range(goal - 1, -1, -1):
        left = goal - me
        own[left:] = 1.0
        other[left:] = 0.0
        for j in range(goal):
            for k in range(goal):
                for t in range(left - 1, -1, -1):
                    roll = bust * win[j, k, me, 2]
                    theirs = bust * win[j, k, me, 0]
                    for m in range(len(gains)):
                        roll += chances[m] * own[t + gains[m]]
                        theirs += chances[m] * other[t + gains[m]]
                    if t == 0 or roll - win[j, k, me + t, 2] > TIE:
                        own[t] = roll
                        other[t] = theirs
                    else:
                        own[t] = win[j, k, me + t, 2]
                        other[t] = win[j, k, me + t, 0]
                change = max(change, abs(own[0] - win[me, j, k, 0]))
                win[me, j, k, 0] = own[0]
                win[me, j, k, 1] = other[0]
                win[me, j, k, 2] = 1.0 - own[0] - other[0]
    return change
