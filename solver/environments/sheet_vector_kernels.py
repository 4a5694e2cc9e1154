"""Compiled code that plays many score sheets side by side."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.environments.vector_env import StepTold
from solver.jit import compiled
from solver.sheet.exact.plan import Plan
from solver.sheet.game.dice import TIE
from solver.sheet.simulation.simulate_kernels import legal_boxes, slot_of, write_slot
from solver.sheet.simulation.throws import Cup, stream, throw


class SheetArrays(NamedTuple):
    """A sheet as the kernels play it.

    `faces[roll]` are the dice of a roll, `alike[roll]` its place in `plan.alike` or -1, `keeps[roll, n]` what the n-th
    action that keeps dice leaves of it, a place of the lattice, or -1 where another action does the same. `chances`,
    `less` and `sizes` describe the lattice; `values` are those of the solved sheet, empty where none are told.
    """

    plan: Plan
    cup: Cup
    faces: NDArray[np.int64]
    alike: NDArray[np.int64]
    keeps: NDArray[np.int64]
    chances: NDArray[np.float64]
    less: NDArray[np.int64]
    values: NDArray[np.float64]


class SheetLanes(NamedTuple):
    """Where each game stands.

    `filled`, `flag` and `total` are as in a table of the sheet; `scores` is what its boxes hold, -1 where they are
    open; `extras` counts the further Yahtzees that were paid.
    `roll` lies on the table, with so many throws `left`. `number` tells a game's dice from those of others, `over` that
    it has ended. Where values are told, `value` is that of the moment, and `worth[game, left - 1]` that of keeping dice
    in the turn that is on, for each keep.
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
    worth: NDArray[np.float64]


@compiled
def turns_taken(filled: int) -> int:
    """Return how many boxes are filled."""
    count = 0
    while filled:
        filled &= filled - 1
        count += 1
    return count


@compiled
def fall(sheet: SheetArrays, lanes: SheetLanes, game: int, seed: int, keep: int) -> None:
    """Throw all dice but those that are kept."""
    plan = sheet.plan
    made = plan.throws - lanes.left[game]
    place = turns_taken(lanes.filled[game]) * plan.throws + made
    roll = throw(sheet.cup, stream(seed, lanes.number[game], 0), place, keep)
    lanes.roll[game] = roll - sheet.cup.first_roll
    lanes.left[game] -= 1


@compiled
def end_worth(sheet: SheetArrays, lanes: SheetLanes, game: int, box: int, slot: int) -> float:
    """Return what it is worth to write a slot in a box, the payment for a further Yahtzee aside."""
    state = lanes.filled[game], lanes.flag[game], lanes.total[game]
    filled, flag, total, points = write_slot(sheet.plan, state, box, slot)
    return float(points + sheet.values[filled, flag, total])


@compiled
def box_worth(sheet: SheetArrays, lanes: SheetLanes, game: int, roll: int, box: int) -> float:
    """Return what it is worth to score a roll in a legal box."""
    plan, alike = sheet.plan, sheet.alike[roll]
    worth = end_worth(sheet, lanes, game, box, slot_of(plan, lanes.filled[game], alike, roll, box))
    return worth + plan.extra if lanes.flag[game] and alike >= 0 else worth


@compiled
def weigh_keeps(sheet: SheetArrays, lanes: SheetLanes, game: int) -> None:
    """Fill the worth of all keeps in the turn that begins."""
    plan, first_roll = sheet.plan, sheet.cup.first_roll
    boxes, rolls = len(plan.first) - 1, len(sheet.faces)
    filled = lanes.filled[game]
    slots = np.empty(len(plan.points))
    for box in range(boxes):
        if not filled >> box & 1:
            for slot in range(plan.first[box], plan.first[box + 1]):
                slots[slot] = end_worth(sheet, lanes, game, box, slot)
    score = np.full(rolls, -np.inf)
    for box in range(boxes):
        if not filled >> box & 1:
            for roll in range(rolls):
                score[roll] = max(score[roll], slots[plan.slot[roll, box]])
    if filled & plan.yahtzee:
        for place in range(len(plan.alike)):
            roll = plan.alike[place]
            legal = legal_boxes(plan, filled, place)
            score[roll] = -np.inf
            for box in range(boxes):
                if legal >> box & 1:
                    score[roll] = max(score[roll], box_worth(sheet, lanes, game, roll, box))
    best = np.empty(first_roll + rolls)
    for roll in range(rolls):
        best[first_roll + roll] = score[roll]
    for left in range(plan.throws - 1):
        worth = lanes.worth[game, left]
        for roll in range(rolls):
            worth[first_roll + roll] = best[first_roll + roll]
        for keep in range(first_roll - 1, -1, -1):
            mean = 0.0
            for face in range(len(sheet.chances)):
                mean += sheet.chances[face] * worth[sheet.cup.one_more[keep, face]]
            worth[keep] = mean
        best[0] = worth[0]
        for keep in range(1, first_roll + rolls):
            most = worth[keep] if keep < first_roll else score[keep - first_roll]
            for i in range(sheet.cup.sizes[keep]):
                most = max(most, best[sheet.less[keep, i]])
            best[keep] = most


@compiled
def begin_turn(sheet: SheetArrays, lanes: SheetLanes, game: int, seed: int, exact: bool) -> None:
    """Make the first throw of a turn, and weigh the turn where values are told."""
    lanes.left[game] = sheet.plan.throws
    fall(sheet, lanes, game, seed, 0)
    if exact:
        weigh_keeps(sheet, lanes, game)


@compiled
def begin_sheet(sheet: SheetArrays, lanes: SheetLanes, game: int, seed: int, exact: bool) -> None:
    """Begin a game."""
    lanes.filled[game], lanes.flag[game], lanes.total[game] = 0, 0, 0
    lanes.extras[game], lanes.over[game] = 0, False
    for box in range(lanes.scores.shape[1]):
        lanes.scores[game, box] = -1
    begin_turn(sheet, lanes, game, seed, exact)


@compiled
def tell_sheet(sheet: SheetArrays, lanes: SheetLanes, game: int, told: StepTold) -> None:
    """Fill what is told of a game as it stands."""
    plan, roll, boxes = sheet.plan, lanes.roll[game], len(sheet.plan.first) - 1
    dice, seen, over = sheet.faces.shape[1], told.seen[game], lanes.over[game]
    for die in range(dice):
        seen[die] = 0 if over else sheet.faces[roll, die]
    seen[dice] = 0 if over else lanes.left[game]
    for box in range(boxes):
        seen[dice + 1 + box] = lanes.scores[game, box]
    if over:
        return
    exact = len(told.value) > 0
    legal = legal_boxes(plan, lanes.filled[game], sheet.alike[roll])
    most, best = -np.inf, -1
    for box in range(boxes):
        if legal >> box & 1:
            told.mask[game, box] = 1
            if exact:
                worth = box_worth(sheet, lanes, game, roll, box)
                if worth > most + TIE:
                    best = box
                most = max(most, worth)
    if lanes.left[game] > 0:
        for n in range(sheet.keeps.shape[1]):
            keep = sheet.keeps[roll, n]
            if keep >= 0:
                told.mask[game, boxes + n] = 1
                if exact:
                    worth = lanes.worth[game, lanes.left[game] - 1, keep]
                    if worth > most + TIE:
                        best = boxes + n
                    most = max(most, worth)
    if exact:
        told.value[game] = lanes.value[game] = most
        told.best[game] = best


@compiled
def score_box(sheet: SheetArrays, lanes: SheetLanes, game: int, box: int) -> float:
    """Write the roll down in a legal box; return the points that this brings."""
    plan, roll = sheet.plan, lanes.roll[game]
    alike, flag = sheet.alike[roll], lanes.flag[game]
    slot = slot_of(plan, lanes.filled[game], alike, roll, box)
    after = write_slot(plan, (lanes.filled[game], flag, lanes.total[game]), box, slot)
    lanes.filled[game], lanes.flag[game], lanes.total[game] = after[0], after[1], after[2]
    lanes.scores[game, box] = int(plan.points[slot])
    if flag and alike >= 0:
        lanes.extras[game] += 1
        return float(after[3]) + plan.extra
    return float(after[3])


@compiled
def begin_sheets(sheet: SheetArrays, lanes: SheetLanes, seed: int, told: StepTold) -> None:
    """Begin all games."""
    for game in range(len(lanes.roll)):
        begin_sheet(sheet, lanes, game, seed, len(told.value) > 0)
        tell_sheet(sheet, lanes, game, told)


@compiled
def step_sheets(sheet: SheetArrays, lanes: SheetLanes, actions: NDArray[np.int64], seed: int, told: StepTold) -> None:
    """Take an action in each game, or begin it anew where it is over."""
    boxes, exact = len(sheet.plan.first) - 1, len(told.value) > 0
    every = (1 << boxes) - 1
    for game in range(len(actions)):
        action, roll = actions[game], lanes.roll[game]
        if lanes.over[game]:
            lanes.number[game] += len(actions)
            begin_sheet(sheet, lanes, game, seed, exact)
        elif action < boxes:
            if legal_boxes(sheet.plan, lanes.filled[game], sheet.alike[roll]) >> action & 1:
                if exact:
                    told.regret[game] = lanes.value[game] - box_worth(sheet, lanes, game, roll, action)
                told.reward[game] = score_box(sheet, lanes, game, action)
                lanes.over[game] = told.over[game] = lanes.filled[game] == every
                if not lanes.over[game]:
                    begin_turn(sheet, lanes, game, seed, exact)
            else:
                told.illegal[game] = True
        else:
            keep = sheet.keeps[roll, action - boxes]
            if lanes.left[game] > 0 and keep >= 0:
                if exact:
                    kept = lanes.worth[game, lanes.left[game] - 1, keep]
                    told.regret[game] = lanes.value[game] - kept
                fall(sheet, lanes, game, seed, keep)
            else:
                told.illegal[game] = True
        tell_sheet(sheet, lanes, game, told)
