"""Exact evaluation of any policy of a score-sheet game: mean, spread and all chances of the final score.

Glenn, "An Optimal Strategy for Yahtzee" (CS-TR-0002, Loyola College in Maryland, 2006), section 7: the chances of all
scores so far are pushed forward from turn to turn. A turn is pushed forward likewise, from the empty keep up the
lattice of keeps, one die at a time, to the chance of every box with every roll. Points are held less the upper total,
which is part of the state, and each state has room only for the scores that it is reached with.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.jit import compiled
from solver.sheet.exact.table import Plan, Plays, Policy, check_sides, plan_of
from solver.sheet.exact.turn_kernels import Ladder, below_rolls, ladder_of, slot_of, throw_on
from solver.sheet.exact.vectors import LANES
from solver.sheet.game.dice import Lattice, lattice
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
# This many moves are collected before they are put aside.
BATCH = 1 << 19
# Of all scores so far no more chances are held, nor more moves of one turn; Yahtzee and Yatzy take up to 9 million.
MOST_HELD = 125_000_000


class ReachedStarts(NamedTuple):
    """Starts of turns with equally many boxes filled, that are reached: boxes, flag and upper total of each [3, n].

    `moments[:, i]` are the chance of state i, and with that chance the mean of the points so far, less the upper total,
    and of their squares. `span[:, i]` are the least and the most of these points; their chances stand in `spread` from
    `begin[i]` on. `further[i, n]` is the part of the chance with n further Yahtzees.
    """

    states: NDArray[np.int64]
    moments: NDArray[np.float64]
    span: NDArray[np.int64]
    begin: NDArray[np.int64]
    spread: NDArray[np.float64]
    further: NDArray[np.float64]


class Moves(NamedTuple):
    """How states from number `start` on move: state i by those from `first[row_of[i]]` to `first[row_of[i] + 1]`.

    Each is the way that a turn ends: the slot of the Plan that is written, whether as a further Yahtzee that is paid,
    and the chance.
    """

    start: int
    row_of: NDArray[np.int64]
    first: NDArray[np.int64]
    slot: NDArray[np.int64]
    further: NDArray[np.int64]
    chance: NDArray[np.float64]


class Places(NamedTuple):
    """Where states after a turn stand: those with boxes b at `rank[b]` x flags x totals; `number` says which they are.

    `owner` is the box of each slot.
    """

    owner: NDArray[np.int64]
    rank: NDArray[np.int64]
    number: NDArray[np.int64]


@compiled
def end_turns(
    plan: Plan, ladder: Ladder, state: tuple[int, int], plays: Plays, rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the chance of each end of a turn [rows, slots, paid as a further Yahtzee or not] in some `rows` of plays.

    `state` are the filled boxes and the flag.
    """
    filled, flag = state
    keep, box = plays
    rolls, below = len(ladder.roll_chances), below_rolls(ladder)
    seen = np.zeros((len(rows), len(plan.points), 2))
    scored, kept = np.empty((rolls, LANES)), np.empty((below + rolls, LANES))
    for begin in range(0, len(rows), LANES):
        some = rows[begin : begin + LANES]
        for group in range(len(keep)):
            if plan.commit and filled >> group & 1:
                continue
            for roll in range(rolls):
                scored[roll] = 0.0
                kept[below + roll] = 0.0
                for lane in range(len(some)):
                    if not plan.commit or box[some[lane], roll] == group:
                        kept[below + roll, lane] = ladder.roll_chances[roll]
            for left in range(keep.shape[1] - 1, 0, -1):
                throw_on(ladder, keep[group, left], some, scored, kept)
            for roll in range(rolls):
                paid = flag if roll < len(plan.matching) else 0
                for lane in range(len(some)):
                    chance = kept[below + roll, lane] + scored[roll, lane]
                    if chance > 0.0:
                        chosen = group if plan.commit else box[some[lane], roll]
                        seen[begin + lane, slot_of(plan, filled, roll, chosen), paid] += chance
    return seen


@compiled
def arrive(plan: Plan, places: Places, state: tuple[int, int, int], slot: int, further: int) -> tuple[int, int]:
    """Return the place of the state (filled, flag, total) after a turn, and by how much its points rise."""
    filled, flag, total = state
    box = places.owner[slot]
    if plan.flags == 2 and slot == plan.paid:
        flag = 1
    after = min(plan.cap, total + plan.rise[slot])
    rise = int(plan.points[slot]) - (after - total) + further * int(plan.extra)
    return (places.rank[filled | 1 << box] * plan.flags + flag) * (plan.cap + 1) + after, rise


@compiled
def reach(
    plan: Plan,
    places: Places,
    starts: ReachedStarts,
    moves: Moves,
    after: tuple[Floats, Ints, Floats],
) -> None:
    """Add what comes of moves to what is `after` the turn: moments and spans by place, and the chance of each slot.

    All of them are 0 at first.
    """
    moments, span, written = after
    for i in range(len(moves.row_of)):
        n = moves.start + i
        state = starts.states[0, n], starts.states[1, n], starts.states[2, n]
        whole, mean, square = starts.moments[0, n], starts.moments[1, n], starts.moments[2, n]
        for move in range(moves.first[moves.row_of[i]], moves.first[moves.row_of[i] + 1]):
            place, rise = arrive(plan, places, state, moves.slot[move], moves.further[move])
            low, high = starts.span[0, n] + rise, starts.span[1, n] + rise
            if moments[0, place] > 0.0:
                low, high = min(low, span[0, place]), max(high, span[1, place])
            span[0, place], span[1, place] = low, high
            chance = whole * moves.chance[move]
            moments[0, place] += chance
            moments[1, place] += moves.chance[move] * mean + chance * rise
            moments[2, place] += moves.chance[move] * (square + rise * (2 * mean + rise * whole))
            written[moves.slot[move]] += chance


@compiled
def push(plan: Plan, places: Places, starts: ReachedStarts, moves: Moves, after: ReachedStarts) -> None:
    """Push the points on to the states `after` the turn, whose `spread` and `further` are 0 at first."""
    counts = starts.further.shape[1]
    for i in range(len(moves.row_of)):
        n = moves.start + i
        state = starts.states[0, n], starts.states[1, n], starts.states[2, n]
        low = starts.span[0, n]
        size = starts.span[1, n] - low + 1
        mine = starts.spread[starts.begin[n] : starts.begin[n] + size]
        for move in range(moves.first[moves.row_of[i]], moves.first[moves.row_of[i] + 1]):
            more, chance = moves.further[move], moves.chance[move]
            place, rise = arrive(plan, places, state, moves.slot[move], more)
            child = places.number[place]
            begin = after.begin[child] + low + rise - after.span[0, child]
            theirs = after.spread[begin : begin + size]
            for k in range(size):
                theirs[k] += chance * mine[k]
            for k in range(counts - more):
                after.further[child, k + more] += chance * starts.further[n, k]


class ForwardPass:
    """The forward pass of a `policy`, turn by turn; `starts` are the states before the next turn.

    Without `spreads` no more than mean and mean square is kept of the scores so far. With them, `turn` raises
    SolverError where they are too many to be held.
    """

    def __init__(self, policy: Policy, dice: Lattice, *, spreads: bool) -> None:
        self.plan = plan_of(policy.sheet)
        self._policy = policy
        self._spreads = spreads
        self._ladder = ladder_of(dice)
        boxes = self.plan.boxes
        self._filled = np.bitwise_count(np.arange(1 << boxes))
        self._owner = np.repeat(np.arange(boxes), np.diff(self.plan.first))
        self._rank = np.zeros(1 << boxes, np.int64)
        further = np.zeros((1, boxes + 1 if self.plan.flags == 2 else 1))
        further[0, 0] = 1.0
        nothing = np.zeros((3, 1), np.int64)
        moments = np.array([[1.0], [0.0], [0.0]])
        self.starts = ReachedStarts(nothing, moments, nothing[:2], nothing[0], np.ones(1), further)

    def turn(self) -> Floats:
        """Play one turn of all states; return the chance that it writes each slot [slots]."""
        plan, before = self.plan, self.starts
        masks = np.flatnonzero(self._filled == self._filled[before.states[0, 0]] + 1)
        self._rank[masks] = np.arange(len(masks))
        size = len(masks) * plan.flags * (plan.cap + 1)
        places = Places(self._owner, self._rank, np.zeros(size, np.int64))
        moments, span = np.zeros((3, size)), np.zeros((2, size), np.int64)
        written = np.zeros(len(plan.points))
        batches, held = [], 0
        for moves in self._moves():
            reach(plan, places, before, moves, (moments, span, written))
            if self._spreads:
                batches.append(moves)
                held += len(moves.slot)
                self._check_held(held)
        reached = np.flatnonzero(moments[0])
        places.number[reached] = np.arange(len(reached))
        span = span[:, reached]
        ends = np.cumsum(span[1] - span[0] + 1)
        if self._spreads:
            self._check_held(int(ends[-1]))
        row, total = np.divmod(reached, plan.cap + 1)
        self.starts = ReachedStarts(
            np.array([masks[row // plan.flags], row % plan.flags, total]),
            moments[:, reached],
            span,
            ends - (span[1] - span[0] + 1),
            np.zeros(ends[-1] if self._spreads else 0),
            np.zeros((len(reached), before.further.shape[1] if self._spreads else 0)),
        )
        for moves in batches:
            push(plan, places, before, moves, self.starts)
        return written

    def _check_held(self, numbers: int) -> None:
        if numbers > MOST_HELD:
            raise SolverError(
                f"{self._policy.sheet.name} has too many scores to compute the chance of each:"
                f" memory would need more than {MOST_HELD:,} numbers, take fewer boxes"
            )

    def _moves(self) -> Iterator[Moves]:
        """Yield how the states move, some at a time."""
        plan, (filled, flag, total) = self.plan, self.starts.states
        rows, begin = np.unique(filled * plan.flags + flag, return_index=True)
        ends = [*begin[1:].tolist(), len(filled)]
        row_of: list[Ints] = []
        found: list[tuple[NDArray[np.generic], ...]] = []
        start = done = held = 0
        for i, plays in enumerate(self._policy.rows(rows // plan.flags, rows % plan.flags)):
            mask, some = int(rows[i]) // plan.flags, total[begin[i] : ends[i]]
            wanted = np.maximum(some - plan.begin[mask], 0) if len(plays.box) > 1 else np.zeros(len(some), np.int64)
            needed, place = np.unique(wanted, return_inverse=True)
            seen = end_turns(plan, self._ladder, (mask, int(rows[i]) % plan.flags), plays, needed)
            row, slot, further = np.nonzero(seen)
            row_of.append(done + place)
            found.append((done + row, slot, further, seen[row, slot, further]))
            done += len(needed)
            held += len(row)
            if held >= BATCH or i == len(rows) - 1:
                row, slot, further, chance = map(np.concatenate, zip(*found, strict=True))
                yield Moves(
                    start, np.concatenate(row_of), np.searchsorted(row, np.arange(done + 1)), slot, further, chance
                )
                row_of, found, start, done, held = [], [], ends[i], 0, 0

    def moments(self) -> tuple[float, float, float]:
        """Return mean and standard deviation of the final score, and the chance of the bonus."""
        (chance, mean, square), offset = self.starts.moments, self._offset
        whole = float((mean + chance * offset).sum())
        variance = float((square + offset * (2 * mean + chance * offset)).sum()) - whole**2
        return whole, math.sqrt(max(variance, 0.0)), float(chance[self.starts.states[2] == self.plan.cap].sum())

    def scores(self) -> Floats:
        """Return the chances of the final scores."""
        low, high = self.starts.span + self._offset
        scores = np.zeros(int(high.max()) + 1)
        for begin, first, last in zip(self.starts.begin.tolist(), low.tolist(), high.tolist(), strict=True):
            scores[first : last + 1] += self.starts.spread[begin : begin + last + 1 - first]
        return scores

    @property
    def _offset(self) -> Ints:
        """What upper boxes and bonus add to the points after the game."""
        total = self.starts.states[2]
        return np.asarray(total + np.where(total == self.plan.cap, int(self.plan.bonus), 0))


@dataclass(frozen=True, slots=True, eq=False)
class PolicyEvaluation:
    """The results of a policy: mean and standard deviation of the final score, and the chance of the `bonus`.

    `written[turn, slot]` is the chance that turn `turn`, from 0, writes `plan.points[slot]` in the box that the slot
    belongs to. `scores[s]` is the chance of the final score s, `further[n]` that of n further Yahtzees paid; both are
    empty where they were not asked for.
    """

    sheet: Sheet
    mean: float
    sd: float
    bonus: float
    written: Floats
    scores: Floats
    further: Floats

    @property
    def plan(self) -> Plan:
        """The slots of the sheet."""
        return plan_of(self.sheet)

    @property
    def bonus_probability(self) -> float | None:
        """The chance that the upper boxes reach the bonus, None if the sheet has none."""
        return self.bonus if self.sheet.bonus else None

    @property
    def yahtzee_probability(self) -> float | None:
        """The chance that the Yahtzee box ends with its points, None if the sheet has no such box."""
        return float(self.written[:, self.plan.paid].sum()) if self.plan.paid >= 0 else None

    @property
    def yahtzees_mean(self) -> float | None:
        """The mean of the Yahtzees that a game pays, None if the sheet has no such box."""
        if (paid := self.yahtzee_probability) is None:
            return None
        # What boxes and bonus do not bring, further Yahtzees do.
        rest = self.mean - float(self.written.sum(axis=0) @ self.plan.points) - self.plan.bonus * self.bonus
        return paid + (rest / self.plan.extra if self.plan.extra else 0.0)

    @property
    def yahtzees_sd(self) -> float | None:
        """The standard deviation of the Yahtzees that a game pays, by `further`, None if the sheet has no such box."""
        if (paid := self.yahtzee_probability) is None:
            return None
        chances = np.append([1.0 - paid, paid - float(self.further[1:].sum())], self.further[1:])
        numbers = np.arange(len(chances))
        return float(np.sqrt(chances @ (numbers - chances @ numbers) ** 2))

    def box_moments(self) -> tuple[Floats, Floats]:
        """Return mean and standard deviation of what each box ends with."""
        written, points, first = self.written.sum(axis=0), self.plan.points, self.plan.first[:-1]
        mean, square = np.add.reduceat(written * points, first), np.add.reduceat(written * points**2, first)
        return mean, np.sqrt(square - mean**2)


def evaluate(policy: Policy, die: tuple[Chance, ...] | None = None, *, scores: bool = True) -> PolicyEvaluation:
    """Return the exact results of `policy` with a `die`, fair if None; needs numba.

    Without the chances of all `scores` it is as exact, and faster: of the scores so far mean and mean square alone are
    pushed forward. Raises DistributionError for a die of another number of sides, MissingNumbaError, and SolverError if
    there are too many scores or memory is short.
    """
    sheet = policy.sheet
    try:
        pushed = ForwardPass(policy, lattice(sheet.dice, check_sides(sheet, die)), spreads=scores)
        written = np.array([pushed.turn() for _ in sheet.boxes])
    except MemoryError as short:
        raise SolverError(f"there is not enough memory to evaluate {sheet.name}: take fewer boxes") from short
    found, further = pushed.scores() if scores else np.zeros(0), pushed.starts.further.sum(axis=0)
    return PolicyEvaluation(sheet, *pushed.moments(), written, found, further)
