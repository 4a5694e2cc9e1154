"""The compiled code that finds the chance to win from every start of a turn, for many leads side by side."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.compiling import compiled
from solver.sheet.plan import Plan
from solver.sheet.simulate_kernels import legal_boxes, slot_of, write_slot

# Leads that are weighed side by side: with float32, a multiple of 16 fills the widest registers.
LANES = 48
MIDDLE = (LANES - 1) / 2
# Chances are kept as whole numbers up to this one.
SURE = 65535


class Tree(NamedTuple):
    """A Lattice as the kernels take it; `less[k]` are the keeps with one die less than keep k, `fewer[k]` of them.

    Of equal keeps that with the lower `rank` goes: more dice, then higher faces from the highest die down.
    """

    one_more: NDArray[np.int64]
    less: NDArray[np.int64]
    fewer: NDArray[np.int64]
    rank: NDArray[np.int64]
    chances: NDArray[np.float64]


class Starts(NamedTuple):
    """Starts of turns in rows: those of the boxes `mask` and a flag stand from `first[mask, flag]` on, one a total.

    The first total is `plan.begin[mask]`, which stands for all lower ones. `points[row]` are the expected points to
    come, nan where no play gets.
    """

    first: NDArray[np.int64]
    points: NDArray[np.float64]


class Wins(NamedTuple):
    """What is known of winning; `kind[row]` and `pairs` as WinTable has them.

    `chances[row, lane]` is the chance to win of who is to throw, times SURE, with a lead of `step` times (lane -
    MIDDLE). `rest[n]` is the variance of the final score with n boxes open.
    """

    step: float
    chances: NDArray[np.uint16]
    pairs: NDArray[np.float32]
    kind: NDArray[np.int64]
    rest: NDArray[np.float64]
    swings: NDArray[np.float64]


class Game(NamedTuple):
    """All that a player knows beforehand."""

    plan: Plan
    tree: Tree
    starts: Starts
    wins: Wins
    alike: NDArray[np.int64]


@compiled
def row_at(plan: Plan, starts: Starts, filled: int, flag: int, total: int) -> int:
    """Return the row of a start of a turn, or of a full sheet."""
    begin = plan.begin[filled]
    return int(starts.first[filled, flag] + max(total, begin) - begin)


@compiled
def nodes(part: float) -> tuple[float, float, float, float]:
    """Return the weights of numbers at -1, 0, 1 and 2 for the one at 0 <= part < 1: Lagrange's cubic through them."""
    below, above, far = part + 1.0, part - 1.0, part - 2.0
    return (
        -part * above * far / 6.0,
        below * above * far / 2.0,
        -below * part * far / 2.0,
        below * part * above / 6.0,
    )


@compiled
def shift(row: NDArray[np.float32], lanes: float, into: NDArray[np.float32]) -> None:
    """Put into lane l the number of `row` at l + lanes, that of the last lane there is beyond the ends."""
    whole = int(np.floor(lanes))
    a, b, c, d = nodes(lanes - whole)
    w0, w1, w2, w3 = np.float32(a), np.float32(b), np.float32(c), np.float32(d)
    low = min(max(1 - whole, 0), LANES)
    high = max(min(LANES - 2 - whole, LANES), low)
    for lane in range(low):
        into[lane] = row[0]
    if high > low:
        begin = low + whole - 1
        p, q, r, s = row[begin:], row[begin + 1 :], row[begin + 2 :], row[begin + 3 :]
        to = into[low:]
        for lane in range(high - low):
            to[lane] = w0 * p[lane] + w1 * q[lane] + w2 * r[lane] + w3 * s[lane]
    for lane in range(high, LANES):
        into[lane] = row[LANES - 1]


@compiled
def throw_up(tree: Tree, work: NDArray[np.float32]) -> None:
    """Put into each row of `work` but the rolls, its last ones, the mean after a throw of the dice not kept."""
    chances = tree.chances.astype(np.float32)
    sides = len(chances)
    for keep in range(len(tree.one_more) - 1, -1, -1):
        if sides == 6:
            p0, p1, p2 = chances[0], chances[1], chances[2]
            p3, p4, p5 = chances[3], chances[4], chances[5]
            a, b, c = tree.one_more[keep, 0], tree.one_more[keep, 1], tree.one_more[keep, 2]
            d, e, f = tree.one_more[keep, 3], tree.one_more[keep, 4], tree.one_more[keep, 5]
            for lane in range(LANES):
                work[keep, lane] = (
                    p0 * work[a, lane]
                    + p1 * work[b, lane]
                    + p2 * work[c, lane]
                    + p3 * work[d, lane]
                    + p4 * work[e, lane]
                    + p5 * work[f, lane]
                )
        else:
            work[keep] = 0
            for face in range(sides):
                more = tree.one_more[keep, face]
                for lane in range(LANES):
                    work[keep, lane] += chances[face] * work[more, lane]


@compiled
def keep_down(tree: Tree, work: NDArray[np.float32]) -> None:
    """Put into each row of `work` the highest of its own and of those that keep fewer dice."""
    for keep in range(1, len(work)):
        for i in range(tree.fewer[keep]):
            less = tree.less[keep, i]
            for lane in range(LANES):
                a, b = work[keep, lane], work[less, lane]
                work[keep, lane] = a if a > b else b


@compiled
def raise_rows(
    work: NDArray[np.float32],
    first: int,
    others: NDArray[np.float32],
    listed: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:
    """Put into `work[first + i]` the highest of its own and of some rows of `others`.

    These are `listed` up to `ends[i]`, behind those of the row before it.
    """
    place = 0
    for i in range(len(ends)):
        while place < ends[i]:
            source = listed[place]
            for lane in range(LANES):
                a, b = work[first + i, lane], others[source, lane]
                work[first + i, lane] = a if a > b else b
            place += 1


@compiled
def play_turn(tree: Tree, work: NDArray[np.float32], throws: int) -> None:
    """Put into `work[0]` what a turn of so many throws is worth, from what scoring each roll is worth."""
    for _ in range(throws - 1):
        throw_up(tree, work)
        keep_down(tree, work)
    throw_up(tree, work)


@compiled
def fill_rows(game: Game, masks: NDArray[np.int64], after: NDArray[np.float32], before: NDArray[np.float32]) -> None:
    """Fill `before`, the chances at the start of a turn [row, lane], for `masks`, from those `after` a turn."""
    plan, tree, starts, step, alike = game.plan, game.tree, game.starts, game.wins.step, game.alike
    boxes = len(plan.first) - 1
    first_roll = len(tree.one_more)
    # Behind the slots stand those that are written with a further Yahtzee.
    slots = np.empty((len(plan.points) + len(plan.alike) * boxes, LANES), np.float32)
    listed = np.empty(len(plan.slot) * boxes, np.int64)
    ends = np.empty(len(plan.slot), np.int64)
    work = np.empty((first_roll + len(plan.slot), LANES), np.float32)
    for mask in masks:
        for flag in range(plan.flags if mask & plan.yahtzee else 1):
            for total in range(plan.begin[mask], plan.end[mask] + 1):
                row = row_at(plan, starts, mask, flag, total)
                mean = starts.points[row]
                if np.isnan(mean):
                    continue
                for box in range(boxes):
                    if not mask >> box & 1:
                        for slot in range(plan.first[box], plan.first[box + 1]):
                            end = write_slot(plan, (mask, flag, total), box, slot)
                            child = row_at(plan, starts, end[0], end[1], end[2])
                            shift(after[child], (end[3] + starts.points[child] - mean) / step, slots[slot])
                count = further = 0
                for roll in range(len(plan.slot)):
                    legal = legal_boxes(plan, mask, alike[roll])
                    paid = flag and alike[roll] >= 0
                    for box in range(boxes):
                        if legal >> box & 1:
                            slot = slot_of(plan, mask, alike[roll], roll, box)
                            listed[count] = slot
                            if paid:
                                end = write_slot(plan, (mask, flag, total), box, slot)
                                child = row_at(plan, starts, end[0], end[1], end[2])
                                gain = end[3] + plan.extra + starts.points[child] - mean
                                listed[count] = len(plan.points) + further
                                shift(after[child], gain / step, slots[listed[count]])
                                further += 1
                            count += 1
                    ends[roll] = count
                work[first_roll:] = 0
                raise_rows(work, first_roll, slots, listed, ends)
                play_turn(tree, work, plan.throws)
                before[row] = work[0]


@compiled
def fill_pairs(
    tree: Tree, throws: int, gains: NDArray[np.int64], ahead: NDArray[np.float64], into: NDArray[np.float32]
) -> None:
    """Fill `into`, by lead, with what the last turn of a game is worth in which roll r brings `gains[r]` points.

    `ahead[lead]` is what a lead is worth after it. Both arrays are for leads from -reach to reach; more is as good.
    """
    first_roll = len(tree.one_more)
    most = len(ahead) - 1
    work = np.empty((len(tree.less), LANES), np.float32)
    for begin in range(0, len(ahead), LANES):
        for roll in range(len(gains)):
            for lane in range(LANES):
                work[first_roll + roll, lane] = ahead[min(begin + lane + gains[roll], most)]
        play_turn(tree, work, throws)
        for lane in range(min(LANES, len(ahead) - begin)):
            into[begin + lane] = work[0, lane]
