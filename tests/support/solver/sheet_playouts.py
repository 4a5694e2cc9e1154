"""Who wins a game of a score sheet that goes on for the most points: played out many times, with a standard error."""

import math
import random

import numpy as np

from solver.sheet.coach.decide import weigh
from solver.sheet.exact.table import SheetTable
from solver.sheet.exact.turn import Turn, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState


class Playing:
    """Plays games on; the turns of cards that were met before are not solved again."""

    def __init__(self, table: SheetTable, seed: int) -> None:
        self._table, self._chance = table, random.Random(seed)
        self._turns: dict[tuple[int, bool, int], Turn] = {}

    def win(self, state: SheetState, games: int) -> tuple[np.ndarray, np.ndarray]:
        """Return everybody's share of so many games, ties shared, and its standard error."""
        won = np.zeros((games, len(state.cards)))
        for game in range(games):
            points = [self._final(state, seat) for seat in range(len(state.cards))]
            best = np.array(points) == max(points)
            won[game] = best / best.sum()
        return won.mean(axis=0), won.std(axis=0, ddof=1) / math.sqrt(games)

    def _final(self, state: SheetState, seat: int) -> int:
        card = state.cards[seat]
        if seat == state.player and state.dice:
            card = self._ended(state)
        while card.open:
            card = self._turn(card)
        return card.total

    def _ended(self, state: SheetState) -> Card:
        """Play the turn that is on by the coach's own decisions."""
        while state.dice:
            action = weigh(self._table, state).options[0][0]
            before, seat = state, state.player
            thrown = self._throw(state.sheet.dice - len(action.keep)) if action.keep is not None else ()
            state = state.apply(action, thrown)
            if action.keep is None:
                return state.cards[seat]
        raise AssertionError(before)

    def _turn(self, card: Card) -> Card:
        place = (card.filled, card.joker_paid, min(card.upper, card.sheet.bonus_from))
        table, dice = self._table, self._table.lattice
        if place not in self._turns:
            self._turns[place] = solve_turn(dice, table.ends(card), card.sheet.throws)
        turn = self._turns[place]
        roll = self._throw(dice.dice)
        for left in range(card.sheet.throws - 1, 0, -1):
            of_keep = turn.of_keep[left][dice.parts[dice.roll_index(roll)]]
            kept = dice.keeps[dice.parts[dice.roll_index(roll)][int((of_keep >= of_keep.max() - 1e-10).argmax())]]
            roll = (*kept, *self._throw(dice.dice - len(kept)))
        ends = turn.ends[:, dice.roll_index(roll)]
        return card.with_score(card.sheet.names[int((ends >= ends.max() - 1e-10).argmax())], roll)

    def _throw(self, dice: int) -> tuple[int, ...]:
        return tuple(self._chance.randint(1, 6) for _ in range(dice))
