"""Whether motor, servos and supplies have enough to spare."""

import math
from dataclasses import dataclass
from typing import Any

from hardware.controller import ShakeProgram
from hardware.twin.model import LEVER_STIFFNESS
from tools.shaking.throws import least_torque

MARGIN = 1.5


@dataclass(frozen=True, slots=True)
class Budget:
    """What is needed and what there is."""

    name: str
    needed: float
    there: float
    unit: str

    @property
    def margin(self) -> float:
        return self.there / self.needed

    @property
    def holds(self) -> bool:
        return self.margin >= MARGIN


def pressing_torque(it: dict[str, Any]) -> float:
    """Return the torque in N m with which a servo at its lowest angle presses on a die that lies flat."""
    lever = it["lever"]
    touching = it["wells"]["floor"] + it["die"]["side"] + lever["tip_radius"] - lever["height"]
    angle = math.degrees(math.asin(touching / lever["arm"])) - lever["lowest"]
    return math.radians(angle) * LEVER_STIFFNESS


def budgets(it: dict[str, Any]) -> list[Budget]:
    """Return all budgets. The motor's is that of the default shake on the twin, with the `masses` of `it`."""
    current, supply = it["currents"], it["supplies"]
    pieces = 8 * it["strip"]["piece"][0] / 1000
    ring = pieces * it["strip"]["watts_per_metre"] / 24
    wells = len(it["wells"]["centres"])
    return [
        Budget("the motor's torque at the default shake", least_torque(ShakeProgram(), it), 1.0, "of its torque"),
        Budget("a servo's torque while it presses", pressing_torque(it), it["servo"]["torque"], "N m"),
        Budget("24 V: motor and ring", current["motor"] + ring, supply["main"], "A"),
        Budget("5 V: all servos pressing", wells * current["servo_pressing"], supply["servos"], "A"),
    ]
