"""The torque that a shake needs, by frequency, by driver, and on machines that are worse than the reference build."""

import math
from typing import Any

import numpy as np

from hardware.controller import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.drive import StepDriver
from hardware.twin.drives import DAMPING, FRICTION
from hardware.twin.motor import Windings
from tools.shaking.throws import MachineVariant, least_torque

RATES = (6.0, 7.0, 7.5, 8.0, 8.5, 9.0, 10.0)
WORSE = {
    "supply of 21.6 V": MachineVariant(changed={("motor", "supply"): 21.6}),
    "supply of 12 V": MachineVariant(changed={("motor", "supply"): 12.0}),
    "motor of 0.50 N m at 2.0 A": MachineVariant(changed={("motor", "torque"): 0.50}),
}
CHOP, SECONDS, BEHIND = 1 / 16000, 0.6, 0.3
"""Cycle and length of a free run in seconds, and by how many full steps its rotor begins behind its field."""


def torques() -> dict[str, Any]:
    """Return the least shares of the motor's torque: at each of RATES, and of the default shake on WORSE machines."""
    return {
        "rates": [
            {
                "rate": rate,
                "shares": _shares(ShakeProgram(frequency=rate), dimensions()),
                "swings": [round(swing_alone(rate, module), 3) for module in StepDriver],
            }
            for rate in RATES
        ],
        "worse": {name: _shares(ShakeProgram(), there.dimensions()) for name, there in WORSE.items()},
    }


def _shares(program: ShakeProgram, it: dict[str, Any]) -> list[float]:
    return [least_torque(program, it, module) for module in StepDriver]


def swing_alone(turns: float, module: StepDriver) -> float:
    """Return by how many full steps, as a standard deviation, a motor without load still swings about its field.

    It turns at `turns` a second, in eighth steps, and had 0.4 s to calm down.
    """
    motor = dimensions()["motor"]
    windings, inertia, full = Windings(motor, module), motor["inertia"] / 1e7, 2 * math.pi / 200
    angle, speed, lags = -BEHIND * full, 2 * math.pi * turns, []
    for chop in range(1, round(SECONDS / CHOP) + 1):
        place = 2 * math.pi * turns * chop * CHOP
        torque = windings.chop(full / 8 * (place // (full / 8)), angle, speed, CHOP)
        speed += (torque - DAMPING * speed - math.copysign(FRICTION, speed)) / inertia * CHOP
        angle += speed * CHOP
        lags.append((place - angle) / full)
    return float(np.std(lags[2 * len(lags) // 3 :]))
