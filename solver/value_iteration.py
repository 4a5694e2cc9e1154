"""Plain value iteration: every position takes the value of its better action, again and again until nothing changes.

These games are usually solved so (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004). It is slower and less
exact than the exact methods, and is here for learners.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.game import Solution, Trace

METHOD = "value-iteration"
STILL = 1e-14
MOST_SWEEPS = 100_000
# The largest change makes progress if it falls by more than this fraction of itself.
PROGRESS = 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueIteration:
    """The `values` of the game called `game` between sweeps, over so many `states`.

    `sweep` sets every position to its better action by the current values, and returns the largest change; `value` is
    that of the beginning of the game, in `unit`, as it stands. `warm_up` compiles what a sweep needs, and `policy`
    returns the hash of the packed roll bits that the values lead to, None for a game without. Sweeping ends after
    `patience` sweeps without progress of the largest change; `unsettled` says why that can happen.
    """

    game: str
    unit: str
    states: int
    values: NDArray[np.float64]
    value: Callable[[], float]
    sweep: Callable[[], float]
    warm_up: Callable[[], object]
    policy: Callable[[], str | None]
    patience: int = MOST_SWEEPS
    unsettled: str = "the values still moved"

    def sweeps(self, still: float = STILL) -> Iterator[tuple[int, float]]:
        """Sweep until no value changes by more than `still`; yield the number of each sweep and its largest change."""
        least, waited = float("inf"), 0
        for sweep in range(1, MOST_SWEEPS):
            change = self.sweep()
            yield sweep, change
            waited = waited + 1 if change > (1.0 - PROGRESS) * least else 0
            least = min(least, change)
            if change <= still or waited >= self.patience:
                return


def iterate(
    iteration: ValueIteration,
    still: float = STILL,
    trace: Trace = lambda _sweep, _change: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Solution:
    """Sweep until no value changes by more than `still`, calling `trace` after each sweep, and return the solution.

    `seconds` leaves out compilation. Where the values do not converge, `extra` gives the reason as `unsettled`, and
    there is no policy.
    """
    iteration.warm_up()
    begun = clock()
    sweep, change = 0, 0.0
    for sweep, change in iteration.sweeps(still):
        trace(sweep, change)
    seconds = clock() - begun
    extra: dict[str, Any] = {"method": METHOD, "sweeps": sweep, "largest_change": change}
    policy = None
    if change <= still:
        policy = iteration.policy()
    else:
        extra["unsettled"] = iteration.unsettled
    found = iteration.value(), iteration.unit, iteration.states, seconds, policy
    return Solution(iteration.game, *found, MappingProxyType(extra))
