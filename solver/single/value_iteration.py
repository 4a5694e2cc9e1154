"""Plain value iteration of the games for one player."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.errors import OptionError
from solver.jit import compiled
from solver.race.exact import ThrowArrays, throw_arrays
from solver.single.exact import SinglePlayerTable, better, load_solitaire, weigh_turn
from solver.single.states import PigReachState
from solver.throw_distribution import Chance
from solver.value_iteration import ValueIteration

MOST_STATES = 30_000_000


@compiled
def sweep_single(throw: ThrowArrays, price: float, worth: NDArray[np.float64]) -> float:
    """Set each `worth[n, s, t]` to its better action by the current values, and return the largest change.

    With n turns left, s is banked and t at risk; the last s is a reached goal. `worth[0]` is the end, or where it is
    all there is, turns are not limited and each costs `price`. From the last t on nobody rolls.
    """
    gains, chances, bust, _, ruin = throw
    layers, rows, cap = worth.shape
    goal = rows - 1
    change = 0.0
    for n in range(min(1, layers - 1), layers):
        after = worth[max(0, n - 1)]
        for s in range(goal):
            ended = bust * (after[s, 0] - price) + ruin * (after[0, 0] - price)
            for t in range(min(cap, goal - s)):
                best = ended
                for m in range(len(gains)):
                    total = t + gains[m]
                    if total < cap and s + total < goal:
                        best += chances[m] * worth[n, s, total]
                    else:
                        best += chances[m] * (after[min(s + total, goal), 0] - price)
                if t > 0:
                    best = max(best, after[s + t, 0] - price)
                change = max(change, abs(best - worth[n, s, t]))
                worth[n, s, t] = best
    return change


class SinglePlayerIteration(ValueIteration):
    """The values of a game for one player between sweeps.

    Where points have no end, as many turn totals are kept as the exact solution looks at. Raises UnknownNameError,
    OptionError, also for more states than can be kept, or DistributionError.
    """

    def __init__(
        self, game: str, unit: str, goal: int | None, turns: int | None, die: tuple[Chance, ...] | None
    ) -> None:
        self.game, self.unit = game, unit
        self._exact = exact = load_solitaire(game, goal, turns, die)
        self.states = exact.states
        self._throw = throw_arrays(exact.distribution)
        self._price = float(exact.turns is None)
        layers = 1 + (exact.turns or 0)
        # Without a goal, high enough that what is cut off does not affect any state that counts.
        most = exact.goal or (2 * layers - 3) * (exact.cap + exact.distribution.gains[-1])
        if layers * most * exact.cap > MOST_STATES:
            raise OptionError(f"{game} has too many states so to iterate plainly: choose fewer turns or a smaller goal")
        self._worth = np.zeros((layers, most + 1, exact.cap))
        if game == PigReachState.game:
            self._worth[:, most, 0] = 1.0
        elif exact.goal is None:
            self._worth[0, :, 0] = np.arange(most + 1)

    @property
    def value(self) -> float:
        """What the game is worth at its beginning, as it stands: a probability, points, or turns."""
        first = float(self._worth[-1, 0, 0])
        return -first if self._exact.turns is None else first

    def sweep(self) -> float:
        """Sweep once; return the largest change."""
        return sweep_single(self._throw, self._price, self._worth)

    def warm_up(self) -> None:
        """Sweep over nothing."""
        sweep_single(self._throw, self._price, np.zeros((1, 1, 1)))

    def table(self) -> SinglePlayerTable:
        """Return the table that the values lead to; its `seconds` are those of the exact solution."""
        start = np.ascontiguousarray(self._worth[:, :, 0])
        rolls = np.zeros_like(self._exact.rolls)
        for left in range(min(1, len(start) - 1), len(start)):
            scores = slice(0, rolls.shape[1])
            rolls[left] = better(
                *weigh_turn(self._exact.distribution, start[max(0, left - 1)], scores, self._exact.cap)
            ).T
            rolls[left, :, 0] = True
        return replace(self._exact, start=start, rolls=rolls)

    def policy_sha256(self) -> str:
        """Return the hash of the packed roll bits that the values lead to."""
        return self.table().policy_sha256
