"""What rolling and holding are worth, and what to do by it: one form for races, games for one, and Pig for many."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import ClassVar, TypeVar

from solver.action import HOLD, ROLL, Action
from solver.decision import Decision, points
from solver.errors import RuleError
from solver.evaluator import Evaluator, split_wins
from solver.race.state import TIE, RaceState, RollOrHold
from solver.reason import Reason

R = TypeVar("R", bound=RollOrHold)


class RollOrHoldEvaluator(Evaluator[R]):
    """A game in which players roll or hold; holding is an option before the first throw too, where rules forbid it.

    Rolling is better where it is worth more by the part `tie` of what holding is worth, or of `tie_from` if that is
    more. `reached` is the reason of a hold that reaches the goal, and `counts` the kind of reason that names a worth.
    """

    tie: ClassVar[float] = TIE
    tie_from: ClassVar[float] = 1.0
    reached: ClassVar[str] = "won"

    @property
    def counts(self) -> str:
        return ""

    @abstractmethod
    def both(self, state: R) -> tuple[float, float]:
        """Return what rolling and holding are worth to the player whose turn it is."""

    @abstractmethod
    def scores(self, state: R) -> str:
        """Return the banked points in words."""

    def reachable(self, _state: R, /) -> bool:
        """Return whether a game can stand so."""
        return True

    def reaches(self, state: R) -> bool:
        """Return whether a hold reaches the goal, so that nothing is better."""
        return state.goal is not None and state.banked + state.turn_total >= state.goal

    def options(self, state: R) -> Sequence[tuple[Action, float]]:
        roll, hold = self.both(state)
        gain = hold - roll if self.unit.fewer else roll - hold
        best_first = (ROLL, roll), (HOLD, hold)
        rolls = state.turn_total == 0 or gain > self.tie * max(self.tie_from, abs(hold))
        return best_first if rolls else best_first[::-1]

    def place(self, state: R) -> str:
        risk = f"with {points(state.turn_total)} at risk" if state.turn_total else "before the first throw"
        return f"{self.scores(state)} {risk}"

    def decide(self, state: R) -> Decision:
        """Return what to do in a state, with both options valued for perfect play afterwards. Raises SolverError."""
        if state.over:
            raise RuleError("the game is over: there is nothing to decide")
        worth = dict(self.options(state))
        return Decision(
            *next(iter(worth.items())),
            {action: worth[action] for action in (ROLL, HOLD)},
            reachable=self.reachable(state),
            about=self.about,
            unit=self.unit,
            counts=self.counts,
            explain=partial(self._explain, state),
        )

    def _explain(self, state: R, decision: Decision, action: Action, other: Action | None) -> Reason:
        me, turn = state.banked, state.turn_total
        if turn == 0:
            return decision.compare(ROLL, None, Reason("beginning", {"action": ROLL}))
        if action == HOLD and self.reaches(state):
            return Reason(self.reached, {"action": HOLD, "me": me, "turn": turn, "sum": me + turn})
        lead = Reason("banking" if action == HOLD else "risking", {"action": action, "points": turn})
        return decision.compare(action, other, lead)


class RaceEvaluator(RollOrHoldEvaluator[RaceState]):
    """A race for two."""

    def worth(self, state: RaceState) -> tuple[float, ...]:
        if state.winner is not None:
            return split_wins(1.0, state.winner)
        return split_wins(self.options(state)[0][1], state.player)

    def scores(self, state: RaceState) -> str:
        return f"{state.me} : {state.opponent}"
