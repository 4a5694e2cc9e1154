"""Plain value iteration of the games for two players, which is here for learners."""

import hashlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from solver.game import WIN
from solver.goal import LEAST_GOAL, check_written_out, states
from solver.jit import compiled
from solver.race.exact import ThrowArrays, pack_policy, throw_arrays
from solver.race.hog import HogState, throw_sums
from solver.race.rules import race_rules, rules_of
from solver.throw_distribution import Chance
from solver.value_iteration import ValueIteration


@compiled
def sweep_race(throw: ThrowArrays, win: NDArray[np.float64]) -> float:
    """Set each `win[i, j, k]` to its better action by the current values, and return the largest change.

    `win` is goal x goal x (goal + the largest gain), and 1 where i + k has reached the goal.
    """
    gains, chances, bust, bust_gain, ruin = throw
    goal = win.shape[0]
    change = 0.0
    for i in range(goal):
        for j in range(goal):
            lost = 1.0 - win[j, i + bust_gain, 0] if i + bust_gain < goal else 1.0
            ended = bust * lost + ruin * (1.0 - win[j, 0, 0])
            for k in range(goal - i):
                best = ended
                for m in range(len(gains)):
                    best += chances[m] * win[i, j, k + gains[m]]
                if k > 0:
                    best = max(best, 1.0 - win[j, i + k, 0])
                change = max(change, abs(best - win[i, j, k]))
                win[i, j, k] = best
    return change


@compiled
def sweep_hog(sums: NDArray[np.float64], win: NDArray[np.float64]) -> float:
    """Set each `win[i, j]` to its best number of dice by the current values, and return the largest change."""
    goal = win.shape[0]
    change = 0.0
    for i in range(goal):
        for j in range(goal):
            best = 0.0
            for n in range(sums.shape[0]):
                value = 0.0
                for score in range(sums.shape[1]):
                    value += sums[n, score] * (1.0 - win[j, i + score] if i + score < goal else 1.0)
                best = max(best, value)
            change = max(change, abs(best - win[i, j]))
            win[i, j] = best
    return change


class TwoPlayerIteration(ValueIteration):
    """The values of a game for two players between sweeps.

    All of them `begin` at the same value. Raises UnknownNameError, DistributionError, and OptionError for a goal
    outside 1 to 250.
    """

    unit = WIN

    def __init__(
        self, game: str, goal: int | None = None, die: tuple[Chance, ...] | None = None, begin: float = 0.0
    ) -> None:
        rules = rules_of(game)
        self.game = game
        self.goal = check_written_out(rules.usual_goal if goal is None else goal, "iterate plainly")
        self.die = die = rules.die() if die is None else die
        if game == HogState.game:
            sums = throw_sums(die)
            self._win = np.full((self.goal, self.goal), begin)
            self._sweep: Callable[[], float] = lambda: sweep_hog(sums, self._win)
            self.states = self.goal**2
        else:
            self._throw = throw_arrays(race_rules(game).distribution(die))
            self._win = np.full((self.goal, self.goal, self.goal + self._throw.gains[-1]), begin)
            for i in range(self.goal):
                self._win[i, :, self.goal - i :] = 1.0
            self._sweep = lambda: sweep_race(self._throw, self._win)
            self.states = states(self.goal)

    @property
    def values(self) -> NDArray[np.float64]:
        """The win probability of the player who acts with i points against j and k at risk; Hog has no k."""
        return self._win

    @property
    def start(self) -> NDArray[np.float64]:
        """The win probability of the player who throws with i points against j, as it stands."""
        return self._win if self._win.ndim == 2 else self._win[:, :, 0]

    @property
    def value(self) -> float:
        """Win probability of the player who begins, at present."""
        return float(self.start[0, 0])

    def sweep(self) -> float:
        """Sweep once; return the largest change."""
        return self._sweep()

    def warm_up(self) -> None:
        """Sweep the smallest game with the same die."""
        TwoPlayerIteration(self.game, LEAST_GOAL, self.die).sweep()

    def policy_sha256(self) -> str | None:
        """Return the hash of the packed roll bits that the values lead to, None for Hog."""
        if self.game == HogState.game:
            return None
        packed = pack_policy(self._throw, np.ascontiguousarray(self.start))
        return hashlib.sha256(packed.tobytes()).hexdigest()
