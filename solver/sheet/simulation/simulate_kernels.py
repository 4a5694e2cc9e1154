"""Compiled code that plays one turn of many score-sheet games by a policy."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.plan import Plan
from solver.sheet.policy.plays import Plays
from solver.sheet.simulation.throws import Luck, stream, throw


class Sheets(NamedTuple):
    """One player's sheet in many games, an entry for each.

    `filled` are the boxes that are filled, one bit each, `flag` and `total` as SheetTable has them; `points` are all on
    the sheet, bonus and further Yahtzees included.
    """

    filled: NDArray[np.int64]
    flag: NDArray[np.int64]
    total: NDArray[np.int64]
    points: NDArray[np.int64]


@compiled
def legal_boxes(plan: Plan, filled: int, alike: int) -> int:
    """Return the boxes, one bit each, that the roll `plan.alike[alike]` may be scored in; -1 is any other roll."""
    unfilled = (1 << len(plan.first) - 1) - 1 & ~filled
    if alike < 0 or plan.joker != 2 or not filled & plan.yahtzee:
        return unfilled
    matching = plan.matching[alike] & unfilled
    lower = unfilled & plan.lower
    return matching if matching else lower if lower else unfilled


@compiled
def slot_of(plan: Plan, filled: int, alike: int, roll: int, box: int) -> int:
    """Return the slot that `roll`, which is `plan.alike[alike]` unless that is -1, writes in an open box."""
    if alike >= 0 and plan.joker and filled & plan.yahtzee and not plan.matching[alike] & ~filled:
        return int(plan.joker_slot[alike, box])
    return int(plan.slot[roll, box])


@compiled
def write_slot(plan: Plan, state: tuple[int, int, int], box: int, slot: int) -> tuple[int, int, int, int]:
    """Return filled boxes, flag and upper total after `state` writes a slot, and the points with the bonus it makes.

    What a further Yahtzee is paid is not among them.
    """
    filled, flag, total = state
    after = min(total + plan.rise[slot], plan.cap)
    points = int(plan.points[slot])
    if total < plan.cap == after:
        points += int(plan.bonus)
    if plan.flags == 2 and slot == plan.paid:
        flag = 1
    return filled | 1 << box, flag, after, points


@compiled
def left_of(plan: Plan, filled: int) -> int:
    """Return how many boxes are open."""
    count = 0
    for box in range(len(plan.first) - 1):
        count += 1 - (filled >> box & 1)
    return count


@compiled
def alike_of(plan: Plan) -> NDArray[np.int64]:
    """Return for each roll its place in `plan.alike`, -1 for one whose faces are not all alike."""
    alike = np.full(len(plan.slot), -1)
    for i in range(len(plan.alike)):
        alike[plan.alike[i]] = i
    return alike


@compiled
def play_row(plan: Plan, luck: Luck, play: Plays, games: NDArray[np.int64], sheets: Sheets) -> None:
    """Play a turn in all of `games`, places in `sheets`, which have the same boxes filled and one flag."""
    cup, keep, box = luck.cup, play.keep, play.box
    alike = alike_of(plan)
    filled, flag = sheets.filled[games[0]], sheets.flag[games[0]]
    begin = plan.begin[filled]
    first = (len(plan.first) - 1 - left_of(plan, filled)) * plan.throws
    for game in games:
        numbers = stream(luck.seed, luck.first + game, luck.seat)
        row = min(max(sheets.total[game] - begin, 0), len(box) - 1)
        held = throw(cup, numbers, first, 0)
        group = box[row, held - cup.first_roll] if plan.commit else 0
        for made in range(1, plan.throws):
            held = keep[group, plan.throws - made, row, held - cup.first_roll]
            if held >= cup.first_roll:
                break
            held = throw(cup, numbers, first + made, held)
        roll = held - cup.first_roll
        chosen = group if plan.commit else box[row, roll]
        slot = slot_of(plan, filled, alike[roll], roll, chosen)
        after = write_slot(plan, (filled, flag, sheets.total[game]), chosen, slot)
        sheets.filled[game], sheets.flag[game], sheets.total[game] = after[0], after[1], after[2]
        sheets.points[game] += after[3]
        if flag and alike[roll] >= 0:
            sheets.points[game] += int(plan.extra)
