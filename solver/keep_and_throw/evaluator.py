"""The worth of what players do in keep-and-throw games."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations

from solver.action import Action
from solver.evaluator import Evaluator
from solver.keep_and_throw.player import KeepValues, decide, win_chances
from solver.keep_and_throw.state import KeepState


class KeepEvaluator(Evaluator[KeepState]):
    """A keep-and-throw game, by its `table`: that of two players, or an approximation for more."""

    def __init__(self, table: KeepValues) -> None:
        self._table = table

    @property
    def about(self) -> bool:
        return self._table.about

    def options(self, state: KeepState) -> Sequence[tuple[Action, float]]:
        return tuple(decide(self._table, state).options.items())

    def worth(self, state: KeepState) -> tuple[float, ...]:
        return win_chances(self._table, state)

    def after_turn(self, state: KeepState, after: KeepState, worth: float, /) -> float:
        if not self.about:
            return worth
        gained = (after.scores[state.player] - state.banked) // state.rules.step
        return float(self._table.turn(state, gained)[1][gained])

    def option(self, state: KeepState, action: Action) -> Action:
        """Return an action by the first dice of those that show the same and leave dice alike."""
        if not action.dice:
            return action
        hands = self._table.hands(state.player)

        def left(kept: Collection[int]) -> int:
            return hands.number([place for place in state.places if place + 1 not in kept])

        shown = {place + 1: face for place, face in zip(state.places, state.dice, strict=True)}
        alike = (
            dice
            for dice in combinations(sorted(shown), len(action.dice))
            if tuple(sorted(shown[number] for number in dice)) == action.keep and left(dice) == left(action.dice)
        )
        return replace(action, dice=next(alike, action.dice))

    def place(self, state: KeepState) -> str:
        risk = f" with {state.turn} at risk" if state.turn else ""
        dice = f", dice {' '.join(map(str, sorted(state.dice)))}" if state.dice else ", before the first throw"
        order = (*state.scores[state.player :], *state.scores[: state.player])
        return f"{' : '.join(map(str, order))}{risk}{dice}"
