"""The worth of what players do in races: rolls and holds, and the number of dice in Hog."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from solver.action import HOLD, ROLL, Action
from solver.decision import points
from solver.evaluator import Evaluator, split_wins
from solver.race.hog import DICE, HogState
from solver.race.hog_strategies import DiceValues, best_dice
from solver.race.last_round import LastRoundValues
from solver.race.state import RaceState, RollOrHold
from solver.race.strategies import best_action
from solver.race.turn_values import TurnValues

R = TypeVar("R", bound=RollOrHold)


class RollOrHoldEvaluator(Evaluator[R]):
    """A game in which players roll or hold; holding is an option before the first throw too, where rules forbid it."""

    @abstractmethod
    def both(self, state: R) -> tuple[float, float]:
        """Return what rolling and holding are worth to the player whose turn it is."""

    @abstractmethod
    def scores(self, state: R) -> str:
        """Return the banked points in words."""

    def options(self, state: R) -> Sequence[tuple[Action, float]]:
        roll, hold = self.both(state)
        sign = -1.0 if self.unit.fewer else 1.0
        best_first = (ROLL, roll), (HOLD, hold)
        return best_first if best_action(state, sign * roll, sign * hold) == ROLL else best_first[::-1]

    def place(self, state: R) -> str:
        risk = f"with {points(state.turn_total)} at risk" if state.turn_total else "before the first throw"
        return f"{self.scores(state)} {risk}"


class RaceEvaluator(RollOrHoldEvaluator[RaceState]):
    """A race for two, by the `values` of its goal and its dice."""

    def __init__(self, values: TurnValues | LastRoundValues) -> None:
        self._values = values

    def both(self, state: RaceState) -> tuple[float, float]:
        return self._values.weigh(state)

    def worth(self, state: RaceState) -> tuple[float, ...]:
        if state.winner is not None:
            return split_wins(1.0, state.winner)
        return split_wins(self.options(state)[0][1], state.player)

    def scores(self, state: RaceState) -> str:
        return f"{state.me} : {state.opponent}"


class HogEvaluator(Evaluator[HogState]):
    """Hog, by the `values` of its goal and its dice."""

    def __init__(self, values: DiceValues) -> None:
        self._values = values

    def options(self, state: HogState) -> Sequence[tuple[Action, float]]:
        worth = self._values.weigh(state)
        best = best_dice(worth)
        numbers = sorted(range(1, len(worth) + 1), key=lambda dice: (dice != best, -worth[dice - 1]))
        return tuple((DICE[dice - 1], float(worth[dice - 1])) for dice in numbers)

    def worth(self, state: HogState) -> tuple[float, ...]:
        if state.winner is not None:
            return split_wins(1.0, state.winner)
        return split_wins(float(self._values.weigh(state).max()), state.player)

    def place(self, state: HogState) -> str:
        return f"{state.me} : {state.opponent}"
