"""Score-sheet games, solved exactly for any sheet and any die.

Upper totals lie side by side in memory, so that a box filled moves all of them by the same distance, and they are
worked on in vectors. Totals from which the bonus is out of reach share one value, since no more than the points to come
depends on them; the bonus is counted at the end of the game while solving, and so is that of a sheet that has made it.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.jit import compiled
from solver.progress import track_steps
from solver.sheet.exact.size import check_size
from solver.sheet.exact.table import Plan, Plays, SheetTable, check_sides, plan_of
from solver.sheet.exact.turn_kernels import (
    Ladder,
    below_rolls,
    choose_best,
    count_ends,
    ladder_of,
    list_ends,
    make_aligned,
    open_boxes,
    play_turn,
    slot_of,
)
from solver.sheet.exact.vectors import LANES, highest, weigh, write
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance

SHARES = 100
"""In this many parts sets of boxes are settled, so that it can be said how far that is."""


def work_for(plan: Plan, ladder: Ladder) -> NDArray[np.float64]:
    """Return where one thread works: numbers of keeps, of ends, and of rolls for each early box."""
    rolls = len(ladder.roll_chances)
    keeps = len(ladder.more) // len(ladder.chances) + rolls
    return make_aligned((keeps + count_ends(plan) + plan.boxes * plan.commit * rolls) * LANES)


@compiled
def settle(
    plan: Plan, ladder: Ladder, masks: NDArray[np.int64], values: NDArray[np.float64], work: NDArray[np.float64]
) -> None:
    """Fill `values[mask, flag]` for each of `masks`, the rows with one more box filled being there.

    `values[mask, flag, total]` are the points to come with the bonus counted when the game ends, also if it is made.
    A row goes on beyond the cap by the largest rise, with the number that stands there; of the last row, memory goes on
    by LANES.
    """
    nothing = Plays(np.empty((1, 0, 0, 0), np.int32), np.empty((0, 0), np.int32))
    for mask in masks:
        for flag in range(plan.flags if mask & plan.yahtzee else 1):
            play_best(plan, ladder, (mask, flag), (values, work), nothing)
            row, begin = values[mask, flag], plan.begin[mask]
            for total in range(begin):
                row[total] = row[begin]
            if plan.safe[mask] and plan.end[mask] < plan.cap:
                row[plan.cap] = row[begin] + plan.bonus
            for total in range(plan.cap + 1, len(row)):
                row[total] = row[plan.cap]


@compiled
def play_best(
    plan: Plan,
    ladder: Ladder,
    state: tuple[int, int],
    memory: tuple[NDArray[np.float64], NDArray[np.float64]],
    plays: Plays,
) -> None:
    """Solve the turns with some boxes filled and a flag: fill their values, or if `plays` has room, that alone.

    `memory` are the values as `settle` leaves them, and where to work. Without room in `plays` values are filled for
    the totals that need their own.
    """
    mask, flag = state
    values, work = memory
    keep, box = plays
    chooses = len(box) > 0
    rolls, below = len(ladder.roll_chances), below_rolls(ladder)
    first_roll, first_end = below * LANES, (below + rolls) * LANES
    spare = first_end + count_ends(plan) * LANES
    row = open_boxes(plan, mask)
    width = 1 if plan.commit else len(row)
    ends, labels = np.empty(rolls * width, np.int64), np.empty(rolls * width * chooses, np.int32)
    early, boxes = np.empty(rolls * len(row), np.int64), np.empty(rolls * len(row), np.int32)
    begin, end = plan.begin[mask], plan.end[mask] + 1
    for total in range(begin, end, LANES):
        here = slice(total - begin, min(total + LANES, end) - begin)
        write_ends(plan, (mask, flag, total), row, values, work[first_end:])
        for group in range(len(row) if plan.commit else 1):
            if plan.commit or total == begin:
                list_ends(plan, state, row[group : group + width], (first_end, LANES), (ends, labels))
            highest(work, first_roll, ends, (0, width, rolls))
            if chooses and not plan.commit:
                choose_best(work, ends, labels, np.arange(0, len(ends) + 1, width), box[here])
            if chooses:
                play_turn(ladder, work, plan.throws, keep[row[group] if plan.commit else 0, :, here])
            else:
                play_turn(ladder, work, plan.throws, keep[0])
            if plan.commit:
                for roll in range(rolls):
                    i = roll * len(row) + group
                    early[i], boxes[i] = spare + (group * rolls + roll) * LANES, row[group]
                for i in range(rolls * LANES):
                    work[spare + group * rolls * LANES + i] = work[first_roll + i]
        if plan.commit:
            highest(work, first_roll, early, (0, len(row), rolls))
            if chooses:
                choose_best(work, early, boxes, np.arange(0, len(early) + 1, len(row)), box[here])
        if not chooses:
            weigh(work, 0, ladder.roll_chances, first_roll, rolls)
            for lane in range(min(LANES, end - total)):
                values[mask, flag, total + lane] = work[lane]


@compiled
def write_ends(
    plan: Plan,
    at: tuple[int, int, int],
    row: NDArray[np.int64],
    values: NDArray[np.float64],
    ends: NDArray[np.float64],
) -> None:
    """Write what each end in the open boxes is worth, points and all that is to come, for LANES totals.

    `at` are the mask, the flag and the first of the totals.
    """
    mask, flag, total = at
    numbers = values.reshape(-1)
    for box in row:
        for slot in range(plan.first[box], plan.first[box + 1]):
            after = 1 if plan.flags == 2 and slot == plan.paid else flag
            child = ((mask | 1 << box) * plan.flags + after) * values.shape[2]
            write(ends, slot * LANES, plan.points[slot], numbers, child + total + plan.rise[slot])
    if flag:
        for roll in range(len(plan.matching)):
            for box in row:
                paid = len(plan.points) + roll * (len(plan.first) - 1) + box
                write(ends, paid * LANES, plan.extra, ends, slot_of(plan, mask, roll, box) * LANES)


def solve(
    sheet: Sheet, die: tuple[Chance, ...] | None = None, clock: Callable[[], float] = time.perf_counter
) -> SheetTable:
    """Solve the game of `sheet` for `die`, fair if None; its `seconds` leave out compilation.

    Raises OptionError for a sheet that is too large, DistributionError for a die of another number of sides, and
    SolverError if the machine is too small.
    """
    check_size(sheet)
    die = check_sides(sheet, die)
    begun = clock()
    plan, ladder = plan_of(sheet), ladder_of(lattice(sheet.dice, die))
    prepared = clock()
    settle(plan, ladder, np.empty(0, np.int64), np.empty((1, 1, 1)), work_for(plan, ladder))
    compiled = clock()
    try:
        full = (1 << plan.boxes) - 1
        values = _rows(plan)
        values[full, :, plan.cap :] = plan.bonus
        work = work_for(plan, ladder)
        for masks in track_steps(np.array_split(np.arange(full - 1, -1, -1), SHARES)):
            settle(plan, ladder, masks, values, work)
        values = values[:, :, : plan.cap + 1].copy()
    except MemoryError as short:
        raise SolverError(f"there is not enough memory to solve {sheet.name}: take fewer boxes") from short
    values[:, :, plan.cap] -= plan.bonus
    np.copyto(values, np.nan, where=np.arange(plan.cap + 1) > plan.end[:, None, None])
    values[np.arange(full + 1) & plan.yahtzee == 0, 1:] = np.nan
    return SheetTable(sheet, die, values, clock() - compiled + prepared - begun)


def _rows(plan: Plan) -> NDArray[np.float64]:
    """Return zeros for the values of all rows as the kernels take them, which read a vector beyond the last one."""
    shape = 1 << plan.boxes, plan.flags, plan.cap + 1 + int(plan.rise.max())
    return np.zeros(math.prod(shape) + LANES)[:-LANES].reshape(shape)


def best_plays(table: SheetTable, filled: Iterable[int], flags: Iterable[int]) -> Iterator[Plays]:
    """Yield the best actions with the boxes of each `filled` filled, by the tie rule of `solver.sheet.exact.turn`.

    There is one total for each that needs a value of its own. What no play reaches may be -1.
    """
    plan, ladder = table.plan, ladder_of(table.lattice)
    work, values = work_for(plan, ladder), _rows(plan)
    values[:, :, : plan.cap + 1] = table.values
    values[:, :, plan.cap] += plan.bonus
    values[:, :, plan.cap + 1 :] = values[:, :, plan.cap, None]
    rolls, groups = len(ladder.roll_chances), plan.boxes if plan.commit else 1
    for mask, flag in zip(filled, flags, strict=True):
        totals = int(plan.end[mask] - plan.begin[mask]) + 1
        keep = np.full((groups, plan.throws, totals, rolls), -1, np.int32)
        plays = Plays(keep, np.full((totals, rolls), -1, np.int32))
        play_best(plan, ladder, (mask, flag), (values, work), plays)
        yield plays
