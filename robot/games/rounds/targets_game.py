"""Games of one round at the table in which dice are thrown for targets, as Chicago."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from robot.games.actions import THROW, Action, make_refusal
from robot.games.game import Move, format_scores
from robot.games.named_moves import ROLL, NamedMoves
from robot.games.reasons import Robot, first_reason
from robot.games.rounds.one_round import OneRound
from robot.games.thrown import wells_for
from robot.games.views import RaceView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.decision import Decision
from solver.errors import RuleError
from solver.explanation import decimals, sentence
from solver.rounds.evaluator import TargetEvaluator
from solver.rounds.round_player import check_place, round_player
from solver.rounds.state import TargetState, expected_points, target_chances
from solver.rounds.turn_graph import turn_graph
from solver.units import Unit


@dataclass(frozen=True, slots=True)
class TargetPosition(NamedMoves):
    """The solver's state; the one thing to do is to throw."""

    state: TargetState

    @property
    def begins(self) -> bool:
        return True

    @property
    def chooses(self) -> bool:
        return False

    def find_move(self, action: Action) -> Move:
        if action.verb != THROW:
            raise make_refusal("coach-refused-here")
        return NamedMoves.find_move(self, action)

    def describe(self) -> Saying | None:
        return self.remark and Saying("sentence", {"words": self.remark})

    @property
    def dice(self) -> int:
        return self.state.targets.dice

    @property
    def moves(self) -> dict[str, Saying]:
        return {} if self.over else {ROLL.action: Saying("key-throw-dice", {"dice": self.dice})}

    def view(self) -> RaceView:
        nothing = (0,) * len(self.scores)
        return RaceView(self.scores, nothing, None, self.remark, self.actions, risks=False)

    @property
    def remark(self) -> Saying | None:
        """Which round this is, and which sum scores."""
        if self.over:
            return None
        rounds = len(self.state.targets.targets)
        return Saying("target-now", {"round": self.state.round + 1, "rounds": rounds, "target": self.state.target})

    def after(self, move: Move, values: Sequence[int] = ()) -> "TargetPosition":
        if move != ROLL:
            raise RuleError(f"{move.action} is not a move here: throw")
        return TargetPosition(self.state.apply(move.action, tuple(values)))

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "throws": self.state.thrown}

    def name_move(self, _move: Move, /) -> Saying:  # there is one
        return Saying("the-throw")

    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        after = self.after(move, values)
        told: dict[str, Value] = {"name": actor(name), "values": tuple(values), "target": self.state.target}
        hit = after.scores != self.scores
        return Saying("target-hit" if hit else "target-missed", told | {"scores": format_scores(after.scores)})


@dataclass(frozen=True, slots=True)
class TargetsGame(OneRound):
    """A game by the rules `played`, in which targets are thrown for."""

    @property
    def wells(self) -> tuple[int, ...]:
        return wells_for(self.played.turn.dice)

    def begin(self, players: int) -> TargetPosition:
        return TargetPosition(TargetState(self.played, (0,) * players))

    def position(self, standing: Mapping[str, Any], _player: int, /) -> TargetPosition:  # it follows
        return TargetPosition(TargetState(self.played, tuple(standing["scores"]), standing["throws"]))

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        round_player(self.played, strategy, chance)  # a name that is none is refused, though all do the same
        return Robot(_weighed, lambda _, decision: first_reason(decision))

    def gambles(self, _strategy: str, /) -> bool:  # nothing is chosen
        return False

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:  # it is a sum
        return False

    def evaluators(self, players: int, /) -> tuple[TargetEvaluator]:
        return (TargetEvaluator(players),)

    def chances(self, position: TargetPosition) -> tuple[float, ...]:
        return target_chances(position.state) if len(position.scores) > 1 else ()


def _weighed(position: TargetPosition) -> Decision:
    state = position.state
    graph = turn_graph(state.rules, state.rules.die)
    for seat, score in enumerate(state.scores):
        if left := len(state.targets_left(seat)):
            check_place(graph, (left, score))
    wins = len(state.scores) > 1
    unit = Unit.WINS if wins else Unit.POINTS
    value = target_chances(state)[state.player] if wins else expected_points(state, 0)

    def why() -> str:
        shown = f"this wins {100 * value:.4g} %" if wins else f"this scores {decimals(value)[0]} points on average"
        return f"Throw: there is no other choice, and {shown}"

    return Decision(ROLL.action, value, {ROLL.action: value}, True, sentence("throw", why), unit=unit)
