"""Who wins a game of a score sheet that goes on for the most points: played out many times, with a standard error."""

import math
import random

import numpy as np

from solver.action import FIRST_KEEP
from solver.sheet.coach.decide import end_chances, weigh
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState

Ends = tuple[list[tuple[str, tuple[int, ...]]], list[float]]


class Playing:
    """Plays games on, a turn at a time; the turns of cards that were met before are not solved again."""

    def __init__(self, table: SheetTable, seed: int) -> None:
        self._table, self._chance = table, random.Random(seed)
        self._turns: dict[tuple[int, int, int], Ends] = {}

    def win(self, state: SheetState, games: int) -> tuple[np.ndarray, np.ndarray]:
        """Return everybody's share of so many games, ties shared, and its standard error."""
        won = np.zeros((games, len(state.cards)))
        now = self._ends(state) if state.dice else None
        for game in range(games):
            points = [self._final(card, now if seat == state.player else None) for seat, card in enumerate(state.cards)]
            best = np.array(points) == max(points)
            won[game] = best / best.sum()
        return won.mean(axis=0), won.std(axis=0, ddof=1) / math.sqrt(games)

    def _final(self, card: Card, ends: Ends | None) -> int:
        while card.open:
            place = self._table.place(card)
            if ends is None and place not in self._turns:
                self._turns[place] = self._ends(SheetState((card,)))
            ((box, dice),) = self._chance.choices(*(ends or self._turns[place]))
            card, ends = card.with_score(box, dice), None
        return card.total

    def _ends(self, state: SheetState) -> Ends:
        """Return how a turn may end, by the coach's own decisions, and how likely."""
        weighed = weigh(self._table, state)
        chances = end_chances(weighed, weighed.options[0][0] if state.dice else FIRST_KEEP)
        names, rolls, ends = state.sheet.names, weighed.lattice.rolls, np.argwhere(chances).tolist()
        return [(names[box], rolls[roll]) for box, roll in ends], [float(chances[box, roll]) for box, roll in ends]
