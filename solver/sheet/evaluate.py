"""What any way of playing a score-sheet game brings, exactly: mean, spread and all chances of the final score.

Glenn, "An Optimal Strategy for Yahtzee" (CS-TR-0002, Loyola College in Maryland, 2006), section 7: the chances of all
scores so far are pushed forward from turn to turn. A turn is pushed forward likewise, from the empty keep up the
lattice of keeps, one die at a time, to the chance of every box with every roll. Points are held less the upper total,
which the state tells, and each state has room for the scores alone that it is reached with.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.law import Chance
from solver.sheet.dice import Lattice, lattice
from solver.sheet.plan import Plan, check_sides, plan_of
from solver.sheet.sheet import Sheet

if TYPE_CHECKING:
    from solver.sheet.evaluate_kernels import Batch, Moves, Starts

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# So many moves are collected before they are put aside.
BATCH = 1 << 19


class Plays(NamedTuple):
    """What to do with some boxes filled and a flag, for all rolls, in the places of the Lattice.

    `keep[group, left, total, roll]` is what to keep with `left` throws allowed, from 1 to one below the throws of a
    turn; the roll itself where it is scored at once. `box[total, roll]` is the box to score a roll in, or to choose
    where it is chosen after the first throw; then `group` is that box, else 0. There is one total if the upper total
    does not matter, else all from `plan.begin[filled]`, which stands for all lower ones, to `plan.end[filled]`.
    """

    keep: NDArray[np.int32]
    box: NDArray[np.int32]


class Policy(Protocol):
    """A way of playing: what it does in every state of the game of its sheet."""

    @property
    def sheet(self) -> Sheet: ...

    def rows(self, filled: Ints, flags: Ints) -> Iterator[Plays]:
        """Yield what to do with the boxes of `filled[i]` filled and `flags[i]` as SheetTable has it, one after another.

        What is yielded may be overwritten by the next.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What a way of playing brings.

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

    def box_chances(self, box: int) -> dict[int, float]:
        """Return the chance of all points that box `box` of the sheet can end with."""
        slots = range(self.plan.first[box], self.plan.first[box + 1])
        return {int(self.plan.points[slot]): float(self.written[:, slot].sum()) for slot in slots}

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
) -> Evaluation:
    """Return what `policy` brings with a `die`, fair if None, exactly; needs numba.

    Raises LawError for a die of another number of sides, MissingNumbaError, and SolverError if memory is short.
    """
    sheet = policy.sheet
    begun = clock()
    try:
        pushed = _Forward(policy, lattice(sheet.dice, check_sides(sheet, die)))
        written = [pushed.turn() for _ in range(pushed.plan.boxes)]
        scores, bonus = pushed.scores()
    except MemoryError as short:
        raise SolverError(f"not enough memory to evaluate {sheet.name}: take fewer boxes") from short
    return Evaluation(sheet, scores, pushed.starts.further.sum(axis=0), np.array(written), bonus, clock() - begun)


class _Forward:
    """A game pushed forward turn by turn; `starts` are the states before the next."""

    def __init__(self, policy: Policy, dice: Lattice) -> None:
        from solver.sheet.evaluate_kernels import Starts, Tree

        self.plan = plan_of(policy.sheet)
        self._policy = policy
        self._tree = Tree(dice.roll_chances, dice.one_more, dice.chances)
        boxes = self.plan.boxes
        self._owner = np.repeat(np.arange(boxes), np.diff(self.plan.first))
        self._filled = np.bitwise_count(np.arange(1 << boxes))
        self._rank = np.zeros(1 << boxes, np.int64)
        zero, one = np.zeros(1, np.int64), np.ones(1)
        further = np.zeros((1, boxes + 1 if self.plan.flags == 2 else 1))
        further[0, 0] = 1.0
        self.starts = Starts(zero, zero, zero, one, zero, zero, zero, one, further)

    def turn(self) -> Floats:
        """Play one turn of all states; return the chance that it writes each slot [slots]."""
        from solver.sheet.evaluate_kernels import Arrivals, Places, Starts, push, reach

        plan, before = self.plan, self.starts
        batches = list(self._batches())
        masks = np.flatnonzero(self._filled == self._filled[before.filled[0]] + 1)
        self._rank[masks] = np.arange(len(masks))
        size = len(masks) * plan.flags * (plan.cap + 1)
        arrivals = Arrivals(np.zeros(size), np.zeros(size, np.int64), np.zeros(size, np.int64))
        places = Places(self._owner, self._rank, np.zeros(size, np.int64))
        written = np.zeros(len(plan.points))
        for batch in batches:
            reach(plan, places, batch, arrivals, written)
        reached = np.flatnonzero(arrivals.chance)
        places.number[reached] = np.arange(len(reached))
        low, high = arrivals.low[reached], arrivals.high[reached]
        ends = np.cumsum(high - low + 1)
        row, total = np.divmod(reached, plan.cap + 1)
        mask, flag = np.divmod(row, plan.flags)
        self.starts = Starts(
            masks[mask],
            flag,
            total,
            arrivals.chance[reached],
            low,
            high,
            ends - (high - low + 1),
            np.zeros(ends[-1]),
            np.zeros((len(reached), before.further.shape[1])),
        )
        for batch in batches:
            push(plan, places, batch, self.starts)
        return written

    def scores(self) -> tuple[Floats, float]:
        """Return the chances of the final scores, and that of the bonus."""
        ends, plan = self.starts, self.plan
        made = ends.total == plan.cap
        offset = ends.total + np.where(made, int(plan.bonus), 0)
        scores = np.zeros(int((ends.high + offset).max()) + 1)
        for i in range(len(ends.filled)):
            size = ends.high[i] - ends.low[i] + 1
            first = ends.low[i] + offset[i]
            scores[first : first + size] += ends.spread[ends.begin[i] : ends.begin[i] + size]
        return scores, float(ends.chance[made].sum())

    def _batches(self) -> "Iterator[Batch]":
        """Yield the states, some at a time, with what is done in them."""
        from solver.sheet.evaluate_kernels import Batch, Moves, Turns, end_turns

        plan, starts = self.plan, self.starts
        rows, begin = np.unique(starts.filled * plan.flags + starts.flag, return_index=True)
        end = np.append(begin[1:], len(starts.filled))
        most = len(plan.points) + len(plan.alike)
        room = Moves(*(np.zeros(BATCH + most * (plan.cap + 2), kind) for kind in (np.int64, np.int64, np.int64, float)))
        done, row_of, first = 0, [], 0
        plays = self._policy.rows(rows // plan.flags, rows % plan.flags)
        for i, play in enumerate(plays):
            filled, flag = divmod(int(rows[i]), plan.flags)
            if len(play.box) == 1:
                needed, place = np.zeros(1, np.int64), np.zeros(end[i] - begin[i], np.int64)
            else:
                totals = np.maximum(starts.total[begin[i] : end[i]] - plan.begin[filled], 0)
                needed, place = np.unique(totals, return_inverse=True)
            row_of.append(done + place)
            done = end_turns(plan, self._tree, Turns(filled, flag, play.keep, play.box, needed), room, done)
            if room.first[done] >= BATCH or i == len(rows) - 1:
                yield Batch(_cut(starts, first, int(end[i])), np.concatenate(row_of), _copied(room, done))
                done, row_of, first = 0, [], int(end[i])


def _cut(starts: "Starts", first: int, end: int) -> "Starts":
    """Return the states from `first` to `end`; their spreads stay where they are."""
    filled, flag, total, chance, low, high, begin, spread, further = starts
    here = slice(first, end)
    return type(starts)(
        filled[here], flag[here], total[here], chance[here], low[here], high[here], begin[here], spread, further[here]
    )


def _copied(moves: "Moves", rows: int) -> "Moves":
    count = int(moves.first[rows])
    slot, further, chance = moves.slot[:count], moves.further[:count], moves.chance[:count]
    return type(moves)(moves.first[: rows + 1].copy(), slot.copy(), further.copy(), chance.copy())
