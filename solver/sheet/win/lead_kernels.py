"""Compiled code that finds the chance to win from every start of a turn, for many leads side by side."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.plan import Plan
from solver.sheet.simulation.simulate_kernels import legal_boxes, slot_of, write_slot
from solver.sheet.win.lane_kernels import LANES, LaneTree, pad, play_turn, raise_rows, shift

# Chances are kept as whole numbers up to this one.
SURE = 65535


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
