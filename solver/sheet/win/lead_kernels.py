"""Compiled code that finds the chance to win from every start of a turn, for many leads side by side."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.coach.decide import WIN_STEP
from solver.sheet.exact.table import Plan
from solver.sheet.exact.turn_kernels import (
    Ladder,
    below_rolls,
    count_ends,
    legal_boxes,
    list_ends,
    open_boxes,
    play_turn,
    slot_of,
    throw_back,
    write_slot,
)
from solver.sheet.exact.vectors import WIDE, highest, slide

# Leads that are weighed side by side, some lines of the cache.
LEADS = 3 * WIDE
MIDDLE = (LEADS - 1) / 2

# Chances are kept as whole numbers up to this one.
SURE = round(1 / WIN_STEP)


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
    leads = rows.shape[1]
    for lane in range(leads + 1):
        into[lane] = rows[row, 0]
        into[2 * leads + 1 + lane] = rows[row, leads - 1]
    for lane in range(leads):
        into[leads + 1 + lane] = rows[row, lane]


@compiled
def shift(padded: NDArray[np.float32], lanes: float, work: NDArray[np.float32], to: int, size: int) -> None:
    """Put into lead l the number that a padded row has at l + lanes, or 0 where that comes out lower.

    The first line of them begins at `to`, each of the others the same distance in `work` after the one before it.
    """
    leads = (len(padded) - 2) // 3
    whole = int(np.floor(lanes))
    a, b, c, d = nodes(lanes - whole)
    weights = np.float32(a), np.float32(b), np.float32(c), np.float32(d)
    begin = leads + min(max(whole, -leads), leads - 2)
    for line in range(leads // WIDE):
        slide(work, to + line * size, weights, padded, begin + line * WIDE)


@compiled
def worth_of_turn(ladder: Ladder, work: NDArray[np.float32], throws: int) -> None:
    """Put into the first line of `work` what a turn of `throws` is worth, from the worth of scoring each roll."""
    play_turn(ladder, work, throws, np.empty((0, 0, 0), np.int32))
    throw_back(ladder, work)


@compiled
def fill_pairs(
    ladder: Ladder, throws: int, gains: NDArray[np.int64], ahead: NDArray[np.float64], into: NDArray[np.float32]
) -> None:
    """Fill `into`, by lead, with what the last turn of a game is worth in which roll r brings `gains[r]` points.

    `ahead[lead]` is what a lead is worth after it. Both arrays are for leads from -reach to reach; more is as good.
    """
    first_roll = below_rolls(ladder) * WIDE
    most = len(ahead) - 1
    work = np.empty(first_roll + len(gains) * WIDE, np.float32)
    for begin in range(0, len(ahead), WIDE):
        for roll in range(len(gains)):
            for lane in range(WIDE):
                work[first_roll + roll * WIDE + lane] = ahead[min(begin + lane + gains[roll], most)]
        worth_of_turn(ladder, work, throws)
        for lane in range(min(WIDE, len(ahead) - begin)):
            into[begin + lane] = work[lane]


class Wins(NamedTuple):
    """What is known of winning on a sheet.

    `chances[row, lead]` is the chance to win, times 65535, of who is about to throw while the other has as many boxes
    open; the lead is `step` times (lead - 23.5). `kind[row]` numbers the sheets with at most one box open that have the
    same points to come, -1 for all others; `pairs[mine, other, lead + reach]` is the exact chance to win of who throws
    first, for kinds and a lead in points without the last turns. `swings[kind, n]`
    are by how much a final score ends above what was expected with n boxes open: see `sample_spread`.

    `even[mine, theirs, fewer, n, lead]` is the lead here that is as good, when all play for points, as that lead is
    against another with that flag and that many fewer boxes open, for a player with a flag and n boxes open.
    """

    step: float
    chances: NDArray[np.uint16]
    pairs: NDArray[np.float32]
    kind: NDArray[np.int64]
    swings: NDArray[np.float64]
    even: NDArray[np.float64]


class WinGame(NamedTuple):
    """All that a player knows beforehand; the lattice is there for single moments, and for many leads side by side.

    Starts of turns stand in rows, those with fewer open boxes first: those of the boxes `mask` and a flag from
    `first[mask, flag]` on, one a total. The first total is `plan.begin[mask]`, which stands for all lower ones.
    `points[row]` are the expected points to come, nan where no play gets.
    """

    plan: Plan
    ladder: Ladder
    wide: Ladder
    first: NDArray[np.int64]
    points: NDArray[np.float64]
    wins: Wins


@compiled
def row_at(game: WinGame, filled: int, flag: int, total: int) -> int:
    """Return the row of a start of a turn, or of a full sheet."""
    begin = game.plan.begin[filled]
    return int(game.first[filled, flag] + max(total, begin) - begin)


@compiled
def outcomes(game: WinGame, state: tuple[int, int, int]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the row that each end of a turn leads to, -1 where it is none, and the points that it brings."""
    plan = game.plan
    filled, flag, _ = state
    slots, boxes = len(plan.points), len(plan.first) - 1
    rows, gains = np.full(count_ends(plan), -1), np.zeros(count_ends(plan))
    for box in open_boxes(plan, filled):
        for slot in range(plan.first[box], plan.first[box + 1]):
            end = write_slot(plan, state, box, slot)
            rows[slot] = row_at(game, end[0], end[1], end[2])
            gains[slot] = end[3]
    if filled & plan.yahtzee:
        for roll in range(len(plan.matching)):
            legal = legal_boxes(plan, filled, roll)
            for box in range(boxes):
                if legal >> box & 1:
                    slot = slot_of(plan, filled, roll, box)
                    rows[slots + roll * boxes + box] = rows[slot]
                    gains[slots + roll * boxes + box] = gains[slot] + flag * plan.extra
    return rows, gains


@compiled
def fill_rows(game: WinGame, masks: NDArray[np.int64], after: NDArray[np.float32], before: NDArray[np.float32]) -> None:
    """Fill `before`, the chances at the start of a turn [row, lead], for `masks`, from those `after` a turn.

    Leads may be any multiple of WIDE.
    """
    plan, ladder, points = game.plan, game.wide, game.points
    rolls, below = len(ladder.roll_chances), below_rolls(ladder)
    first_end = (below + rolls) * WIDE
    size = first_end + count_ends(plan) * WIDE
    work = np.zeros(before.shape[1] // WIDE * size, np.float32)
    padded = np.empty(3 * before.shape[1] + 2, np.float32)
    for mask in masks:
        row = open_boxes(plan, mask)
        ends = np.empty(rolls * len(row), np.int64)
        for flag in range(plan.flags if mask & plan.yahtzee else 1):
            list_ends(plan, (mask, flag), row, (first_end, WIDE), (ends, np.empty(0, np.int32)))
            for total in range(plan.begin[mask], plan.end[mask] + 1):
                start = row_at(game, mask, flag, total)
                mean = points[start]
                if np.isnan(mean):
                    continue
                rows, gains = outcomes(game, (mask, flag, total))
                before_it = -1
                for end in range(len(rows) if flag else len(plan.points)):
                    child = rows[end]
                    if child >= 0:
                        if child != before_it:
                            pad(after, child, padded)
                            before_it = child
                        lanes = (gains[end] + points[child] - mean) / game.wins.step
                        shift(padded, lanes, work, first_end + end * WIDE, size)
                for begin in range(0, len(work), size):
                    some = work[begin : begin + size]
                    highest(some, below * WIDE, ends, (0, len(row), rolls))
                    worth_of_turn(ladder, some, plan.throws)
                    for lane in range(WIDE):
                        before[start, begin // size * WIDE + lane] = some[lane]
