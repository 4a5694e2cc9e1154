"""Exact evaluation of any policy of a score-sheet game: mean, spread and all chances of the final score.

Glenn, "An Optimal Strategy for Yahtzee" (CS-TR-0002, Loyola College in Maryland, 2006), section 7: the chances of all
scores so far are pushed forward from turn to turn. A turn is pushed forward likewise, from the empty keep up the
lattice of keeps, one die at a time, to the chance of every box with every roll. Points are held less the upper total,
which is part of the state, and each state has room only for the scores that it is reached with.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.jit import compiled
from solver.sheet.exact.table import Plan, check_sides, plan_of
from solver.sheet.exact.vectors import LANES, faces_of, pour
from solver.sheet.game.dice import Lattice, lattice
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.plays import Policy
from solver.throw_distribution import Chance

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
# So many moves are collected before they are put aside.
BATCH = 1 << 19
# Of all scores so far no more chances are held, nor more moves of one turn; Yahtzee and Yatzy take up to 9 million.
MOST_HELD = 125_000_000


class Tree(NamedTuple):
    """How dice fall: the `chances` of faces, and where the keeps of a Lattice with one more die begin.

    Each keep is LANES numbers wide. There is a row of all faces in `more` for each keep but the rolls.
    """

    roll_chances: NDArray[np.float64]
    more: NDArray[np.int64]
    chances: tuple[float, ...]


class ReachedStarts(NamedTuple):
    """Starts of turns with equally many boxes filled, that are reached: boxes, flag and upper total of each.

    `points` are those so far without the upper total. Their mean and the mean of their squares, each times `chance[i]`,
    are `mean[i]` and `square[i]`. State i has them from `low[i]` to `high[i]`; their chances stand in `spread` from
    `begin[i]` on, and sum to `chance[i]`. `further[i, n]` is the part of it with n further Yahtzees.
    """

    filled: NDArray[np.int64]
    flag: NDArray[np.int64]
    total: NDArray[np.int64]
    chance: NDArray[np.float64]
    mean: NDArray[np.float64]
    square: NDArray[np.float64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    begin: NDArray[np.int64]
    spread: NDArray[np.float64]
    further: NDArray[np.float64]


class Moves(NamedTuple):
    """Ways that turns end: the slot of the Plan that is written, whether as a further Yahtzee, and the chance.

    Those of row i are `first[i]` to `first[i + 1]`.
    """

    first: NDArray[np.int64]
    slot: NDArray[np.int64]
    further: NDArray[np.int64]
    chance: NDArray[np.float64]


class Batch(NamedTuple):
    """Some states and how they move: state i by row `row_of[i]` of `moves`."""

    starts: ReachedStarts
    row_of: NDArray[np.int64]
    moves: Moves


class Places(NamedTuple):
    """Where states after a turn stand: those with boxes b at `rank[b]` x flags x totals; `number` says which they are.

    `owner` is the box of each slot.
    """

    owner: NDArray[np.int64]
    rank: NDArray[np.int64]
    number: NDArray[np.int64]


class Arrivals(NamedTuple):
    """What is known of the states after a turn, by their places: the same as of Starts but the spread."""

    chance: NDArray[np.float64]
    mean: NDArray[np.float64]
    square: NDArray[np.float64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]


class PlayedTurns(NamedTuple):
    """What is done with some boxes filled and a flag: `keep` and `box` as Plays has them, for the totals `rows`."""

    filled: int
    flag: int
    keep: NDArray[np.int32]
    box: NDArray[np.int32]
    rows: NDArray[np.int64]


def tree_of(lattice: Lattice) -> Tree:
    """Return `lattice` as the kernels take it."""
    return Tree(lattice.roll_chances, *faces_of(lattice.one_more, lattice.chances))


@compiled
def end_turns(plan: Plan, tree: Tree, turns: PlayedTurns, moves: Moves, done: int) -> int:
    """Append the ends of `turns` to `moves`, which has `done` rows already; return how many there are then."""
    filled, flag, keep, box, rows = turns
    rolls, below = len(tree.roll_chances), len(tree.more) // len(tree.chances)
    groups, throws = keep.shape[:2]
    slots, further = _written(plan, filled, flag)
    seen = np.zeros((LANES, len(plan.points), 2))
    scored, kept = np.empty((rolls, LANES)), np.empty((below + rolls, LANES))
    for begin in range(0, len(rows), LANES):
        some = rows[begin : begin + LANES]
        for group in range(groups):
            if plan.commit and filled >> group & 1:
                continue
            for roll in range(rolls):
                scored[roll] = 0.0
                kept[below + roll] = 0.0
                for lane in range(len(some)):
                    if not plan.commit or box[some[lane], roll] == group:
                        kept[below + roll, lane] = tree.roll_chances[roll]
            for left in range(throws - 1, 0, -1):
                _throw(tree, keep[group, left], some, scored, kept)
            for lane in range(len(some)):
                for roll in range(rolls):
                    chance = kept[below + roll, lane] + scored[roll, lane]
                    if chance > 0.0:
                        chosen = group if plan.commit else box[some[lane], roll]
                        seen[lane, slots[roll, chosen], further[roll]] += chance
        for lane in range(len(some)):
            done = _put(moves, done, seen[lane])
    return done


@compiled
def _throw(
    tree: Tree,
    keep: NDArray[np.int32],
    rows: NDArray[np.int64],
    scored: NDArray[np.float64],
    kept: NDArray[np.float64],
) -> None:
    """Throw once more in LANES rows at once: the chances of rolls stand in the end of `kept`, before and after it.

    What is scored with all dice kept goes to `scored`.
    """
    faces = len(tree.chances)
    below = len(tree.more) // faces
    kept[:below] = 0.0
    for lane in range(len(rows)):
        for roll in range(len(scored)):
            place = keep[rows[lane], roll]
            if place >= below:
                scored[roll, lane] += kept[below + roll, lane]
            else:
                kept[place, lane] += kept[below + roll, lane]
    kept[below:] = 0.0
    numbers = kept.reshape(-1)
    for place in range(below):
        pour(numbers, place * LANES, tree.more, place * faces, tree.chances)


@compiled
def _put(moves: Moves, done: int, seen: NDArray[np.float64]) -> int:
    """Append the chances `seen` [slots, paid as a further Yahtzee or not] to `moves` and clear them; count the rows."""
    count = moves.first[done]
    for slot in range(len(seen)):
        for further in range(2):
            if seen[slot, further] > 0.0:
                moves.slot[count] = slot
                moves.further[count] = further
                moves.chance[count] = seen[slot, further]
                seen[slot, further] = 0.0
                count += 1
    moves.first[done + 1] = count
    return done + 1


@compiled
def _written(plan: Plan, filled: int, flag: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the slot that each roll writes in each box, and whether it is a further Yahtzee that is paid [rolls]."""
    slots, further = plan.slot.copy(), np.zeros(len(plan.slot), np.int64)
    if filled & plan.yahtzee:
        for i in range(len(plan.alike)):
            further[plan.alike[i]] = flag
            if plan.joker > 0 and not plan.matching[i] & ~filled:
                for box in range(slots.shape[1]):
                    slots[plan.alike[i], box] = plan.joker_slot[i, box]
    return slots, further


@compiled
def _arrive(plan: Plan, places: Places, state: tuple[int, int, int], slot: int, further: int) -> tuple[int, int]:
    """Return the place of the state (filled, flag, total) after a turn, and by how much its points rise."""
    filled, flag, total = state
    box = places.owner[slot]
    if plan.flags == 2 and 1 << box == plan.yahtzee:
        flag = int(slot == plan.paid)
    after = min(plan.cap, total + plan.rise[slot])
    rise = int(plan.points[slot]) - (after - total) + further * int(plan.extra)
    return (places.rank[filled | 1 << box] * plan.flags + flag) * (plan.cap + 1) + after, rise


@compiled
def reach(plan: Plan, places: Places, batch: Batch, arrivals: Arrivals, written: NDArray[np.float64]) -> None:
    """Add what comes of a batch to `arrivals`, all 0 at first, and the chance of each slot to `written`."""
    starts, row_of, moves = batch
    for i in range(len(starts.filled)):
        state = starts.filled[i], starts.flag[i], starts.total[i]
        for move in range(moves.first[row_of[i]], moves.first[row_of[i] + 1]):
            place, rise = _arrive(plan, places, state, moves.slot[move], moves.further[move])
            low, high = starts.low[i] + rise, starts.high[i] + rise
            if arrivals.chance[place] > 0.0:
                low, high = min(low, arrivals.low[place]), max(high, arrivals.high[place])
            arrivals.low[place], arrivals.high[place] = low, high
            chance = starts.chance[i] * moves.chance[move]
            arrivals.chance[place] += chance
            arrivals.mean[place] += moves.chance[move] * starts.mean[i] + chance * rise
            square = starts.square[i] + rise * (2 * starts.mean[i] + rise * starts.chance[i])
            arrivals.square[place] += moves.chance[move] * square
            written[moves.slot[move]] += chance


@compiled
def push(plan: Plan, places: Places, batch: Batch, after: ReachedStarts) -> None:
    """Push the points of a batch on to the states `after` the turn, whose `spread` and `further` are 0 at first."""
    starts, row_of, moves = batch
    counts = starts.further.shape[1]
    for i in range(len(starts.filled)):
        state = starts.filled[i], starts.flag[i], starts.total[i]
        size = starts.high[i] - starts.low[i] + 1
        mine = starts.spread[starts.begin[i] : starts.begin[i] + size]
        for move in range(moves.first[row_of[i]], moves.first[row_of[i] + 1]):
            place, rise = _arrive(plan, places, state, moves.slot[move], moves.further[move])
            child = places.number[place]
            begin = after.begin[child] + starts.low[i] + rise - after.low[child]
            theirs = after.spread[begin : begin + size]
            chance = moves.chance[move]
            for k in range(size):
                theirs[k] += chance * mine[k]
            more = moves.further[move]
            for n in range(counts - more):
                after.further[child, n + more] += chance * starts.further[i, n]


class ForwardPass:
    """The forward pass of a `policy`, turn by turn; `starts` are the states before the next turn.

    Without `spreads` no more than mean and mean square is kept of the scores so far. With them, `turn` raises
    SolverError where they are too many to be held.
    """

    def __init__(self, policy: Policy, dice: Lattice, *, spreads: bool) -> None:
        self.plan = plan_of(policy.sheet)
        self._policy = policy
        self._spreads = spreads
        self._tree = tree_of(dice)
        boxes = self.plan.boxes
        self._owner = np.repeat(np.arange(boxes), np.diff(self.plan.first))
        self._filled = np.bitwise_count(np.arange(1 << boxes))
        self._rank = np.zeros(1 << boxes, np.int64)
        zero, one, nothing = np.zeros(1, np.int64), np.ones(1), np.zeros(1)
        further = np.zeros((1, boxes + 1 if self.plan.flags == 2 else 1))
        further[0, 0] = 1.0
        self.starts = ReachedStarts(zero, zero, zero, one, nothing, nothing, zero, zero, zero, one, further)

    def turn(self) -> Floats:
        """Play one turn of all states; return the chance that it writes each slot [slots]."""
        plan, before = self.plan, self.starts
        masks = np.flatnonzero(self._filled == self._filled[before.filled[0]] + 1)
        self._rank[masks] = np.arange(len(masks))
        size = len(masks) * plan.flags * (plan.cap + 1)
        arrivals = Arrivals(
            np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size, np.int64), np.zeros(size, np.int64)
        )
        places = Places(self._owner, self._rank, np.zeros(size, np.int64))
        written = np.zeros(len(plan.points))
        batches, held = [], 0
        for batch in self._batches():
            reach(plan, places, batch, arrivals, written)
            if self._spreads:
                batches.append(batch)
                held += len(batch.moves.slot)
                self._check_held(held)
        reached = np.flatnonzero(arrivals.chance)
        places.number[reached] = np.arange(len(reached))
        low, high = arrivals.low[reached], arrivals.high[reached]
        ends = np.cumsum(high - low + 1)
        if self._spreads:
            self._check_held(int(ends[-1]))
        row, total = np.divmod(reached, plan.cap + 1)
        mask, flag = np.divmod(row, plan.flags)
        self.starts = ReachedStarts(
            masks[mask],
            flag,
            total,
            arrivals.chance[reached],
            arrivals.mean[reached],
            arrivals.square[reached],
            low,
            high,
            ends - (high - low + 1),
            np.zeros(ends[-1] if self._spreads else 0),
            np.zeros((len(reached), before.further.shape[1] if self._spreads else 0)),
        )
        for batch in batches:
            push(plan, places, batch, self.starts)
        return written

    def _check_held(self, numbers: int) -> None:
        if numbers > MOST_HELD:
            raise SolverError(
                f"{self._policy.sheet.name} has too many scores to tell the chance of each:"
                f" more than {MOST_HELD:,} numbers would be held at once, take fewer boxes"
            )

    def moments(self) -> tuple[float, float, float]:
        """Return mean and variance of the final score, and the chance of the bonus."""
        ends, offset, made = self._ends()
        mean = float((ends.mean + ends.chance * offset).sum())
        square = float((ends.square + offset * (2 * ends.mean + ends.chance * offset)).sum())
        return mean, square - mean**2, float(ends.chance[made].sum())

    def scores(self) -> Floats:
        """Return the chances of the final scores."""
        ends, offset, _ = self._ends()
        scores = np.zeros(int((ends.high + offset).max()) + 1)
        for i in range(len(ends.filled)):
            size = ends.high[i] - ends.low[i] + 1
            first = ends.low[i] + offset[i]
            scores[first : first + size] += ends.spread[ends.begin[i] : ends.begin[i] + size]
        return scores

    def further(self) -> Floats:
        """Return the chance of so many further Yahtzees."""
        return np.asarray(self.starts.further.sum(axis=0))

    def _ends(self) -> tuple[ReachedStarts, Ints, NDArray[np.bool_]]:
        """Return the states after the game, what their upper boxes and bonus add to the points, and who has that."""
        made = self.starts.total == self.plan.cap
        return self.starts, self.starts.total + np.where(made, int(self.plan.bonus), 0), made

    def _batches(self) -> Iterator[Batch]:
        """Yield the states, some at a time, with what is done in them."""
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
            done = end_turns(plan, self._tree, PlayedTurns(filled, flag, play.keep, play.box, needed), room, done)
            if room.first[done] >= BATCH or i == len(rows) - 1:
                yield Batch(_cut(starts, first, int(end[i])), np.concatenate(row_of), _copied(room, done))
                done, row_of, first = 0, [], int(end[i])


def _cut(starts: ReachedStarts, first: int, end: int) -> ReachedStarts:
    """Return the states from `first` to `end`; their spreads stay where they are."""
    return ReachedStarts(
        *(of_state if name == "spread" else of_state[first:end] for name, of_state in starts._asdict().items())
    )


def _copied(moves: Moves, rows: int) -> Moves:
    count = int(moves.first[rows])
    slot, further, chance = moves.slot[:count], moves.further[:count], moves.chance[:count]
    return Moves(moves.first[: rows + 1].copy(), slot.copy(), further.copy(), chance.copy())


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


def _pushed(policy: Policy, die: tuple[Chance, ...] | None, *, spreads: bool) -> tuple[ForwardPass, Floats]:
    """Return a game pushed forward to its end, and the chance [turns, slots] that each turn writes each slot."""
    sheet = policy.sheet
    try:
        pushed = ForwardPass(policy, lattice(sheet.dice, check_sides(sheet, die)), spreads=spreads)
        return pushed, np.array([pushed.turn() for _ in sheet.boxes])
    except MemoryError as short:
        raise SolverError(f"not enough memory to evaluate {sheet.name}: take fewer boxes") from short
