"""Two-player jeopardy races, solved exactly for any throw distribution.

Let P(i, j, k) be the chance that the player to act wins, with i points banked against j and k at risk. Holding hands
over at a higher sum of scores, so with sums taken in falling order the only cycle is between x = P(i, j, 0) and
y = P(j, i, 0). For a given policy x is affine in 1 - y and y in 1 - x; policy iteration (Howard, "Dynamic Programming
and Markov Processes", 1960) solves the two lines, improves the policy, and ends after two or three rounds.

Where a throw can take the whole score, all pairs depend on the values R(j) = P(j, 0, 0) of a player who moves against
nothing. One sweep over all pairs makes new R from old. For the policy that is found it is a contraction by the largest
chance that such a player sees another ruin before the game ends, so the distance to the policy's own values is bounded;
and a policy whose choices are best by its own values, none of them nearer than that distance, is optimal.
"""

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.fixed_point import error_bound, fixed_point
from solver.goal import LEAST_GOAL, states
from solver.race.race_kernels import ThrowArrays, pack_policy, ruin_chances, settle_pairs
from solver.race.race_table import RaceSolution
from solver.race.rules import race_rules
from solver.throw_distribution import Chance, ThrowDistribution

# The kernels are compiled for these numbers of gains; fewer gains are padded with gains of chance 0.
WIDTHS = (5, 12)


class SolvedRace(NamedTuple):
    """P(i, j, 0) as a goal x goal array, the packed policy, and where scores can be ruined the contraction.

    No value is further than `bound` from the truth, rounding in a sweep aside; `sweeps` is how often all pairs were
    settled.
    """

    start: NDArray[np.float64]
    policy: NDArray[np.uint8]
    contraction: float
    bound: float
    sweeps: int


def solve_race(goal: int, distribution: ThrowDistribution) -> SolvedRace:
    """Solve the race to `goal` with throws of `distribution`. Raises SolverError if the machine is too small."""
    try:
        if distribution.ruin:
            start, contraction, bound, sweeps = _settle_ruin(goal, distribution)
        else:
            start, contraction, bound, sweeps = np.empty((goal, goal)), 0.0, 0.0, 1
            settle(distribution, np.zeros(goal), start)
        policy = pack_policy(throw_arrays(distribution), start)
    except MemoryError as short:
        raise SolverError(f"not enough memory for the {states(goal)} states of a goal of {goal}") from short
    return SolvedRace(start, policy, contraction, bound, sweeps)


def settle(distribution: ThrowDistribution, against: NDArray[np.float64], start: NDArray[np.float64]) -> int:
    """Fill `start` with win probabilities, given those of a mover against a lost score; return the states weighed."""
    return settle_pairs(throw_arrays(distribution), against, start)


def throw_arrays(distribution: ThrowDistribution) -> ThrowArrays:
    """Return `distribution` as arrays of one of the few sizes that the kernels are compiled for."""
    ends = distribution.bust, distribution.bust_gain, float(distribution.ruin)
    for width in WIDTHS:
        more = width - len(distribution.gains)
        if more >= 0:
            return ThrowArrays(
                distribution.gains + distribution.gains[-1:] * more, distribution.chances + (0.0,) * more, *ends
            )
    return ThrowArrays(np.array(distribution.gains), np.array(distribution.chances), *ends)


def _settle_ruin(goal: int, distribution: ThrowDistribution) -> tuple[NDArray[np.float64], float, float, int]:
    start, chance = np.empty((goal, goal)), np.empty((goal, goal))

    def sweep(against: NDArray[np.float64]) -> NDArray[np.float64]:
        settle(distribution, against, start)
        return start[:, 0].copy()

    found = fixed_point(sweep, np.full(goal, 0.5))
    ruin_chances(throw_arrays(distribution), start, chance)
    contraction = float(chance[:, 0].max())
    return start, contraction, error_bound(found, contraction), found.steps


def solve_table(game: str, goal: int, die: tuple[Chance, ...] | None = None) -> RaceSolution:
    """Solve the race called `game` to `goal` (1 to 1000) for a die; `seconds` leaves out compilation.

    Raises UnknownNameError, GoalError, DistributionError, or SolverError if the machine is too small.
    """
    rules = race_rules(game)
    rules.check_goal(goal)
    die = rules.die() if die is None else die
    distribution = rules.distribution(die)
    solve_race(LEAST_GOAL, distribution)
    begun = time.perf_counter()
    solved = solve_race(goal, distribution)
    seconds = time.perf_counter() - begun
    return RaceSolution(game, goal, die, solved.start, solved.policy, seconds, solved.contraction, solved.bound)
