"""The worth of what the player does in games for one, in points or in the chance to reach the goal."""

from solver.decision import Unit, points
from solver.evaluator import check_rules
from solver.race.evaluator import RollOrHoldEvaluator
from solver.single.exact import SinglePlayerTable
from solver.single.states import SinglePlayerState


class SinglePlayerEvaluator(RollOrHoldEvaluator[SinglePlayerState]):
    """A game for one player, by the `table` of its limits."""

    def __init__(self, table: SinglePlayerTable) -> None:
        self._table = table

    @property
    def unit(self) -> Unit:
        if self._table.turns is None:
            return Unit.TURNS
        return Unit.POINTS if self._table.goal is None else Unit.WINS

    def both(self, state: SinglePlayerState) -> tuple[float, float]:
        table = self._table
        check_rules(state, (state.game, state.goal, state.turns), (table.game, table.goal, table.turns))
        left = 0 if table.turns is None else table.turns - state.taken
        roll, hold = table.weigh(left, state.score, state.turn_total)
        return (roll, hold) if left else (state.taken - roll, state.taken - hold)

    def worth(self, state: SinglePlayerState) -> tuple[float, ...]:
        return (state.returns() if state.over else self.options(state)[0][1],)

    def scores(self, state: SinglePlayerState) -> str:
        return f"{points(state.score)} banked,"

    def turn(self, state: SinglePlayerState) -> int:
        return state.taken + 1
