"""Stepping motor, crank and rocker: from steps to the wells block's tilt, and the home switch on the crank."""

import math

from hardware.twin.linkage import Linkage
from hardware.twin.measures import Measures

TEETH = 50
"""Of a 1.8 degree motor: its torque goes with the sine of so many times its lag behind the field."""
HOLDING, KNEE = 0.44, 90.0
"""N m at rest, of a NEMA 17 that has 0.50 with 1.7 A and gets 1.5, and the radians a second at which the current no
longer follows and half of it is left, as makers draw it for 24 V."""
ROTOR_INERTIA = 7.5e-6
FRICTION = 0.014
"""N m of bearings, rod and resting magnets."""
DAMPING = 0.01
"""N m s, of the motor against the turning of its field."""
SMOOTHING = 0.25
"""Share of the last tick in the remembered speed of the field: single steps are no speed."""
SUBSTEPS = 2
ASTRAY = 48
"""Steps by which the rotor may be off its field: one and a half teeth."""
GRAVITY = 9.81
STILL, STILL_TICKS = 1e-3, 20
"""Slower than so many radians a second for so many ticks the crank is at rest."""


class Crank:
    """The rotor follows the field of its windings, and falls behind by whole teeth where its torque does not suffice.

    `angle` and `speed` are the rotor's, in radians, 0 at home; `tilt`, `tilt_speed` and `tilt_push` are the rocker's
    angle and its first two derivatives; `closed` is the home switch.
    """

    def __init__(self, measures: Measures, angle: float) -> None:
        self._linkage = Linkage(measures)
        self._inertia, self._moment = measures.rocker_inertia, measures.rocker_moment
        self._step = 2 * math.pi / measures.steps
        self._window, self._hysteresis = measures.switch, measures.hysteresis
        self.strength = 1.0
        """Share of the torque that is there; less than 1 is a fault."""
        # The driver's field is taken to stand where the rotor does when the power comes.
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
        """How many steps it takes at least to where the home switch changes, less what the rotor may be off by."""
        past = abs(math.remainder(self.angle, 2 * math.pi)) - self._window / 2
        return max(0, int(min(abs(past), abs(past - self._hysteresis)) / self._step) - ASTRAY)

    def tick(self, steps: int, seconds: float, powered: bool) -> None:
        """Let a tick go by in which so many steps came (backwards below 0)."""
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
        # The rotor feels an inertia that changes along the turn (Lagrange's equation for one coordinate), and a weight.
        torque = -self._inertia * pull * bend * self.speed**2
        torque += GRAVITY * pull * (self._moment[0] * math.cos(tilt) + self._moment[1] * math.sin(tilt))
        if self._powered:
            holding = HOLDING * self.strength / (1 + abs(self.speed) / KNEE)
            torque += holding * math.sin(TEETH * (field - self.angle))
            torque += DAMPING * self.strength * (self._field_speed - self.speed)
        speed = self.speed + torque / inertia * seconds
        # Friction slows down and stops, but never turns back.
        self.speed = math.copysign(max(0.0, abs(speed) - FRICTION / inertia * seconds), speed)
        self.angle += self.speed * seconds

    def _lean(self, push: float) -> None:
        self.tilt, pull, bend = self._linkage.at(self.angle)
        self.tilt_speed = pull * self.speed
        self.tilt_push = bend * self.speed**2 + pull * push

    def _sense(self) -> None:
        past = math.remainder(self.angle, 2 * math.pi)
        self.closed = abs(past) <= self._window / 2 + (self._hysteresis if self.closed else 0.0)
