"""How fast Pig is solved and decided, beside plain value iteration and the arithmetic that is needed."""

import random
import time
from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from solver.compiling import compiled
from solver.pig import PigState
from solver.race import settle, solve_pig
from solver.strategies import Optimal
from solver.tables import SHIPPED, load, load_race
from solver.values import TurnValues
from tests.bench._figure import figure, times

GOAL = 100
STEPS = 32
LANES = 512
BUDGET = 1e-4


@compiled
def sweep_until_still(goal: int, still: float, win: NDArray[np.float64]) -> int:
    """Fill `win[i, j, k]` by plain value iteration in place, and return the sweeps until no change exceeds `still`."""
    sweeps = 0
    change = 1.0
    while change > still:
        change = 0.0
        sweeps += 1
        for i in range(goal):
            for j in range(goal):
                lost = 1.0 - win[j, i, 0]
                for k in range(goal - i):
                    roll = lost
                    for face in range(2, 7):
                        roll += win[i, j, k + face] if i + k + face < goal else 1.0
                    roll /= 6.0
                    best = max(roll, 1.0 - win[j, i + k, 0]) if k > 0 else roll
                    change = max(change, abs(best - win[i, j, k]))
                    win[i, j, k] = best
    return sweeps


@compiled
def multiply_and_add(rounds: int, x: NDArray[np.float64]) -> None:
    """Multiply and add STEPS times on each of the numbers in `x`, `rounds` times, with nothing to wait for."""
    for _ in range(rounds):
        for n in range(x.size):
            t = x[n]
            for _ in range(STEPS):
                t = t * 0.5 + 0.25
            x[n] = t


def run() -> Iterator[str]:
    """Yield the lines."""
    yield from solving()
    yield from deciding()


def solving() -> Iterator[str]:
    """Yield the exact solution beside the arithmetic it needs and beside value iteration to two errors."""
    law = PigState.law(PigState.die())
    solution = solve_pig(GOAL)
    exact = min(solve_pig(GOAL).seconds for _ in range(50))
    weighed = settle(law, np.zeros(GOAL), np.empty((GOAL, GOAL)))
    # Value and slope of each state weighed, then the value of each once more for the policy.
    needed = (len(law.gains) + 1) * (2 * weighed + solution.states)
    numbers = np.zeros(LANES)
    multiply_and_add(1, numbers)
    rounds = 1000
    pace = times([partial(multiply_and_add, rounds, numbers)] * 20).best / (rounds * STEPS * LANES)
    yield figure(
        f"Pig to {GOAL}: {solution.states:,} states solved exactly", exact, f"{needed:,} multiply-adds", needed * pace
    )
    sweep_until_still(2, 1.0, np.zeros((2, 2, 2)))
    for still in (1e-9, 1e-14):
        win = np.zeros((GOAL, GOAL, GOAL))
        seconds = times([partial(sweep_until_still, GOAL, still, win)]).best
        sweeps = sweep_until_still(GOAL, still, np.zeros((GOAL, GOAL, GOAL)))
        error = np.abs(win[:, :, 0] - solution.turn_start).max()
        yield figure(
            f"value iteration to {still:.0e}: {sweeps} sweeps, error {error:.0e}", seconds, "the exact solution", exact
        )


def deciding() -> Iterator[str]:
    """Yield what a decision from the shipped table takes beside its budget, and what loading the table takes."""
    table = load_race("pig")
    chance = random.Random(1)
    turns = [(i, j) for i in range(GOAL) for j in range(GOAL)]
    chance.shuffle(turns)
    states = [PigState(GOAL, pair, 0, chance.randint(0, GOAL - 1 - pair[0])) for pair in turns]
    optimal = Optimal(TurnValues(table))
    optimal.decide(states[0])
    seen = states[:500]
    for what, chosen in (
        ("a new turn", states),
        ("a new turn of 100 totals", [PigState(GOAL, (0, j)) for j in range(GOAL)]),
        ("a turn met before", seen),
    ):
        tries = [partial(optimal.decide, state) for state in chosen]
        if chosen is seen:
            times(tries)
        # The thread's own time: what other programs take of this core is not the decision's.
        taken = times(tries, time.thread_time)
        yield figure(f"decision in {what}: median", taken.median, "budget", BUDGET)
        yield figure(f"decision in {what}: worst of {len(tries):,}", taken.worst, "budget", BUDGET)
    loading = times([partial(load, SHIPPED)] * 20).median
    reading = times([SHIPPED.read_bytes] * 20).median
    yield figure("shipped table read and verified", loading, "its bytes read", reading)
