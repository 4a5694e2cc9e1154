"""The outcome of a whole turn under a given policy: the chances of each banked score, of nothing, and of ruin."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.goal import check_written_out
from solver.race.hog import throw_sums
from solver.race.hog_strategies import dice_shares
from solver.race.race_table import HogTable, RaceTable, TwoPlayerTable
from solver.race.strategies import race_rule
from solver.throw_distribution import ThrowDistribution


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """How turns end that begin with i points against j.

    `banked[i, j, s]` is the chance of banking s points and going on, goal x goal x goal; `wins[i, j]`, `lost[i, j]` and
    `ruined[i, j]` those of winning, of banking nothing, and of losing the whole score. The four sum to 1.
    """

    banked: NDArray[np.float64]
    wins: NDArray[np.float64]
    lost: NDArray[np.float64]
    ruined: NDArray[np.float64]


def turns_of(name: str, table: TwoPlayerTable) -> Turns:
    """Return how turns end of the strategy called `name`.

    Raises UnknownNameError, and GoalError for a goal above 250, whose policies are too large to be written out.
    """
    check_written_out(table.goal, "compare strategies")
    if isinstance(table, HogTable):
        return hog_turns(dice_shares(name, table), throw_sums(table.die))
    assert isinstance(table, RaceTable)
    return race_turns(roll_chances(name, table), table.distribution)


def roll_chances(name: str, table: RaceTable) -> NDArray[np.float64]:
    """Return the chance that the strategy called `name` rolls, at [i, j, k], goal x goal x goal.

    At the start of a turn it is 1, and where holding wins 0. Raises UnknownNameError.
    """
    i, j, k = np.ogrid[: table.goal, : table.goal, : table.goal]
    # Kernels are compiled for each order in memory.
    chances = np.array(np.broadcast_to(race_rule(name, table).rolls(i, j, k), (table.goal,) * 3), order="C")
    chances[:, :, 0] = 1.0
    chances[np.broadcast_to(i + k >= table.goal, chances.shape)] = 0.0
    return chances


def race_turns(rolls: NDArray[np.float64], distribution: ThrowDistribution) -> Turns:
    """Return how turns end with throws of `distribution`, when `rolls[i, j, k]` is the chance of rolling on."""
    goal = len(rolls)
    at = np.zeros((goal + distribution.gains[-1], goal, goal))
    at[0] = 1.0
    ended = np.zeros((goal, goal))
    for k in range(goal):
        rolled = at[k] * rolls[:, :, k]
        at[k] -= rolled
        ended += rolled
        for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
            at[k + gain] += chance * rolled
    at[distribution.bust_gain] += distribution.bust * ended
    return _turns(np.moveaxis(at, 0, 2), distribution.ruin * ended)


def hog_turns(shares: NDArray[np.float64], sums: NDArray[np.float64]) -> Turns:
    """Return how turns of Hog end when `shares[i, j, n - 1]` is the chance of n dice, which score s by `sums`."""
    goal = len(shares)
    scored = (shares.reshape(goal * goal, -1) @ sums).reshape(goal, goal, -1)
    return _turns(scored, np.zeros((goal, goal)))


def _turns(scored: NDArray[np.float64], ruined: NDArray[np.float64]) -> Turns:
    goal = len(scored)
    i, _, score = np.ogrid[:goal, :goal, : scored.shape[2]]
    wins = np.where(i + score >= goal, scored, 0.0).sum(axis=2)
    banked = np.zeros((goal,) * 3)
    kept = min(goal, scored.shape[2])
    banked[:, :, :kept] = np.where(i + score < goal, scored, 0.0)[:, :, :kept]
    lost = banked[:, :, 0].copy()
    banked[:, :, 0] = 0.0
    return Turns(banked, wins, lost, ruined)
