"""The worth of what players do in Pig for three and more."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

from solver.multiplayer.approximation import ApproximatePlan, approximate_plan
from solver.multiplayer.states import MultiplayerState
from solver.race.evaluator import RollOrHoldEvaluator, reach
from solver.race.rules import PigState
from solver.throw_distribution import Chance, ThrowDistribution


class MultiplayerEvaluator(RollOrHoldEvaluator[MultiplayerState]):
    """Pig for three and more, each playing to win, with a `die` of these chances."""

    die: tuple[Chance, ...]

    @cached_property
    def distribution(self) -> ThrowDistribution:
        return PigState.distribution(self.die)

    @abstractmethod
    def turn_values(self, state: MultiplayerState) -> tuple[Sequence[float], Sequence[float]]:
        """Return what rolling and holding are worth at each turn total that does not reach the goal."""

    def both(self, state: MultiplayerState) -> tuple[float, float]:
        rolls, holds = self.turn_values(state)
        if state.turn_total < len(rolls):
            return rolls[state.turn_total], holds[state.turn_total]
        return 1.0 - self.distribution.bust * (1.0 - holds[0]), 1.0

    def scores(self, state: MultiplayerState) -> str:
        return " : ".join(map(str, state.in_order))

    def is_reachable(self, state: MultiplayerState, /) -> bool:
        me, *others = state.in_order
        can_be = reach(state.goal, self.distribution)
        return all(can_be(me, other, state.turn_total) for other in others)


class CrowdEvaluator(MultiplayerEvaluator):
    """Pig for four to ten, approximately, with a die of these chances, None for a fair one."""

    about, tie = True, 0.0

    def __init__(self, die: tuple[Chance, ...] | None) -> None:
        self.die = PigState.die() if die is None else die

    def turn_values(self, state: MultiplayerState) -> tuple[Sequence[float], Sequence[float]]:
        plan = self._plan(state)
        return plan.roll, plan.hold

    def worth(self, state: MultiplayerState) -> tuple[float, ...]:
        """Return everybody's chances; those of the other players change together during a turn."""
        if state.winner is not None:
            return state.returns()
        mine, (first, *others) = self.options(state)[0][1], self._plan(state).chances
        found = [mine, *((1.0 - mine) * other / (1.0 - first) for other in others)]
        return tuple(found[(seat - state.player) % len(found)] for seat in range(len(found)))

    def after_turn(self, state: MultiplayerState, after: MultiplayerState, _worth: float, /) -> float:
        return self._plan(state).hold[after.scores[state.player] - state.banked]

    def _plan(self, state: MultiplayerState) -> ApproximatePlan:
        return approximate_plan(state.in_order, state.goal, self.die)
