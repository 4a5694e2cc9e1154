"""Plain value iteration: every position takes the value of its better action, again and again until nothing changes.

These games are usually solved so (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004). It is slower and less
exact than the exact methods, and is here for learners.
"""

import time
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from solver.game import Solution, Trace
from solver.sweeping import STILL, ValueIteration

METHOD = "value-iteration"
DISCOUNTED = "discounted "
"""What the unit of a discounted value begins with: it is no chance, and no mean of points or turns."""


def iterate(
    iteration: ValueIteration,
    trace: Trace = lambda _sweep, _change: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Solution:
    """Sweep until no value changes by more than the tolerance, calling `trace` after each sweep; return the solution.

    `seconds` leaves out compilation. Where the values do not converge, `extra` gives the reason as `unsettled`, and
    there is no policy; nor is there one with a discount, whose policy is not that of the game, and whose unit says so.
    """
    settings = iteration.settings
    iteration.warm_up()
    begun = clock()
    sweep, change = 0, 0.0
    for sweep, change in iteration.sweeps():
        trace(sweep, change)
    seconds = clock() - begun
    extra: dict[str, Any] = {"method": METHOD, "sweeps": sweep, "largest_change": change}
    extra |= {"tolerance": settings.tolerance} if settings.tolerance != STILL else {}
    extra |= {"gamma": settings.gamma} if settings.gamma < 1.0 else {}
    policy = None
    if change > settings.tolerance:
        extra["unsettled"] = iteration.unsettled
    elif settings.gamma == 1.0:
        policy = iteration.policy()
    unit = iteration.unit if settings.gamma == 1.0 else f"{DISCOUNTED}{iteration.unit}"
    found = iteration.value(), unit, iteration.states, seconds, policy
    return Solution(iteration.game, *found, MappingProxyType(extra))
