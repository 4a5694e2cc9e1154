"""Exact values of sheets whose rules need more than filled boxes, one upper total and the Yahtzee box.

Examples are points for a first throw, saved throws, columns with a bonus each, and points that are converted in the
end. The values are found backwards, for each card that play reaches, in numpy, and kept by what they depend on. That
takes a few milliseconds a card.
"""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.sheet.exact.size import check_cards
from solver.sheet.exact.table import SheetValues, check_sides
from solver.sheet.game.card import Card
from solver.sheet.game.dice import Lattice
from solver.sheet.game.sheet import Box, Joker, Sheet
from solver.throw_distribution import Chance

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


class CardValues(SheetValues):
    """The exact values of `sheet` with a die; raises OptionError if they would take too long."""

    def __init__(self, sheet: Sheet, die: tuple[Chance, ...] | None = None) -> None:
        check_cards(sheet)
        self.sheet, self.die = sheet, check_sides(sheet, die)
        self._kept: dict[object, Floats] = {}

    @property
    def states(self) -> int:
        """How many different starts of a turn have been solved."""
        return sum(len(worth) for worth in self._kept.values())

    def at(self, card: Card) -> float:
        return float(self._worth(card)[card.saved])

    def ends(self, card: Card) -> Floats:
        plain, first = self._ends(card, card.throws)
        plain[-1] = first[-1]
        return plain

    def _worth(self, card: Card) -> Floats:
        """Return the points to come on a card, by the saved throws that it has [saved]."""
        filled = card.filled.bit_count()
        most = (self.sheet.throws - 1) * filled if self.sheet.saves else 0
        if filled == len(card.scores):
            return np.zeros(most + 1)
        place = standing(card)
        if place not in self._kept:
            plain, first = self._ends(card, self.sheet.throws + most)
            least = self.sheet.throws - 1
            if self.sheet.commit:
                boxes = [self.sheet.index(name) for name in card.offered]
                each: list[Floats] = [self._first_rolls(plain[:, [box]], first[:, [box]]) for box in boxes]
                rolls = np.asarray(np.max(each, axis=0))
            else:
                rolls = self._first_rolls(plain, first)
            self._kept[place] = np.asarray(rolls[least:] @ self.lattice.roll_chances)
        return self._kept[place]

    def _first_rolls(self, plain: Floats, first: Floats) -> Floats:
        """Return what first throws are worth by the throws left after them [left, rolls], from ends (see `_ends`)."""
        dice, scores = self.lattice, plain.max(axis=1)
        rolls = scores.copy()
        for left in range(1, len(plain)):
            keeps = dice.expect(rolls[left - 1])
            keeps[dice.first_roll :] = scores[left]
            rolls[left] = dice.best(keeps)
        return np.asarray(np.maximum(rolls, first.max(axis=1)))

    def _ends(self, card: Card, throws: int) -> tuple[Floats, Floats]:
        """Return ends as `ends` does, with up to that many throws, for later throws and for first ones."""
        sheet, dice = self.sheet, self.lattice
        ends = [np.full((throws, len(sheet.boxes), len(dice.rolls)), -np.inf) for _ in range(2)]
        for name in card.offered:
            place = sheet.index(name)
            for into, first in zip(ends, (False, True), strict=True):
                if first and not sheet.boxes[place].first:
                    into[:, place] = ends[0][:, place]
                    continue
                written, slot = writes(sheet.boxes[place], dice, first)
                into[:, place] = self._after(card, place, written, throws)[:, slot]
        if (sheet.extra or sheet.joker is not Joker.NONE) and card.scores[sheet.yahtzee or 0] is not None:
            self._set_further(card, ends)
        return ends[0], ends[1]

    def _after(self, card: Card, place: int, written: tuple[int, ...], throws: int) -> Floats:
        """Return what it is worth to write each of some points in a box, by the throws left then [left, points]."""
        worth = np.empty((throws, len(written)))
        for i, points in enumerate(written):
            after = Card(card.sheet, (*card.scores[:place], points, *card.scores[place + 1 :]), card.extras)
            later = self._worth(after)
            worth[:, i] = after.total - card.total + (later[:throws] if self.sheet.saves else later)
        return worth

    def _set_further(self, card: Card, ends: list[Floats]) -> None:
        """Write the ends of rolls that are all alike once the Yahtzee box is filled."""
        for roll, dice in enumerate(self.lattice.rolls[: self.lattice.sides]):
            legal = card.boxes_for(dice)
            for into, first in zip(ends, (False, True), strict=True):
                into[:, :, roll] = -np.inf
                for name in legal:
                    place = card.sheet.index(name)
                    points = card.points(name, dice, first=first)
                    paid = self.sheet.extra * card.joker_paid
                    into[:, place, roll] = self._after(card, place, (points,), len(into))[:, 0] + paid


@lru_cache(8)
def find_card_values(sheet: Sheet, die: tuple[Chance, ...]) -> CardValues:
    """Return the values of a sheet with a die; the last few stay in memory. Raises OptionError."""
    return CardValues(sheet, die)


@lru_cache(512)
def writes(box: Box, dice: Lattice, first: bool) -> tuple[tuple[int, ...], Ints]:
    """Return what rolls write in a box, rising, and which of it each roll does [rolls], jokers not looked for."""
    scores = [box.score(roll, first=first) for roll in dice.rolls]
    written, slot = np.unique(scores, return_inverse=True)
    return tuple(written.tolist()), slot


def standing(card: Card) -> tuple[object, ...]:
    """Return what the points to come on a card depend on, throws that it has saved left out."""
    sheet = card.sheet
    uppers = [min(card.upper_of(factor), factor * sheet.bonus_from) for factor in sheet.columns if sheet.bonus]
    whole = min(card.written, sheet.totals[-1][0]) if sheet.totals else 0
    scores = dict(zip(sheet.names, card.scores, strict=True))
    held = [[scores[box] for box in one.boxes] for one in sheet.converts]
    sums = [
        min(sum(score or 0 for score in some), one.least) if one.least else not one.each and 0 in some
        for one, some in zip(sheet.converts, held, strict=True)
    ]
    return card.filled, bool(sheet.extra) and card.joker_paid, *uppers, whole, *sums
