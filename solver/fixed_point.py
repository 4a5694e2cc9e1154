"""The fixed point of a contraction, found faster than by repeating it, with a proven bound of the error."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError

NEAR = 1e-14
# Where the map itself is rounded, a change of this size says nothing more.
ROUNDING = 4 * float(np.finfo(float).eps)
WORST = 1e-10
MEMORY = 8
STEPS = 500

Float = NDArray[np.float64]


class FixedPoint(NamedTuple):
    """Where it is, no further than `bound` from the truth but for rounding, after so many `steps`."""

    place: Float
    bound: float
    steps: int


def fixed_point(step: Callable[[Float], Float], place: Float, contraction: float) -> FixedPoint:
    """Return the fixed point of `step`, whose results are nearer by the factor `contraction` than what it is given.

    The distance is that of the farthest number. After a step that changes its argument by d, its result is within
    d contraction / (1 - contraction) of the fixed point (Banach), however the argument was come by; that is from the
    steps before (Anderson, "Iterative Procedures for Nonlinear Integral Equations", 1965). Raises SolverError if
    rounding leaves less than ten digits.
    """
    factor = contraction / (1.0 - contraction) if contraction < 1.0 else np.inf
    if not ROUNDING * factor < WORST:
        raise SolverError("this die takes whole scores so often that games hardly end: no ten digits can be computed")
    places: list[Float] = []
    changes: list[Float] = []
    for steps in range(1, STEPS):
        after = step(place)
        change = after - place
        worst = float(np.abs(change).max())
        if worst * factor <= NEAR or worst <= ROUNDING:
            return FixedPoint(after, worst * factor, steps)
        places, changes = [*places, place][-MEMORY:], [*changes, change][-MEMORY:]
        place = _mixed(places, changes)
    raise SolverError(f"the scores that are lost keep the values open by {worst * factor:.2g}: try a smaller goal")


def _mixed(places: list[Float], changes: list[Float]) -> Float:
    """Return the next argument: the mixture of those before whose changes cancel best."""
    last_place, last_change = places[-1], changes[-1]
    if len(places) == 1:
        return last_place + last_change
    steps = np.array([last_change - change for change in changes[:-1]]).T
    moves = np.array([last_place - place for place in places[:-1]]).T
    shares = np.linalg.lstsq(steps, last_change, rcond=None)[0]
    mixed: Float = last_place + last_change - (moves + steps) @ shares
    return mixed
