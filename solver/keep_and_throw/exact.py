"""Keep-and-throw games solved exactly: win probabilities of two players, most points of a turn, fewest turns.

Let V(i, j) be the chance that the player wins who begins a turn with i steps of points against j. Holding hands over at
a higher sum of scores, so with sums taken in falling order the only cycle is between V(i, j) and V(j, i), by turns that
score nothing. Each of the two is a convex, piecewise linear function of the other, and Newton's method finds the point
where they meet. Within a turn the total only rises, which makes it a plain recursion over totals and hands of dice.

A penalty makes scores fall. With the turns of each player that last scored nothing counted, all other moves still go to
a higher sum or a higher count, so a sweep in the right order is exact but for the values after a penalty, whose fixed
point is iterated.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.fixed_point import fixed_point
from solver.keep_and_throw.hands import Laws, ThrownHands, hands_of
from solver.keep_and_throw.keep_kernels import fewest_turns, most_points, settle_penalties, settle_scores
from solver.keep_and_throw.rules import BLANKS, KeepRules

STEADY = 1e-12
"""Values of a game with a penalty are found when a sweep over all of them changes none by more."""
FEW_STEPS = 12
"""So many steps to the goal has a game that is swept to tell how long a larger one takes."""
FEW_HANDS, FEW_STATES = 12, 4_000_000
"""A game without a penalty that has no more of one of them is solved in seconds."""
SWEEPS = 14
"""So many sweeps are usual."""
TRIALS = 5
"""So many sweeps are timed, of which the quickest counts: others wait for the machine's other work."""
MEGABYTE = 1e6
UNSCORED = "with these dice no throw scores: give the faces that score a larger chance"


Solved = tuple[tuple[NDArray[np.float64], NDArray[np.float64]], float, int]
"""The values of `KeepTable.start`, the seconds that they took without compilation, and how often pairs were valued."""


def settle_game(rules: KeepRules, laws: tuple[Laws, Laws]) -> Solved:
    """Solve the game of two players with these dice. Raises SolverError for dice that never score."""
    if rules.penalty:
        return _settle_penalty(rules, laws)
    steps = rules.goal // rules.step
    mine, theirs = (_scoring(hands_of(rules, side)).throws for side in laws)
    alike = laws[0] == laws[1]
    settle_scores(mine, theirs, 0, np.empty((1, 1)), np.empty((0, 0) if alike else (1, 1)))
    start, other = np.empty((steps, steps)), np.empty((0, 0) if alike else (steps, steps))
    begun = time.perf_counter()
    weighed = settle_scores(mine, theirs, rules.opening // rules.step, start, other)
    seconds = time.perf_counter() - begun
    return (start[None, None], (start if alike else other)[None, None]), seconds, weighed


def _settle_penalty(rules: KeepRules, laws: tuple[Laws, Laws]) -> Solved:
    steps = rules.goal // rules.step
    compiling = _swept(rules, laws, 1)
    compiling.sweep(compiling.fallen)
    begun = time.perf_counter()
    game = _swept(rules, laws, steps)
    found = fixed_point(game.sweep, game.fallen)
    if found.change > STEADY:
        raise SolverError(f"the values still change by {found.change:.1e}: choose a smaller penalty or goal")
    weighed = found.steps * 2 * BLANKS**2 * steps**2
    first, second = game.start
    return (first, second), time.perf_counter() - begun, weighed


class SweptGame(NamedTuple):
    """A game with a penalty that is iterated: the values at the beginnings of turns, and what sweeps over all of them.

    A sweep takes the values after a penalty, flat, and returns them anew.
    """

    start: NDArray[np.float64]
    sweep: Callable[[NDArray[np.float64]], NDArray[np.float64]]

    @property
    def fallen(self) -> NDArray[np.float64]:
        """The values after a penalty."""
        return self.start[:, :, 0].reshape(-1).copy()


def _swept(rules: KeepRules, laws: tuple[Laws, Laws], steps: int) -> SweptGame:
    mine, theirs = (_scoring(hands_of(rules, side)).throws for side in laws)
    fall, opening = rules.penalty // rules.step, rules.opening // rules.step
    start = np.full((2, BLANKS, BLANKS, steps, steps), 0.5)

    def sweep(fallen: NDArray[np.float64]) -> NDArray[np.float64]:
        settle_penalties(mine, theirs, (opening, fall), fallen.reshape(2, BLANKS, steps, steps), start)
        return start[:, :, 0].reshape(-1).copy()

    return SweptGame(start, sweep)


@dataclass(frozen=True, slots=True)
class Effort:
    """What a solution takes: positions, bytes, and an estimate of the seconds of one core."""

    states: int
    memory: int
    seconds: float

    @property
    def megabytes(self) -> int:
        """The memory in megabytes, 1 at least."""
        return max(1, round(self.memory / MEGABYTE))

    @property
    def whole_seconds(self) -> int:
        """The seconds, rounded, 1 at least."""
        return max(1, round(self.seconds))


@lru_cache
def effort_of_penalty(rules: KeepRules, laws: tuple[Laws, Laws]) -> Effort:
    """Return what a game with a penalty takes to be solved, from a sweep over a game to a lower goal on this machine.

    It is measured once. Raises SolverError for dice that never score.
    """
    steps = rules.goal // rules.step
    few = min(steps, FEW_STEPS)
    game = _swept(rules, laws, few)
    game.sweep(game.fallen)
    seconds = min(_core_seconds(game) for _ in range(TRIALS))
    hands = sum(len(hands_of(rules, side).hands) for side in dict.fromkeys(laws))
    states, tried = (BLANKS**2 * hands * each**2 * (each + 1) // 2 for each in (steps, few))
    memory = 2 * BLANKS**2 * steps**2 * 8 + 4 * 2 * BLANKS * steps**2 * 8
    return Effort(states, memory, SWEEPS * seconds * states / tried)


@lru_cache
def effort_of_scores(rules: KeepRules, laws: tuple[Laws, Laws]) -> Effort | None:
    """Return what a game without a penalty takes whose dice differ so much that it has many states; None for others.

    The time is estimated once, from a game to a lower goal on this machine. Raises SolverError for dice that never
    score.
    """
    steps = rules.goal // rules.step
    counts = {side: len(hands_of(rules, side).hands) for side in laws}
    states, tried = (sum(counts.values()) * each**2 * (each + 1) // 2 for each in (steps, FEW_STEPS))
    if max(counts.values()) <= FEW_HANDS or states <= FEW_STATES:
        return None
    known = {side: _scoring(hands_of(rules, side)).throws for side in laws}
    mine, theirs = (known[side] for side in laws)
    seconds = []
    for few in (1, *(FEW_STEPS,) * TRIALS):  # the first compiles
        start, other = np.empty((few, few)), np.empty((0, 0) if len(counts) == 1 else (few, few))
        begun = time.process_time()
        settle_scores(mine, theirs, 0, start, other)
        seconds.append(time.process_time() - begun)
    memory = len(counts) * steps**2 * 8 + sum(part.nbytes for throws in known.values() for part in throws)
    return Effort(states, memory, min(seconds[1:]) * states / tried)


def _core_seconds(game: SweptGame) -> float:
    begun = time.process_time()
    game.sweep(game.fallen)
    return time.process_time() - begun


class SolvedAlone(NamedTuple):
    """What one player can reach: `values` by steps of points, how many positions they come from, and the time."""

    values: NDArray[np.float64]
    states: int
    seconds: float


def most_turn_points(rules: KeepRules, laws: Laws) -> SolvedAlone:
    """Return the most points that a turn brings on average with k steps at risk before hand h, at [k, h], no goal.

    From the last row on it is best to hold, whatever the hand: there one more throw loses more than the most that it
    can add, and totals only rise, so the rule that looks one throw ahead is optimal (Chow and Robbins, "A martingale
    system theorem and applications", 1961).
    """
    hands = _scoring(hands_of(rules, laws))
    throws = hands.throws
    gains = np.maximum.reduceat(throws.gain, throws.option[:-1])
    hoped = [
        float((throws.chance * gains)[one:end].sum()) / bust if bust else np.inf
        for bust, one, end in zip(throws.bust, throws.first[:-1], throws.first[1:], strict=True)
    ]
    if not np.isfinite(max(hoped)):
        raise SolverError("with these dice a hand scores in every throw, and a turn need never end: choose other dice")
    most_points(throws, np.empty((2, len(hands.hands))))
    value = np.empty((int(max(hoped)) + 2, len(hands.hands)))
    begun = time.perf_counter()
    most_points(throws, value)
    return SolvedAlone(value * rules.step, value.size, time.perf_counter() - begun)


def fewest_expected_turns(rules: KeepRules, laws: Laws) -> SolvedAlone:
    """Return the fewest turns to the goal, on average, by the steps that a turn begins with; the last entry is 0."""
    hands = _scoring(hands_of(rules, laws))
    steps = rules.goal // rules.step
    fewest_turns(hands.throws, 0, np.empty(2))
    turns = np.empty(steps + 1)
    begun = time.perf_counter()
    fewest_turns(hands.throws, rules.opening // rules.step, turns)
    return SolvedAlone(turns, steps * (steps + 1) // 2 * len(hands.hands), time.perf_counter() - begun)


def _scoring(hands: ThrownHands) -> ThrownHands:
    """Return the hands if their dice can score. Raises SolverError."""
    if hands.throws.bust[hands.full] >= 1.0:
        raise SolverError(UNSCORED)
    return hands
