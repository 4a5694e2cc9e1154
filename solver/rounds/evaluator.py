"""The worth of what players do in games of one round, and of throws for targets: chances to win, alone points."""

from collections.abc import Sequence

from solver.action import ROLL, Action
from solver.evaluator import Evaluator, check_rules
from solver.rounds.round_player import round_chances, weigh_any
from solver.rounds.rules import RoundRules
from solver.rounds.state import RoundState, TargetState, TileState, expected_points, target_chances
from solver.units import Unit


class RoundEvaluator(Evaluator[RoundState | TileState]):
    """A round by the `rules` for that many `players`."""

    def __init__(self, rules: RoundRules, players: int) -> None:
        self._made = rules, players
        self._unit = Unit.WINS if players > 1 else Unit.POINTS if rules.most else Unit.FEWEST

    @property
    def unit(self) -> Unit:
        return self._unit

    def options(self, state: RoundState | TileState) -> Sequence[tuple[Action, float]]:
        check_rules(state, (state.rules, len(state.results)), self._made)
        return tuple(weigh_any(state).options.items())

    def worth(self, state: RoundState | TileState) -> tuple[float, ...]:
        check_rules(state, (state.rules, len(state.results)), self._made)
        if self._unit is Unit.WINS:
            return round_chances(state)
        return (float(state.scores[0]) if state.over else self.options(state)[0][1],)

    def place(self, state: RoundState | TileState) -> str:
        best = "nobody has a score" if state.best is None else f"best so far {state.best}"
        dice = f"dice {' '.join(map(str, sorted(state.dice)))}"
        if isinstance(state, TileState):
            return f"{best}, open {' '.join(map(str, state.open))}, {dice if state.dice else 'before a throw'}"
        return f"{best}, {state.turn} in this turn, {dice if state.dice else 'before the first throw'}"


class TargetEvaluator(Evaluator[TargetState]):
    """Throws for targets by that many `players`: nothing is chosen, luck is all."""

    def __init__(self, players: int) -> None:
        self._players = players

    @property
    def unit(self) -> Unit:
        return Unit.POINTS if self._players == 1 else Unit.WINS

    def options(self, state: TargetState) -> Sequence[tuple[Action, float]]:
        return ((ROLL, self.worth(state)[state.player]),)

    def worth(self, state: TargetState) -> tuple[float, ...]:
        check_rules(state, len(state.scores), self._players)
        return (expected_points(state, 0),) if self._players == 1 else target_chances(state)

    def place(self, state: TargetState) -> str:
        return f"{state.scores[state.player]} points, thrown for {state.target}"

    def turn(self, state: TargetState) -> int:
        return state.round + 1
