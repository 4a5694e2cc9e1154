"""Hog, solved exactly: every pair of scores by policy iteration over the numbers of dice.

A throw of n dice is worth a + p (1 - y), where p is the chance of a 1 among them, y the other player's chance from the
same scores, and a what the sums are worth, all of them at a higher sum of scores. Pairs with the same sum of scores are
independent and solved together, as in `solver.race.exact`.
"""

import time

import numpy as np
from numpy.typing import NDArray

from solver.race.hog import HogState, throw_sums
from solver.race.race_table import HogSolution
from solver.race.state import TIE
from solver.throw_distribution import Chance

# A pair is solved when another round changes it by no more than rounding does.
STILL = 1e-14


def solve_hog(goal: int = 100, die: tuple[Chance, ...] | None = None) -> HogSolution:
    """Solve Hog to `goal` (1 to 1000) for a die, by default a fair one. Raises OptionError or DistributionError."""
    HogState.check_goal(goal)
    die = HogState.die() if die is None else die
    begun = time.perf_counter()
    sums = throw_sums(die)
    lost, scored = sums[:, 0], sums[:, 1:].T
    reach = len(scored)
    # beyond[s, n - 1]: the chance of n dice to score more than s points.
    beyond = np.zeros((max(reach, goal) + 1, len(lost)))
    beyond[:reach] = scored[::-1].cumsum(axis=0)[::-1]
    start = np.empty((goal, goal))
    best = np.empty((goal, goal), np.uint8)
    # waiting[a, j]: the chance of who has just handed over with a points to an opponent with j.
    waiting = np.ones((2 * goal, goal))
    for both in range(2 * goal - 2, -1, -1):
        mine = np.arange(max(0, both - goal + 1), min(both, goal - 1) + 1)
        theirs = both - mine
        steps = np.arange(1, min(reach, goal - mine[0]) + 1)
        sure = waiting[mine[:, None] + steps, theirs[:, None]] @ scored[: len(steps)] + beyond[len(steps)]
        start[mine, theirs], best[mine, theirs] = _settle(sure, lost)
        waiting[mine, theirs] = 1.0 - start[theirs, mine]
    return HogSolution(HogState.game, goal, die, start, best.reshape(-1), time.perf_counter() - begun)


def _settle(sure: NDArray[np.float64], lost: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the value of each lane and how many dice it throws; the partner of a lane is the lane mirrored.

    `sure[lane, n - 1]` is what sums of n dice are worth, `lost[n - 1]` the chance of a 1 among them.
    """
    lanes = np.arange(len(sure))
    x = np.full(len(sure), 0.5)
    while True:
        choice = (sure + lost * (1.0 - x[::-1, None])).argmax(axis=1)
        a, p = sure[lanes, choice], lost[choice]
        b, q = a[::-1], p[::-1]
        slack = 1.0 - p * q
        solved = (a + p * (1.0 - b - q)) / slack
        change = float((slack * np.abs(solved - x)).max())
        x = solved
        if change <= STILL:
            values = sure + lost * (1.0 - x[::-1, None])
            return x, 1 + (values >= values.max(axis=1, keepdims=True) - TIE).argmax(axis=1)
