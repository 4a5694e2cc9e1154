"""Simulates stepping motor, crank and rocker: from steps to the tilt of the wells block, and the home switch."""

import math

from hardware.sim.drive import Drive, HomeSwitch
from hardware.twin.linkage import Linkage
from hardware.twin.measures import Measures

TEETH = 50
"""Pole pairs of a 1.8 degree motor: its torque is proportional to the sine of its lag times this."""
HOLDING, KNEE = 0.44, 90.0
"""Torque in N m at rest of a NEMA 17 (0.50 at 1.7 A, here with 1.5 A), and the speed in rad/s at which half of it is
left, because the current no longer follows at 24 V, as in data sheets."""
ROTOR_INERTIA = 7.5e-6
FRICTION = 0.014
"""Friction in N m of bearings, rod and detent torque."""
DAMPING = 0.01
"""Damping of the motor in N m s against its field."""
SMOOTHING = 0.25
"""Weight of the last tick in the smoothed speed of the field."""
SUBSTEPS = 2
ASTRAY = 48
"""Steps by which the rotor may deviate from its field: one and a half teeth."""
GRAVITY = 9.81
STILL, STILL_TICKS = 1e-3, 20
"""The crank is at rest after so many ticks below this speed (rad/s)."""


class Crank:
    """The rotor follows the field of its windings, and slips by whole teeth if its torque does not suffice.

    `angle` (rad, 0 at home) and `speed` are those of the rotor. `tilt`, `tilt_speed` and `tilt_push` are the rocker's
    angle and its first two derivatives. `closed` tells whether the cam presses the home switch. `drive` is how motor,
    crank and switch are built, right if it is not given.
    """

    def __init__(self, measures: Measures, angle: float, drive: Drive | None = None) -> None:
        self._drive, self._slipped = drive or Drive(), 0.0
        self._linkage = Linkage(measures)
        self._inertia, self._moment = measures.rocker_inertia, measures.rocker_moment
        self._step = 2 * math.pi / measures.steps
        self._window, self._hysteresis = measures.switch, measures.hysteresis
        self.strength = 1.0
        """Share of the nominal torque; less than 1 is a fault."""
        # At power-on the driver's field is assumed to be at the rotor.
        self.angle, self.speed = angle, 0.0
        self._start, self._steps = angle, 0
        self._field, self._field_speed = angle, 0.0
        self._powered, self._quiet = False, STILL_TICKS
        self.closed = False
        self.tilt = self.tilt_speed = self.tilt_push = 0.0
        self._lean(0.0)
        self._sense()

    @property
    def still(self) -> bool:
        """Whether the crank is at rest."""
        return self._quiet >= STILL_TICKS

    @property
    def steps_from_switch(self) -> int:
        """Least number of steps until the home switch changes, less the possible deviation of the rotor."""
        past = abs(math.remainder(self.angle, 2 * math.pi)) - self._window / 2
        return max(0, int(min(abs(past), abs(past - self._hysteresis)) / self._step) - ASTRAY)

    @property
    def reads_closed(self) -> bool:
        """Whether the home switch reads closed as it is wired."""
        return {HomeSwitch.WIRED: self.closed, HomeSwitch.INVERTED: not self.closed, HomeSwitch.OPEN: False}[
            self._drive.switch
        ]

    def tick(self, steps: int, seconds: float, powered: bool) -> None:
        """Advance by one tick with this many steps (negative: backward)."""
        if steps or powered != self._powered:
            self._powered, self._quiet = powered, 0
        if self._quiet >= STILL_TICKS:
            return
        self._steps += steps
        field = self._start + self._steps * self._step
        turned, self._field = field - self._field, field
        self._field_speed += SMOOTHING * (turned / seconds - self._field_speed)
        before = self.speed
        for left in range(SUBSTEPS - 1, -1, -1):
            self._part(field - turned * left / SUBSTEPS, seconds / SUBSTEPS)
        self._quiet = self._quiet + 1 if not steps and abs(self.speed) < STILL else 0
        if self._quiet >= STILL_TICKS:
            self.speed = before = 0.0
        self._lean((self.speed - before) / seconds)
        self._sense()

    def _part(self, field: float, seconds: float) -> None:
        tilt, pull, bend = self._linkage.at(self.angle)
        inertia = ROTOR_INERTIA + self._inertia * pull * pull
        # The inertia at the rotor changes along the turn (Lagrange's equation for one coordinate); a weight acts too.
        torque = -self._inertia * pull * bend * self.speed**2
        torque += GRAVITY * pull * (self._moment[0] * math.cos(tilt) + self._moment[1] * math.sin(tilt))
        if self._powered:
            holding = HOLDING * self.strength / (1 + abs(self.speed) / KNEE)
            torque += holding * self._pull(field)
            torque += DAMPING * self.strength * self._drive.windings / 2 * (self._field_speed - self.speed)
        speed = self.speed + torque / inertia * seconds
        # Friction slows down and stops, but never reverses.
        self.speed = math.copysign(max(0.0, abs(speed) - FRICTION / inertia * seconds), speed)
        self.angle += self.speed * seconds
        if self._drive.slip:
            lost = self._drive.slip * (self.speed / (2 * math.pi)) ** 2 * self.speed * seconds
            self.angle -= lost
            self._slipped += lost

    def _pull(self, field: float) -> float:
        """Return the torque of the windings that have current, as a share of the greatest of both together."""
        rotor = TEETH * (self.angle + self._slipped)
        if self._drive.windings == 2:
            return math.sin(TEETH * field - rotor)
        return -math.cos(TEETH * field) * math.sin(rotor) if self._drive.windings else 0.0

    def _lean(self, push: float) -> None:
        self.tilt, pull, bend = self._linkage.at(self.angle)
        self.tilt_speed = pull * self.speed
        self.tilt_push = bend * self.speed**2 + pull * push

    def _sense(self) -> None:
        past = math.remainder(self.angle, 2 * math.pi)
        self.closed = abs(past) <= self._window / 2 + (self._hysteresis if self.closed else 0.0)
