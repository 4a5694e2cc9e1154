"""What a solved score-sheet game is: the expected points to come from every start of a turn."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import PositionError
from solver.law import Chance
from solver.sheet.card import Card
from solver.sheet.dice import Lattice, lattice
from solver.sheet.plan import Plan, plan_of
from solver.sheet.sheet import Sheet


@dataclass(frozen=True, slots=True, eq=False)
class SheetTable:
    """All that is needed to play `sheet` for the most points, with dice whose face f has chance `die[f - 1]`.

    `values[filled, flag, total]` are the expected points to come at the start of a turn: `filled` are the boxes that
    are filled, one bit each, `flag` is 1 where the sheet pays further Yahtzees and the Yahtzee box holds its points,
    `total` the upper total, which ends at the one that pays the bonus. The bonus and further Yahtzees are counted when
    they are made. States that no play reaches may be nan.
    """

    sheet: Sheet
    die: tuple[Chance, ...]
    values: NDArray[np.float64]

    def __post_init__(self) -> None:
        self.values.flags.writeable = False

    @property
    def value(self) -> float:
        """The expected points of a whole game."""
        return float(self.values[0, 0, 0])

    @property
    def states(self) -> int:
        """How many starts of a turn some play reaches, all different sets of boxes, upper totals and flags."""
        return int(np.count_nonzero(reachable(self.plan, self.lattice)[:-1]))

    @property
    def plan(self) -> Plan:
        """The rules of the sheet as arrays."""
        return plan_of(self.sheet)

    @property
    def lattice(self) -> Lattice:
        """What can be kept of the dice."""
        return lattice(self.sheet.dice, self.die)

    def at(self, card: Card) -> float:
        """Return the points to come on `card` at the start of a turn, 0 if it is full. Raises PositionError."""
        value = float(self.values[self._place(card)])
        if np.isnan(value):
            raise PositionError(f"no play gives the card {card.text or 'with nothing on it'}: check its scores")
        return value

    def ends(self, card: Card) -> NDArray[np.float64]:
        """Return what it is worth to score each roll in each box of `card`, boxes x rolls, -inf where it is not legal.

        That is what is written, the bonus if it makes it, what a further Yahtzee pays, and all points to come after
        it. Raises PositionError.
        """
        plan = self.plan
        filled, flag, total = self._place(card)
        ends = np.full((plan.boxes, len(plan.slot)), -np.inf)
        for box in range(plan.boxes):
            if not filled >> box & 1:
                worth = self._slots(box, filled, flag, total)
                ends[box] = worth[plan.slot[:, box] - plan.first[box]]
        if filled & plan.yahtzee:
            for place in range(len(plan.alike)):
                self._score_alike(ends, place, (filled, flag, total))
        if np.isnan(ends).any():
            raise PositionError(f"no play gives the card {card.text or 'with nothing on it'}: check its scores")
        return ends

    def _place(self, card: Card) -> tuple[int, int, int]:
        if card.sheet != self.sheet:
            raise PositionError(f"the card is one of {card.sheet.name} by another rule: give one of {self.sheet.name}")
        plan = self.plan
        return card.filled, int(plan.flags == 2 and card.joker_paid), min(card.upper, plan.cap)

    def _slots(self, box: int, filled: int, flag: int, total: int) -> NDArray[np.float64]:
        """Return what each slot of a box is worth."""
        plan = self.plan
        slots = np.arange(plan.first[box], plan.first[box + 1])
        after = np.full(len(slots), flag)
        if plan.flags == 2 and 1 << box == plan.yahtzee:
            after = (slots == plan.paid).astype(np.int64)
        totals = np.minimum(total + plan.rise[slots], plan.cap)
        bonus = plan.bonus * ((total < plan.cap) & (totals == plan.cap))
        return np.asarray(plan.points[slots] + bonus + self.values[filled | 1 << box, after, totals])

    def _score_alike(self, ends: NDArray[np.float64], place: int, at: tuple[int, int, int]) -> None:
        """Put into `ends` what further Yahtzees of one face are worth, by the rule of jokers."""
        plan, (filled, flag, total) = self.plan, at
        roll = plan.alike[place]
        unfilled = (1 << plan.boxes) - 1 & ~filled
        matching = int(plan.matching[place]) & unfilled
        legal = unfilled
        if plan.joker == 2:
            legal = matching or unfilled & plan.lower or unfilled
        for box in range(plan.boxes):
            if not legal >> box & 1:
                ends[box, roll] = -np.inf
            elif plan.joker and not matching:
                worth = self._slots(box, filled, flag, total)
                ends[box, roll] = worth[plan.joker_slot[place, box] - plan.first[box]]
        ends[:, roll] += flag * plan.extra


def reachable(plan: Plan, lattice: Lattice) -> NDArray[np.bool_]:
    """Return which states [filled, flag, total] some play reaches with the dice of `lattice`, full sheets included.

    What one box may hold does not hang on the others: boxes filled with equal dice come before the Yahtzee box.
    """
    reached = np.zeros((1 << plan.boxes, plan.flags, plan.cap + 1), np.bool_)
    reached[0, 0, 0] = True
    possible = plan.slot[lattice.roll_chances > 0]
    for box in range(plan.boxes):
        before, after = reached[: 1 << box], reached[1 << box : 2 << box]
        for slot in set(possible[:, box].tolist()):
            rise = min(int(plan.rise[slot]), plan.cap)
            flags = [(flag, flag) for flag in range(plan.flags)]
            if plan.flags == 2 and 1 << box == plan.yahtzee:
                flags = [(0, int(slot == plan.paid))]
            for old, new in flags:
                after[:, new, rise:] |= before[:, old, : plan.cap + 1 - rise]
                after[:, new, plan.cap] |= before[:, old, plan.cap - rise :].any(axis=-1)
    return reached
