"""Features of rolls on score sheets as arrays, and what the sheets allow."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.sheet.exact.plan import plan_of
from solver.sheet.game.dice import Lattice, lattice
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import fair_die

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

NOT = -1
SHEETS_KEPT = 8


@dataclass(frozen=True, slots=True, eq=False)
class Rolls:
    """Features of each roll of a sheet's dice, whatever is filled; faces and boxes count from 0.

    `counts[face, roll]`, `most[roll]` of them; `of_face[face, roll]` keeps all dice of a face, `whole[roll]` all dice:
    places in the lattice. `points[box, roll]` are those without a joker.
    """

    lattice: Lattice
    counts: Ints
    most: Ints
    of_face: Ints
    whole: Ints
    points: Ints


@lru_cache(SHEETS_KEPT)
def rolls_of(sheet: Sheet) -> Rolls:
    """Return what can be seen of the rolls of `sheet`."""
    dice, plan = lattice(sheet.dice, fair_die(sheet.sides)), plan_of(sheet)
    faces = range(1, dice.sides + 1)
    counts = np.array([[roll.count(face) for roll in dice.rolls] for face in faces])
    of_face = np.array([[dice.index((face,) * roll.count(face)) for roll in dice.rolls] for face in faces])
    whole = np.arange(len(dice.rolls)) + dice.first_roll
    return Rolls(dice, counts, counts.max(axis=0), of_face, whole, plan.points[plan.slot].T.astype(np.int64))


@dataclass(frozen=True, eq=False)
class Situation:
    """All rolls, each on several sheets: arrays are [sheets, boxes or faces, rolls], or these with a size of 1.

    `filled` are bit masks [sheets]; `left` is how many more throws are allowed.
    """

    sheet: Sheet
    filled: Ints
    left: int

    @property
    def seen(self) -> Rolls:
        """What can be seen of the rolls alone."""
        return rolls_of(self.sheet)

    @cached_property
    def open(self) -> Flags:
        """Which boxes are open [sheets, boxes, 1]."""
        boxes = np.arange(len(self.sheet.boxes))
        return np.asarray((self.filled[:, None, None] >> boxes[:, None] & 1) == 0)

    @cached_property
    def open_faces(self) -> Flags:
        """Which faces have an open upper box [sheets, faces, 1]."""
        found = np.zeros((len(self.filled), self.sheet.sides, 1), np.bool_)
        for place in self.sheet.upper:
            found[:, self.sheet.boxes[place].face - 1] |= self.open[:, place]
        return found

    @property
    def turn(self) -> Ints:
        """The number of the turn [sheets, 1], from 1."""
        return np.bitwise_count(self.filled).astype(np.int64)[:, None] + 1

    def rolled(self, box: str) -> Flags:
        """Return which rolls score in a box of this name and find it open [sheets, rolls]; jokers do not count."""
        place = self.sheet.index(box)
        return np.asarray(self.open[:, place] & (self.seen.points[place] > 0))

    def free(self, box: str) -> Flags:
        """Return where a box of this name is open [sheets, 1]."""
        return np.asarray(self.open[:, self.sheet.index(box)])

    @cached_property
    def points(self) -> Ints:
        """What may be written [sheets, boxes, rolls], jokers counted; NOT where a box may not be chosen."""
        plan = plan_of(self.sheet)
        points = np.where(self.open, self.seen.points, NOT)
        later = self.filled & plan.yahtzee != 0
        unfilled = (1 << plan.boxes) - 1 & ~self.filled
        for i, roll in enumerate(plan.alike):
            matching = unfilled & plan.matching[i]
            legal = unfilled
            if plan.joker == 2:
                below = unfilled & plan.lower
                legal = np.where(matching != 0, matching, np.where(below != 0, below, unfilled))
            may = (legal[:, None] >> np.arange(plan.boxes) & 1) != 0
            wild = np.where(may, plan.points[plan.joker_slot[i]].astype(np.int64), NOT)
            tame = np.where(may, self.seen.points[:, roll], NOT)
            joker = (matching == 0) & (plan.joker > 0)
            points[:, :, roll] = np.where(later[:, None], np.where(joker[:, None], wild, tame), points[:, :, roll])
        return points

    def keep_face(self, wanted: Flags) -> Ints:
        """Return the keep of all dice of the highest face that is `wanted` [sheets, faces, rolls], else NOT."""
        face = self.highest(wanted)
        kept = self.seen.of_face[face, np.arange(len(self.seen.most))]
        return np.where(face == NOT, NOT, kept)

    def keep_all(self, where: Flags) -> Ints:
        """Return the keep of all dice `where` [sheets, rolls] it is wanted, else NOT."""
        return np.where(where, self.seen.whole, NOT)

    def highest(self, wanted: Flags) -> Ints:
        """Return the last place that is `wanted` [sheets, places, rolls], else NOT."""
        return np.where(wanted.any(axis=1), wanted.shape[1] - 1 - wanted[:, ::-1].argmax(axis=1), NOT)

    def first_of(self, order: Ints, wanted: Flags) -> Ints:
        """Return the first place in `order` that is `wanted` [sheets, places, rolls], else NOT."""
        sorted_out = wanted[:, order]
        return np.where(sorted_out.any(axis=1), order[sorted_out.argmax(axis=1)], NOT)
