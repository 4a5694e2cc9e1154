"""Compiled code that plays one turn of one sheet best for any values of its ends, and gives the chances of the ends."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.plan import Plan
from solver.sheet.game.dice import TIE
from solver.sheet.simulation.simulate_kernels import legal_boxes, slot_of, write_slot
from solver.sheet.win.lane_kernels import LaneTree
from solver.sheet.win.lead_kernels import WinGame, list_ends, row_at


class TurnChoice(NamedTuple):
    """What is done in a turn, and what it is worth.

    `keep[left - 1, keep]` is the best part of a keep with `left` throws allowed, `end[roll]` how a roll is scored. An
    end is a slot of the Plan; behind them stands for each roll of equal faces and each box that of a further Yahtzee.
    """

    keep: NDArray[np.int64]
    end: NDArray[np.int64]
    value: float


@compiled
def best_turn(game: WinGame, filled: int, worth: NDArray[np.float64]) -> TurnChoice:
    """Return how to play a turn whose ends are worth so much."""
    plan, tree = game.plan, game.tree
    boxes, slots = len(plan.first) - 1, len(plan.points)
    rolls, first_roll = len(plan.slot), len(tree.one_more)
    of_keep = np.empty(first_roll + rolls)
    best = np.empty(first_roll + rolls)
    keep = np.empty((plan.throws - 1, first_roll + rolls), np.int64)
    end = np.empty(rolls, np.int64)
    for roll in range(rolls):
        further = game.alike[roll] >= 0 and filled & plan.yahtzee
        legal = legal_boxes(plan, filled, game.alike[roll])
        most = -1.0
        for box in range(boxes):
            if legal >> box & 1:
                place = slots + game.alike[roll] * boxes + box if further else plan.slot[roll, box]
                if worth[place] > most + TIE:
                    most = worth[place]
                    end[roll] = place
        best[first_roll + roll] = most
    for left in range(plan.throws - 1):
        for place in range(first_roll, len(best)):
            of_keep[place] = best[place]
        throw_once(tree, of_keep)
        for place in range(len(of_keep)):
            most, part = of_keep[place], place
            for i in range(tree.fewer[place]):
                less = tree.less[place, i]
                ahead = best[less] - most
                if ahead > TIE or (ahead >= -TIE and tree.rank[keep[left, less]] < tree.rank[part]):
                    most, part = max(most, best[less]), keep[left, less]
            best[place], keep[left, place] = most, part
    for place in range(first_roll, len(best)):
        of_keep[place] = best[place]
    throw_once(tree, of_keep)
    return TurnChoice(keep, end, of_keep[0])


@compiled
def throw_once(tree: LaneTree, of_keep: NDArray[np.float64]) -> None:
    """Put into each keep but the rolls, its last ones, the mean after a throw of the other dice."""
    for place in range(len(tree.one_more) - 1, -1, -1):
        mean = 0.0
        for face in range(len(tree.chances)):
            mean += tree.chances[face] * of_keep[tree.one_more[place, face]]
        of_keep[place] = mean


@compiled
def end_chances(game: WinGame, choice: TurnChoice, ends: int) -> NDArray[np.float64]:
    """Return how likely each of so many ends is when the turn is played by `choice`."""
    tree = game.tree
    first_roll = len(tree.one_more)
    chances = np.zeros(len(tree.less))
    chances[0] = 1.0
    for left in range(game.plan.throws - 1, -1, -1):
        for place in range(first_roll):
            chance = chances[place]
            if chance:
                chances[place] = 0.0
                for face in range(len(tree.chances)):
                    chances[tree.one_more[place, face]] += chance * tree.chances[face]
        if left:
            for roll in range(first_roll, len(chances)):
                part = choice.keep[left - 1, roll]
                if part != roll:
                    chances[part] += chances[roll]
                    chances[roll] = 0.0
    of_ends = np.zeros(ends)
    for roll in range(len(choice.end)):
        of_ends[choice.end[roll]] += chances[first_roll + roll]
    return of_ends


@compiled
def next_turn(
    game: WinGame, sheet: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return rows, flags, points on the sheet and chances of all that a player's next turn for points comes to.

    `sheet` is filled, flag, total and points. A full one has one way to end: as it is.
    """
    plan, starts = game.plan, game.starts
    state = sheet[0], sheet[1], sheet[2]
    if sheet[0] == (1 << len(plan.first) - 1) - 1:
        rows = np.full(1, row_at(plan, starts, state[0], state[1], state[2]))
        return rows, np.full(1, sheet[1]), np.full(1, float(sheet[3])), np.ones(1)
    rows, gains = list_ends(game, state)
    worth = np.zeros(len(rows))
    for i in range(len(rows)):
        if rows[i] >= 0:
            worth[i] = gains[i] + starts.points[rows[i]]
    chances = end_chances(game, best_turn(game, sheet[0], worth), len(rows))
    likely = np.flatnonzero(chances)
    flags = np.full(len(likely), sheet[1])
    if plan.flags == 2:
        flags[likely == plan.paid] = 1
    return rows[likely], flags, sheet[3] + gains[likely], chances[likely]


@compiled
def end_of(plan: Plan, sheet: NDArray[np.int64], end: int) -> tuple[int, int, int, int]:
    """Return filled, flag, total and points of `sheet` after an end of a turn."""
    slots, boxes = len(plan.points), len(plan.first) - 1
    paid = 0
    if end >= slots:
        like, box = divmod(end - slots, boxes)
        slot = slot_of(plan, sheet[0], like, plan.alike[like], box)
        paid = sheet[1] * int(plan.extra)
    else:
        slot, box = end, int(np.searchsorted(plan.first, end, side="right")) - 1
    filled, flag, total, points = write_slot(plan, (sheet[0], sheet[1], sheet[2]), box, slot)
    return filled, flag, total, sheet[3] + points + paid
