"""Exact evaluation of any policy of a score-sheet game: mean, spread and all chances of the final score.

Glenn, "An Optimal Strategy for Yahtzee" (CS-TR-0002, Loyola College in Maryland, 2006), section 7: the chances of all
scores so far are pushed forward from turn to turn. A turn is pushed forward likewise, from the empty keep up the
lattice of keeps, one die at a time, to the chance of every box with every roll. Points are held less the upper total,
which is part of the state, and each state has room only for the scores that it is reached with.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.sheet.exact.plan import Plan, check_sides, plan_of
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.plays import Policy
from solver.throw_distribution import Chance

if TYPE_CHECKING:
    from solver.sheet.policy.forward_pass import ForwardPass

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PolicyEvaluation:
    """The results of a policy.

    `scores[s]` is the chance of the final score s, `further[n]` that of n further Yahtzees paid. `written[turn, slot]`
    is the chance that turn `turn`, from 0, writes `plan.points[slot]` in the box that the slot belongs to.
    """

    sheet: Sheet
    scores: Floats
    further: Floats
    written: Floats
    bonus: float
    seconds: float

    @property
    def plan(self) -> Plan:
        """The slots of the sheet."""
        return plan_of(self.sheet)

    @property
    def mean(self) -> float:
        """The expected final score."""
        return float(self.scores @ np.arange(len(self.scores)))

    @property
    def sd(self) -> float:
        """The standard deviation of the final score."""
        return float(np.sqrt(self.scores @ (np.arange(len(self.scores)) - self.mean) ** 2))

    @property
    def bonus_probability(self) -> float | None:
        """The chance that the upper boxes reach the bonus, None if the sheet has none."""
        return self.bonus if self.sheet.bonus else None

    @property
    def yahtzee_probability(self) -> float | None:
        """The chance that the Yahtzee box ends with its points, None if the sheet has no such box."""
        return float(self.written[:, self.plan.paid].sum()) if self.plan.paid >= 0 else None

    def quantile(self, share: float) -> int:
        """Return the lowest score that at least `share`, 0 to 1, of games do not exceed; 0.5 is the median."""
        return int(np.searchsorted(np.cumsum(self.scores), share))

    def box_moments(self) -> tuple[Floats, Floats]:
        """Return mean and standard deviation of what each box ends with."""
        mean, square = self.box_turns().sum(axis=0), self._by_box(self.plan.points**2).sum(axis=0)
        return mean, np.sqrt(square - mean**2)

    def box_turns(self) -> Floats:
        """Return the expected points that each turn [turns, boxes] writes in each box."""
        return self._by_box(self.plan.points)

    def _by_box(self, worth: Floats) -> Floats:
        return np.add.reduceat(self.written * worth, self.plan.first[:-1], axis=1)


def evaluate(
    policy: Policy, die: tuple[Chance, ...] | None = None, clock: Callable[[], float] = time.perf_counter
) -> PolicyEvaluation:
    """Return the exact results of `policy` with a `die`, fair if None; needs numba.

    Raises DistributionError for a die of another number of sides, MissingNumbaError, and SolverError if there are
    too many scores or memory is short.
    """
    begun = clock()
    pushed, written = _pushed(policy, die, spreads=True)
    return PolicyEvaluation(
        policy.sheet, pushed.scores(), pushed.further(), written, pushed.moments()[2], clock() - begun
    )


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of a policy in a few numbers, which a PolicyEvaluation gives too."""

    mean: float
    sd: float
    bonus_probability: float | None
    yahtzee_probability: float | None


def summarize(policy: Policy, die: tuple[Chance, ...] | None = None) -> Summary:
    """Return a few results of `policy` with a `die`, fair if None, as exact as `evaluate` and faster.

    Of the scores so far mean and mean square alone are pushed forward. Raises what `evaluate` raises.
    """
    pushed, written = _pushed(policy, die, spreads=False)
    plan = plan_of(policy.sheet)
    mean, variance, bonus = pushed.moments()
    return Summary(
        mean,
        float(np.sqrt(max(variance, 0.0))),
        bonus if plan.bonus else None,
        float(written[:, plan.paid].sum()) if plan.paid >= 0 else None,
    )


def _pushed(policy: Policy, die: tuple[Chance, ...] | None, *, spreads: bool) -> "tuple[ForwardPass, Floats]":
    """Return a game pushed forward to its end, and the chance [turns, slots] that each turn writes each slot."""
    from solver.sheet.policy.forward_pass import ForwardPass

    sheet = policy.sheet
    try:
        pushed = ForwardPass(policy, lattice(sheet.dice, check_sides(sheet, die)), spreads=spreads)
        return pushed, np.array([pushed.turn() for _ in sheet.boxes])
    except MemoryError as short:
        raise SolverError(f"not enough memory to evaluate {sheet.name}: take fewer boxes") from short
