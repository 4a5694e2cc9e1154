"""Two-player jeopardy races, solved exactly: every pair of scores by policy iteration, in compiled code.

Let P(i, j, k) be the chance that the player to act wins, with i points banked against j and k at risk. Holding hands
over at a higher sum of scores, so with sums taken in falling order the only cycle is between x = P(i, j, 0) and
y = P(j, i, 0). For a given policy x is affine in 1 - y and y in 1 - x; policy iteration (Howard, "Dynamic Programming
and Markov Processes", 1960) solves the two lines, improves the policy, and ends after two or three rounds.
"""

import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from solver.errors import MissingNumbaError, SolverError
from solver.goal import check_goal, states
from solver.law import ThrowLaw, pig_law
from solver.tables import PigSolution
from solver.values import TIE

try:
    import numba
except ImportError as absent:
    raise MissingNumbaError("solving a game afresh needs numba: pip install 'pipsqueak[solve]'") from absent

F = TypeVar("F", bound=Callable[..., Any])

# A pair is solved when another round moves it by no more than rounding does.
STILL = 1e-14


def compiled(function: F) -> F:
    """Return `function` compiled on its first call, kept on disk beside the package or in the user's cache."""
    try:
        return cast(F, numba.njit(cache=True)(function))
    except RuntimeError:
        # Neither folder can be written (a read-only root): compile anew in each process.
        return cast(F, numba.njit()(function))


@compiled
def settle_pairs(
    goal: int, gains: tuple[int, ...], chances: tuple[float, ...], bust: float, start: NDArray[np.float64]
) -> int:
    """Fill `start[i, j]` = P(i, j, 0) and return how many states were weighed, each as often as it was.

    All pairs with the same sum are independent and are solved side by side: lane n is the pair (low + n, rest), and its
    partner (rest, low + n) is the lane mirrored.
    """
    # banked[s, a]: win probability of who has just handed over with a points, the other to throw, both together s.
    banked = np.zeros((2 * goal, goal))
    # Lanes from top - k on have reached the goal; they are never written, and stay at a sure win.
    value = np.ones((goal + gains[-1], goal))
    slope = np.zeros((goal + gains[-1], goal))
    x = np.empty(goal)
    lost = np.empty(goal)
    weighed = 0
    for both in range(2 * goal - 2, -1, -1):
        low = max(0, both - goal + 1)
        lanes = min(both, goal - 1) - low + 1
        top = goal - low
        for n in range(lanes):
            x[n] = 1.0 - banked[both + 1, both - low - n]
        change = 1.0
        while change > STILL:
            for n in range(lanes):
                lost[n] = 1.0 - x[lanes - 1 - n]
            for k in range(top - 1, -1, -1):
                width = min(lanes, top - k)
                weighed += width
                values, slopes = value[k], slope[k]
                held = banked[both + k, low + k : low + k + width]
                for n in range(width):
                    roll = bust * lost[n]
                    rise = bust
                    for m in range(len(gains)):
                        roll += chances[m] * value[k + gains[m], n]
                        rise += chances[m] * slope[k + gains[m], n]
                    hold = held[n] if k > 0 else 0.0
                    if roll > hold:
                        values[n] = roll
                        slopes[n] = rise
                    else:
                        values[n] = hold
                        slopes[n] = 0.0
            change = 0.0
            for n in range(lanes):
                p, q = slope[0, n], slope[0, lanes - 1 - n]
                a = value[0, n] - p * lost[n]
                b = value[0, lanes - 1 - n] - q * lost[lanes - 1 - n]
                # x = a + p (1 - y) and y = b + q (1 - x); dividing by the slack magnifies rounding as much as change.
                slack = 1.0 - p * q
                solved = (a + p * (1.0 - b - q)) / slack
                change = max(change, slack * abs(solved - x[n]))
                x[n] = solved
        for n in range(lanes):
            banked[both, both - low - n] = 1.0 - x[n]
            start[low + n, both - low - n] = x[n]
    return weighed


@compiled
def pack_policy(
    goal: int, gains: tuple[int, ...], chances: tuple[float, ...], bust: float, start: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """Return one bit a state, set where roll > hold: i, j, k in C order with i + k < goal, first state highest bit."""
    packed = np.zeros((goal * goal * (goal + 1) // 2 + 7) // 8, np.uint8)
    # waiting[a, j]: the chance of who has just handed over with a points to an opponent with j.
    waiting = np.ascontiguousarray(1.0 - start.T)
    value = np.empty((goal + gains[-1], goal))
    rolls = np.empty((goal, goal), np.bool_)
    byte = 0
    count = 0
    for i in range(goal):
        top = goal - i
        value[top : top + gains[-1]] = 1.0
        for k in range(top - 1, -1, -1):
            for j in range(goal):
                roll = bust * waiting[i, j]
                for m in range(len(gains)):
                    roll += chances[m] * value[k + gains[m], j]
                hold = waiting[i + k, j]
                rolls[k, j] = k == 0 or roll - hold > TIE
                value[k, j] = max(roll, hold)
        for j in range(goal):
            for k in range(top):
                byte = byte << 1 | rolls[k, j]
                count += 1
                if count & 7 == 0:
                    packed[(count >> 3) - 1] = byte
                    byte = 0
    if count & 7:
        packed[count >> 3] = byte << (8 - (count & 7))
    return packed


def solve_race(goal: int, law: ThrowLaw) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """Return P(i, j, 0) as a goal x goal array, and the packed policy."""
    start = np.empty((goal, goal))
    settle_pairs(goal, law.gains, law.chances, law.bust, start)
    return start, pack_policy(goal, law.gains, law.chances, law.bust, start)


def solve_pig(goal: int = 100, clock: Callable[[], float] = time.perf_counter) -> PigSolution:
    """Solve Pig to `goal` (2 to 1000) with a fair die; `seconds` leaves out compilation. Raises GoalError."""
    check_goal(goal)
    law = pig_law()
    solve_race(2, law)
    begun = clock()
    try:
        start, policy = solve_race(goal, law)
    except MemoryError as short:
        raise SolverError(f"not enough memory for the {states(goal)} states of a goal of {goal}") from short
    return PigSolution(goal, start, policy, clock() - begun)
