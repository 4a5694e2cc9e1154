"""Compiled code that pushes chances forward through a score-sheet game: turn by turn, and throw by throw within."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.plan import Plan
from solver.sheet.exact.vectors import LANES, faces_of, pour
from solver.sheet.game.dice import Lattice


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
