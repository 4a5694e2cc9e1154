"""Finds the fixed point of a contraction faster than by iteration, and bounds its error."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError

# The map itself is rounded, so smaller changes carry no information.
ROUNDING = 4 * float(np.finfo(float).eps)
WORST = 1e-10
MEMORY = 8
PATIENCE = 10
STEPS = 500

Float = NDArray[np.float64]


class FixedPoint(NamedTuple):
    """A fixed point: the result of a step that changed its argument by no more than `change`, after `steps` steps."""

    place: Float
    change: float
    steps: int


def fixed_point(step: Callable[[Float], Float], place: Float) -> FixedPoint:
    """Return the fixed point of `step`, which is called last with the argument of the result.

    Each argument is mixed from the steps before (Anderson, "Iterative Procedures for Nonlinear Integral Equations",
    1965), until rounding stops all progress.
    """
    places: list[Float] = []
    changes: list[Float] = []
    best, least, stuck = place, np.inf, 0
    steps = 0
    while stuck < PATIENCE and steps < STEPS:
        steps += 1
        after = step(place)
        change = after - place
        worst = float(np.abs(change).max())
        if worst <= ROUNDING:
            return FixedPoint(after, worst, steps)
        if worst < least:
            best, least, stuck = place, worst, 0
        else:
            stuck += 1
        places, changes = [*places, place][-MEMORY:], [*changes, change][-MEMORY:]
        place = _mix(places, changes)
    return FixedPoint(step(best), least, steps + 1)


def error_bound(found: FixedPoint, contraction: float) -> float:
    """Return how far a fixed point can be from the truth, if steps bring any two places nearer by a factor.

    Distances are those of the farthest number. A step that moves its argument by d ends within d times contraction /
    (1 - contraction) of the fixed point (Banach). Raises SolverError if that leaves less than ten digits.
    """
    bound = found.change * contraction / (1.0 - contraction) if contraction < 1.0 else np.inf
    if not bound < WORST:
        raise SolverError("whole scores are lost too often to compute ten digits: choose a smaller goal or another die")
    return bound


def _mix(places: list[Float], changes: list[Float]) -> Float:
    """Return the next argument: the mixture of earlier ones whose changes cancel best."""
    last_place, last_change = places[-1], changes[-1]
    if len(places) == 1:
        return last_place + last_change
    steps = np.array([last_change - change for change in changes[:-1]]).T
    moves = np.array([last_place - place for place in places[:-1]]).T
    shares = np.linalg.lstsq(steps, last_change, rcond=None)[0]
    mixed: Float = last_place + last_change - (moves + steps) @ shares
    return mixed
