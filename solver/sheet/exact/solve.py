"""Score-sheet games, solved exactly for any sheet and any die.

A keep is a multiset of dice, and what it is worth is the mean, over one more die, of the keeps that this makes; the
best keep of a roll comes down the same edges by the maximum. With five dice those are 1,260 edges instead of 4,368
transitions. Upper totals lie side by side in memory, so that a box filled moves all of them by the same distance, and
they are worked on in vectors. Totals from which the bonus is out of reach share one value, since no more than the
points to come depends on them; the bonus is counted at the end of the game while solving, and so is that of a sheet
that has made it.
"""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.jit import compiled
from solver.sheet.exact.table import Plan, SheetTable, check_sides, plan_of
from solver.sheet.exact.vectors import LANES, choose, faces_of, highest, mix, weigh, write
from solver.sheet.game.custom_sheet import check_size
from solver.sheet.game.dice import Lattice, lattice
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance

# A vector that lies across two lines of the cache takes twice as long to fetch.
CACHE_LINE = 64


class Ladder(NamedTuple):
    """A lattice as the kernels take it: keeps by size, then by how many faces differ, each LANES numbers wide.

    `order` is the place in the Lattice of each keep, `rung` the other way round. `more` are where the keeps with one
    more die begin, a row of all faces for each keep but the rolls. Run i are `rows[i]` keeps from number `begin[i]`
    on; each is the best of `width[i]` that begin at `sources`, from `first[i]` on: itself and those with one die less.
    `parts` are where the keeps that each roll holds begin, in the order that breaks ties, from `part_first[roll]` on,
    and `part_labels` their places in the Lattice.
    """

    order: NDArray[np.int64]
    rung: NDArray[np.int64]
    more: NDArray[np.int64]
    sources: NDArray[np.int64]
    begin: NDArray[np.int64]
    rows: NDArray[np.int64]
    width: NDArray[np.int64]
    first: NDArray[np.int64]
    chances: tuple[float, ...]
    roll_chances: NDArray[np.float64]
    parts: NDArray[np.int64]
    part_labels: NDArray[np.int32]
    part_first: NDArray[np.int64]


class Room(NamedTuple):
    """Where one thread works.

    `numbers`, each LANES wide, are those of keeps, then of slots, then of rolls, once or, where boxes are chosen after
    the first throw, once more for each box. `ends[roll, box]` is where that of a roll of the ladder in a box begins.

    The other arrays are for some open boxes: row r of `sources`, as wide as there are boxes, says where the ends of
    roll r begin. Where a further Yahtzee is scored, those of the i-th roll of equal faces are `wilds[i]` of `wild[i]`
    instead, and their boxes those of `wild_labels[i]`.
    """

    numbers: NDArray[np.float64]
    ends: NDArray[np.int64]
    sources: NDArray[np.int64]
    wild: NDArray[np.int64]
    wild_labels: NDArray[np.int32]
    wilds: NDArray[np.int64]


class Choices(NamedTuple):
    """What to do in the states of one `mask` and `flag`, each with the totals that need a value of their own.

    `box[total, roll]` is the best box to score a roll in, or where the box is chosen after the first throw, to choose.
    `keep[group, left, total, roll]` is the place in the Lattice of what to keep with `left` throws allowed, from 1
    below the throws of a turn; the roll itself where it is to be scored. `group` is 0, or the box that was chosen.
    """

    mask: int
    flag: int
    keep: NDArray[np.int32]
    box: NDArray[np.int32]


def ladder_of(lattice: Lattice) -> Ladder:
    """Return `lattice` as the kernels take it."""
    keeps = lattice.keeps
    order = sorted(range(len(keeps)), key=lambda place: (len(keeps[place]), len(set(keeps[place])), place))
    rung = np.empty(len(order), np.int64)
    rung[order] = np.arange(len(order))
    runs: list[list[int]] = []
    sources: list[int] = []
    kind = (0, 0)
    for number, place in enumerate(order[1:], start=1):
        less = list(dict.fromkeys(lattice.one_less[place, : len(keeps[place])].tolist()))
        if kind != (kind := (len(keeps[place]), len(less))):
            runs.append([number, 0, len(less) + 1, len(sources)])
        runs[-1][1] += 1
        sources += [number, *rung[less]]
    begin, rows, width, first = (np.array(column) for column in zip(*runs, strict=True))
    rolls = np.array(order[lattice.first_roll :]) - lattice.first_roll
    parts = [list(dict.fromkeys(lattice.parts[roll].tolist())) for roll in rolls]
    labels = np.array([part for row in parts for part in row], np.int32)
    more, chances = faces_of(rung[lattice.one_more[order[: lattice.first_roll]]], lattice.chances)
    return Ladder(
        np.array(order),
        rung,
        more,
        np.array(sources) * LANES,
        begin,
        rows,
        width,
        first,
        chances,
        lattice.roll_chances[rolls],
        rung[labels] * LANES,
        labels,
        np.cumsum([0, *(len(row) for row in parts)]),
    )


def room_for(plan: Plan, ladder: Ladder) -> Room:
    """Return room for one thread."""
    rolls, keeps = len(ladder.roll_chances), len(ladder.order)
    size = (keeps + len(plan.points) + (1 + plan.boxes * plan.commit) * rolls) * LANES
    space = np.zeros(size + CACHE_LINE // 8)
    begin = -space.ctypes.data % CACHE_LINE // 8
    few = len(plan.alike), plan.boxes
    return Room(
        space[begin : begin + size],
        (keeps + plan.slot[ladder.order[keeps - rolls :] - (keeps - rolls)]) * LANES,
        np.empty(rolls * plan.boxes, np.int64),
        np.empty(few, np.int64),
        np.empty(few, np.int32),
        np.empty(few[0], np.int64),
    )


@compiled
def settle(plan: Plan, ladder: Ladder, masks: NDArray[np.int64], values: NDArray[np.float64], room: Room) -> None:
    """Fill `values[mask, flag]` for each of `masks`, the rows with one more box filled being there.

    `values[mask, flag, total]` are the points to come with the bonus counted when the game ends, also if it is made.
    A row goes on beyond the cap by the largest rise, with the number that stands there; of the last row, memory goes on
    by LANES.
    """
    rolls = len(ladder.roll_chances)
    keeps = len(ladder.order)
    first_roll = (keeps - rolls) * LANES
    spare = (keeps + len(plan.points)) * LANES
    work = room.numbers
    for mask in masks:
        row = _open_boxes(plan, mask)
        groups = len(row) if plan.commit else 1
        if not plan.commit:
            _list_ends(plan, ladder, mask, row, room)
        for flag in range(plan.flags if mask & plan.yahtzee else 1):
            for total in range(plan.begin[mask], plan.end[mask] + 1, LANES):
                _write_slots(plan, (mask, flag, total), row, values, work[keeps * LANES :])
                for group in range(groups):
                    some = row[group : group + 1] if plan.commit else row
                    if plan.commit:
                        _list_ends(plan, ladder, mask, some, room)
                    highest(work, first_roll, room.sources, (0, len(some), rolls))
                    if mask & plan.yahtzee:
                        _score_alike(plan, ladder, flag, room)
                    for _ in range(plan.throws - 1):
                        for keep in range(keeps - rolls - 1, -1, -1):
                            mix(work, keep * LANES, ladder.more, keep * len(ladder.chances), ladder.chances)
                        for i in range(len(ladder.begin)):
                            span = ladder.first[i], ladder.width[i], ladder.rows[i]
                            highest(work, ladder.begin[i] * LANES, ladder.sources, span)
                    if plan.commit:
                        _keep_better(work[first_roll : keeps * LANES], work[spare : spare + rolls * LANES], group)
                weigh(work, 0, ladder.roll_chances, spare if plan.commit else first_roll, rolls)
                for lane in range(min(LANES, plan.end[mask] + 1 - total)):
                    values[mask, flag, total + lane] = work[lane]
            _fill_up(plan, mask, values[mask, flag])


@compiled
def choose_row(plan: Plan, ladder: Ladder, values: NDArray[np.float64], room: Room, choices: Choices) -> None:
    """Fill the arrays of `choices` from `values` as `settle` leaves them."""
    mask, flag = choices.mask, choices.flag
    rolls = len(ladder.roll_chances)
    keeps = len(ladder.order)
    first_roll = (keeps - rolls) * LANES
    scores = (keeps + len(plan.points)) * LANES
    work = room.numbers
    chosen = np.empty((rolls, LANES), np.int32)
    row = _open_boxes(plan, mask)
    begin = plan.begin[mask]
    for total in range(begin, plan.end[mask] + 1, LANES):
        here = slice(total - begin, min(total + LANES, plan.end[mask] + 1) - begin)
        _write_slots(plan, (mask, flag, total), row, values, work[keeps * LANES :])
        for group in range(len(row) if plan.commit else 1):
            some = row[group : group + 1] if plan.commit else row
            _list_ends(plan, ladder, mask, some, room)
            highest(work, first_roll, room.sources, (0, len(some), rolls))
            if mask & plan.yahtzee:
                _score_alike(plan, ladder, flag, room)
            if not plan.commit:
                _put(ladder, _choose_boxes(plan, ladder, row, mask, room), choices.box[here])
            _copy(work, first_roll, scores, rolls * LANES)
            for left in range(1, plan.throws):
                for keep in range(keeps - rolls - 1, -1, -1):
                    mix(work, keep * LANES, ladder.more, keep * len(ladder.chances), ladder.chances)
                # To keep all dice is to score them.
                _copy(work, scores, first_roll, rolls * LANES)
                for roll in range(rolls):
                    span = ladder.part_first[roll], ladder.part_first[roll + 1] - ladder.part_first[roll]
                    choose(work, ladder.parts, ladder.part_labels, span, chosen[roll])
                _put(ladder, chosen, choices.keep[row[group] if plan.commit else 0, left, here])
                for i in range(len(ladder.begin)):
                    span3 = ladder.first[i], ladder.width[i], ladder.rows[i]
                    highest(work, ladder.begin[i] * LANES, ladder.sources, span3)
            if plan.commit:
                _copy(work, first_roll, scores + (group + 1) * rolls * LANES, rolls * LANES)
        if plan.commit:
            for roll in range(rolls):
                for group in range(len(row)):
                    room.sources[group] = scores + ((group + 1) * rolls + roll) * LANES
                choose(work, room.sources, row.astype(np.int32), (0, len(row)), chosen[roll])
            _put(ladder, chosen, choices.box[here])


@compiled
def _choose_boxes(plan: Plan, ladder: Ladder, row: NDArray[np.int64], mask: int, room: Room) -> NDArray[np.int32]:
    """Return the best of the boxes of `row`, all that are open, for each roll of the ladder [rolls, LANES]."""
    rolls = len(ladder.roll_chances)
    first_roll = len(ladder.order) - rolls
    chosen = np.empty((rolls, LANES), np.int32)
    labels = row.astype(np.int32)
    for roll in range(rolls):
        choose(room.numbers, room.sources[roll * len(row) :], labels, (0, len(row)), chosen[roll])
    if mask & plan.yahtzee:
        for i in range(len(plan.alike)):
            roll = ladder.rung[first_roll + plan.alike[i]] - first_roll
            choose(room.numbers, room.wild[i], room.wild_labels[i], (0, room.wilds[i]), chosen[roll])
    return chosen


@compiled
def _put(ladder: Ladder, chosen: NDArray[np.int32], into: NDArray[np.int32]) -> None:
    """Put labels [rolls of the ladder, LANES] where they belong [totals, rolls of the lattice]."""
    first_roll = len(ladder.order) - len(chosen)
    for roll in range(len(chosen)):
        place = ladder.order[first_roll + roll] - first_roll
        for lane in range(len(into)):
            into[lane, place] = chosen[roll, lane]


@compiled
def _open_boxes(plan: Plan, mask: int) -> NDArray[np.int64]:
    row = np.empty(len(plan.first) - 1, np.int64)
    count = 0
    for box in range(len(row)):
        if not mask >> box & 1:
            row[count] = box
            count += 1
    return row[:count]


@compiled
def _list_ends(plan: Plan, ladder: Ladder, mask: int, row: NDArray[np.int64], room: Room) -> None:
    """List the ends of rolls that are scored in one of the boxes of `row`, some of those that `mask` leaves open."""
    place = 0
    for roll in range(len(room.ends)):
        for box in row:
            room.sources[place] = room.ends[roll, box]
            place += 1
    if not mask & plan.yahtzee:
        return
    slots = len(ladder.order)
    unfilled = (1 << len(plan.first) - 1) - 1 & ~mask
    for i in range(len(plan.alike)):
        matching = plan.matching[i] & unfilled
        legal = unfilled
        if plan.joker == 2:
            legal = matching if matching else unfilled & plan.lower if unfilled & plan.lower else unfilled
        joker = plan.joker > 0 and not matching
        count = 0
        for box in row:
            if legal >> box & 1:
                slot = plan.joker_slot[i, box] if joker else plan.slot[plan.alike[i], box]
                room.wild[i, count] = (slots + slot) * LANES
                room.wild_labels[i, count] = box
                count += 1
        room.wilds[i] = count


@compiled
def _write_slots(
    plan: Plan,
    at: tuple[int, int, int],
    row: NDArray[np.int64],
    values: NDArray[np.float64],
    slots: NDArray[np.float64],
) -> None:
    """Write what each slot of the open boxes is worth, points and all that is to come, for LANES totals.

    `at` are the mask, the flag and the first of the totals.
    """
    mask, flag, total = at
    numbers = values.reshape(-1)
    for box in row:
        for slot in range(plan.first[box], plan.first[box + 1]):
            after = flag
            if 1 << box == plan.yahtzee and plan.flags == 2:
                after = int(slot == plan.paid)
            child = ((mask | 1 << box) * plan.flags + after) * values.shape[2]
            write(slots, slot * LANES, plan.points[slot], numbers, child + total + plan.rise[slot])


@compiled
def _score_alike(plan: Plan, ladder: Ladder, flag: int, room: Room) -> None:
    """Score rolls alike as further Yahtzees."""
    first_roll = len(ladder.order) - len(ladder.roll_chances)
    for i in range(len(plan.alike)):
        place = ladder.rung[first_roll + plan.alike[i]] * LANES
        highest(room.numbers, place, room.wild[i], (0, room.wilds[i], 1))
        if flag:
            write(room.numbers, place, plan.extra, room.numbers, place)


@compiled
def _copy(numbers: NDArray[np.float64], place: int, to: int, count: int) -> None:
    for i in range(count):
        numbers[to + i] = numbers[place + i]


@compiled
def _keep_better(numbers: NDArray[np.float64], best: NDArray[np.float64], group: int) -> None:
    for i in range(len(numbers)):
        best[i] = numbers[i] if group == 0 else max(best[i], numbers[i])


@compiled
def _fill_up(plan: Plan, mask: int, values: NDArray[np.float64]) -> None:
    """Give the totals of a row that need no value of their own the one that they share."""
    begin = plan.begin[mask]
    values[:begin] = values[begin]
    if plan.safe[mask] and plan.end[mask] < plan.cap:
        values[plan.cap] = values[begin] + plan.bonus
    values[plan.cap + 1 :] = values[plan.cap]


@compiled
def pack(plan: Plan, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points to come, what `settle` left in `values` moved together in its own memory.

    The bonus is taken off where it is made already; what lies above the totals of a row is nan.
    """
    numbers = values.reshape(-1)
    place = 0
    for mask in range(len(values)):
        for flag in range(plan.flags):
            for total in range(plan.cap + 1):
                number = values[mask, flag, total]
                if total > plan.end[mask] or (flag and not mask & plan.yahtzee):
                    number = np.nan
                numbers[place] = number - plan.bonus if total == plan.cap else number
                place += 1
    return numbers


@dataclass(frozen=True, slots=True, eq=False)
class SheetSolution(SheetTable):
    """A freshly solved table, with the `seconds` that solving took."""

    seconds: float


def solve(
    sheet: Sheet,
    die: tuple[Chance, ...] | None = None,
    threads: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> SheetSolution:
    """Solve the game of `sheet` for `die`, fair if None, on so many threads; `seconds` leaves out compilation.

    Raises OptionError for a sheet that is too large, DistributionError for a die of another number of sides, and
    SolverError if the machine is too small.
    """
    check_size(sheet)
    die = check_sides(sheet, die)
    begun = clock()
    plan, ladder = plan_of(sheet), ladder_of(lattice(sheet.dice, die))
    prepared = clock()
    settle(plan, ladder, np.empty(0, np.int64), np.empty((1, 1, 1)), room_for(plan, ladder))
    pack(plan, np.empty((0, 1, 1)))
    compiled = clock()
    try:
        values = _values(plan, ladder, threads)
    except MemoryError as short:
        raise SolverError(f"not enough memory to solve {sheet.name}: take fewer boxes") from short
    return SheetSolution(sheet, die, values, clock() - compiled + prepared - begun)


def _values(plan: Plan, ladder: Ladder, threads: int) -> NDArray[np.float64]:
    """Return the points to come [filled, flag, total], nan beyond the totals that the filled boxes can hold."""
    full = (1 << plan.boxes) - 1
    values = _rows(plan)
    values[full, :, plan.cap :] = plan.bonus
    if threads == 1:
        settle(plan, ladder, np.arange(full - 1, -1, -1), values, room_for(plan, ladder))
    else:
        _share(plan, ladder, values, threads)
    size = values.size // values.shape[2] * (plan.cap + 1)
    return pack(plan, values)[:size].reshape(*values.shape[:2], plan.cap + 1)


def _share(plan: Plan, ladder: Ladder, values: NDArray[np.float64], threads: int) -> None:
    """Settle all masks on several threads, those with equally many boxes filled side by side."""
    masks = np.arange((1 << plan.boxes) - 1)
    filled = np.bitwise_count(masks)
    rooms = [room_for(plan, ladder) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        for level in range(plan.boxes - 1, -1, -1):
            some = masks[filled == level]
            shares = [some[i::threads].copy() for i in range(threads)]
            list(pool.map(lambda share, room: settle(plan, ladder, share, values, room), shares, rooms))


def _rows(plan: Plan) -> NDArray[np.float64]:
    """Return zeros for the values of all rows as the kernels take them, which read a vector beyond the last one."""
    shape = 1 << plan.boxes, plan.flags, plan.cap + 1 + int(plan.rise.max())
    return np.zeros(math.prod(shape) + LANES)[:-LANES].reshape(shape)


class Chooser:
    """Says what to do in every state of a table, for all totals and rolls of a row of states at once.

    It works in one place of memory: give each thread its own.
    """

    def __init__(self, table: SheetTable) -> None:
        self.plan = table.plan
        self._ladder = ladder_of(table.lattice)
        self._room = room_for(self.plan, self._ladder)
        self._values = _rows(self.plan)
        self._values[:, :, : self.plan.cap + 1] = table.values
        self._values[:, :, self.plan.cap] += self.plan.bonus
        self._values[:, :, self.plan.cap + 1 :] = self._values[:, :, self.plan.cap, None]

    def row(self, filled: int, flag: int) -> Choices:
        """Return the best actions with the boxes of `filled` filled, by the tie rule of `solver.sheet.exact.turn`.

        Their first total is `plan.begin[filled]`, which stands for all lower ones; the last is `plan.end[filled]`. What
        no play reaches may be -1.
        """
        plan = self.plan
        rolls = len(self._ladder.roll_chances)
        totals = int(plan.end[filled] - plan.begin[filled]) + 1
        groups = plan.boxes if plan.commit else 1
        keep = np.full((groups, plan.throws, totals, rolls), -1, np.int32)
        keep[:, 0] = np.arange(rolls) + len(self._ladder.order) - rolls
        choices = Choices(filled, flag, keep, np.full((totals, rolls), -1, np.int32))
        choose_row(plan, self._ladder, self._values, self._room, choices)
        return choices
