"""The worth of what the player does in games for one, in points or in the chance to reach the goal."""

from solver.decision import points
from solver.race.evaluator import RollOrHoldEvaluator
from solver.single.exact import SinglePlayerTable
from solver.single.states import PigReachState, PigScoreState
from solver.units import Unit


class SinglePlayerEvaluator(RollOrHoldEvaluator[PigReachState | PigScoreState]):
    """A game of limited turns, by the `table` of its limits."""

    def __init__(self, table: SinglePlayerTable) -> None:
        self._table = table

    @property
    def unit(self) -> Unit:
        return Unit.POINTS if self._table.goal is None else Unit.WINS

    def both(self, state: PigReachState | PigScoreState) -> tuple[float, float]:
        return self._table.weigh(state.turns - state.taken, state.score, state.turn_total)

    def worth(self, state: PigReachState | PigScoreState) -> tuple[float, ...]:
        return (state.returns() if state.over else self.options(state)[0][1],)

    def scores(self, state: PigReachState | PigScoreState) -> str:
        return f"{points(state.score)} banked,"

    def turn(self, state: PigReachState | PigScoreState) -> int:
        return state.taken + 1
