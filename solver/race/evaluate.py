"""Computes exactly how often any strategy beats any other, also with another die, and how turns end.

When both policies are given, the chance that the first player wins is linear: a pair of states (i, j), one with either
player to throw, depends on itself and on higher sums of scores alone. What whole scores lost feed back is the fixed
point that `solver.race.exact` finds too. Policies may roll by chance.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.decision import write_share
from solver.errors import PositionError
from solver.fixed_point import error_bound, fixed_point
from solver.game import Comparison, TurnOutcomes
from solver.goal import check_written_out
from solver.progress import track_steps
from solver.race.hog import HogState
from solver.race.hog_strategies import KNOWN as HOG_KNOWN
from solver.race.hog_strategies import HogValues, dice_shares, hog_values
from solver.race.race_table import RaceTable, load_race
from solver.race.rules import PigState, RaceName
from solver.race.strategies import KNOWN, Rule, race_rule
from solver.throw_distribution import Chance, ThrowDistribution


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """How turns end that begin with i points against j points.

    `banked[i, j, s]` is the chance to bank s points without winning, goal x goal x goal; `wins[i, j]`, `lost[i, j]` and
    `ruined[i, j]` are the chances to win, to bank nothing, and to lose the whole score. The four sum to 1.
    """

    banked: NDArray[np.float64]
    wins: NDArray[np.float64]
    lost: NDArray[np.float64]
    ruined: NDArray[np.float64]


def turns_of(name: str, table: RaceTable | HogValues) -> Turns:
    """Return how turns of the strategy called `name` end, with the dice of the table.

    Raises UnknownNameError, and OptionError for a goal above 250, which has too large policies.
    """
    check_written_out(table.goal, "compare strategies")
    if isinstance(table, HogValues):
        return hog_turns(dice_shares(name, table), table.sums)
    return race_turns(roll_chances(name, table), table.distribution)


def roll_chances(name: str, table: RaceTable) -> NDArray[np.float64]:
    """Return the chance that the strategy called `name` rolls, at [i, j, k], goal x goal x goal.

    It is 1 at the start of a turn, and 0 where holding wins. Raises UnknownNameError.
    """
    return rule_chances(race_rule(name, table), table.goal)


def rule_chances(rule: Rule, goal: int) -> NDArray[np.float64]:
    """Return the same of a rule in a game to `goal`."""
    i, j, k = np.ogrid[:goal, :goal, :goal]
    # Kernels are compiled for each order in memory.
    chances = np.array(np.broadcast_to(rule.rolls(i, j, k), (goal,) * 3), order="C")
    chances[:, :, 0] = 1.0
    chances[np.broadcast_to(i + k >= goal, chances.shape)] = 0.0
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
    if distribution.exact:
        past = np.arange(len(at))[:, None, None] + np.arange(goal)[:, None] > goal
        at[0] += np.where(past, at, 0.0).sum(axis=0)
        at *= ~past
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


Wins: TypeAlias = dict[tuple[str, str], float]
"""How often a strategy that begins wins against another one."""


def win_comparison(game: str, wins: Wins) -> Comparison:
    """Return ratings for all ordered pairs of strategies as lines and as a table."""
    names = tuple(dict.fromkeys(first for first, _ in wins))
    return Comparison(
        tuple({"first": first, "second": second, "win_first": share} for (first, second), share in wins.items()),
        f"How often the first player wins at {game}",
        ("begins", *(f"against {second}" for second in names)),
        tuple((first, *(write_share(wins[first, second]) for second in names)) for first in names),
    )


def rate(
    game: RaceName,
    names: Sequence[str] | None = None,
    goal: int | None = None,
    die: tuple[Chance, ...] | None = None,
) -> Wins:
    """Return how often each strategy in `names` of a race or Hog beats each of them, itself too, for all ordered pairs.

    By default `names` are all strategies of the game. Raises UnknownNameError, OptionError, DistributionError,
    TableError, SolverError where scores are ruined too often, or MissingNumbaError.
    """
    table = hog_values(goal, die) if game == HogState.game else load_race(game, goal, die)
    known = HOG_KNOWN if isinstance(table, HogValues) else KNOWN
    turns = {name: turns_of(name, table) for name in dict.fromkeys(known if names is None else names)}
    wins: Wins = {}
    for first, second in track_steps([*itertools.combinations_with_replacement(turns, 2)]):
        values = win_rates(turns[first], turns[second])
        wins[second, first] = 1.0 - float(values[1, 0, 0])
        wins[first, second] = float(values[0, 0, 0])
    return {(first, second): wins[first, second] for first, second in itertools.product(turns, repeat=2)}


def win_rates(first: Turns, second: Turns) -> NDArray[np.float64]:
    """Return the chance that the first of two players wins, at [0, i, j] to throw, at [1, j, i] when the other is.

    The first player has i points and the other j. Raises SolverError if scores are lost so often that fewer than ten
    digits can be computed.
    """
    from solver.race.exact import settle_match

    goal = len(first.wins)
    one, other = ((turns.banked, turns.wins, turns.lost, turns.ruined) for turns in (first, second))
    values = np.zeros((2, goal, goal))
    if not first.ruined.any() and not second.ruined.any():
        settle_match(one, other, np.zeros((2, goal)), values)
        return values

    # The chance that a ruin follows another is the factor of the contraction.
    nothing = np.zeros((goal, goal))
    one_lost, other_lost = ((turns.banked, nothing, turns.lost, turns.ruined) for turns in (first, second))
    settle_match(one_lost, other_lost, np.ones((2, goal)), values)
    contraction = float(values[:, :, 0].max())

    def sweep(ruined: NDArray[np.float64]) -> NDArray[np.float64]:
        settle_match(one, other, ruined.reshape(2, goal), values)
        return np.concatenate((values[1, :, 0], values[0, :, 0]))

    error_bound(fixed_point(sweep, np.full(2 * goal, 0.5)), contraction)
    return values


MOST_HOLD = 9999
HUNDRED = 100
HOLD_AT = 20


def hold_outcomes(hold: int = HOLD_AT, die: Sequence[Chance] | None = None) -> TurnOutcomes:
    """Return the outcomes of one turn of Pig under hold-at-`hold` (1 to 9999), by default with a fair die.

    Face f has chance `die[f - 1]`. `more` holds as `hundred` the chance of a turn that is never held below 100: a
    player who throws until the turn total is 100 or more gets there before a 1.
    Source of the table for 20: Neller and Presser, "Optimal Play of the Dice Game Pig", 2004. Raises PositionError for
    a number outside the range, DistributionError for chances that no die can have.
    """
    if not 1 <= hold <= MOST_HOLD:
        raise PositionError(f"holding at {hold} is impossible: choose a turn total from 1 to {MOST_HOLD}")
    die = PigState.die() if die is None else die
    _, *reached = turn_scores(HUNDRED, die).values()
    return TurnOutcomes({"hold": hold}, turn_scores(hold, die), {"hundred": sum(reached)})


def turn_scores(hold: int, die: Sequence[Chance]) -> dict[int, float]:
    """Return each possible score of a turn with its chance, by following the turn total forwards."""
    distribution = PigState.distribution(die)
    totals = [1.0] + [0.0] * (hold - 1 + distribution.gains[-1])
    lost = 0.0
    for total in range(hold):
        lost += distribution.bust * totals[total]
        for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
            totals[total + gain] += chance * totals[total]
    return {0: lost} | {score: totals[score] for score in range(hold, len(totals)) if totals[score] > 0}
