"""The worth of what players do in Pig for three and more."""

from abc import abstractmethod
from collections.abc import Sequence

from solver.action import ROLL
from solver.evaluator import check_rules
from solver.multiplayer.approximation import ApproximatePlan, approximate_plan
from solver.multiplayer.states import MultiplayerState
from solver.multiplayer.three import ThreeTable
from solver.race.evaluator import RollOrHoldEvaluator
from solver.race.rules import PigState
from solver.race.state import TIE
from solver.race.strategies import best_action
from solver.throw_distribution import Chance, ThrowDistribution

Chances = tuple[float, float, float]
"""Everybody's chance to win, in order of play from the player whose turn it is."""


class MultiplayerEvaluator(RollOrHoldEvaluator[MultiplayerState]):
    """Pig for three and more, each for the own win, with dice of this `distribution`."""

    def __init__(self, distribution: ThrowDistribution) -> None:
        self.distribution = distribution

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


class ThreeEvaluator(MultiplayerEvaluator):
    """Pig for three by the `table` of its goal."""

    def __init__(self, table: ThreeTable) -> None:
        super().__init__(table.distribution)
        self._table = table

    def turn_values(self, state: MultiplayerState) -> tuple[Sequence[float], Sequence[float]]:
        check_rules(state, state.goal, self._table.goal)
        return self._table.turn(*state.in_order)

    def worth(self, state: MultiplayerState) -> tuple[float, ...]:
        if state.winner is not None:
            return state.returns()
        roll, hold = self._everybody(state)
        found = roll if best_action(state, roll[0], hold[0]) == ROLL else hold
        return tuple(found[(seat - state.player) % 3] for seat in range(3))

    def _everybody(self, state: MultiplayerState) -> tuple[Chances, Chances]:
        """Return everybody's chances after a throw and after a hold, the rest of the turn played best."""
        check_rules(state, state.goal, self._table.goal)
        me, second, third = state.in_order
        distribution, goal = self.distribution, self._table.goal
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


class CrowdEvaluator(MultiplayerEvaluator):
    """Pig for four to ten, approximately, with a die of these chances, None for a fair one."""

    about = True

    def __init__(self, die: tuple[Chance, ...] | None) -> None:
        super().__init__(PigState.distribution(PigState.die() if die is None else die))
        self._die = die

    def turn_values(self, state: MultiplayerState) -> tuple[Sequence[float], Sequence[float]]:
        plan = self._plan(state)
        return plan.roll, plan.hold

    def worth(self, state: MultiplayerState) -> tuple[float, ...]:
        """Return the chances of all; those of the others change together while a turn is on."""
        if state.winner is not None:
            return state.returns()
        mine, (first, *others) = self.options(state)[0][1], self._plan(state).chances
        found = [mine, *((1.0 - mine) * other / (1.0 - first) for other in others)]
        return tuple(found[(seat - state.player) % len(found)] for seat in range(len(found)))

    def after_turn(self, state: MultiplayerState, after: MultiplayerState, _worth: float, /) -> float:
        return self._plan(state).hold[after.scores[state.player] - state.banked]

    def _plan(self, state: MultiplayerState) -> ApproximatePlan:
        return approximate_plan(state.in_order, state.goal, self._die)


def _mix(parts: Sequence[Chances], weights: Sequence[float]) -> Chances:
    first, second, third = (
        sum(part[seat] * weight for part, weight in zip(parts, weights, strict=True)) for seat in range(3)
    )
    return first, second, third
