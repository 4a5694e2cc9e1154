"""What rolling and holding are worth, and the decision by that: for races, games for one player, and Pig for many."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from operator import mul
from typing import ClassVar, TypeVar

from solver.action import HOLD, ROLL, Action
from solver.decision import Decision, Unit, points
from solver.errors import RuleError
from solver.evaluator import Evaluator, split_wins
from solver.race.state import TIE, RaceState, RollOrHold
from solver.reason import Reason, weigh_throw
from solver.throw_distribution import ThrowDistribution

R = TypeVar("R", bound=RollOrHold)


class RollOrHoldEvaluator(Evaluator[R]):
    """A game in which players roll or hold; holding has a value before the first throw too, where rules forbid it.

    Rolling is better if its worth exceeds that of holding by more than the part `tie` of it, or of `tie_from` if that
    is larger. `reached` is the reason for a hold that reaches the goal, and `counts` the kind of reason that names a
    worth.
    """

    tie: ClassVar[float] = TIE
    tie_from: ClassVar[float] = 1.0
    reached: ClassVar[str] = "won"

    @property
    def counts(self) -> str:
        return ""

    @property
    @abstractmethod
    def distribution(self) -> ThrowDistribution:
        """The outcomes of a throw."""

    @abstractmethod
    def both(self, state: R) -> tuple[float, float]:
        """Return what rolling and holding are worth to the player whose turn it is."""

    @abstractmethod
    def scores(self, state: R) -> str:
        """Return the banked points in words."""

    def is_reachable(self, _state: R, /) -> bool:
        """Return whether a game can reach this state."""
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
            reachable=self.is_reachable(state),
            about=self.about,
            unit=self.unit,
            counts=self.counts,
            explain=partial(self._explain, state),
            weigh=partial(self._weigh, state),
        )

    def _explain(self, state: R, decision: Decision, action: Action, other: Action | None) -> Reason:
        me, turn = state.banked, state.turn_total
        if turn == 0:
            return decision.compare(ROLL, None, Reason("beginning", {"action": ROLL}))
        if action == HOLD and self.reaches(state):
            return Reason(self.reached, {"action": HOLD, "me": me, "turn": turn, "sum": me + turn})
        lead = Reason("banking" if action == HOLD else "risking", {"action": action, "points": turn})
        return decision.compare(action, other, lead)

    def _weigh(self, state: R, _better: Action, worse: Action) -> Iterable[tuple[Reason, float]]:
        """Return what throws that add points, and throws that end the turn, bring compared with a hold."""
        roll, hold = self.both(state)
        on = good = 0.0
        for gain, chance in zip(self.distribution.gains, self.distribution.chances, strict=True):
            if state.passes(gain):
                continue
            on += chance
            after: R = replace(state, turn_total=state.turn_total + gain)  # type: ignore[call-arg]  # as in RollOrHold
            good += chance * (self.options(after)[0][1] - hold)
        scale = (-1 if self.unit.fewer else 1) * (100 if self.unit is Unit.WINS else 1)
        return weigh_throw(scale * good, scale * (roll - hold - good), on, held=worse == HOLD)


class RaceEvaluator(RollOrHoldEvaluator[RaceState]):
    """A race for two."""

    def worth(self, state: RaceState) -> tuple[float, ...]:
        if state.winner is not None:
            return split_wins(1.0, state.winner)
        return split_wins(self.options(state)[0][1], state.player)

    def scores(self, state: RaceState) -> str:
        return f"{state.me} : {state.opponent}"


def sums_of(gains: Sequence[int], end: int) -> int:
    """Return the sums of any number of `gains`, from 0 to below `end`, as bits."""
    sums = 1
    for total in range(1, end):
        if any(total >= gain and sums >> (total - gain) & 1 for gain in gains):
            sums |= 1 << total
    return sums


def _turn_counts(goal: int, distribution: ThrowDistribution, sums: int) -> list[int]:
    """Return for each score the numbers of turns after which a player can have it, as bits; bit 0 for any number."""
    if distribution.bust_gain == 0:
        return [sums >> score & 1 for score in range(goal)]
    banks = [total for total in range(1, goal) if sums >> total & 1 or total == distribution.bust_gain]
    turns = [1] + [0] * (goal - 1)
    for score in range(1, goal):
        for bank in banks:
            if bank > score:
                break
            turns[score] |= turns[score - bank] << 1
    return turns


@lru_cache(16)
def reach(goal: int, distribution: ThrowDistribution) -> Callable[[int, int, int], bool]:
    """Return whether a game to `goal` can reach these points of both players and at risk.

    A player who can hold and win does so: the total before the last throw did not yet reach the goal.
    """
    gains, exact = distribution.gains, distribution.exact
    sums = sums_of(gains, goal + gains[-1])
    turns = _turn_counts(goal, distribution, sums)

    def can_be(me: int, opponent: int, turn: int) -> bool:
        if max(me, opponent) >= goal:
            return False
        # The waiting player has had as many turns, or one more.
        mine, theirs = turns[me], turns[opponent]
        if not mine & (theirs | theirs >> 1):
            return False
        return turn == 0 or any(
            turn >= gain and me + turn - gain < goal >= exact * (me + turn) and sums >> (turn - gain) & 1
            for gain in gains
        )

    return can_be


def turn_worth(
    distribution: ThrowDistribution, holds: list[float], ended: float, win: float = 1.0
) -> tuple[list[float], list[float]]:
    """Return what a throw and a hold are worth at each turn total; a win is worth `win`.

    `ended` is what throws that end the turn add to the worth of a throw.
    """
    gains, chances = distribution.gains, distribution.chances
    rolls = [0.0] * len(holds)
    best = [win] * (len(holds) + gains[-1])
    if distribution.exact:
        best[len(holds) + 1 :] = holds[:1] * (gains[-1] - 1)
    for k in range(len(holds) - 1, -1, -1):
        roll = ended + sum(map(mul, chances, [best[k + gain] for gain in gains]))
        rolls[k] = roll
        best[k] = max(roll, holds[k])
    return rolls, holds
