"""Two players on a small sheet, one playing to win and one for points, gone through roll by roll: a second opinion."""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from solver.sheet.game.card import Card
from solver.sheet.game.sheet import Sheet

EQUAL = 1e-10
Dice = tuple[int, ...]
Worth = Callable[[Card], float]


@dataclass
class Duel:
    """All that is known of the game on `sheet` with fair dice; `known` fills up."""

    sheet: Sheet
    known: dict[object, float] = field(default_factory=dict)
    played: dict[object, list[tuple[Card, float]]] = field(default_factory=dict)
    falls: dict[Dice, list[tuple[Dice, float]]] = field(default_factory=dict)

    def after(self, kept: Dice) -> list[tuple[Dice, float]]:
        """Return what the dice show when the others are thrown, and how likely."""
        if kept not in self.falls:
            faces = range(1, self.sheet.sides + 1)
            rest = list(itertools.product(faces, repeat=self.sheet.dice - len(kept)))
            chances: dict[Dice, float] = {}
            for fallen in rest:
                roll = tuple(sorted((*kept, *fallen)))
                chances[roll] = chances.get(roll, 0.0) + 1 / len(rest)
            self.falls[kept] = list(chances.items())
        return self.falls[kept]

    def turn(self, card: Card, worth: Worth) -> tuple[float, list[tuple[Card, float]]]:
        """Return what a turn is worth whose ends are worth so much, and the cards it may leave, with their chances."""
        best: dict[tuple[Dice, int], tuple[float, Card | Dice]] = {}
        rolls = [roll for roll, _ in self.after(())]
        for left in range(self.sheet.throws):
            for roll in rolls:
                ends = [card.with_score(box, roll) for box in card.boxes_for(roll)]
                options: list[tuple[float, Card | Dice]] = [(worth(end), end) for end in ends]
                if left:
                    options += [(self.mean(kept, left - 1, best), kept) for kept in parts(roll)]
                most = max(value for value, _ in options)
                best[roll, left] = next(option for option in options if option[0] >= most - EQUAL)
        ends_of: dict[Card, float] = {}
        self.spread((), 1.0, self.sheet.throws - 1, best, ends_of)
        return self.mean((), self.sheet.throws - 1, best), list(ends_of.items())

    def mean(self, kept: Dice, left: int, best: dict[tuple[Dice, int], tuple[float, Card | Dice]]) -> float:
        return sum(chance * best[roll, left][0] for roll, chance in self.after(kept))

    def spread(
        self,
        kept: Dice,
        chance: float,
        left: int,
        best: dict[tuple[Dice, int], tuple[float, Card | Dice]],
        ends: dict[Card, float],
    ) -> None:
        for roll, part in self.after(kept):
            action = best[roll, left][1]
            if isinstance(action, Card):
                ends[action] = ends.get(action, 0.0) + chance * part
            else:
                self.spread(action, chance * part, left - 1, best, ends)

    def points(self, card: Card) -> float:
        """Return the expected final score of play for points."""
        if None not in card.scores:
            return float(card.total)
        key = state_of(card)
        if key not in self.known:
            self.known[key] = self.turn(card, self.points)[0] - card.total
        return card.total + self.known[key]

    def next_cards(self, card: Card) -> list[tuple[Card, float]]:
        """Return what a turn of play for points leaves."""
        if card not in self.played:
            self.played[card] = self.turn(card, self.points)[1]
        return self.played[card]

    def best(self, mine: Card, other: Card, my_turn: bool) -> float:
        """Return the chance to win, draws counted half, of perfect play against play for points."""
        if None not in mine.scores and None not in other.scores:
            return (mine.total > other.total) + 0.5 * (mine.total == other.total)
        key = (state_of(mine), state_of(other), mine.total - other.total, my_turn)
        if key not in self.known:
            if my_turn:
                self.known[key] = self.turn(mine, lambda end: self.best(end, other, False))[0]
            else:
                self.known[key] = sum(chance * self.best(mine, end, True) for end, chance in self.next_cards(other))
        return self.known[key]

    def reached(
        self, mine: Card, other: Card, my_turn: bool, ends: Callable[[Card, Card], Iterable[tuple[Card, float]]]
    ) -> float:
        """Return the chance to win of somebody whose turns leave `ends(mine, other)`, against play for points."""
        if None not in mine.scores and None not in other.scores:
            return self.best(mine, other, my_turn)
        key = ("played", state_of(mine), state_of(other), mine.total - other.total, my_turn)
        if key not in self.known:
            if my_turn:
                after = ((self.reached(end, other, False, ends), chance) for end, chance in ends(mine, other))
            else:
                after = ((self.reached(mine, end, True, ends), chance) for end, chance in self.next_cards(other))
            self.known[key] = sum(value * chance for value, chance in after)
        return self.known[key]


def parts(roll: Dice) -> list[Dice]:
    """Return what can be kept of a roll without keeping all, in the order that breaks ties."""
    kept = {part for size in range(len(roll)) for part in itertools.combinations(roll, size)}
    return sorted(kept, key=lambda part: (len(part), part[::-1]), reverse=True)


def state_of(card: Card) -> tuple[int, int, bool, bool]:
    """Return what the points to come on a card depend on."""
    return card.filled, card.upper, card.joker_paid, bool(card.bonus)
