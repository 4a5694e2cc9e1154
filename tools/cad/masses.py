"""Mass, centre and inertia of the rocker's moving block and of a lever, for the twin."""

import math
import tomllib
from dataclasses import dataclass
from typing import Any

import build123d as cad
import numpy as np
from numpy.typing import NDArray

from tools.cad.assembly import Assembly
from tools.cad.mesh import located
from tools.cad.part import LID, ROCKER

LEVER = "lever1"


@dataclass(frozen=True, slots=True)
class MovingMass:
    """A body that turns about an axis: g, mm from the axis, and g mm² about it."""

    mass: float
    middle: tuple[float, float]
    inertia: float


def rocker_mass(machine: Assembly) -> MovingMass:
    """Return all that tips with the rocker, levers up, dice on the floors: right of the shaft and above it."""
    plan = machine.plan
    bodies = {ROCKER, LID, *(f"lever{number}" for number in range(1, len(plan.layout.centres) + 1))}
    return _about(machine, bodies, (plan.shaft[0], 0.0, plan.shaft[1]), 1)


def lever_mass(machine: Assembly) -> MovingMass:
    """Return a lever with its horn and foot: along the line from its axis to its tip, and above that line."""
    plan = machine.plan
    x, y = plan.layout.centres[0]
    way = plan.layout.way(y)
    turning = _about(machine, {LEVER}, (x, -plan.layout.axis(y), plan.layout.axis_high), 0)
    inward, up = way * turning.middle[0], turning.middle[1]
    turn = math.radians(plan.it["lever"]["highest"])
    middle = (inward * math.cos(turn) + up * math.sin(turn), up * math.cos(turn) - inward * math.sin(turn))
    return MovingMass(turning.mass, middle, turning.inertia)


def _about(machine: Assembly, bodies: set[str], at: tuple[float, float, float], axis: int) -> MovingMass:
    """Sum up the pieces of these bodies about an axis along x (0) or y (1); `middle` is in the other two."""
    whole, moment, inertia = 0.0, np.zeros(3), 0.0
    others = [i for i in range(3) if i != axis]
    for part in machine.parts:
        places = [placing for placing in part.places if placing.body in bodies]
        if not places:
            continue
        own = np.array(tuple(part.solid.center(cad.CenterOf.MASS)))
        # About its own centre; the solid's inertia has the density 1.
        tensor = np.array(part.solid.matrix_of_inertia) * (part.mass / part.solid.volume)
        for placing in places:
            matrix = located(placing.location)
            turn: NDArray[np.float64] = matrix[:3, :3]
            arm = turn @ own + matrix[:3, 3] - np.array(at)
            whole += part.mass
            moment += part.mass * arm
            inertia += float((turn @ tensor @ turn.T)[axis, axis]) + part.mass * float(np.sum(arm[others] ** 2))
    first, second = moment[others] / whole
    return MovingMass(whole, (float(first), float(second)), inertia)


def with_masses(machine: Assembly) -> dict[str, Any]:
    """Return the machine's dimensions with the masses of its solids."""
    return machine.plan.it | {"masses": tomllib.loads(masses_file(machine))}


def masses_file(machine: Assembly) -> str:
    """Return the file that the twin reads."""
    rocker, lever = rocker_mass(machine), lever_mass(machine)
    return (
        "# By tools.cad, from the machine's solids: make cad. In g, mm and g mm².\n\n"
        "[rocker]                     # all that tips, with dice on the floors and levers up\n"
        f"mass = {rocker.mass:.2f}\n"
        f"middle = [{rocker.middle[0]:.3f}, {rocker.middle[1]:.3f}]  # right of the shaft, and above it\n"
        f"inertia = {rocker.inertia:.1f}        # about the shaft\n\n"
        "[lever]                      # with its horn and foot\n"
        f"mass = {lever.mass:.4f}\n"
        f"middle = [{lever.middle[0]:.4f}, {lever.middle[1]:.4f}]  # from the axis to the tip, and above that line\n"
        f"inertia = {lever.inertia:.3f}            # about the axis\n"
    )
