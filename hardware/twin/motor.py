"""The stepping motor's two windings, and the driver that chops their currents."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware.sim.drive import StepDriver

TEETH: Final = 50
"""Pole pairs of a 1.8 degree motor: electrical angles are mechanical ones times this."""


@dataclass(frozen=True, slots=True)
class Chopper:
    """A driver's power stage.

    `resistance` (ohms) is that of both switches and the sense resistor in a winding's way. `decay` is the share of the
    supply's voltage that lowers a current, on average over a cycle of chopping.
    """

    resistance: float
    decay: float


CHOPPERS: Final = {
    StepDriver.A4988: Chopper(2 * 0.32 + 0.10, 0.3125),
    StepDriver.TMC2209: Chopper(2 * 0.17 + 0.11, 1.0),
}
"""By their data sheets (4988-DS; TMC2209 rev. 1.09), at 25 degrees, with the sense resistors of common modules.

An A4988 lets a current fall fast for 31.25 % of its off-time, then slowly. A TMC2209 in spreadCycle goes on with its
fast decay until the current has reached its target.
"""


class Windings:
    """The currents of both windings: they follow their sines as fast as supply, inductance and the rotor's voltage let.

    `motor` is the section of that name in machine.toml. Its `torque` (N m) holds with both windings at their rated
    current (A). Their fields are at a right angle, so one winding alone gives this torque divided by the square root
    of two. Currents that follow sine and cosine with the rated current as their peak give the same (Duet3D, Choosing
    and connecting stepper motors, "holding torque"). A winding's voltage per speed is its torque per current. `count`
    of the windings (0 to 2) have current.

    Each winding obeys L di/dt = v - R i - e (P. Acarnley, Stepping Motors, 4th ed., chapters 2 and 5). Where the
    voltage v does not suffice, the currents lag behind, and the lag depends on the rotor's speed: this is what makes a
    motor lose torque and swing in the middle of its speeds.
    """

    def __init__(self, motor: Mapping[str, Any], driver: StepDriver, count: int = 2) -> None:
        chopper = CHOPPERS[driver]
        self._peak = float(motor["current"])
        self._constant = float(motor["torque"] / motor["rated"] / math.sqrt(2))
        self._resistance = float(motor["resistance"] + chopper.resistance)
        self._inductance = float(motor["inductance"] / 1000)
        self._supply = float(motor["supply"])
        self._fall = self._supply * chopper.decay
        self._count = count
        self._currents = 0.0, 0.0

    def turn_off(self) -> None:
        """Take all current away."""
        self._currents = 0.0, 0.0

    def chop(self, field: float, rotor: float, speed: float, seconds: float) -> float:
        """Let the currents follow a field for a cycle of chopping, and return the torque in N m.

        `field` and `rotor` are mechanical angles in radians, `speed` is the rotor's in rad/s.
        """
        if not self._count:
            return 0.0
        field, rotor = TEETH * field, TEETH * rotor
        cosine, sine = math.cos(rotor), math.sin(rotor)
        volts, (first, second) = self._constant * speed, self._currents
        first = self._follow(first, self._peak * math.cos(field), -volts * sine, seconds)
        if self._count == 2:
            second = self._follow(second, self._peak * math.sin(field), volts * cosine, seconds)
        self._currents = first, second
        return self._constant * (second * cosine - first * sine)

    def _follow(self, current: float, wanted: float, turning: float, seconds: float) -> float:
        """Return a winding's next current: the wanted one, or as near to it as the voltages let it come.

        `turning` is the voltage that the rotor makes in it.
        """
        gain = seconds / self._inductance
        current -= (self._resistance * current + turning) * gain
        up, down = (self._supply, self._fall) if wanted >= 0 else (self._fall, self._supply)
        return max(current - down * gain, min(current + up * gain, wanted))
