"""Many games on a score sheet side by side, as one Gymnasium environment: compiled code plays and weighs them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.environments.models.sheets import SheetModel, SheetMoment
from solver.environments.vector_env import CompiledVectorEnv, Ints, StepTold
from solver.errors import OptionError
from solver.jit import compiled
from solver.process.model import GameMoment
from solver.sheet.exact.solve import work_for
from solver.sheet.exact.table import Plan
from solver.sheet.exact.turn_kernels import (
    Ladder,
    keep_best,
    ladder_of,
    left_of,
    legal_boxes,
    slot_of,
    throw_back,
    write_slot,
)
from solver.sheet.exact.vectors import LANES, highest
from solver.sheet.game.card import Card
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import SheetState
from solver.sheet.simulation import Cup, cup_of, stream, throw

SEEDS = 2**62


class SheetArrays(NamedTuple):
    """A sheet as the kernels play it.

    `faces[roll]` are the dice of a roll, `keeps[roll, n]` what the n-th action that keeps dice leaves of it, a place of
    the lattice, or -1 where another action does the same. `values` are those of the solved sheet, empty where none are
    told.
    """

    plan: Plan
    cup: Cup
    faces: NDArray[np.int64]
    keeps: NDArray[np.int64]
    values: NDArray[np.float64]


class TurnSpace(NamedTuple):
    """Where turns are weighed: the lattice, room for its numbers, and where that of a roll in a box begins there."""

    ladder: Ladder
    work: NDArray[np.float64]
    ends: NDArray[np.int64]


class SheetLanes(NamedTuple):
    """Where each game stands.

    `filled`, `flag` and `total` are as in a table of the sheet; `scores` is what its boxes hold, -1 where they are
    open; `extras` counts the further Yahtzees that were paid.
    `roll` lies on the table, with throws `left`. `number` tells a game's dice from those of others, `over` that
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
    plan = sheet.plan
    worth = float(lanes.ends[game, slot_of(plan, lanes.filled[game], roll, box)])
    return worth + plan.extra if lanes.flag[game] and roll < len(plan.matching) else worth


@compiled
def weigh_turns(sheet: SheetArrays, space: TurnSpace, lanes: SheetLanes, games: NDArray[np.int64]) -> None:
    """Fill the worth of all keeps in the turns that begin in these games, LANES of them at a time."""
    plan, ladder, work = sheet.plan, space.ladder, space.work
    rolls, first_roll = len(ladder.roll_chances), sheet.cup.first_roll
    for first in range(0, len(games), LANES):
        count = min(LANES, len(games) - first)
        for lane in range(count):
            _write_ends(sheet, space, lanes, games[first + lane], lane)
        highest(work, first_roll * LANES, space.ends, (0, len(space.ends) // rolls, rolls))
        for lane in range(count):
            _score_alike(sheet, space, lanes, games[first + lane], lane)
        for left in range(plan.throws - 1):
            throw_back(ladder, work)
            for lane in range(count):
                worth = lanes.worth[games[first + lane], left]
                for keep in range(first_roll):
                    worth[keep] = work[keep * LANES + lane]
            keep_best(ladder, work)


@compiled
def _write_ends(sheet: SheetArrays, space: TurnSpace, lanes: SheetLanes, game: int, lane: int) -> None:
    """Write what each slot is worth, as `write_slot` fills it, without the payment for a further Yahtzee.

    In filled boxes that is nothing at all. A call that takes a plan counts the references to its arrays: in this loop
    most of the time would go there.
    """
    plan, values, work = sheet.plan, sheet.values, space.work
    begins, rise, points = plan.first, plan.rise, plan.points
    cap, bonus, paid = plan.cap, plan.bonus, plan.paid if plan.flags == 2 else -1
    filled, flag, total, ends = lanes.filled[game], lanes.flag[game], lanes.total[game], lanes.ends[game]
    place = (sheet.cup.first_roll + len(plan.slot)) * LANES + lane
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
    for roll in range(len(plan.matching)):
        legal, most = legal_boxes(plan, filled, roll), -np.inf
        for box in range(len(plan.first) - 1):
            if legal >> box & 1:
                most = max(most, box_worth(sheet, lanes, game, roll, box))
        space.work[(sheet.cup.first_roll + roll) * LANES + lane] = most


@compiled
def fall(sheet: SheetArrays, lanes: SheetLanes, game: int, seed: int, keep: int) -> None:
    """Throw all dice but those that are kept."""
    plan = sheet.plan
    turns = len(plan.first) - 1 - left_of(plan, lanes.filled[game])
    place = (turns + 1) * plan.throws - lanes.left[game]
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
    legal = legal_boxes(plan, lanes.filled[game], roll)
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
    """Fill what is told of all games; in those that are `fresh` a turn has begun."""
    if len(told.value) > 0:
        weigh_turns(sheet, space, lanes, fresh)
    for game in range(len(lanes.roll)):
        tell_sheet(sheet, lanes, game, told)


@compiled
def score_box(sheet: SheetArrays, lanes: SheetLanes, game: int, box: int) -> float:
    """Write the roll down in a legal box; return the points that this brings."""
    plan, roll = sheet.plan, lanes.roll[game]
    flag = lanes.flag[game]
    slot = slot_of(plan, lanes.filled[game], roll, box)
    after = write_slot(plan, (lanes.filled[game], flag, lanes.total[game]), box, slot)
    lanes.filled[game], lanes.flag[game], lanes.total[game] = after[0], after[1], after[2]
    lanes.scores[game, box] = int(plan.points[slot])
    if flag and roll < len(plan.matching):
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
            if legal_boxes(sheet.plan, lanes.filled[game], roll) >> action & 1:
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


class SheetVectorEnv(CompiledVectorEnv):
    """Many games on a score sheet, each with its learner. The dice of a game do not depend on what others do.

    Raises OptionError for a game in which boxes are chosen early too.
    """

    def _lay_out(self, _opponent: str, _seat: int | None, /) -> None:  # nobody else plays
        model, num_envs, exact = self.model, self.num_envs, self._exact
        assert isinstance(model, SheetModel)
        if model.sheet.commit:
            raise OptionError("boxes chosen early are not played side by side: make_vec with vectorization_mode='sync'")
        self._sheet = arrays_of(model, exact)
        plan, ladder = model.table.plan, ladder_of(model.table.lattice)
        ends = (len(model.table.lattice.keeps) + plan.slot) * LANES
        self._space = TurnSpace(ladder, work_for(plan, ladder), ends.ravel())
        keeps = model.table.lattice.first_roll
        self._lanes = SheetLanes(
            filled=np.zeros(num_envs, np.int64),
            flag=np.zeros(num_envs, np.int64),
            total=np.zeros(num_envs, np.int64),
            scores=np.zeros((num_envs, model.boxes), np.int64),
            extras=np.zeros(num_envs, np.int64),
            roll=np.zeros(num_envs, np.int64),
            left=np.zeros(num_envs, np.int64),
            number=np.arange(num_envs),
            over=np.zeros(num_envs, np.bool_),
            value=np.zeros(num_envs if exact else 0),
            ends=np.empty((num_envs, len(plan.points)) if exact else (0, 0)),
            worth=np.empty((num_envs, max(1, plan.throws - 1), keeps) if exact else (0, 0, 0)),
        )
        self._seed = 0

    def _begin(self, told: StepTold) -> None:
        self._seed = int(self.np_random.integers(SEEDS))
        self._lanes.number[:] = np.arange(self.num_envs)
        fresh = begin_sheets(self._sheet, self._lanes, self._seed)
        tell_sheets(self._sheet, self._space, self._lanes, fresh, told)

    def _step(self, actions: Ints, told: StepTold) -> None:
        fresh = step_sheets(self._sheet, self._lanes, actions, self._seed, told)
        tell_sheets(self._sheet, self._space, self._lanes, fresh, told)

    def _state(self, game: int) -> SheetMoment:
        model, lanes = self.model, self._lanes
        assert isinstance(model, SheetModel)
        scores = tuple(None if score < 0 else int(score) for score in lanes.scores[game])
        card = Card(model.sheet, scores, int(lanes.extras[game]))
        if lanes.over[game]:
            return GameMoment(SheetState((card,), rolls_left=model.sheet.throws))
        dice = model.table.lattice.rolls[int(lanes.roll[game])]
        return GameMoment(SheetState((card,), 0, dice, int(lanes.left[game])))


def arrays_of(model: SheetModel, exact: bool) -> SheetArrays:
    """Return a sheet as the kernels play it."""
    table, dice = model.table, model.table.lattice
    return SheetArrays(
        table.plan,
        cup_of(dice),
        np.array(dice.rolls, np.int64),
        model.keeps_of_rolls(),
        np.array(table.values) if exact else np.empty((0, 0, 0)),
    )
