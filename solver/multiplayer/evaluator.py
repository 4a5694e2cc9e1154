"""The worth of what players do in Pig for three."""

from collections.abc import Sequence

from solver.multiplayer.states import MultiplayerState
from solver.multiplayer.three import ThreeTable
from solver.race.evaluator import RollOrHoldEvaluator
from solver.race.state import TIE, Action
from solver.race.strategies import best_action

Chances = tuple[float, float, float]
"""Everybody's chance to win, in order of play from the player whose turn it is."""


class ThreeEvaluator(RollOrHoldEvaluator[MultiplayerState]):
    """Pig for three, each for the own win, by the `table` of its goal."""

    def __init__(self, table: ThreeTable) -> None:
        self._table = table

    def both(self, state: MultiplayerState) -> tuple[float, float]:
        rolls, holds = self._table.turn(*state.in_order)
        if state.turn_total < len(rolls):
            return rolls[state.turn_total], holds[state.turn_total]
        return 1.0 - self._table.distribution.bust * (1.0 - holds[0]), 1.0

    def worth(self, state: MultiplayerState) -> tuple[float, ...]:
        if state.winner is not None:
            return state.returns()
        roll, hold = self._everybody(state)
        found = roll if best_action(state, roll[0], hold[0]) is Action.ROLL else hold
        return tuple(found[(seat - state.player) % 3] for seat in range(3))

    def scores(self, state: MultiplayerState) -> str:
        return " : ".join(map(str, state.in_order))

    def _everybody(self, state: MultiplayerState) -> tuple[Chances, Chances]:
        """Return everybody's chances after a throw and after a hold, the rest of the turn played best."""
        me, second, third = state.in_order
        distribution, goal = self._table.distribution, self._table.goal
        lost = self._held(me, second, third)
        best: dict[int, Chances] = {}
        roll = hold = lost
        for turn in range(max(goal - me - 1, state.turn_total), state.turn_total - 1, -1):
            after = [best.get(turn + gain, (1.0, 0.0, 0.0)) for gain in distribution.gains]
            roll = _mix([lost, *after], [distribution.bust, *distribution.chances])
            hold = self._held(me + turn, second, third) if me + turn < goal else (1.0, 0.0, 0.0)
            rolls = turn == 0 or roll[0] - hold[0] > TIE
            best[turn] = roll if rolls else hold
        return roll, hold

    def _held(self, me: int, second: int, third: int) -> Chances:
        """Return everybody's chances once the player has handed over with `me` points."""
        following, last, own = self._table.win[second, third, me].tolist()
        return own, following, last


def _mix(parts: Sequence[Chances], weights: Sequence[float]) -> Chances:
    first, second, third = (
        sum(part[seat] * weight for part, weight in zip(parts, weights, strict=True)) for seat in range(3)
    )
    return first, second, third
