"""Play for a score: the actions that end with the score or more most often, whatever the others do."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from solver.errors import PositionError
from solver.explanation import sentence
from solver.sheet.coach.decide import SheetDecision, check_sheet, weigh
from solver.sheet.coach.evaluator import SheetEvaluator
from solver.sheet.coach.explain import action_words, why_wins
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetAction, SheetState
from solver.sheet.simulation import Luck, Simulation, cup_of, simulate_by
from solver.sheet.win.beat_kernels import play_beats, weigh_beats
from solver.sheet.win.beat_table import BeatTable, load_beats
from solver.sheet.win.lead_kernels import SURE, row_at
from solver.sheet.win.winner import Options, ends_by_roll, options_of
from solver.units import Unit


class Beater:
    """Somebody who plays for a score, alone or among others."""

    def __init__(self, beats: BeatTable) -> None:
        self.score = beats.score
        self._beats = beats
        self._game = beats.game()

    @classmethod
    def of_table(cls, table: SheetTable, score: int, cache: Path | None = None) -> "Beater":
        """Return who plays for `score` on the sheet of `table`, with what is kept in the folder `cache`; needs numba.

        Raises what `load_beats` raises.
        """
        return cls(load_beats(table, score, cache))

    def decide(self, state: SheetState) -> SheetDecision:
        """Return the action that has the score most often, all others, and why.

        Worth is the chance, 0 to 1, to end with the score or more. Where chances are equal, points decide: one of them
        counts as 2e-7 of a game. Raises PositionError for a game that is over, or of another sheet.
        """
        options = self.options(state)
        card, dice = state.card, state.dice
        by_points = weigh(self._beats.table, state).options
        verb = f"has {self.score} points or more in"
        why = sentence(action_words(card, dice, options[0][0]), lambda: why_wins(card, dice, options, by_points, verb))
        return SheetDecision(*options[0], options, why, Unit.WINS)

    def options(self, state: SheetState) -> Options:
        """Return all legal actions with the chance to have the score, best first. Raises what `decide` raises."""
        table = self._beats.table
        check_sheet(table, state.sheet)
        if not state.card.open:
            raise PositionError("the card is full: give one with an open box")
        sheet = np.array((*table.place(state.card), state.card.total), np.int64)
        worth = weigh_beats(self._game, self._beats.chances, self.score, sheet)
        return options_of(table, state, ends_by_roll(table, state, np.where(worth < 0.0, -np.inf, worth)))

    def reach(self, card: Card) -> float:
        """Return the chance, 0 to 1, to end with the score or more at the start of a turn, also of a full card."""
        lack = self.score - card.total
        if lack <= 0 or not card.open:
            return float(lack <= 0)
        row = row_at(self._game, *self._beats.table.place(card))
        return float(self._beats.chances[row, lack - 1]) / SURE


class SheetBeatEvaluator(SheetEvaluator):
    """The chance of each player to end with a score; `make` returns who weighs it, and is called when needed."""

    def __init__(self, make: Callable[[], Beater]) -> None:
        self._make = make

    @cached_property
    def _beater(self) -> Beater:
        return self._make()

    def options(self, state: SheetState) -> Sequence[tuple[SheetAction, float]]:
        return self._beater.options(state)

    def worth(self, state: SheetState) -> tuple[float, ...]:
        found = [self._beater.reach(card) for card in state.cards]
        if state.dice:
            found[state.player] = self.options(state)[0][1]
        return tuple(found)


def simulate_beats(beats: BeatTable, games: int, seed: int) -> Simulation:
    """Play games for the score of `beats`, and return what they brought; needs numba.

    Raises OptionError for less than 2 games.
    """
    game = beats.game()

    def play(some: range) -> Any:
        sheets = np.zeros((len(some), 4), np.int64)
        luck = Luck(cup_of(beats.table.lattice), seed, some.start, 0)
        play_beats(game, beats.chances, beats.score, luck, sheets)
        return sheets[:, 3]

    return simulate_by(play, games, score=beats.score)
