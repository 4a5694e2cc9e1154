"""The table of a solved score-sheet game: the expected points to come at each start of a turn."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import PositionError
from solver.sheet.exact.plan import Plan, plan_of
from solver.sheet.game.card import Card
from solver.sheet.game.dice import Lattice, lattice
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance


@dataclass(frozen=True, slots=True, eq=False)
class SheetTable:
    """Everything that is needed to play `sheet` for the most points, with dice whose face f has chance `die[f - 1]`.

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
        ends = self.ends_at(*self._place(card))
        if np.isnan(ends).any():
            raise PositionError(f"no play gives the card {card.text or 'with nothing on it'}: check its scores")
        return ends

    def ends_at(self, filled: int, flag: int, total: int) -> NDArray[np.float64]:
        """Return what `ends` does for one of the `values`; nan where no play gets there."""
        plan = self.plan
        owner = np.repeat(np.arange(plan.boxes), np.diff(plan.first))
        totals = np.minimum(total + plan.rise, plan.cap)
        flags = np.full(len(owner), flag)
        if plan.flags == 2:
            flags[1 << owner == plan.yahtzee] = 0
            flags[plan.paid] = 1
        made = (total < plan.cap) & (totals == plan.cap)
        slots = plan.points + plan.bonus * made + self.values[filled | 1 << owner, flags, totals]
        ends: NDArray[np.float64] = slots[plan.slot.T]
        ends[filled >> np.arange(plan.boxes) & 1 == 1] = -np.inf
        if filled & plan.yahtzee:
            _score_alike(plan, filled, slots, ends)
            ends[:, plan.alike] += flag * plan.extra
        return ends

    def _place(self, card: Card) -> tuple[int, int, int]:
        if card.sheet != self.sheet:
            raise PositionError(f"the card is one of {card.sheet.name} by another rule: give one of {self.sheet.name}")
        plan = self.plan
        return card.filled, int(plan.flags == 2 and card.joker_paid), min(card.upper, plan.cap)


def _score_alike(plan: Plan, filled: int, slots: NDArray[np.float64], ends: NDArray[np.float64]) -> None:
    """Put into `ends` what further Yahtzees are worth by the rule of jokers, given what each of `slots` is worth."""
    unfilled = (1 << plan.boxes) - 1 & ~filled
    for place, roll in enumerate(plan.alike):
        matching = int(plan.matching[place]) & unfilled
        legal = unfilled
        if plan.joker == 2:
            legal = matching or unfilled & plan.lower or unfilled
        for box in range(plan.boxes):
            if not legal >> box & 1:
                ends[box, roll] = -np.inf
            elif plan.joker and not matching:
                ends[box, roll] = slots[plan.joker_slot[place, box]]


def reachable(plan: Plan, lattice: Lattice) -> NDArray[np.bool_]:
    """Return which states [filled, flag, total] some play reaches with the dice of `lattice`, full sheets included.

    What one box may hold does not depend on the others: boxes filled with equal dice come before the Yahtzee box.
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
