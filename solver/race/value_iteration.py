"""Plain value iteration of the games for two players."""

import hashlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from solver.game import WIN
from solver.goal import LEAST_GOAL, check_written_out, states
from solver.race.exact import throw_arrays
from solver.race.hog import HogState, throw_sums
from solver.race.iteration_kernels import sweep_hog, sweep_race
from solver.race.race_kernels import pack_policy
from solver.race.rules import race_rules, rules_of
from solver.throw_distribution import Chance
from solver.value_iteration import ValueIteration


class TwoPlayerIteration(ValueIteration):
    """The values of a game for two players between sweeps.

    All of them `begin` at the same value. Raises UnknownNameError, DistributionError, and GoalError for a goal outside
    1 to 250.
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
