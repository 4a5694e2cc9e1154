"""Compiled code that finds the chance to win from every start of a turn, for many leads side by side."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.table import Plan
from solver.sheet.simulation import legal_boxes, slot_of, write_slot

# Leads that are weighed side by side: with float32, a multiple of 16 fills the widest registers.
LANES = 48
MIDDLE = (LANES - 1) / 2

# Chances are kept as whole numbers up to this one.
SURE = 65535


class LaneTree(NamedTuple):
    """A Lattice as the kernels take it; `less[k]` are the keeps with one die less than keep k, `fewer[k]` of them.

    Of equal keeps that with the lower `rank` goes: more dice, then higher faces from the highest die down.
    """

    one_more: NDArray[np.int64]
    less: NDArray[np.int64]
    fewer: NDArray[np.int64]
    rank: NDArray[np.int64]
    chances: NDArray[np.float64]


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
def pad(rows: NDArray[np.float32], row: int, into: NDArray[np.float32]) -> None:
    """Put `rows[row]` in the middle of `into`, where its first and its last number go on as far as needed."""
    for lane in range(LANES + 1):
        into[lane] = rows[row, 0]
        into[2 * LANES + 1 + lane] = rows[row, LANES - 1]
    for lane in range(LANES):
        into[LANES + 1 + lane] = rows[row, lane]


@compiled
def shift(padded: NDArray[np.float32], lanes: float, into: NDArray[np.float32], to: int) -> None:
    """Put into lane l of `into[to]` the number that a padded row has at l + lanes."""
    whole = int(np.floor(lanes))
    a, b, c, d = nodes(lanes - whole)
    w0, w1, w2, w3 = np.float32(a), np.float32(b), np.float32(c), np.float32(d)
    begin = LANES + min(max(whole, -LANES), LANES - 2)
    for lane in range(LANES):
        into[to, lane] = (
            w0 * padded[begin + lane]
            + w1 * padded[begin + lane + 1]
            + w2 * padded[begin + lane + 2]
            + w3 * padded[begin + lane + 3]
        )


@compiled
def throw_up(tree: LaneTree, work: NDArray[np.float32]) -> None:
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
def keep_down(tree: LaneTree, work: NDArray[np.float32]) -> None:
    """Put into each row of `work` the highest of its own and of those that keep fewer dice."""
    for keep in range(1, len(work)):
        count = tree.fewer[keep]
        for i in range(0, count - 2, 3):
            raise_by_three(work, keep, tree.less[keep, i], tree.less[keep, i + 1], tree.less[keep, i + 2])
        if count % 3 == 2:
            raise_by_two(work, keep, tree.less[keep, count - 2], tree.less[keep, count - 1])
        elif count % 3:
            raise_by_one(work, keep, tree.less[keep, count - 1])


# The compiler makes vectors of these loops as long as few rows are read in each.
@compiled
def raise_by_one(work: NDArray[np.float32], to: int, one: int) -> None:
    """Put into `work[to]` the higher of its own and another row."""
    for lane in range(LANES):
        work[to, lane] = higher(work[to, lane], work[one, lane])


@compiled
def raise_by_two(work: NDArray[np.float32], to: int, one: int, two: int) -> None:
    """Put into `work[to]` the highest of its own and two other rows."""
    for lane in range(LANES):
        work[to, lane] = higher(higher(work[to, lane], work[one, lane]), work[two, lane])


@compiled
def raise_by_three(work: NDArray[np.float32], to: int, one: int, two: int, three: int) -> None:
    """Put into `work[to]` the highest of its own and three other rows."""
    for lane in range(LANES):
        both = higher(work[two, lane], work[three, lane])
        work[to, lane] = higher(higher(work[to, lane], work[one, lane]), both)


@compiled
def higher(one: float, other: float) -> float:
    """Return the higher of two numbers, none of them nan."""
    return one if one > other else other


@compiled
def raise_rows(
    work: NDArray[np.float32],
    first: int,
    others: NDArray[np.float32],
    listed: NDArray[np.int64],
    last: NDArray[np.int64],
) -> None:
    """Put into `work[first + i]` the highest of its own and of some rows of `others`.

    These are `listed` up to `last[i]`, behind those of the row before it.
    """
    place = 0
    for i in range(len(last)):
        to = first + i
        while place + 3 < last[i]:
            a, b, c, d = listed[place], listed[place + 1], listed[place + 2], listed[place + 3]
            for lane in range(LANES):
                both = higher(others[b, lane], others[c, lane])
                work[to, lane] = higher(higher(higher(work[to, lane], others[a, lane]), both), others[d, lane])
            place += 4
        while place < last[i]:
            a = listed[place]
            for lane in range(LANES):
                work[to, lane] = higher(work[to, lane], others[a, lane])
            place += 1


@compiled
def play_turn(tree: LaneTree, work: NDArray[np.float32], throws: int) -> None:
    """Put into `work[0]` what a turn of so many throws is worth, from what scoring each roll is worth."""
    for _ in range(throws - 1):
        throw_up(tree, work)
        keep_down(tree, work)
    throw_up(tree, work)


@compiled
def fill_pairs(
    tree: LaneTree, throws: int, gains: NDArray[np.int64], ahead: NDArray[np.float64], into: NDArray[np.float32]
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


class StartRows(NamedTuple):
    """Starts of turns in rows: those of the boxes `mask` and a flag stand from `first[mask, flag]` on, one a total.

    The first total is `plan.begin[mask]`, which stands for all lower ones. `points[row]` are the expected points to
    come, nan where no play gets.
    """

    first: NDArray[np.int64]
    points: NDArray[np.float64]


class Wins(NamedTuple):
    """What is known of winning; all of it as WinTable has it."""

    step: float
    chances: NDArray[np.uint16]
    pairs: NDArray[np.float32]
    kind: NDArray[np.int64]
    swings: NDArray[np.float64]
    even: NDArray[np.float64]


class WinGame(NamedTuple):
    """All that a player knows beforehand."""

    plan: Plan
    tree: LaneTree
    starts: StartRows
    wins: Wins
    alike: NDArray[np.int64]


@compiled
def row_at(plan: Plan, starts: StartRows, filled: int, flag: int, total: int) -> int:
    """Return the row of a start of a turn, or of a full sheet."""
    begin = plan.begin[filled]
    return int(starts.first[filled, flag] + max(total, begin) - begin)


@compiled
def list_ends(game: WinGame, state: tuple[int, int, int]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the row that each end of a turn leads to, -1 where it is none, and the points that it brings."""
    plan = game.plan
    filled, flag, _ = state
    boxes = len(plan.first) - 1
    slots = len(plan.points)
    rows = np.full(slots + len(plan.alike) * boxes, -1)
    gains = np.zeros(len(rows))
    for box in range(boxes):
        if not filled >> box & 1:
            for slot in range(plan.first[box], plan.first[box + 1]):
                end = write_slot(plan, state, box, slot)
                rows[slot] = row_at(plan, game.starts, end[0], end[1], end[2])
                gains[slot] = end[3]
    if filled & plan.yahtzee:
        for i in range(len(plan.alike)):
            legal = legal_boxes(plan, filled, i)
            for box in range(boxes):
                if legal >> box & 1:
                    slot = slot_of(plan, filled, i, plan.alike[i], box)
                    rows[slots + i * boxes + box] = rows[slot]
                    gains[slots + i * boxes + box] = gains[slot] + flag * plan.extra
    return rows, gains


@compiled
def list_rolls(game: WinGame, mask: int, flag: int, listed: NDArray[np.int64], last: NDArray[np.int64]) -> None:
    """Put into `listed` the ends of a turn that each roll may take, those of roll r up to `last[r]`."""
    plan = game.plan
    boxes, slots = len(plan.first) - 1, len(plan.points)
    count = 0
    for roll in range(len(plan.slot)):
        like = game.alike[roll]
        legal = legal_boxes(plan, mask, like)
        for box in range(boxes):
            if legal >> box & 1:
                paid = flag and like >= 0
                listed[count] = slots + like * boxes + box if paid else slot_of(plan, mask, like, roll, box)
                count += 1
        last[roll] = count


@compiled
def fill_rows(game: WinGame, masks: NDArray[np.int64], after: NDArray[np.float32], before: NDArray[np.float32]) -> None:
    """Fill `before`, the chances at the start of a turn [row, lane], for `masks`, from those `after` a turn."""
    plan, tree, starts = game.plan, game.tree, game.starts
    boxes = len(plan.first) - 1
    first_roll = len(tree.one_more)
    worth = np.empty((len(plan.points) + len(plan.alike) * boxes, LANES), np.float32)
    padded = np.empty(3 * LANES + 2, np.float32)
    listed = np.empty(len(plan.slot) * boxes, np.int64)
    last = np.empty(len(plan.slot), np.int64)
    work = np.empty((first_roll + len(plan.slot), LANES), np.float32)
    for mask in masks:
        for flag in range(plan.flags if mask & plan.yahtzee else 1):
            list_rolls(game, mask, flag, listed, last)
            for total in range(plan.begin[mask], plan.end[mask] + 1):
                row = row_at(plan, starts, mask, flag, total)
                mean = starts.points[row]
                if np.isnan(mean):
                    continue
                rows, gains = list_ends(game, (mask, flag, total))
                before_it = -1
                for end in range(len(rows) if flag else len(plan.points)):
                    child = rows[end]
                    if child >= 0:
                        if child != before_it:
                            pad(after, child, padded)
                            before_it = child
                        shift(padded, (gains[end] + starts.points[child] - mean) / game.wins.step, worth, end)
                work[first_roll:] = 0
                raise_rows(work, first_roll, worth, listed, last)
                play_turn(tree, work, plan.throws)
                for lane in range(LANES):
                    before[row, lane] = work[0, lane]
