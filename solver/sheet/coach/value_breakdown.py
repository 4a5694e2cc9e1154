"""The breakdown of an action's value: the points in each box, the bonus, and further Yahtzees."""

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.sheet.coach.decide import Values, Weighed
from solver.sheet.coach.turn_ends import end_chances
from solver.sheet.exact.plan import plan_of
from solver.sheet.game.card import Card
from solver.sheet.game.dice import Lattice
from solver.sheet.game.rules import SheetAction
from solver.sheet.game.sheet import Sheet

Floats: TypeAlias = NDArray[np.float64]


def bare(sheet: Sheet) -> Sheet:
    """Return the sheet without its bonus."""
    return replace(sheet, bonus=0, bonus_from=0)


@dataclass(frozen=True, slots=True, eq=False)
class ValueBreakdown:
    """What an action is worth beyond an average turn, item by item; all of them sum to its worth less that of the turn.

    The turn's worth and that of every end are taken from play of the same sheet without its bonus. An end of the turn
    gains its points, and the worth of the card that it leaves less that of the card before the turn. `good[b]` is what
    ends in box b gain where they gain anything, `poor` what all others lose (0 or less), `further` the payment for
    further Yahtzees, each times its chance; `bonus` is how much the bonus adds, now and later.

    `chances[b]` is the chance that the turn ends in box b with points, under best play, and `points[b]` what is
    written there on average, times that chance.
    """

    good: Floats
    poor: float
    further: float
    bonus: float
    chances: Floats
    points: Floats

    @property
    def sum(self) -> float:
        """All items together."""
        return float(self.good.sum()) + self.poor + self.further + self.bonus


class Breakdowns:
    """The breakdowns of all actions at one moment; `plain` are the values of the same sheet without its bonus."""

    def __init__(self, plain: Values, weighed: Weighed) -> None:
        card = weighed.state.card
        bare_card = Card(plain.sheet, card.scores, card.extras)
        self._weighed = weighed
        self._plain_ends = plain.ends(bare_card)
        self._further = further_pay(card, weighed.lattice)
        self._gains = self._plain_ends - self._further - plain.at(bare_card)
        self._points = written(card, weighed.lattice)
        self._made: dict[SheetAction, ValueBreakdown] = {}

    def of(self, action: SheetAction) -> ValueBreakdown:
        """Return the breakdown of a legal action."""
        if action not in self._made:
            self._made[action] = self._account(action)
        return self._made[action]

    def _account(self, action: SheetAction) -> ValueBreakdown:
        chances = end_chances(self._weighed, action)
        possible = chances > 0
        gains = np.where(possible, self._gains, 0.0)
        bonus = np.where(possible, self._weighed.ends, 0.0) - np.where(possible, self._plain_ends, 0.0)
        return ValueBreakdown(
            good=(chances * np.maximum(gains, 0.0)).sum(axis=1),
            poor=float((chances * np.minimum(gains, 0.0)).sum()),
            further=float(chances.sum(axis=0) @ self._further),
            bonus=float((chances * bonus).sum()),
            chances=(chances * (self._points > 0)).sum(axis=1),
            points=(chances * self._points).sum(axis=1),
        )

    def left_open(self, one: str, other: str) -> float:
        """Return how much more box `one` is worth later than `other` if, with the dice that lie, it is left open."""
        sheet, dice = self._weighed.state.sheet, self._weighed.state.dice
        roll = self._weighed.lattice.roll_index(dice)
        card = self._weighed.state.card
        after_one = self._plain_ends[sheet.index(one), roll] - card.points(one, dice)
        after_other = self._plain_ends[sheet.index(other), roll] - card.points(other, dice)
        return float(after_other - after_one)

    def bonus_of(self, box: str) -> float:
        """Return what the bonus adds, now and later, if the dice that lie are scored in a box."""
        place, roll = self._weighed.state.sheet.index(box), self._weighed.lattice.roll_index(self._weighed.state.dice)
        return float(self._weighed.ends[place, roll] - self._plain_ends[place, roll])


def further_pay(card: Card, dice: Lattice) -> Floats:
    """Return what each roll [rolls] is paid as a further Yahtzee."""
    paid = np.zeros(len(dice.rolls))
    if card.sheet.extra and card.joker_paid:
        paid[plan_of(card.sheet).alike] = card.sheet.extra
    return paid


def written(card: Card, dice: Lattice) -> Floats:
    """Return what each roll writes in each box [boxes, rolls], whether or not it may; further pay is no part of it."""
    plan = plan_of(card.sheet)
    points = plan.points[plan.slot].T
    if card.further((1,) * dice.dice):
        for place, roll in enumerate(plan.alike):
            if not plan.matching[place] & ~card.filled:
                points[:, roll] = plan.points[plan.joker_slot[place]]
    return points
