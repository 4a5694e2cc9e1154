"""Decision lists for score sheets: the first rule that applies decides, by features of rolls and of open boxes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.action import FIRST_KEEP, Action, Verb
from solver.reason import Reason
from solver.sheet.exact.table import Plays, further_rules, plan_of
from solver.sheet.game.dice import Lattice, lattice
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import fair_die

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
NOT = -1
SHEETS_KEPT = 8

SMALL, LARGE = "small-straight", "large-straight"
IN_A_ROW = 4
CHUNK = 256
CARDS_KEPT = 1024


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

    def find_scoring(self, box: str) -> Flags:
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
        may, wild = further_rules(plan, self.filled)
        jokers = plan.points[plan.joker_slot].astype(np.int64)
        alike = points[:, :, : self.sheet.sides]
        tame = self.seen.points[:, : self.sheet.sides].T
        further = np.where(may, np.where(wild[..., None], jokers, tame), NOT).transpose(0, 2, 1)
        alike[:] = np.where((self.filled & plan.yahtzee != 0)[:, None, None], further, alike)
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


@dataclass(frozen=True, slots=True)
class DecisionRule:
    """One step of a player: `choose` gives a keep or a box [sheets, rolls], NOT where it does not apply."""

    step: Reason
    choose: Callable[[Situation], Ints]


@dataclass(frozen=True, eq=False)
class DecisionList:
    """A player on `sheet` who keeps, and at the end of a turn scores, by the first rule that applies.

    The last rule of each list must always apply. To keep all dice means to score them at once.
    """

    sheet: Sheet
    keeps: tuple[DecisionRule, ...]
    scores: tuple[DecisionRule, ...]

    def rows(self, filled: Ints, _flags: Ints, /) -> Iterator[Plays]:
        """Yield what it does, as `evaluate` asks for it; whether further Yahtzees are paid does not matter to it."""
        for first in range(0, len(filled), CHUNK):
            some = filled[first : first + CHUNK]
            keep = np.full((len(some), 1, self.sheet.throws, 1, len(rolls_of(self.sheet).most)), NOT, np.int32)
            for left in range(1, self.sheet.throws):
                keep[:, 0, left, 0] = apply_steps(self.keeps, Situation(self.sheet, some, left))[0]
            box = apply_steps(self.scores, Situation(self.sheet, some, 0))[0].astype(np.int32)
            for i in range(len(some)):
                yield Plays(keep[i], box[i, None])

    def act(self, state: SheetState) -> tuple[Action, Reason]:
        """Return what it does in a moment of a game, and the step by which it does."""
        dice = rolls_of(self.sheet).lattice
        if not state.dice:
            return FIRST_KEEP, Reason("step-all")
        roll = dice.roll_index(state.dice)
        if state.rolls_left:
            kept, by = _choose_once(self, state.card.filled, state.rolls_left)
            if kept[roll] < dice.first_roll:
                return Action(Verb.KEEP, dice.keeps[kept[roll]]), self.keeps[by[roll]].step
        box, by = _choose_once(self, state.card.filled, 0)
        return Action(Verb.SCORE, box=self.sheet.names[box[roll]]), self.scores[by[roll]].step


@lru_cache(CARDS_KEPT)
def _choose_once(steps: DecisionList, filled: int, left: int) -> tuple[Ints, Ints]:
    at = Situation(steps.sheet, np.array([filled]), left)
    chosen, by = apply_steps(steps.keeps if left else steps.scores, at)
    return chosen[0], by[0]


def apply_steps(steps: tuple[DecisionRule, ...], at: Situation) -> tuple[Ints, Ints]:
    """Return what is chosen, and the place of the step that chose it [sheets, rolls]."""
    shape = len(at.filled), len(at.seen.most)
    chosen, by = np.full(shape, NOT), np.full(shape, NOT)
    for place, step in enumerate(steps):
        choice = step.choose(at)
        mine = (chosen == NOT) & (choice != NOT)
        chosen, by = np.where(mine, choice, chosen), np.where(mine, place, by)
        if (chosen != NOT).all():
            break
    return chosen, by


def tally(less: int = 0) -> DecisionRule:
    """Return the step that keeps the highest number shown `less` times less than the most, its upper box being open."""

    def choose(at: Situation) -> Ints:
        return at.keep_face((at.seen.counts == at.seen.most - less) & (at.seen.counts > 0) & at.open_faces)

    return DecisionRule(Reason("step-tally-less", {"less": less}) if less else Reason("step-tally-open"), choose)


def _any_tally(at: Situation) -> Ints:
    most = at.seen.counts == at.seen.most
    return at.keep_face(np.broadcast_to(most, (len(at.filled), *most.shape)))


ANY_TALLY = DecisionRule(Reason("step-tally"), _any_tally)


def whole(key: str, where: Callable[[Situation], Flags]) -> DecisionRule:
    """Return the step that keeps all dice `where` it says; the key is the end of that of its reason."""
    return DecisionRule(Reason(f"step-{key}"), lambda at: at.keep_all(where(at)))


def run(where: Callable[[Situation], Flags]) -> DecisionRule:
    """Return the step that keeps four dice in a row, the highest four, `where` it says and there are any."""
    return DecisionRule(Reason("step-run"), lambda at: np.where(where(at), runs_of(at.sheet), NOT))


@lru_cache(8)
def runs_of(sheet: Sheet) -> Ints:
    """Return the keep of the highest four dice in a row of each roll [rolls], NOT where there are none."""
    dice = rolls_of(sheet).lattice
    keeps = np.full(len(dice.rolls), NOT)
    for start in range(1, dice.sides - IN_A_ROW + 2):
        faces = range(start, start + IN_A_ROW)
        for place, roll in enumerate(dice.rolls):
            if set(faces) <= set(roll):
                keeps[place] = dice.index(tuple(faces))
    return keeps


def scores_in(box: str) -> DecisionRule:
    """Return the step that scores in a box of this name if it takes any points there."""

    def choose(at: Situation) -> Ints:
        place = at.sheet.index(box)
        return np.where(at.points[:, place] > 0, place, NOT)

    return DecisionRule(Reason("step-any-points", {"box": Action(Verb.SCORE, box=box)}), choose)


def most_points(order: tuple[int, ...]) -> DecisionRule:
    """Return the step that scores where most points are written, by `order` of the boxes where these are equal."""
    places = np.array(order)
    most = Reason("step-most-points")
    return DecisionRule(most, lambda at: at.first_of(places, at.points == at.points.max(axis=1, keepdims=True)))


def upper_box(least: int) -> DecisionRule:
    """Return the step that scores the lowest number that is shown `least` times or more in its upper box."""

    def choose(at: Situation) -> Ints:
        shown = np.zeros(at.points.shape, np.bool_)
        for place in at.sheet.upper:
            often = at.seen.counts[at.sheet.boxes[place].face - 1] >= least
            shown[:, place] = often & (at.points[:, place] != NOT)
        return at.first_of(np.array(at.sheet.upper), shown)

    return DecisionRule(Reason("step-upper", {"least": least}), choose)
