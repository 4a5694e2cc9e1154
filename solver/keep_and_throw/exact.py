"""Keep-and-throw games solved exactly: win probabilities of two players, and fewest turns.

Let V(i, j) be the chance to win of the player who begins a turn with i steps of points against j. Holding hands over at
a higher sum of scores, so with sums taken in falling order the only cycle is between V(i, j) and V(j, i), by turns that
score nothing. Each is a convex, piecewise linear function of the other, and Newton's method finds the point where they
meet. Within a turn the total only rises, which makes it a plain recursion over totals and hands of dice.

A penalty makes scores fall. The state counts each player's last turns without points. So all other moves still go to a
higher sum or a higher count, and a sweep in the right order is exact except for the values after a penalty. Iteration
finds their fixed point.
"""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.fixed_point import fixed_point
from solver.keep_and_throw.hands import SolvedAlone, Throws, hands_of, scoring_hands
from solver.keep_and_throw.keep_kernels import Ahead, fewest_turns, settle_penalties, settle_scores
from solver.keep_and_throw.leads import count_sides, leads_of
from solver.keep_and_throw.rules import BLANKS, KeepRules
from solver.throw_distribution import Laws

STEADY = 1e-12
"""Values of a game with a penalty are final when a sweep over all of them changes none by more."""

Solved = tuple[tuple[NDArray[np.float64], NDArray[np.float64]], float, int]
"""The values of `KeepTable.start`, the seconds that they took without compilation, and how often pairs were valued."""


def settle_game(rules: KeepRules, laws: tuple[Laws, Laws]) -> Solved:
    """Solve the game of two players with these dice. Raises SolverError if the dice never score."""
    if rules.penalty:
        return _settle_penalty(rules, laws)
    steps = rules.goal // rules.step
    dice = _throws_of(rules, laws)
    alike = count_sides(rules, laws) == 1
    settle_scores(dice, 0, _find_ahead(rules, laws, 1), np.empty((1, 1)), np.empty((0, 0) if alike else (1, 1)))
    start, other = np.empty((steps, steps)), np.empty((0, 0) if alike else (steps, steps))
    ahead = _find_ahead(rules, laws, steps)
    begun = time.perf_counter()
    weighed = settle_scores(dice, rules.opening // rules.step, ahead, start, other)
    seconds = time.perf_counter() - begun
    return (start[None, None], (start if alike else other)[None, None]), seconds, weighed


def _throws_of(rules: KeepRules, laws: tuple[Laws, Laws]) -> tuple[Throws, Throws]:
    first, second = (scoring_hands(hands_of(rules, side)).throws for side in laws)
    return first, second


def _find_ahead(rules: KeepRules, laws: tuple[Laws, Laws], steps: int) -> tuple[Ahead, Ahead]:
    first, second = ((lead.most, lead.held) for lead in leads_of(rules, laws, steps))
    return first, second


def _settle_penalty(rules: KeepRules, laws: tuple[Laws, Laws]) -> Solved:
    steps = rules.goal // rules.step
    _, fallen, sweep = _make_sweep(rules, laws, 1)
    sweep(fallen)
    begun = time.perf_counter()
    start, fallen, sweep = _make_sweep(rules, laws, steps)
    found = fixed_point(sweep, fallen)
    if found.change > STEADY:
        raise SolverError(f"the values still change by {found.change:.1e}: choose a smaller penalty or goal")
    weighed = found.steps * len(start) * BLANKS**2 * steps**2
    return (start[0], start[-1]), time.perf_counter() - begun, weighed


Values = NDArray[np.float64]
Sweep = Callable[[Values], Values]
"""A sweep over all values of a game with a penalty: from those after a penalty, flat, it computes better ones."""


def _make_sweep(rules: KeepRules, laws: tuple[Laws, Laws], steps: int) -> tuple[Values, Values, Sweep]:
    """Return the values at the beginnings of turns, those after a penalty among them, and the sweep over all values."""
    dice = _throws_of(rules, laws)
    fall, opening, ahead = rules.penalty // rules.step, rules.opening // rules.step, _find_ahead(rules, laws, steps)
    sides = count_sides(rules, laws)
    start = np.full((sides, BLANKS, BLANKS, steps, steps), 0.5)

    def sweep(fallen: NDArray[np.float64]) -> NDArray[np.float64]:
        settle_penalties(dice, (opening, fall), ahead, fallen.reshape(sides, BLANKS, steps, steps), start)
        return start[:, :, 0].reshape(-1).copy()

    return start, start[:, :, 0].reshape(-1).copy(), sweep


def fewest_expected_turns(rules: KeepRules, laws: Laws) -> SolvedAlone:
    """Return the fewest turns to the goal, on average, by the steps that a turn begins with; the last entry is 0."""
    hands = scoring_hands(hands_of(rules, laws))
    steps = rules.goal // rules.step
    fewest_turns(hands.throws, 0, np.empty(2))
    turns = np.empty(steps + 1)
    begun = time.perf_counter()
    fewest_turns(hands.throws, rules.opening // rules.step, turns)
    return SolvedAlone(turns, steps * (steps + 1) // 2 * len(hands.hands), time.perf_counter() - begun)
