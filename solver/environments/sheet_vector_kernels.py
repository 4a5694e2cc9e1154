"""Compiled code that plays many score sheets side by side."""

import numpy as np
from numpy.typing import NDArray

from solver.environments.sheet_vector_turns import SheetArrays, SheetLanes, TurnSpace, box_worth, weigh_turns
from solver.environments.vector_env import StepTold
from solver.jit import compiled
from solver.sheet.game.dice import TIE
from solver.sheet.simulation import legal_boxes, slot_of, stream, throw, write_slot


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
def begin_turn(sheet: SheetArrays, lanes: SheetLanes, game: int, seed: int) -> None:
    """Make the first throw of a turn."""
    lanes.left[game] = sheet.plan.throws
    fall(sheet, lanes, game, seed, 0)


@compiled
def begin_sheet(sheet: SheetArrays, lanes: SheetLanes, game: int, seed: int) -> None:
    """Begin a game."""
    lanes.filled[game], lanes.flag[game], lanes.total[game] = 0, 0, 0
    lanes.extras[game], lanes.over[game] = 0, False
    for box in range(lanes.scores.shape[1]):
        lanes.scores[game, box] = -1
    begin_turn(sheet, lanes, game, seed)


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
def tell_sheets(
    sheet: SheetArrays, space: TurnSpace, lanes: SheetLanes, fresh: NDArray[np.int64], told: StepTold
) -> None:
    """Fill what is told of all games, of which a turn has begun in those that are `fresh`."""
    if len(told.value) > 0:
        weigh_turns(sheet, space, lanes, fresh)
    for game in range(len(lanes.roll)):
        tell_sheet(sheet, lanes, game, told)


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
def begin_sheets(sheet: SheetArrays, lanes: SheetLanes, seed: int) -> NDArray[np.int64]:
    """Begin all games; return their numbers."""
    for game in range(len(lanes.roll)):
        begin_sheet(sheet, lanes, game, seed)
    return np.arange(len(lanes.roll))


@compiled
def step_sheets(
    sheet: SheetArrays, lanes: SheetLanes, actions: NDArray[np.int64], seed: int, told: StepTold
) -> NDArray[np.int64]:
    """Take an action in each game, or begin it anew where it is over; return the games in which a turn has begun."""
    boxes, exact = len(sheet.plan.first) - 1, len(told.value) > 0
    every = (1 << boxes) - 1
    fresh = np.zeros(len(actions), np.bool_)
    for game in range(len(actions)):
        action, roll = actions[game], lanes.roll[game]
        if lanes.over[game]:
            lanes.number[game] += len(actions)
            begin_sheet(sheet, lanes, game, seed)
            fresh[game] = True
        elif action < boxes:
            if legal_boxes(sheet.plan, lanes.filled[game], sheet.alike[roll]) >> action & 1:
                if exact:
                    told.regret[game] = lanes.value[game] - box_worth(sheet, lanes, game, roll, action)
                told.reward[game] = score_box(sheet, lanes, game, action)
                lanes.over[game] = told.over[game] = lanes.filled[game] == every
                if not lanes.over[game]:
                    begin_turn(sheet, lanes, game, seed)
                    fresh[game] = True
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
    return np.flatnonzero(fresh)
