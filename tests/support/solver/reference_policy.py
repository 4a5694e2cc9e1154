"""What a way of playing brings, in fractions, by the rules' own states alone: a second opinion on `evaluate`."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from solver.sheet.exact.table import SheetTable, plan_of
from solver.sheet.game.card import Card
from solver.sheet.game.rules import Score, SheetAction, SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.guess import Guess
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


def whim(sheet: Sheet, die: tuple[Fraction, ...]) -> Guess:
    """Return a player who believes in values that are drawn at random for all that a policy may depend on."""
    plan = plan_of(sheet)
    values = np.random.default_rng(1).random((1 << plan.boxes, plan.flags, plan.cap + 1)) * 20
    for mask, begin in enumerate(plan.begin.tolist()):
        values[mask, :, :begin] = values[mask, :, begin, None]
    return Guess.of_table(SheetTable(sheet, die, values))


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
