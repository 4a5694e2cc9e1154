"""Games for one player, solved exactly turn by turn: reach a goal, most points, fewest turns, and THINK.

With n turns left, s banked and t at risk, holding leads to n - 1 and s + t, a lost turn to n - 1 and s (to 0 if the
score is ruined): each turn is solved backwards from the turn totals at which nobody goes on. Where turns are counted
and not limited, a lost turn leads back to the same s; what a turn is worth is then affine in itself, x = a + p x, and
policy iteration (Howard, "Dynamic Programming and Markov Processes", 1960) solves it.
"""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.decision import Unit, points
from solver.errors import DistributionError, PositionError, look_up
from solver.evaluator import check_rules
from solver.goal import check_scores
from solver.race.evaluator import RollOrHoldEvaluator, reach
from solver.race.state import TIE
from solver.single.states import PigReachState, PigScoreState, PigTurnsState, SinglePlayerState, ThinkState
from solver.throw_distribution import Chance, ThrowDistribution

Float = NDArray[np.float64]

SOLITAIRES: dict[str, type[SinglePlayerState]] = {
    rules.game: rules for rules in (PigReachState, PigScoreState, PigTurnsState, ThinkState)
}
FIRST_CAP = 16
MOST_CAP = 1024
MOST_POINTS = 1000
STILL = 1e-14
TURNS_KEPT = 4096
COUNTS = {Unit.WINS: "reach", Unit.POINTS: "end", Unit.TURNS: "turns"}
"""What reasons say of values: that the goal is reached, or what the end brings."""


@dataclass(frozen=True, eq=False)
class SinglePlayerTable(RollOrHoldEvaluator[SinglePlayerState]):
    """A solved game for one player. Its values are chances to reach the goal, points at the end, or turns in all.

    `start[n, s]` is what a turn's start is worth with n turns left, this one counted, and s banked; n is always 0 where
    turns are not limited, else `start[0]` is the end. A reached goal has the last s. `rolls[n, s, t]` says whether the
    player rolls with t at risk. Nobody rolls from `cap` on. Values are win probabilities, points, or turns taken away.
    """

    tie_from, reached = 0.0, "reached"

    game: str
    goal: int | None
    turns: int | None
    die: tuple[Chance, ...]
    cap: int
    start: Float
    rolls: NDArray[np.bool_]
    seconds: float

    @property
    def value(self) -> float:
        """What the game is worth at its beginning: a probability, points, or turns."""
        first = float(self.start[-1, 0])
        return -first if self.turns is None else first

    @cached_property
    def distribution(self) -> ThrowDistribution:
        return SOLITAIRES[self.game].thrown.distribution(self.die)

    @cached_property
    def bits(self) -> NDArray[np.bool_]:
        """The roll bits of all states with t below `cap`, and s + t below the goal where there is one, in C order.

        The order is (n, s, t), n from 1 up; s counts up to what can be banked before the last turn.
        """
        rolls = self.rolls if self.turns is None else self.rolls[1:]
        if self.goal is None:
            return rolls.ravel()
        at_risk = np.arange(self.goal)
        return rolls[:, at_risk[:, None] + at_risk < self.goal].ravel()

    @property
    def states(self) -> int:
        return len(self.bits)

    @property
    def policy_sha256(self) -> str:
        """SHA-256 of the roll bits, packed with the first in the highest bit, in hexadecimal."""
        return hashlib.sha256(np.packbits(self.bits).tobytes()).hexdigest()

    @property
    def unit(self) -> Unit:
        if self.turns is None:
            return Unit.TURNS
        return Unit.POINTS if self.goal is None else Unit.WINS

    @property
    def counts(self) -> str:
        return COUNTS[self.unit]

    def both(self, state: SinglePlayerState) -> tuple[float, float]:
        check_rules(state, (state.game, state.goal, state.turns), (self.game, self.goal, self.turns))
        left = 0 if self.turns is None else self.turns - state.taken
        roll, hold = self.weigh(left, state.score, state.turn_total)
        return (roll, hold) if left else (state.taken - roll, state.taken - hold)

    def worth(self, state: SinglePlayerState) -> tuple[float, ...]:
        return (state.returns() if state.over else self.options(state)[0][1],)

    def scores(self, state: SinglePlayerState) -> str:
        return f"{points(state.score)} banked,"

    def turn(self, state: SinglePlayerState, /) -> int:
        return state.taken + 1

    def is_reachable(self, state: SinglePlayerState, /) -> bool:
        if self.turns is not None and not state.taken and state.score > 0:
            return False
        end = self.goal or state.score + state.turn_total + 1
        return reach(end, self.distribution)(state.score, 0, state.turn_total)

    def check(self, score: int, turn: int) -> None:
        """Raise PositionError unless `score` banked and `turn` at risk can be weighed."""
        if score < 0 or turn < 0:
            raise PositionError("scores and turn totals cannot be negative: give points from 0 up")
        if self.goal is not None:
            check_scores(self.goal, score)
        elif score + turn > MOST_POINTS:
            raise PositionError(f"{score} and {turn} points are too many: give up to {MOST_POINTS}")

    def weigh(self, left: int, score: int, turn: int) -> tuple[float, float]:
        """Return what a throw and a hold are worth with `left` turns, `score` banked and `turn` at risk."""
        if self.goal is not None:
            # All points beyond the goal are worth the same.
            turn = min(turn, self.goal - score)
        rolls, holds = self._turn(left, score, max(self.cap, turn + 1))
        # Where turns are counted, this one is too.
        counted = self.turns is None
        return rolls[turn] - counted, holds[turn] - counted

    @cached_property
    def _turn(self) -> Callable[[int, int, int], tuple[list[float], list[float]]]:
        return lru_cache(TURNS_KEPT)(self._solve_turn)

    def _solve_turn(self, left: int, score: int, cap: int) -> tuple[list[float], list[float]]:
        after = self.start[0 if self.turns is None else left - 1]
        rolls, holds = weigh_turn(self.distribution, after, slice(score, score + 1), cap)
        return rolls[:, 0].tolist(), holds[:, 0].tolist()


def solve_solitaire(
    game: str,
    goal: int | None = None,
    turns: int | None = None,
    die: Sequence[Chance] | None = None,
) -> SinglePlayerTable:
    """Solve a game for one player; None stands for the game's default; limits that the game does not have are ignored.

    Where there is no goal, nobody rolls from a turn total on that is so high that no higher one is better.

    Raises UnknownNameError, OptionError, or DistributionError for chances that no die can have or dice that
    end a turn too seldom.
    """
    rules = look_up("solitaire", game, SOLITAIRES)
    faces = tuple(rules.thrown.die() if die is None else die)
    distribution = rules.thrown.distribution(faces)
    usual = rules()
    goal = usual.goal if goal is None or usual.goal is None else goal
    turns = usual.turns if turns is None or usual.turns is None else turns
    rules(goal=goal, turns=turns)
    begun = time.perf_counter()
    if goal is None or turns is None:
        if goal is not None:
            cap, start, rolls = solve_unlimited(distribution, goal)
        else:
            cap, start, rolls = most_points(distribution, turns or 0)
    else:
        cap, (start, rolls) = goal, solve_limited(distribution, np.eye(1, goal + 1, goal)[0], turns, goal, goal)
    return SinglePlayerTable(game, goal, turns, faces, cap, start, rolls, time.perf_counter() - begun)


def weigh_turn(distribution: ThrowDistribution, after: Float, scores: slice, cap: int) -> tuple[Float, Float]:
    """Return what a throw and a hold are worth, both [t, s] for the scores of `scores` and t below `cap`.

    `after[s]` is what it is worth to end the turn with s banked, its last entry for all scores beyond.
    """
    banked = np.arange(len(after))[scores]
    most = len(after) - 1
    totals = np.arange(cap + distribution.gains[-1])
    hold = after[np.minimum(banked + totals[:, None], most)]
    best = hold.copy()
    roll = np.empty((cap, len(banked)))
    ends = distribution.bust * after[scores] + distribution.ruin * after[0]
    for t in range(cap - 1, -1, -1):
        roll[t] = ends
        for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
            roll[t] += chance * best[t + gain]
        best[t] = np.where(is_better(roll[t], hold[t]), roll[t], hold[t])
    return roll, hold[:cap]


def is_better(roll: Float, hold: Float) -> NDArray[np.bool_]:
    """Tell where a throw is worth more than a hold, by more than rounding, which is relative: nothing is subtracted."""
    worth: NDArray[np.bool_] = roll - hold > TIE * np.abs(hold)
    return worth


def solve_limited(
    distribution: ThrowDistribution, end: Float, turns: int, cap: int, scores: int, *, shrink: int = 0
) -> tuple[Float, NDArray[np.bool_]]:
    """Solve `turns` turns before `end`; return their starts [n, s] and the roll bits [n, s, t] of `scores` scores.

    Where scores have no end, each turn looks `shrink` beyond what it solves.
    """
    start = np.tile(end, (turns + 1, 1))
    rolls = np.zeros((turns + 1, scores, cap), np.bool_)
    solved = len(end) - (shrink or 1)
    for left in range(1, turns + 1):
        roll, hold = weigh_turn(distribution, start[left - 1], slice(0, solved), cap)
        rolls[left] = is_better(roll[:, :scores], hold[:, :scores]).T
        rolls[left, :, 0] = True
        start[left, :solved] = roll[0]
        solved -= shrink
    return start, rolls


def most_points(distribution: ThrowDistribution, turns: int) -> tuple[int, Float, NDArray[np.bool_]]:
    """Solve for most points, with a cap on the turn total that is doubled until the value no longer moves.

    Returns the cap, the starts and the roll bits. A throw at t can only pay while t is below what it gains on average,
    divided by the chance that it ends the turn; no cap above that can move anything.
    """
    pays = sum(gain * chance for gain, chance in zip(distribution.gains, distribution.chances, strict=True)) / (
        distribution.bust + distribution.ruin
    )
    if pays > MOST_CAP:
        raise DistributionError(
            "these dice end a turn too rarely to be solved: give the faces that end it a larger chance"
        )
    cap, solved = FIRST_CAP, solve_capped(distribution, turns, FIRST_CAP)
    while True:
        doubled = solve_capped(distribution, turns, 2 * cap)
        if cap > pays and doubled[0][turns, 0] == solved[0][turns, 0]:
            return cap, *solved
        cap, solved = 2 * cap, doubled


def solve_capped(distribution: ThrowDistribution, turns: int, cap: int) -> tuple[Float, NDArray[np.bool_]]:
    """Solve for most points where nobody rolls with `cap` or more at risk; return the starts and the roll bits."""
    looks = cap + distribution.gains[-1]
    scores = (turns - 1) * looks + 1
    end = np.arange(max(scores, MOST_POINTS) + (turns + 1) * looks, dtype=float)
    return solve_limited(distribution, end, turns, cap, scores, shrink=looks)


def solve_unlimited(distribution: ThrowDistribution, goal: int) -> tuple[int, Float, NDArray[np.bool_]]:
    """Solve for fewest turns.

    Returns the goal, what starts are worth, [0, s], less with each turn, and the roll bits [0, s, t].
    """
    start = [0.0] * (goal + 1)
    rolls = np.zeros((1, goal, goal), np.bool_)
    for score in range(goal - 1, -1, -1):
        # Each turn costs one: what is banked and what is lost are worth one less than the next start.
        hold = [value - 1.0 for value in start[score:goal]]
        value = start[score + 1] - 1.0
        change = 1.0
        while change > STILL * -value:
            chosen, roll, again = affine_turn(distribution, hold, value - 1.0)
            # A line of slope `again` through (value, roll), and where it meets itself.
            solved = (roll - again * value) / (1.0 - again)
            change = (1.0 - again) * abs(solved - value)
            value = solved
        start[score] = value
        rolls[0, score, : len(chosen)] = chosen
    return goal, np.array([start]), rolls


def affine_turn(distribution: ThrowDistribution, hold: list[float], lost: float) -> tuple[list[bool], float, float]:
    """Solve one turn to the goal, which is worth -1, with `hold[t]` for a hold and `lost` for a lost turn.

    Returns where to roll, what the turn is worth, and how likely it is lost.
    """
    best = [-1.0] * (len(hold) + distribution.gains[-1])
    again = [0.0] * (len(hold) + distribution.gains[-1])
    chosen = [False] * len(hold)
    gains = list(zip(distribution.gains, distribution.chances, strict=True))
    for t in range(len(hold) - 1, -1, -1):
        roll = distribution.bust * lost + sum(chance * best[t + gain] for gain, chance in gains)
        chosen[t] = t == 0 or roll - hold[t] > TIE * -hold[t]
        best[t] = roll if chosen[t] else hold[t]
        if chosen[t]:
            again[t] = distribution.bust + sum(chance * again[t + gain] for gain, chance in gains)
    return chosen, best[0], again[0]


@lru_cache(8)
def load_solitaire(game: str, goal: int | None, turns: int | None, die: tuple[Chance, ...] | None) -> SinglePlayerTable:
    """Return the table of a game for one player, solved on first use and then kept in memory. Raises SolverError."""
    return solve_solitaire(game, goal, turns, die)
