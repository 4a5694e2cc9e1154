"""Two players on a small sheet, one playing to win and one for points, gone through card by card: a second opinion."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from solver.sheet.exact.turn import play_out, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import fair_die

Worth = Callable[[Card], float]


@dataclass
class Duel:
    """All that is known of the game on `sheet` with fair dice; `known` fills up."""

    sheet: Sheet
    known: dict[object, float] = field(default_factory=dict)
    played: dict[object, list[tuple[Card, float]]] = field(default_factory=dict)

    def turn(self, card: Card, worth: Worth) -> tuple[float, list[tuple[Card, float]]]:
        """Return what a turn is worth whose ends are worth so much, and the cards it may leave, with their chances."""
        dice, throws = lattice(self.sheet.dice, fair_die(self.sheet.sides)), self.sheet.throws
        ends = np.full((len(self.sheet.boxes), len(dice.rolls)), -np.inf)
        for roll, faces in enumerate(dice.rolls):
            for box in card.boxes_for(faces):
                ends[self.sheet.index(box), roll] = worth(card.with_score(box, faces))
        turn, left = solve_turn(dice, ends, throws), dict[Card, float]()
        chances = play_out(turn, dice.roll_chances, throws - 1)
        for box, roll in zip(*map(np.ndarray.tolist, np.nonzero(chances)), strict=True):
            end = card.with_score(self.sheet.names[box], dice.rolls[roll])
            left[end] = left.get(end, 0.0) + float(chances[box, roll])
        return turn.value, list(left.items())

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

    def evaluate(
        self, mine: Card, other: Card, my_turn: bool, ends: Callable[[Card, Card], Iterable[tuple[Card, float]]]
    ) -> float:
        """Return the chance to win of somebody whose turns leave `ends(mine, other)`, against play for points."""
        if None not in mine.scores and None not in other.scores:
            return self.best(mine, other, my_turn)
        key = ("played", state_of(mine), state_of(other), mine.total - other.total, my_turn)
        if key not in self.known:
            if my_turn:
                after = ((self.evaluate(end, other, False, ends), chance) for end, chance in ends(mine, other))
            else:
                after = ((self.evaluate(mine, end, True, ends), chance) for end, chance in self.next_cards(other))
            self.known[key] = sum(value * chance for value, chance in after)
        return self.known[key]


def state_of(card: Card) -> tuple[int, int, bool, bool]:
    """Return what the points to come on a card depend on."""
    return card.filled, card.upper, card.joker_paid, bool(card.bonus)
