"""The drives of the twin's machine: the motor with crank and rocker, and six hobby servos with their levers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware.sim.build import SLOW_SHARE, Build
from hardware.sim.drive import BAND, RING, Drive, StepDriver
from hardware.twin.measures import Measures
from hardware.twin.physics import Block

TEETH: Final = 50
"""Pole pairs of a 1.8 degree motor: electrical angles are mechanical ones times this."""


@dataclass(frozen=True, slots=True)
class Chopper:
    """A driver's power stage.

    `resistance` (ohms) is that of both switches and the sense resistor in a winding's circuit. `decay` is the share of
    the supply's voltage that lowers a current, on average over a cycle of chopping.
    """

    resistance: float
    decay: float


CHOPPERS: Final = {
    StepDriver.A4988: Chopper(2 * 0.32 + 0.10, 0.3125),
    StepDriver.TMC2209: Chopper(2 * 0.17 + 0.11, 1.0),
}
"""From their data sheets (4988-DS; TMC2209 rev. 1.09), at 25 degrees, with the sense resistors of common modules.

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
        """Switch all current off."""
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
        """Return a winding's next current: the wanted one, or as near to it as the voltages allow.

        `turning` is the voltage that the rotor induces in it.
        """
        gain = seconds / self._inductance
        current -= (self._resistance * current + turning) * gain
        up, down = (self._supply, self._fall) if wanted >= 0 else (self._fall, self._supply)
        return max(current - down * gain, min(current + up * gain, wanted))


def rocker_at(measures: Measures, angle: float) -> tuple[float, float, float]:
    """Return the rocker's tilt at an angle of the crank, and its first two derivatives by that angle, in radians.

    The rod connects the pin of the crank to the pin of the rocker, which moves on a circle about the shaft. Forward
    from home, the crank first moves right, towards the shaft.
    """
    # Lengths are shares of the rocker's arm. Positions are left of the shaft and above it.
    crank, rod = measures.crank / measures.across, measures.rod / measures.across
    sine, cosine = crank * math.sin(angle), crank * math.cos(angle)
    left, above = 1 - sine, crank - rod - cosine
    # All three sides of the triangle of shaft, crank pin and rocker pin are known.
    square = left * left + above * above
    corner = math.acos((1 + square - rod**2) / (2 * math.sqrt(square)))
    tilt = math.atan2(above, left) + corner
    across, up = math.cos(tilt), math.sin(tilt)
    # The rod has a constant length: speed and acceleration along it are equal at both ends.
    along, lean = across - left, up - above
    lever = lean * across - along * up
    pull = (lean * sine - along * cosine) / lever
    aside, ahead = cosine - pull * up, pull * across - sine
    inward = along * (sine + pull * pull * across) + lean * (cosine + pull * pull * up)
    bend = (inward - aside * aside - ahead * ahead) / lever
    return tilt, pull, bend


FRICTION = 0.014
"""Friction in N m of bearings, rod and detent torque."""
DAMPING = 4e-4
"""Losses in iron and bearings, in N m s: 0.02 N m and 1 W at eight turns a second. The value is assumed; none or twice
as much changes the torque that the default shake needs by a few hundredths."""
PARTS, CHOPS = 2, 4
"""Parts of a tick in which the rocker's inertia counts as constant, and cycles of chopping in each: 16,000 a second."""
ASTRAY = 48
"""Steps by which the rotor may deviate from its field: one and a half teeth."""
RINGING, RUNAWAY = 0.02, 20.0
"""Negative damping in N m s that drives a motor on where it rings, as far as this many rad/s from its field."""
SMOOTHING = 0.25
"""Weight of the last tick in the smoothed speed of the field."""
BINDING = 6.0
"""Friction in N m of a rocker that binds, about its shaft."""
WARMING, SHUT, COOLED = 25.0, 0.8, 0.75
"""Seconds in which a driver without a heat sink warms up, and the shares of its final temperature at which it switches
itself off and on again: the data sheet of the A4988 gives 165 and 150 degrees."""
GRAVITY = 9.81
STILL, STILL_TICKS = 1e-3, 20
"""The crank is at rest after STILL_TICKS ticks below this speed (rad/s)."""


class Crank:
    """The rotor follows the field of its windings, and slips by whole teeth if its torque does not suffice.

    `angle` (rad, 0 at home) and `speed` are those of the rotor. `tilt`, `tilt_speed` and `tilt_push` are the rocker's
    angle and its first two derivatives. `closed` tells whether the cam presses the home switch. `drive` is how motor,
    crank and switch are built, by default correctly.
    """

    def __init__(self, measures: Measures, motor: Mapping[str, Any], angle: float, drive: Drive | None = None) -> None:
        self._drive, self._slipped = drive or Drive(), 0.0
        self._windings = Windings(motor, self._drive.driver, self._drive.windings)
        self._measures = measures
        self._inertia, self._moment = measures.rocker_inertia, measures.rocker_moment
        self._rotor = float(motor["inertia"] / 1e7)
        self._step = 2 * math.pi / measures.steps
        self._window, self._hysteresis = measures.switch, measures.hysteresis
        self._cam, self._heat, self._cut = math.radians(self._drive.cam), 0.0, False
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
        past = abs(math.remainder(self.angle - self._cam, 2 * math.pi)) - self._window / 2
        return max(0, int(min(abs(past), abs(past - self._hysteresis)) / self._step) - ASTRAY)

    @property
    def reads_closed(self) -> bool:
        """Whether the home switch reads closed as it is wired."""
        return self._drive.switch.reads(self.closed)

    def tick(self, steps: int, seconds: float, powered: bool) -> None:
        """Advance by one tick with this many steps (negative: backward)."""
        if self._drive.heats:
            self._heat += ((1.0 if powered and not self._cut else 0.0) - self._heat) * seconds / WARMING
            self._cut = self._heat > (COOLED if self._cut else SHUT)
            powered = powered and not self._cut
        if steps or powered != self._powered:
            self._powered, self._quiet = powered, 0
            if not powered:
                self._windings.turn_off()
        if self._quiet >= STILL_TICKS:
            return
        self._steps += steps
        field = self._start + self._steps * self._step
        turned, self._field = field - self._field, field
        self._field_speed += SMOOTHING * (turned / seconds - self._field_speed)
        before = self.speed
        for part in range(PARTS):
            self._part(field - turned * (PARTS - part) / PARTS, turned / PARTS, seconds / PARTS)
        self._quiet = self._quiet + 1 if not steps and abs(self.speed) < STILL else 0
        if self._quiet >= STILL_TICKS:
            self.speed = before = 0.0
        self._lean((self.speed - before) / seconds)
        self._sense()

    def _part(self, field: float, turned: float, seconds: float) -> None:
        """Advance by a part of a tick, in which the field turns on from `field` by `turned`."""
        tilt, pull, bend = rocker_at(self._measures, self.angle)
        inertia = self._rotor + self._inertia * pull * pull
        # The inertia at the rotor changes along the turn (Lagrange's equation for one coordinate); a weight acts too.
        load = -self._inertia * pull * bend * self.speed**2
        load += GRAVITY * pull * (self._moment[0] * math.cos(tilt) + self._moment[1] * math.sin(tilt))
        ringing = self._drive.rings and abs(abs(self._field_speed) / (2 * math.pi) - RING) < BAND
        friction = FRICTION + (BINDING * abs(pull) if self._drive.binds else 0.0)
        seconds /= CHOPS
        for chop in range(1, CHOPS + 1):
            torque = load
            if self._powered:
                if ringing:
                    away = self.speed - self._field_speed
                    torque += RINGING * max(-RUNAWAY, min(RUNAWAY, away))
                rotor = self.angle + self._slipped
                driven = self._windings.chop(field + turned * chop / CHOPS, rotor, self.speed, seconds)
                torque += self.strength * driven - DAMPING * self.speed
            speed = self.speed + torque / inertia * seconds
            # Friction slows down and stops, but never reverses.
            self.speed = math.copysign(max(0.0, abs(speed) - friction / inertia * seconds), speed)
            self.angle += self.speed * seconds
        if self._drive.slip:
            lost = self._drive.slip * (self.speed / (2 * math.pi)) ** 2 * self.speed * seconds * CHOPS
            self.angle -= lost
            self._slipped += lost

    def _lean(self, push: float) -> None:
        self.tilt, pull, bend = rocker_at(self._measures, self.angle)
        self.tilt_speed = pull * self.speed
        self.tilt_push = bend * self.speed**2 + pull * push

    def _sense(self) -> None:
        past = math.remainder(self.angle - self._cam, 2 * math.pi)
        self.closed = abs(past) <= self._window / 2 + (self._hysteresis if self.closed else 0.0)


SPEED = 10.5
"""Speed in rad/s: 60 degrees in 0.1 s, as data sheets give it at 4.8 V."""
DEAD_BAND = 0.005
"""Dead band in radians: a change of less than 3 microseconds moves nothing."""
RIPPLE = 0.04
"""Seconds after its last turn in which a servo still draws current: two periods of its pulses."""

Pulses = tuple[float | None, ...]
"""Pulse widths in microseconds of servos 1 to 6, None for a servo without pulses."""
NO_PULSES: Pulses = (None,) * 6


class Servos:
    """The position and the target of each servo's motor; `build` maps the pulses to levers and angles."""

    def __init__(self, dimensions: Mapping[str, Any], block: Block, build: Build) -> None:
        self._dimensions, self._build, self._block = dimensions, build, block
        count = len(build.horns)
        self._pulses: Pulses = (None,) * count
        self._driven = [False] * count
        self._stands = [math.radians(dimensions["lever"]["highest"] + horn) for horn in build.horns]
        self._calls = list(self._stands)
        self._speeds = [SPEED] * count
        self._slipping = [False] * count
        self._moving = False
        self._now, self._turned = 0.0, [-math.inf] * count
        block.set_levers(self._stands)
        self._grip()

    def set_faults(self, slipping: frozenset[int], slow: frozenset[int]) -> None:
        """Set which levers slip and which servos are slow."""
        for index in range(len(self._speeds)):
            self._slipping[index] = index + 1 in slipping
            self._speeds[index] = SPEED * (SLOW_SHARE if index + 1 in slow else 1.0)
        self._grip()

    def attach(self, block: Block) -> None:
        """Attach the servos to another block, with the levers where they are."""
        block.set_levers(self._block.levers)
        self._block = block
        block.aim(self._stands)
        self._grip()

    def set_pulses(self, pulses: Pulses) -> None:
        """Set the pulses at the board's six signals from now on."""
        if pulses == self._pulses:
            return
        self._pulses = pulses
        called = self._build.calls(self._dimensions, pulses)
        for index, angle in enumerate(called):
            call = self._stands[index] if angle is None else math.radians(angle)
            if angle is None or abs(call - self._calls[index]) > DEAD_BAND:
                self._moving |= call != self._stands[index]
                self._calls[index] = call
        driven = [angle is not None for angle in called]
        if driven != self._driven:
            self._driven = driven
            self._grip()

    def tick(self, seconds: float) -> None:
        """Advance by one tick."""
        self._now += seconds
        if not self._moving:
            return
        for index, call in enumerate(self._calls):
            most = self._speeds[index] * seconds
            if call != self._stands[index]:
                self._turned[index] = self._now
            self._stands[index] += max(-most, min(most, call - self._stands[index]))
        self._moving = self._stands != self._calls
        self._block.aim(self._stands)

    @property
    def turning(self) -> int:
        """The number of servos that have turned within RIPPLE seconds."""
        return sum(self._now - turned < RIPPLE for turned in self._turned)

    def _grip(self) -> None:
        for index, driven in enumerate(self._driven):
            self._block.grip(index + 1, driven, self._slipping[index])
