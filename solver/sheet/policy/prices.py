"""Play on sheets that are too large to solve: each box has a price, and a bound tells what that can lose.

If every box could be filled in every turn, turns would be alike and each solved alone. A box that is filled costs its
price then, and all prices are paid back, once for each box: whatever they are, this is worth no less than the game,
which such play is allowed in too. The prices that make it least are found by their subgradient, how often each box is
used beyond once. This is Lagrangian relaxation of what links the turns (Hawkins, "A Lagrangian decomposition approach
to weakly coupled dynamic optimization problems and its applications", MIT, 2003; Adelman and Mersereau, "Relaxations of
weakly coupled stochastic dynamic programs", Operations Research 56, 2008). A throw that is saved has a price likewise.

A bonus, or what points are converted to, counts as points in proportion, which is no less. The player values the end of
a turn by the points that it writes, less the price of the box, with prices found anew for the boxes that are open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.sheet.exact.card_values import find_card_values, standing, writes
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.size import is_solvable
from solver.sheet.exact.table import SheetValues, check_sides
from solver.sheet.exact.turn import throw
from solver.sheet.game.card import Card
from solver.sheet.game.dice import Lattice
from solver.sheet.game.sheet import Box, BoxKind, Joker, Sheet
from solver.throw_distribution import Chance

Floats: TypeAlias = NDArray[np.float64]

STEPS, STEPS_AGAIN = 150, 15
"""How often prices are moved for an empty card, and for a card that follows one whose prices are known."""
SLOWER = 12
"""After this many steps they are half as long as at first."""
REACH = 0.12
"""The first step of a price is this share of the most that its box brings."""
CARDS_KEPT = 2_000
SHEETS_KEPT = 8
SETTLED = 1e-4
HIT = 0.55
"""So much of its dice an upper box is taken to collect, to tell whether a bonus is likely."""


def values_of(sheet: Sheet, die: tuple[Chance, ...] | None = None, cache: Path | None = None) -> SheetValues:
    """Return the best values of `sheet` with a die, fair if None, that this machine finds: exact ones, else prices.

    A table is looked for in the folder `cache`, and kept there. Raises DistributionError and what `load_sheet` raises.
    """
    die = check_sides(sheet, die)
    if not is_solvable(sheet):
        return _find_prices(sheet, die)
    return load_sheet(sheet, die, cache) if sheet.tabled else find_card_values(sheet, die)


@lru_cache(SHEETS_KEPT)
def _find_prices(sheet: Sheet, die: tuple[Chance, ...]) -> "PricedValues":
    return PricedValues(sheet, die)


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """What a box of each kind costs, in points, and a throw; `bound` is what all that is to come is worth then.

    `turn` is a turn's worth, prices paid, with that of its throws.
    """

    boxes: dict[str, float]
    throw: float
    turn: float
    bound: float


@dataclass(frozen=True, slots=True, eq=False)
class _Kind:
    """Open boxes that bring the same: their names, and what each roll brings, also with a first throw [rolls]."""

    names: tuple[str, ...]
    later: Floats
    first: Floats


class PricedValues(SheetValues):
    """Bounds of the points to come on cards of `sheet`, and what a player goes by who cannot solve it."""

    exact = False

    def __init__(self, sheet: Sheet, die: tuple[Chance, ...] | None = None) -> None:
        self.sheet, self.die = sheet, check_sides(sheet, die)
        self._kept: dict[object, Prices] = {}
        self._last: Prices | None = None

    def at(self, card: Card) -> float:
        return self._prices(card).bound if card.open else 0.0

    def ends(self, card: Card) -> Floats:
        dice, left = self.lattice, len(card.open) - 1
        ends = np.full((card.throws, len(self.sheet.boxes), len(dice.rolls)), -np.inf)
        prices = self._prices(card)
        later = prices.bound - prices.turn - prices.throw * card.saved
        for kind in self._kinds(card):
            place = self.sheet.index(kind.names[0])
            ends[:, place] = kind.later
            ends[-1, place] = kind.first
            if left:
                ends[:, place] += later - prices.boxes[kind.names[0]]
        if left and self.sheet.saves:
            ends += prices.throw * np.arange(card.throws)[:, None, None]
        for roll, faces in enumerate(dice.rolls[: dice.sides]):
            legal = card.boxes_for(faces)
            for place, name in enumerate(self.sheet.names):
                if name not in legal:
                    ends[:, place, roll] = -np.inf
        return ends

    def _prices(self, card: Card) -> Prices:
        place = standing(card), card.saved
        if place not in self._kept:
            if len(self._kept) >= CARDS_KEPT:
                self._kept.clear()
            self._kept[place] = self._last = self._find(card)
        return self._kept[place]

    def _find(self, card: Card) -> Prices:
        kinds = self._kinds(card)
        counts = np.array([len(kind.names) for kind in kinds])
        turns = int(counts.sum())
        saves = self.sheet.saves and turns > 1  # in the last turn all throws that are left are free
        throws = self.sheet.throws * turns + card.saved if self.sheet.saves else self.sheet.throws
        relaxed = _Relaxed(kinds, counts / turns, self.lattice, throws, saves=saves)
        known = self._last.boxes if self._last else {}
        again = all(kind.names[0] in known for kind in kinds)
        prices = np.array([known.get(kind.names[0], 0.0) for kind in kinds])
        price = self._last.throw if self._last and again and saves else 0.0
        best = (np.inf, prices, price, 0.0)
        for step in range(STEPS_AGAIN if again else STEPS):
            turn, used, made = relaxed.solve(prices, price)
            bound = turns * turn + float(counts @ prices) + price * (self.sheet.throws * turns + card.saved)
            if bound < best[0]:
                best = (bound, prices.copy(), price, turn)
            length = REACH * (0.3 if again else 1.0) / (1 + step / SLOWER)
            prices = prices + length * relaxed.most * np.clip(used / relaxed.share - 1, -1, 2)
            if saves:
                wanted = made / (self.sheet.throws + card.saved / turns) - 1
                price = max(0.0, price + length * float(relaxed.most.mean()) * float(np.clip(wanted, -1, 1)) / 4)
        bound, prices, price, turn = best
        named = {name: float(cost) for kind, cost in zip(kinds, prices, strict=True) for name in kind.names}
        return Prices(named, price, turn + price * self.sheet.throws, bound)

    def _kinds(self, card: Card) -> list[_Kind]:
        """Return the open boxes by what they bring beyond what the card has now."""
        sheet, dice = self.sheet, self.lattice
        counts, whole = _rates(card)
        kinds: list[_Kind] = []
        for name in card.offered:
            place = sheet.index(name)
            names = [name]
            while place + len(names) < len(sheet.boxes) and sheet.boxes[place + len(names)].again:
                names.append(sheet.names[place + len(names)])
            brings = [self._brings(card, place, counts, whole, dice, first=first) for first in (False, True)]
            kinds.append(_Kind(tuple(names), *brings))
        return kinds

    def _brings(
        self,
        card: Card,
        place: int,
        counts: dict[str, tuple[float, float]],
        whole: float,
        dice: Lattice,
        *,
        first: bool,
    ) -> Floats:
        """Return what each roll brings in a box in proportion: points at their rates, and something for any points."""
        sheet, box = self.sheet, self.sheet.boxes[place]
        if len(card.open) == 1:
            return _last_turn(card, place, dice, first=first)
        written, slot = writes(box, dice, first)
        points = np.array(written, np.float64)[slot]
        alike = dice.rolls[: dice.sides]
        if sheet.joker is not Joker.NONE:
            wild = [box.as_joker(roll, first=first) for roll in alike]
            points[: dice.sides] = np.maximum(points[: dice.sides], wild)
        rate, flat = counts[box.name]
        brought = (rate + whole) * points + flat * (points > 0)
        if sheet.extra and (card.joker_paid or (sheet.yahtzee is not None and card.scores[sheet.yahtzee] is None)):
            brought[: dice.sides] += whole * sheet.extra
        return np.asarray(brought)


def _last_turn(card: Card, place: int, dice: Lattice, *, first: bool) -> Floats:
    """Return what each roll brings in the last open box, exactly."""
    left = card.throws - 1 if first else max(0, card.throws - 2)
    name = card.sheet.names[place]
    return np.array([card.with_score(name, roll, left).total - card.total for roll in dice.rolls], np.float64)


def _rates(card: Card) -> tuple[dict[str, tuple[float, float]], float]:
    """Return what a point in each open box counts beyond itself, and any points there; and what a point itself does.

    At these rates all that is to come counts no less than it will.
    """
    sheet = card.sheet
    whole = 1.0
    if sheet.converts or sheet.totals:
        now = max((points for least, points in sheet.totals if card.written >= least), default=0)
        steps = [(least - card.written, points - now) for least, points in sheet.totals if least > card.written]
        whole = max((points / more for more, points in steps), default=0.0)
    rates = {box.name: (0.0, 0.0) for box in sheet.boxes}
    for factor in sheet.columns if sheet.bonus else ():
        lack = factor * sheet.bonus_from - card.upper_of(factor)
        some = [box for box in _open(card) if box.kind is BoxKind.NUMBER and box.factor == factor]
        if lack > 0 and sum(box.face * sheet.dice * factor for box in some) >= lack:
            likely = HIT * sum(box.face * sheet.dice * factor for box in some)
            rate = factor * sheet.bonus * whole / max(lack, likely)
            rates |= {box.name: (rate, 0.0) for box in some}
    scores = dict(zip(sheet.names, card.scores, strict=True))
    for one in sheet.converts:
        held = [scores[name] for name in one.boxes]
        still = [name for name in one.boxes if scores[name] is None]
        if not still:
            continue
        lack = one.least - sum(score or 0 for score in held)
        if one.each or not one.least:
            flat = one.points / (1 if one.each else len(still)) * (one.each or 0 not in held)
            rates |= {name: (rates[name][0], flat) for name in still}
        elif lack > 0:
            rates |= {name: (rates[name][0] + one.points / lack, rates[name][1]) for name in still}
    return rates, whole


def _open(card: Card) -> list[Box]:
    return [box for box, score in zip(card.sheet.boxes, card.scores, strict=True) if score is None]


class _Relaxed:
    """One turn in which any open box may be filled at its price."""

    def __init__(self, kinds: Sequence[_Kind], share: Floats, dice: Lattice, throws: int, *, saves: bool) -> None:
        self.share = share
        self._dice, self._throws, self._saves = dice, throws, saves
        self._later = np.array([kind.later for kind in kinds])
        self._first = np.array([kind.first for kind in kinds])
        self._same = np.array_equal(self._later, self._first)
        self.most = np.maximum(self._first.max(axis=1), 1e-9)

    def solve(self, prices: Floats, price: float) -> tuple[float, Floats, float]:
        """Return what the turn is worth, prices paid, how often it uses each kind of box, and how many throws."""
        dice = self._dice
        later, first = self._later - prices[:, None], self._first - prices[:, None]
        score = later.max(axis=0)
        rolls, keeps, change = [score], [], 0.0
        while len(rolls) < self._throws:
            worth = dice.expect(rolls[-1]) - price
            worth[dice.first_roll :] = score
            best = dice.best(worth)
            keeps.append(worth)
            rolls.append(best)
            change = float(np.abs(best - rolls[-2]).max())
            if self._saves and change < SETTLED:
                break
        start = np.maximum(rolls[-1], first.max(axis=0))
        # Each throw more would change no roll by more than the last one did.
        turn = float(dice.roll_chances @ start) - price + change * (self._throws - len(rolls))
        return turn, *self._follow(later, first, rolls[-1], keeps)

    def _follow(self, later: Floats, first: Floats, waits: Floats, keeps: list[Floats]) -> tuple[Floats, float]:
        dice = self._dice
        used, throws = np.zeros(len(later)), 1.0
        chances = dice.roll_chances.copy()
        box, at_once = later.argmax(axis=0), first.argmax(axis=0)
        if not self._same:
            stop = first.max(axis=0) >= waits
            np.add.at(used, at_once[stop], chances[stop])
            chances[stop] = 0.0
        for worth in reversed(keeps):
            kept = np.bincount(dice.arg_best(worth), weights=chances, minlength=len(dice.keeps)).astype(np.float64)
            np.add.at(used, box, kept[dice.first_roll :])
            kept[dice.first_roll :] = 0.0
            going = float(kept.sum())
            throws += going
            chances = throw(dice, kept)
            if going < SETTLED:
                break
        np.add.at(used, box, chances)
        return used, throws
