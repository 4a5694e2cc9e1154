"""Keep-and-throw games for three, each for the own win, solved plainly: the limit of longer and longer games."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.keep_and_throw.hands import Throws


@compiled
def best_turn(
    throws: Throws, place: tuple[int, int, int], win: NDArray[np.float64], value: NDArray[np.float64]
) -> None:
    """Fill `value[k, h]` with the chances of the player to throw, the next and the last, by `win`, those of turns."""
    bust, first, chance, option, gain, left = throws
    i, j, m = place
    goal = win.shape[0]
    value[goal - i :] = 0.0
    value[goal - i :, :, 0] = 1.0
    for k in range(goal - i - 1, -1, -1):
        for h in range(len(bust)):
            sums = np.zeros(3)
            for seat in range(3):
                sums[seat] = bust[h] * win[j, m, i, (seat + 2) % 3]
            for o in range(first[h], first[h + 1]):
                best = -1.0
                taken = option[o]
                for a in range(option[o], option[o + 1]):
                    reached = min(k + gain[a], value.shape[0] - 1)
                    if value[reached, left[a], 0] > best + 1e-13:
                        best = value[reached, left[a], 0]
                        taken = a
                sums += chance[o] * value[min(k + gain[taken], value.shape[0] - 1), left[taken]]
            held = win[j, m, i + k, 2]
            if k > 0 and held >= sums[0] - 1e-13:
                for seat in range(3):
                    value[k, h, seat] = win[j, m, i + k, (seat + 2) % 3]
            else:
                value[k, h] = sums


@compiled
def settle_three(throws: Throws, win: NDArray[np.float64]) -> float:
    """Fill `win[i, j, m]` with everybody's chances at the beginning of a turn; return the last largest change."""
    goal = win.shape[0]
    value = np.zeros((goal + 1, len(throws.bust), 3))
    worst = 0.0
    for both in range(3 * goal - 3, -1, -1):
        for i in range(min(both, goal - 1) + 1):
            for j in range(max(0, both - i - goal + 1), min(both - i, goal - 1) + 1):
                m = both - i - j
                if i < j or i < m:
                    continue
                change = 1.0
                rounds = 0
                while change > 1e-13 and rounds < 200:
                    change = 0.0
                    for place in ((m, i, j), (j, m, i), (i, j, m)):
                        best_turn(throws, place, win, value)
                        for seat in range(3):
                            new = value[0, len(throws.bust) - 1, seat]
                            change = max(change, abs(new - win[place[0], place[1], place[2], seat]))
                            win[place[0], place[1], place[2], seat] = new
                    rounds += 1
                worst = max(worst, change)
    return worst


def solve_keep_three(throws: Throws, goal: int) -> tuple[NDArray[np.float64], float]:
    """Return everybody's chances at [i, j, m], beginning with the player to throw, and the change that is left."""
    win = np.zeros((goal, goal, goal, 3))
    return win, settle_three(throws, win)
