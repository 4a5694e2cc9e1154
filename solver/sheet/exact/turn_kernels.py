"""What kernels of score sheets share: the rules of a Plan, and the walk over the throws of a turn, a line at a time.

A keep is a multiset of dice, and what it is worth is the mean, over one more die, of the keeps that this makes; the
best keep of a roll comes down the same edges by the maximum. With five dice those are 1,260 edges instead of 4,368
transitions. Chances go the same edges the other way round. The worth of keeps stands in a flat array, in the order of
the Lattice, a line for each; behind them, where a kernel needs it, that of the ends of a turn.
"""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.table import Plan
from solver.sheet.exact.vectors import LANES, LINE, WIDE, choose, highest, mix, pour
from solver.sheet.game.dice import Lattice

Numbers = TypeVar("Numbers", NDArray[np.float64], NDArray[np.float32])
# Kernels are compiled once for all dice of up to this many sides.
SIDES = 6


class Ladder(NamedTuple):
    """A lattice as the kernels take it; places count numbers of float64, or of float32 where it is wide.

    `more` has a row for each keep but the rolls: the places of the keeps with one more die, by its face. Dice of fewer
    than SIDES sides get faces of chance 0, which lead where the last one does. A run of keeps is its first place, its
    length, how many keeps each of them is the best of, and where those begin in `sources`: itself and all with one die
    less. `parts` are the places of the keeps that each roll holds, in the order that breaks ties, from
    `part_first[roll]` on, and `part_labels` their places in the Lattice.
    """

    more: NDArray[np.int64]
    chances: tuple[float, ...]
    runs: NDArray[np.int64]
    sources: NDArray[np.int64]
    roll_chances: NDArray[np.float64]
    parts: NDArray[np.int64]
    part_labels: NDArray[np.int32]
    part_first: NDArray[np.int64]


def ladder_of(lattice: Lattice, *, wide: bool = False) -> Ladder:
    """Return `lattice` as the kernels take it."""
    lanes = WIDE if wide else LANES
    runs: list[list[int]] = []
    sources: list[int] = []
    kind = (0, 0)
    for place, keep in enumerate(lattice.keeps[1:], start=1):
        less = list(dict.fromkeys(lattice.one_less[place, : len(keep)].tolist()))
        if kind != (kind := (len(keep), len(less))):
            runs.append([place * lanes, 0, len(less) + 1, len(sources)])
        runs[-1][1] += 1
        sources += [place, *less]
    parts = [list(dict.fromkeys(row)) for row in lattice.parts.tolist()]
    labels = np.array([part for row in parts for part in row], np.int32)
    lack = max(0, SIDES - lattice.sides)
    chances = np.pad(lattice.chances, (0, lack)).astype(np.float32 if wide else np.float64)
    return Ladder(
        np.pad(lattice.one_more, ((0, 0), (0, lack)), "edge").ravel() * lanes,
        tuple(chances),
        np.array(runs),
        np.array(sources) * lanes,
        lattice.roll_chances,
        labels.astype(np.int64) * lanes,
        labels,
        np.cumsum([0, *(len(row) for row in parts)]),
    )


def make_aligned(size: int) -> NDArray[np.float64]:
    """Return `size` zeros that begin with a line of the cache: a vector across two of them takes twice as long."""
    space = np.zeros(size + LANES)
    begin = -space.ctypes.data % LINE // 8
    return space[begin : begin + size]


@compiled
def below_rolls(ladder: Ladder) -> int:
    """Return how many keeps leave a die to throw."""
    return len(ladder.more) // len(ladder.chances)


@compiled
def throw_back(ladder: Ladder, work: Numbers) -> None:
    """Put into all keeps but the rolls the mean after a throw of the dice not kept."""
    more, chances = ladder.more, ladder.chances
    lanes, faces = LINE // work.itemsize, len(chances)
    for keep in range(len(more) // faces - 1, -1, -1):
        mix(work, keep * lanes, more, keep * faces, chances)


@compiled
def keep_best(ladder: Ladder, work: Numbers) -> None:
    """Put into each keep the best of its own and of all that keep fewer of its dice."""
    runs, sources = ladder.runs, ladder.sources
    for i in range(len(runs)):
        highest(work, runs[i, 0], sources, (runs[i, 3], runs[i, 2], runs[i, 1]))


@compiled
def play_turn(ladder: Ladder, work: Numbers, throws: int, keep: NDArray[np.int32]) -> None:
    """Put what rolls are worth with `throws` - 1 throws to come in the place of what scoring them is worth.

    If `keep` [left, lanes, rolls] has room, what to keep with `left` throws allowed is put into it, by the tie rule of
    `Lattice`.
    """
    if len(keep) == 0:
        for _ in range(throws - 1):
            throw_back(ladder, work)
            keep_best(ladder, work)
        return
    first_roll = below_rolls(ladder) * LINE // work.itemsize
    scores = work[first_roll : first_roll + len(ladder.roll_chances) * LINE // work.itemsize].copy()
    for left in range(1, throws):
        throw_back(ladder, work)
        for i in range(len(scores)):
            work[first_roll + i] = scores[i]  # to keep all dice is to score them
        choose_best(work, ladder.parts, ladder.part_labels, ladder.part_first, keep[left])
        keep_best(ladder, work)


@compiled
def choose_best(
    work: Numbers,
    sources: NDArray[np.int64],
    labels: NDArray[np.int32],
    first: NDArray[np.int64],
    into: NDArray[np.int32],
) -> None:
    """Put into `into` [lanes, rolls] the label of the best of some numbers, those of roll r from `first[r]` on.

    Of those that tie it is the first; `sources` say where they begin.
    """
    chosen = np.empty(LINE // work.itemsize, np.int32)
    for roll in range(into.shape[1]):
        choose(work, sources, labels, (first[roll], first[roll + 1] - first[roll]), chosen)
        for lane in range(len(into)):
            into[lane, roll] = chosen[lane]


@compiled
def throw_on(
    ladder: Ladder,
    keep: NDArray[np.int32],
    rows: NDArray[np.int64],
    scored: NDArray[np.float64],
    kept: NDArray[np.float64],
) -> None:
    """Play a throw in LANES rows at once: the chances of rolls stand at the end of `kept`, before and after it.

    In lane i a roll is kept as `keep[rows[i], roll]` says. What is scored with all dice kept goes to `scored`.
    """
    faces = len(ladder.chances)
    below = len(ladder.more) // faces
    kept[:below] = 0.0
    for lane in range(len(rows)):
        for roll in range(len(scored)):
            place = keep[rows[lane], roll]
            if place >= below:
                scored[roll, lane] += kept[below + roll, lane]
            else:
                kept[place, lane] += kept[below + roll, lane]
    kept[below:] = 0.0
    numbers = kept.reshape(-1)
    for place in range(below):
        pour(numbers, place * LANES, ladder.more, place * faces, ladder.chances)


@compiled
def open_boxes(plan: Plan, filled: int) -> NDArray[np.int64]:
    """Return the places of the boxes that are not filled."""
    row = np.empty(len(plan.first) - 1, np.int64)
    count = 0
    for box in range(len(row)):
        if not filled >> box & 1:
            row[count] = box
            count += 1
    return row[:count]


@compiled
def legal_boxes(plan: Plan, filled: int, roll: int) -> int:
    """Return the boxes, one bit each, that a roll may be scored in."""
    unfilled = (1 << len(plan.first) - 1) - 1 & ~filled
    if roll >= len(plan.matching) or plan.joker != 2 or not filled & plan.yahtzee:
        return unfilled
    matching = plan.matching[roll] & unfilled
    lower = unfilled & plan.lower
    return matching if matching else lower if lower else unfilled


@compiled
def slot_of(plan: Plan, filled: int, roll: int, box: int) -> int:
    """Return the slot that a roll writes in an open box."""
    alike = roll < len(plan.matching)
    if alike and plan.joker and filled & plan.yahtzee and not plan.matching[roll] & ~filled:
        return int(plan.joker_slot[roll, box])
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
def list_ends(
    plan: Plan,
    state: tuple[int, int],
    row: NDArray[np.int64],
    numbers: tuple[int, int],
    into: tuple[NDArray[np.int64], NDArray[np.int32]],
) -> None:
    """List how each roll may end a turn in one of the boxes of `row`, some of those open in `state`: filled and flag.

    An end is a slot of the Plan; behind all slots stand, for each roll of equal faces, those of a further Yahtzee that
    is paid, one a box. `numbers` are where the numbers of the first end begin, and how many each has. Put `into` two
    arrays are where the numbers of ends begin, those of roll r from r times the number of boxes on, and their boxes, if
    there is room. In place of a box that a roll may not go to, the first one that it may is listed again.
    """
    filled, flag = state
    base, size = numbers
    ends, labels = into
    slot, boxes, place = plan.slot, len(row), 0
    for roll in range(len(slot)):
        for i in range(boxes):
            ends[place + i] = base + slot[roll, row[i]] * size
        if len(labels) > 0:
            for i in range(boxes):
                labels[place + i] = row[i]
        place += boxes
    if not filled & plan.yahtzee:
        return
    for roll in range(len(plan.matching)):
        legal = legal_boxes(plan, filled, roll)
        first = 0
        while not legal >> row[first] & 1:
            first += 1
        for i in range(boxes):
            box = row[i] if legal >> row[i] & 1 else row[first]
            end = len(plan.points) + roll * (len(plan.first) - 1) + box if flag else slot_of(plan, filled, roll, box)
            ends[roll * boxes + i] = base + end * size
            if len(labels) > 0:
                labels[roll * boxes + i] = box


@compiled
def left_of(plan: Plan, filled: int) -> int:
    """Return how many boxes are open."""
    return len(open_boxes(plan, filled))


@compiled
def count_ends(plan: Plan) -> int:
    """Return how many ends there are, those of further Yahtzees among them."""
    return len(plan.points) + len(plan.matching) * (len(plan.first) - 1)
