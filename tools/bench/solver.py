"""How fast games are solved and decided, beside plain value iteration and the arithmetic that is needed."""

import random
import time
from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.race.evaluate import win_rates
from solver.race.exact import settle, solve_race, solve_table
from solver.race.hog import MOST_DICE, HogState
from solver.race.hog_exact import solve_hog
from solver.race.pig import PigState
from solver.race.race_files import SHIPPED, load, load_race
from solver.race.race_table import HogSolution, RaceSolution
from solver.race.rules import TWO_PLAYER_GAMES, rules_of
from solver.race.strategies import Optimal
from solver.race.turn_values import TurnValues
from solver.race.turns import race_turns, roll_chances
from solver.race.value_iteration import TwoPlayerIteration
from solver.value_iteration import iterate
from tools.bench._figure import figure, times

GOAL = 100
STEPS = 32
LANES = 512
BUDGET = 1e-4


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
    pace = seconds_a_step()
    for game in TWO_PLAYER_GAMES:
        yield from solving(game, pace)
    yield from comparing()
    yield from deciding()


def seconds_a_step() -> float:
    """Return what a multiply-add takes that waits for nothing."""
    numbers = np.zeros(LANES)
    multiply_and_add(1, numbers)
    rounds = 1000
    return times([partial(multiply_and_add, rounds, numbers)] * 20).best / (rounds * STEPS * LANES)


def solving(game: str, pace: float) -> Iterator[str]:
    """Yield the exact solution beside the arithmetic it needs and beside plain value iteration to two errors."""
    goal = rules_of(game).usual_goal
    if game == HogState.game:
        solution: HogSolution | RaceSolution = solve_hog(goal)
        exact = min(solve_hog(goal).seconds for _ in range(30))
        # Each number of dice at each pair of scores has a chance of each score below the goal.
        needed = MOST_DICE * goal * goal * (goal + 1) // 2
    else:
        solution = solve_table(game, goal)
        exact = min(solve_table(game, goal).seconds for _ in range(10 if solution.contraction else 50))
        needed = steps_needed(solution)
    what = f"{game} to {goal}: {solution.states:,} states solved exactly"
    yield figure(what, exact, f"{needed:,} multiply-adds", needed * pace)
    for still in (1e-9, 1e-14):
        iteration = TwoPlayerIteration(game, goal)
        # The thread's own time: it runs for seconds, and once.
        iterated = iterate(iteration, still, clock=time.thread_time)
        error = np.abs(iteration.start - solution.turn_start).max()
        what = f"value iteration to {still:.0e}: {iterated.extra['sweeps']} sweeps, error {error:.0e}"
        yield figure(what, iterated.seconds, "the exact solution", exact)


def steps_needed(solution: RaceSolution) -> int:
    """Return the multiply-adds of a solution: value and slope of each state weighed, and its value for the policy."""
    distribution, goal = solution.distribution, solution.goal
    weighed = settle(distribution, solution.turn_start[:, 0].copy(), np.empty((goal, goal)))
    # Where scores can be ruined all pairs are settled again and again, and weighed once more for the contraction.
    sweeps = solve_race(goal, distribution).sweeps + 1 if distribution.ruin else 1
    return (len(distribution.gains) + 1) * (2 * weighed * sweeps + solution.states)


def comparing() -> Iterator[str]:
    """Yield what it takes to compare two strategies exactly, beside what one's turns take to write out."""
    for game in ("pig", "two-dice-pig"):
        table = load_race(game)
        distribution = table.distribution
        chances = roll_chances("hold20", table)
        turns = race_turns(chances, distribution)
        win_rates(turns, turns)
        writing = times([partial(race_turns, chances, distribution)] * 10).best
        solving = times([partial(win_rates, turns, turns)] * 10).best
        yield figure(f"{game}: two strategies compared exactly", solving, "one strategy's turns written out", writing)


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
