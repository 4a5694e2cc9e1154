"""The worth of what players do on score sheets: in points, and in chances to win."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from solver.action import Action, Verb
from solver.decision import Unit
from solver.evaluator import Evaluator
from solver.sheet.coach.decide import WIN_STEP, check_sheet, weigh
from solver.sheet.exact.table import SheetValues
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState


class WinChances(Protocol):
    """The win probabilities if everybody plays to win; players share draws."""

    def win(self, state: SheetState) -> tuple[float, ...]:
        """Return every player's chance to win, 0 to 1, in sum 1."""
        ...

    def options(self, state: SheetState) -> tuple[tuple[Action, float], ...]:
        """Return all legal actions with the chance to win of the player whose turn it is, best first."""
        ...


class SheetEvaluator(Evaluator[SheetState]):
    """What all evaluators of sheets share."""

    def place(self, state: SheetState) -> str:
        if not state.dice:
            return "before the first throw"
        left = {0: "no throw left", 1: "1 throw left"}.get(state.rolls_left, f"{state.rolls_left} throws left")
        return f"{' '.join(map(str, state.dice))} with {left}"

    def turn(self, state: SheetState) -> int:
        return 1 + state.card.filled.bit_count()

    def words(self, state: SheetState, action: Action) -> str:
        words = action_words(state.card, state.dice, action, first=state.first)
        return words[0].lower() + words[1:]


class SheetPointsEvaluator(SheetEvaluator):
    """The points of each player at the end, by the `values` of the sheet and the dice; approximate where these are."""

    def __init__(self, values: SheetValues) -> None:
        self._values = values

    @property
    def unit(self) -> Unit:
        return Unit.POINTS

    @property
    def about(self) -> bool:
        return not self._values.exact

    def options(self, state: SheetState) -> Sequence[tuple[Action, float]]:
        written = state.card.total
        return tuple((action, written + value) for action, value in weigh(self._values, state).options)

    def worth(self, state: SheetState) -> tuple[float, ...]:
        check_sheet(self._values, state.sheet)
        found = [card.total + self._values.at(card) for card in state.cards]
        if state.dice:
            found[state.player] = self.options(state)[0][1]
        return tuple(found)


class SheetWinEvaluator(SheetEvaluator):
    """Each player's chance to win; `make` returns what weighs it, and is called at the first use."""

    def __init__(self, make: Callable[[], WinChances]) -> None:
        self._make = make

    @property
    def off(self) -> float:
        return WIN_STEP

    @cached_property
    def _judge(self) -> WinChances:
        return self._make()

    def options(self, state: SheetState) -> Sequence[tuple[Action, float]]:
        return self._judge.options(state)

    def worth(self, state: SheetState) -> tuple[float, ...]:
        return self._judge.win(state)


def action_words(card: Card, dice: Sequence[int], action: Action, *, first: bool = False) -> str:
    """Return an action in words, with the points that a box takes: Keep 3 3, Score 12 in fours.

    Some boxes take more with the `first` throw of a turn.
    """
    if action.keep is not None:
        again = "Throw all dice again" if dice else "Throw all dice"
        return f"Keep {action.kept}" if action.keep else again
    box = card.sheet.box_words(action.box)
    if action.verb is Verb.COMMIT:
        return f"Choose {box}"
    points = card.points(action.box, dice, first=first)
    return f"Score {points} in {box}" if points else f"Put a zero in {box}"
