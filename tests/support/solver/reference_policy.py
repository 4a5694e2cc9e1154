"""What a way of playing brings, in fractions, by the rules' own states alone: a second opinion on `evaluate`."""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from solver.sheet.exact.table import plan_of
from solver.sheet.game.card import Card
from solver.sheet.game.dice import lattice
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.plays import Plays
from tests.support.solver.reference_states import End, falls, start_of, to_throw

Act = Callable[[SheetState], SheetAction]


def play_all(sheet: Sheet, act: Act, die: tuple[Fraction, ...]) -> dict[Card, Fraction]:
    """Return how likely each full card is when all is done as `act` says, over every outcome of the dice.

    Nothing but what `start_of` tells of a card may matter to `act`.
    """
    cards = {Card.blank(sheet): Fraction(1)}
    turns: dict[object, dict[End, Fraction]] = {}
    for _ in sheet.boxes:
        after: dict[Card, Fraction] = {}
        for card, chance in cards.items():
            start = SheetState((card,), rolls_left=sheet.throws)
            key = start_of(start)
            if key not in turns:
                turns[key] = play_turn(start, act, die)
            for (box, dice), way in turns[key].items():
                filled = card.with_score(box, dice)
                after[filled] = after.get(filled, Fraction(0)) + chance * way
        cards = after
    return cards


def play_turn(start: SheetState, act: Act, die: tuple[Fraction, ...]) -> dict[End, Fraction]:
    """Return how likely a turn ends with some dice in some box."""
    ahead = {start: Fraction(1)}
    ends: dict[End, Fraction] = {}
    while ahead:
        after: dict[SheetState, Fraction] = {}
        for state, chance in ahead.items():
            action = act(state)
            if isinstance(action, Score):
                end = action.box, state.dice
                ends[end] = ends.get(end, Fraction(0)) + chance
                continue
            for throw, way in falls(die, to_throw(state, action)).items():
                reached = state.apply(action, throw)
                after[reached] = after.get(reached, Fraction(0)) + chance * way
        ahead = after
    return ends


@dataclass(frozen=True)
class Whim:
    """A player whose actions hang, by no sense at all, on everything that a policy may depend on."""

    sheet: Sheet

    def act(self, state: SheetState) -> SheetAction:
        """Return what is done in a moment of a game."""
        return self._drawn(state, state.card.upper, int(bool(self.sheet.extra) and state.card.joker_paid))

    def _drawn(self, state: SheetState, total: int, flag: int) -> SheetAction:
        plan, filled = plan_of(self.sheet), state.card.filled
        total = max(min(total, plan.cap), int(plan.begin[filled]))
        key = filled, total, flag, state.dice, state.rolls_left, state.committed
        actions = state.legal_actions()
        # Another throw is as likely as the end of the turn.
        keeps = [action for action in actions if isinstance(action, Keep)]
        others = [action for action in actions if not isinstance(action, Keep)] or keeps
        number = zlib.crc32(repr(key).encode())
        some = keeps if keeps and number % 2 else others
        return some[number // 2 % len(some)]

    def rows(self, filled: NDArray[np.int64], flags: NDArray[np.int64]) -> Iterator[Plays]:
        """Yield the same, as `evaluate` asks for it."""
        sheet, plan = self.sheet, plan_of(self.sheet)
        dice = lattice(sheet.dice, (Fraction(1, sheet.sides),) * sheet.sides)
        groups = plan.boxes if sheet.commit else 1
        for mask, flag in zip(filled.tolist(), flags.tolist(), strict=True):
            totals = range(plan.begin[mask], plan.end[mask] + 1)
            keep = np.full((groups, sheet.throws, len(totals), len(dice.rolls)), -1, np.int32)
            box = np.full((len(totals), len(dice.rolls)), -1, np.int32)
            scores = [0 if mask >> place & 1 else None for place in range(plan.boxes)]
            if flag and sheet.yahtzee is not None:
                scores[sheet.yahtzee] = sheet.boxes[sheet.yahtzee].points
            card = Card(sheet, tuple(scores))
            for row, total in enumerate(totals):
                for place, roll in enumerate(dice.rolls):
                    chosen = card.open if sheet.commit else (None,)
                    for committed in chosen:
                        group = sheet.index(committed) if committed else 0
                        for left in range(1, sheet.throws):
                            action = self._drawn(SheetState((card,), 0, roll, left, committed), total, flag)
                            kept = action.dice if isinstance(action, Keep) else roll
                            keep[group, left, row, place] = dice.index(kept)
                    left = sheet.throws - 1 if sheet.commit else 0
                    last = self._drawn(SheetState((card,), 0, roll, left), total, flag)
                    assert not isinstance(last, Keep)
                    box[row, place] = sheet.index(last.box)
            yield Plays(keep, box)


@dataclass(frozen=True)
class AtOnce:
    """A player who writes early what `Whim` would write after the last throw: to keep all dice is to score them so."""

    whim: Whim

    def act(self, state: SheetState) -> SheetAction:
        """Return what is done in a moment of a game."""
        action = self.whim.act(state)
        if isinstance(action, Keep | Commit) or not state.rolls_left or state.committed:
            return action
        return self.whim.act(SheetState((state.card,), 0, state.dice, 0))


def moments_of(full: dict[Card, Fraction]) -> tuple[float, float]:
    """Return mean and standard deviation of the final score."""
    mean = sum((chance * card.total for card, chance in full.items()), Fraction(0))
    square = sum((chance * card.total**2 for card, chance in full.items()), Fraction(0))
    return float(mean), float(square - mean**2) ** 0.5


def chances_of(full: dict[Card, Fraction], what: Callable[[Card], int]) -> dict[int, float]:
    """Return how likely each number is that `what` makes of a full card."""
    found: dict[int, Fraction] = {}
    for card, chance in full.items():
        found[what(card)] = found.get(what(card), Fraction(0)) + chance
    return {number: float(chance) for number, chance in found.items()}
