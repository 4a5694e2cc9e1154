"""Plain value iteration: every state set to its better action again and again, until nothing moves.

It is how these games are usually solved (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004), slower than
`solver.race.exact` and less exact, and here for people who are learning it.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from solver.game import WIN, Solution
from solver.goal import LEAST_GOAL, check_written_out, states
from solver.law import Chance
from solver.race.exact import throw_of
from solver.race.hog import HogState, throw_sums
from solver.race.iteration_kernels import sweep_hog, sweep_race
from solver.race.kernels import pack_policy
from solver.race.rules import race_rules, rules_of

METHOD = "value-iteration"
STILL = 1e-14
MOST_SWEEPS = 100_000


class ValueIteration:
    """The values of a game as they stand between sweeps; `start[i, j]` are those of turn starts.

    Raises UnknownNameError, LawError, and GoalError for a goal outside 2 to 250.
    """

    def __init__(self, game: str, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> None:
        rules = rules_of(game)
        self.game = game
        self.goal = check_written_out(rules.usual_goal if goal is None else goal, "iterate plainly")
        self.die = die = rules.die() if die is None else die
        if game == HogState.game:
            sums = throw_sums(die)
            self._win = np.zeros((self.goal, self.goal))
            self._sweep: Callable[[], float] = lambda: sweep_hog(sums, self._win)
            self.states = self.goal**2
        else:
            self._throw = throw_of(race_rules(game).law(die))
            self._win = np.zeros((self.goal, self.goal, self.goal + self._throw.gains[-1]))
            for i in range(self.goal):
                self._win[i, :, self.goal - i :] = 1.0
            self._sweep = lambda: sweep_race(self._throw, self._win)
            self.states = states(self.goal)

    @property
    def start(self) -> NDArray[np.float64]:
        """The win probability of the player who throws with i points against j, as it stands."""
        return self._win if self._win.ndim == 2 else self._win[:, :, 0]

    def sweeps(self, still: float = STILL) -> Iterator[tuple[int, float]]:
        """Sweep until no value changes by more than `still`; yield the number of each sweep and its largest change."""
        for sweep in range(1, MOST_SWEEPS):
            change = self._sweep()
            yield sweep, change
            if change <= still:
                return

    def policy_sha256(self) -> str | None:
        """Return the hash of the packed roll bits that the values lead to, None for a game without."""
        if self.game == HogState.game:
            return None
        packed = pack_policy(self._throw, np.ascontiguousarray(self.start))
        return hashlib.sha256(packed.tobytes()).hexdigest()


def iterate(
    iteration: ValueIteration,
    still: float = STILL,
    trace: Callable[[int, float], None] = lambda _sweep, _change: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Solution:
    """Sweep until no value changes by more than `still`, telling `trace` of each sweep, and return what came of it.

    `seconds` leaves out compilation.
    """
    next(ValueIteration(iteration.game, LEAST_GOAL, iteration.die).sweeps())
    begun = clock()
    sweep, change = 0, 0.0
    for sweep, change in iteration.sweeps(still):
        trace(sweep, change)
    seconds = clock() - begun
    extra = MappingProxyType({"method": METHOD, "sweeps": sweep, "largest_change": change})
    value = float(iteration.start[0, 0])
    return Solution(iteration.game, value, WIN, iteration.states, seconds, iteration.policy_sha256(), extra)
