"""The compiled code that pushes chances forward through a score-sheet game: turn by turn, and throw by throw within."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.compiling import compiled
from solver.sheet.plan import Plan


class Tree(NamedTuple):
    """How dice fall: those of a Lattice with the same names, and of its `chances`."""

    roll_chances: NDArray[np.float64]
    one_more: NDArray[np.int64]
    chances: NDArray[np.float64]


class Starts(NamedTuple):
    """Starts of turns with equally many boxes filled, that are reached: boxes, flag and upper total of each.

    `points` are those so far without the upper total. State i has them from `low[i]` to `high[i]`; their chances stand
    in `spread` from `begin[i]` on, and sum to `chance[i]`. `further[i, n]` is the part of it with n further Yahtzees.
    """

    filled: NDArray[np.int64]
    flag: NDArray[np.int64]
    total: NDArray[np.int64]
    chance: NDArray[np.float64]
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

    starts: Starts
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
    """What is known of the states after a turn, by their places: the chance and the span of the points so far."""

    chance: NDArray[np.float64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]


class Turns(NamedTuple):
    """What is done with some boxes filled and a flag: `keep` and `box` as Plays has them, for the totals `rows`."""

    filled: int
    flag: int
    keep: NDArray[np.int32]
    box: NDArray[np.int32]
    rows: NDArray[np.int64]


@compiled
def end_turns(plan: Plan, tree: Tree, turns: Turns, moves: Moves, done: int) -> int:
    """Append the ends of `turns` to `moves`, which has `done` rows already; return how many there are then."""
    filled, flag, keep, box, rows = turns
    rolls = len(tree.roll_chances)
    groups, throws = keep.shape[:2]
    seen = np.zeros((len(plan.points), 2))
    fallen, scored = np.empty(rolls), np.empty(rolls)
    kept = np.empty(len(tree.one_more) + rolls)
    for row in rows:
        for group in range(groups):
            if plan.commit and filled >> group & 1:
                continue
            for roll in range(rolls):
                mine = not plan.commit or box[row, roll] == group
                fallen[roll] = tree.roll_chances[roll] if mine else 0.0
            scored[:] = 0.0
            for left in range(throws - 1, 0, -1):
                _throw(tree, keep[group, left, row], fallen, scored, kept)
            for roll in range(rolls):
                chance = fallen[roll] + scored[roll]
                if chance > 0.0:
                    slot, further = _written(plan, filled, flag, roll, group if plan.commit else box[row, roll])
                    seen[slot, further] += chance
        count = moves.first[done]
        for slot in range(len(plan.points)):
            for further in range(2):
                if seen[slot, further] > 0.0:
                    moves.slot[count] = slot
                    moves.further[count] = further
                    moves.chance[count] = seen[slot, further]
                    seen[slot, further] = 0.0
                    count += 1
        done += 1
        moves.first[done] = count
    return done


@compiled
def _throw(
    tree: Tree,
    keep: NDArray[np.int32],
    fallen: NDArray[np.float64],
    scored: NDArray[np.float64],
    kept: NDArray[np.float64],
) -> None:
    """Throw once more: chances of rolls before in `fallen`, after in `fallen` or, where all was kept, in `scored`."""
    rolls, below = len(fallen), len(tree.one_more)
    kept[:] = 0.0
    for roll in range(rolls):
        if keep[roll] >= below:
            scored[roll] += fallen[roll]
        else:
            kept[keep[roll]] += fallen[roll]
    for place in range(below):
        chance = kept[place]
        if chance > 0.0:
            for face in range(len(tree.chances)):
                kept[tree.one_more[place, face]] += chance * tree.chances[face]
    fallen[:] = kept[below:]


@compiled
def _written(plan: Plan, filled: int, flag: int, roll: int, box: int) -> tuple[int, int]:
    """Return the slot that a roll writes in a box, and whether that is a further Yahtzee that is paid."""
    if filled & plan.yahtzee:
        for i in range(len(plan.alike)):
            if plan.alike[i] == roll:
                joker = plan.joker > 0 and not plan.matching[i] & ~filled
                return plan.joker_slot[i, box] if joker else plan.slot[roll, box], flag
    return plan.slot[roll, box], 0


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
            written[moves.slot[move]] += chance


@compiled
def push(plan: Plan, places: Places, batch: Batch, after: Starts) -> None:
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
