"""How fast keep-and-throw games are solved and decided, beside the arithmetic that is needed and the budgets."""

import random
import time
from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.keep_and_throw.decide import AfterThrow, decide, legal_keeps
from solver.keep_and_throw.exact import solve_keep
from solver.keep_and_throw.hands import Laws, hands_of
from solver.keep_and_throw.keep_files import load_keep
from solver.keep_and_throw.keep_table import KeepTable, fair_laws
from solver.keep_and_throw.rules import FACES, KeepRules, find_rules
from tools.bench._figure import figure, times

LANES = 200
BUDGET = 30.0
UNLIKE_BUDGET = 60.0
PROMPT = 5e-3


def run() -> Iterator[str]:
    """Yield the lines."""
    pace = seconds_a_comparison()
    yield f"a vector of {LANES} numbers multiplied, added and compared in {pace * LANES * 1e9:.3g} ns"
    for name in ("ten-thousand", "farkle"):
        rules = find_rules(name)
        yield from solving(name, rules, fair_laws(rules), pace, BUDGET)
    yield from solving("kingdom-come, six different dice", find_rules("kingdom-come"), unlike(), pace, UNLIKE_BUDGET)
    yield from deciding()


@compiled
def compare(rounds: int, sums: NDArray[np.float64], one: NDArray[np.float64], two: NDArray[np.float64]) -> None:
    """Add the larger numbers of two vectors, multiplied, to a third one, `rounds` times."""
    for _ in range(rounds):
        for n in range(len(sums)):
            sums[n] += 0.5 * max(one[n], two[n])


def seconds_a_comparison() -> float:
    """Return what it takes to compare two numbers of vectors at hand, and to add the larger one: two options."""
    vectors = np.zeros((3, LANES))
    compare(1, *vectors)
    rounds = 10_000
    return times([partial(compare, rounds, *vectors)] * 20, time.thread_time).best / (rounds * LANES)


def solving(name: str, rules: KeepRules, laws: Laws, pace: float, budget: float) -> Iterator[str]:
    """Yield the time of an exact solution, the same dice on both sides, beside its budget and the arithmetic."""
    solved = solve_keep(rules, (laws, laws))
    # The thread's own time: it runs for seconds, and what other programs take of this core is not the solution's.
    seconds = times([partial(solve_keep, rules, (laws, laws))] * 2, time.thread_time).best
    what = f"{name} to {rules.goal:,}: {solved.table.states:,} positions"
    yield figure(what, seconds, "budget", budget)
    # Each pair that is weighed has half as many totals on average as there are steps to the goal.
    options = len(hands_of(rules, laws).throws.gain)
    needed = solved.weighed * (solved.table.steps + 1) // 2 * options
    yield figure(what, seconds, f"{needed:,} options compared at hand, two at a time", needed / 2 * pace)


def unlike() -> Laws:
    """Return six dice, each with a law of its own."""
    chance = random.Random(6)
    weights = [[chance.randint(1, 9) for _ in range(FACES)] for _ in range(6)]
    return tuple(tuple(weight / sum(die) for weight in die) for die in weights)


def deciding() -> Iterator[str]:
    """Yield what a decision with all its options takes, in turns that were not met before, and in the same again."""
    for name in ("ten-thousand", "farkle"):
        rules = find_rules(name)
        table = load_keep(rules, (fair_laws(rules),) * 2)
        tries = [partial(decide, table, at) for at in moments(table, 300)]
        tries[0]()
        taken = times(tries, time.thread_time)
        yield figure(f"{name}, decision in a new turn: median", taken.median, "budget", PROMPT)
        yield figure(f"{name}, decision in a new turn: worst of {len(tries)}", taken.worst, "budget", PROMPT)
        again = times(tries[-50:], time.thread_time)
        yield figure(f"{name}, decision in a turn met before: median", again.median, "budget", PROMPT)


def moments(table: KeepTable, count: int) -> list[AfterThrow]:
    """Return throws of all dice that score, at any scores and totals."""
    chance, rules, found = random.Random(1), table.rules, list[AfterThrow]()
    while len(found) < count:
        me, opponent = (chance.randrange(table.steps) * rules.step for _ in range(2))
        turn = chance.randrange(table.steps - me // rules.step) * rules.step
        dice = tuple(chance.randint(1, FACES) for _ in range(rules.dice))
        if legal_keeps(rules, dice):
            found.append(AfterThrow(me, opponent, turn, dice))
    return found
