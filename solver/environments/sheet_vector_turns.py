"""Compiled code that finds what each choice in a turn of a score sheet is worth, turns of many games side by side."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.solve import Ladder, Room
from solver.sheet.exact.table import Plan
from solver.sheet.exact.vectors import LANES, highest, mix
from solver.sheet.simulation import Cup, legal_boxes, slot_of


class SheetArrays(NamedTuple):
    """A sheet as the kernels play it.

    `faces[roll]` are the dice of a roll, `alike[roll]` its place in `plan.alike` or -1, `keeps[roll, n]` what the n-th
    action that keeps dice leaves of it, a place of the lattice, or -1 where another action does the same. `values` are
    those of the solved sheet, empty where none are told.
    """

    plan: Plan
    cup: Cup
    faces: NDArray[np.int64]
    alike: NDArray[np.int64]
    keeps: NDArray[np.int64]
    values: NDArray[np.float64]


class TurnSpace(NamedTuple):
    """Where turns are weighed, as sheets are solved: the lattice and room for its numbers."""

    ladder: Ladder
    room: Room


class SheetLanes(NamedTuple):
    """Where each game stands.

    `filled`, `flag` and `total` are as in a table of the sheet; `scores` is what its boxes hold, -1 where they are
    open; `extras` counts the further Yahtzees that were paid.
    `roll` lies on the table, with so many throws `left`. `number` tells a game's dice from those of others, `over` that
    it has ended. Where values are told, `value` is that of the moment. In the turn that is on, `ends[game, slot]` is
    what each slot is worth, and `worth[game, left - 1]` what keeping dice is, for each keep.
    """

    filled: NDArray[np.int64]
    flag: NDArray[np.int64]
    total: NDArray[np.int64]
    scores: NDArray[np.int64]
    extras: NDArray[np.int64]
    roll: NDArray[np.int64]
    left: NDArray[np.int64]
    number: NDArray[np.int64]
    over: NDArray[np.bool_]
    value: NDArray[np.float64]
    ends: NDArray[np.float64]
    worth: NDArray[np.float64]


@compiled
def box_worth(sheet: SheetArrays, lanes: SheetLanes, game: int, roll: int, box: int) -> float:
    """Return what it is worth to score a roll in a legal box."""
    plan, alike = sheet.plan, sheet.alike[roll]
    worth = float(lanes.ends[game, slot_of(plan, lanes.filled[game], alike, roll, box)])
    return worth + plan.extra if lanes.flag[game] and alike >= 0 else worth


@compiled
def weigh_turns(sheet: SheetArrays, space: TurnSpace, lanes: SheetLanes, games: NDArray[np.int64]) -> None:
    """Fill the worth of all keeps in the turns that begin in these games, LANES of them at a time."""
    plan, ladder, work = sheet.plan, space.ladder, space.room.numbers
    rolls, boxes = space.room.ends.shape
    first_roll = len(ladder.order) - rolls
    for first in range(0, len(games), LANES):
        count = min(LANES, len(games) - first)
        for lane in range(count):
            _write_ends(sheet, space, lanes, games[first + lane], lane)
        highest(work, first_roll * LANES, space.room.ends, (0, boxes, rolls))
        for lane in range(count):
            _score_alike(sheet, space, lanes, games[first + lane], lane)
        for left in range(plan.throws - 1):
            for keep in range(first_roll - 1, -1, -1):
                mix(work, keep * LANES, ladder.more, keep * len(ladder.chances), ladder.chances)
            for lane in range(count):
                worth = lanes.worth[games[first + lane], left]
                for keep in range(first_roll):
                    worth[ladder.order[keep]] = work[keep * LANES + lane]
            for i in range(len(ladder.begin)):
                span = ladder.first[i], ladder.width[i], ladder.rows[i]
                highest(work, ladder.begin[i] * LANES, ladder.sources, span)


@compiled
def _write_ends(sheet: SheetArrays, space: TurnSpace, lanes: SheetLanes, game: int, lane: int) -> None:
    """Write what each slot is worth, as `write_slot` fills it, without the payment for a further Yahtzee.

    In filled boxes that is nothing at all. A call that takes a plan counts the references to its arrays: in this loop
    most of the time would go there.
    """
    plan, values, work = sheet.plan, sheet.values, space.room.numbers
    begins, rise, points = plan.first, plan.rise, plan.points
    cap, bonus, paid = plan.cap, plan.bonus, plan.paid if plan.flags == 2 else -1
    filled, flag, total, ends = lanes.filled[game], lanes.flag[game], lanes.total[game], lanes.ends[game]
    place = len(space.ladder.order) * LANES + lane
    for box in range(len(begins) - 1):
        for slot in range(begins[box], begins[box + 1]):
            worth = -np.inf
            if not filled >> box & 1:
                after = min(total + rise[slot], cap)
                worth = points[slot] + values[filled | 1 << box, 1 if slot == paid else flag, after]
                if total < cap == after:
                    worth += bonus
            ends[slot] = worth
            work[place + slot * LANES] = worth


@compiled
def _score_alike(sheet: SheetArrays, space: TurnSpace, lanes: SheetLanes, game: int, lane: int) -> None:
    """Write what rolls of equal faces are worth where a further Yahtzee is scored."""
    plan, filled = sheet.plan, lanes.filled[game]
    if not filled & plan.yahtzee:
        return
    for place in range(len(plan.alike)):
        roll = plan.alike[place]
        legal, most = legal_boxes(plan, filled, place), -np.inf
        for box in range(len(plan.first) - 1):
            if legal >> box & 1:
                most = max(most, box_worth(sheet, lanes, game, roll, box))
        space.room.numbers[space.ladder.rung[sheet.cup.first_roll + roll] * LANES + lane] = most
