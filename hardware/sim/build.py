"""Mistakes in building a machine, and broken parts: what each changes in motor, wires, levers, lens."""

import enum
import math
from collections.abc import Mapping, Sequence
from typing import Any

from hardware.dimensions import find_mirrored_levers, mirror_pulse
from hardware.sim.drive import Drive, HomeSwitch, StepDriver
from hardware.sim.lens import Mounting
from hardware.sim.sensor import CameraOptics

WELLS = 6


class BuildFault(enum.StrEnum):
    """A part that is built, plugged or bought wrong; faults of levers, dice and markers take their numbers."""

    MOTOR_UNPLUGGED = "motor-unplugged"
    COIL_OPEN = "coil-open"
    """One of the motor's two windings has no current."""
    SLIPPING_CRANK = "slipping-crank"
    """The crank's set screw is loose: it stays behind the motor, the more the faster that turns."""
    HOME_INVERTED = "home-inverted"
    """The home switch opens where it should close: its other contact is wired."""
    HOME_DEAD = "home-dead"
    """The home switch never closes."""
    CAM_TURNED = "cam-turned"
    """The cam that presses the home switch is turned away from its place on the crank."""
    MID_BAND = "mid-band"
    """The motor rings near 6 turns a second until it falls out of step; slower and faster it runs."""
    ROCKER_BINDS = "rocker-binds"
    """The rocker's plywood rubs so hard that the motor cannot lift the wells over the middle of their stroke."""
    HOT_DRIVER = "hot-driver"
    """The motor's driver has no heat sink: after a while it switches itself off again and again."""
    DEAD_SERVO = "dead-servo"
    SWAPPED_SERVOS = "swapped-servos"
    """The plugs of two servos are in each other's place; takes two wells."""
    HORN_OFF = "horn-off"
    """The lever's horn sits one tooth too high on its servo."""
    HORN_LOW = "horn-low"
    """The lever's horn sits one tooth too low on its servo."""
    SERVOS_TURNED = "servos-turned"
    """Servos turn the other way than the drawings', or lie the other way round; their levers were put on when 'up'."""
    SERVOS_SHORT = "servos-short"
    """All six are clones that turn less for a pulse than the drawings'; their levers were put on when 'up'."""
    SERVOS_LONG = "servos-long"
    """All six turn further for a pulse."""
    DEAD_LEFT_HALF = "left-half-dead"
    DEAD_RIGHT_HALF = "right-half-dead"
    SWAPPED_HALVES = "swapped-halves"
    JOINED_HALVES = "joined-halves"
    """A drop of solder joins the wires of both halves on the perfboard."""
    LID_SHORTED = "lid-shorted"
    """The lid's switch reads closed whatever the lid does."""
    LID_SHAKES = "lid-shakes"
    """The lid's magnet is so far from its contact that the contact opens when the closed lid is shaken fast."""
    STOP_UNWIRED = "stop-unwired"
    """The emergency stop's second contact is not connected: the board's pull-up reads it as pressed."""
    STOP_INVERTED = "stop-inverted"
    """The emergency stop was bought with contacts that close when it is pressed."""
    WEAK_SUPPLY = "weak-supply"
    """Servos and board share one weak supply, which breaks down when more than two levers move at once."""
    WRONG_FIRMWARE = "wrong-firmware"
    """A firmware of another version is on the board."""
    WRONG_BOARD = "wrong-board"
    """Another maker's board, which answers every line with an error of its own."""
    CAMERA_TURNED = "camera-turned"
    CAMERA_LOW = "camera-low"
    WRONG_MODE = "wrong-mode"
    """The sensor reads only the middle of its field."""
    OUT_OF_FOCUS = "out-of-focus"
    DIRTY_LENS = "dirty-lens"
    HAZY_LID = "hazy-lid"
    """The lid over the wells is scratched and clouded by years of wiping."""
    FLICKER = "flicker"
    """A strong lamp on the mains, whose light swings at 100 Hz, shines on the table."""
    POST_SWINGS = "post-swings"
    """The camera's post is loose at its foot, and swings when the wells are shaken."""
    MARKER_MISSING = "marker-missing"
    MARKER_TURNED = "marker-turned"
    """A marker is glued on upside down."""
    COIL_DEAD = "coil-dead"
    """A box's coil is broken, or its wire has come off: nothing knocks its flap."""
    COILS_SWAPPED = "coils-swapped"
    """The wires of two boxes' coils are in each other's place; takes two wells."""
    COIL_WEAK = "coil-weak"
    """A box's plunger rubs: only now and then does a knock throw the die."""
    LID_OFF = "lid-off"
    """A box has no lid."""
    DIE_MISSING = "die-missing"
    TWO_DICE = "two-dice"
    """Two dice lie in one well."""


BuildFaults = Mapping[BuildFault, frozenset[int]]
"""The faults of a build, each with its numbers from 1 on; empty means 1, for two plugs 1 and 2."""

TOOTH = 360 / 21
"""Degrees between two teeth of a micro servo's shaft."""
TOO_LOW = 15.0
"""mm by which a camera of CAMERA_LOW hangs too low."""
SLIP = 0.01
"""Share of a turn that a slipping crank loses at one turn a second; it grows with the square of the speed."""
CAM_OFF = 25.0
"""Degrees by which a turned cam is away from its place."""
TRAVEL_OFF = 0.15
"""Share by which the travel of cloned servos differs."""
HAZE = 0.3
"""Share of light that a clouded lid scatters."""
WEAK_KNOCKS = 4
"""One of this many knocks throws the die of a box whose plunger rubs."""
NEARLY_UP = 6.0
"""Degrees from the highest place within which a lever counts as raised."""
WEAK_LEVERS = 2
"""Levers that a weak supply moves at once."""


class Build:
    """How one machine is built: correctly except for its `faults`; `driver` is its motor's.

    `lever_of[n]` is the lever (0 to 5) that the signal of servo n + 1 moves, None for none; `knocks[n]` is the box (0
    to 5) that the signal of coil n + 1 knocks. `horns` are the degrees by which each lever stands above where its pulse
    calls it. `levers_at_once` is how many levers the supply can move.
    """

    def __init__(self, faults: BuildFaults | None = None, driver: StepDriver = StepDriver.TMC2209) -> None:
        self._faults = faults or {}
        switch = HomeSwitch.INVERTED if self.has(BuildFault.HOME_INVERTED) else HomeSwitch.WIRED
        self.drive = Drive(
            windings=0 if self.has(BuildFault.MOTOR_UNPLUGGED) else 2 - self.has(BuildFault.COIL_OPEN),
            switch=HomeSwitch.OPEN if self.has(BuildFault.HOME_DEAD) else switch,
            slip=SLIP * self.has(BuildFault.SLIPPING_CRANK),
            cam=CAM_OFF * self.has(BuildFault.CAM_TURNED),
            rings=self.has(BuildFault.MID_BAND),
            binds=self.has(BuildFault.ROCKER_BINDS),
            heats=self.has(BuildFault.HOT_DRIVER),
            driver=driver,
        )
        self.optics = CameraOptics(
            reads=CameraOptics.MIDDLE if self.has(BuildFault.WRONG_MODE) else 1.0,
            blur=CameraOptics.UNSHARP * self.has(BuildFault.OUT_OF_FOCUS),
            veil=CameraOptics.GREASE * self.has(BuildFault.DIRTY_LENS),
            flicker=CameraOptics.LAMP * self.has(BuildFault.FLICKER),
            hung=Mounting(
                up=-TOO_LOW * self.has(BuildFault.CAMERA_LOW), roll=180.0 * self.has(BuildFault.CAMERA_TURNED)
            ),
        )
        self.lever_of = self._wire(BuildFault.DEAD_SERVO, BuildFault.SWAPPED_SERVOS)
        self.knocks = self._wire(BuildFault.COIL_DEAD, BuildFault.COILS_SWAPPED)
        high, low = self.numbers(BuildFault.HORN_OFF), self.numbers(BuildFault.HORN_LOW)
        self.horns = tuple(TOOTH * ((well in high) - (well in low)) for well in range(1, WELLS + 1))
        self.levers_at_once = WEAK_LEVERS if self.has(BuildFault.WEAK_SUPPLY) else WELLS

    def has(self, fault: BuildFault) -> bool:
        """Return whether it has a fault."""
        return fault in self._faults

    def numbers(self, fault: BuildFault) -> frozenset[int]:
        """Return the levers, boxes, wells or markers with a fault, from 1 on; none if it does not have it."""
        return (self._faults[fault] or frozenset({1})) if fault in self._faults else frozenset()

    def _wire(self, dead: BuildFault, swapped: BuildFault) -> tuple[int | None, ...]:
        """Return which part each of the board's six signals moves, where some are `dead` and two are `swapped`."""
        wires: list[int | None] = list(range(WELLS))
        for well in self.numbers(dead):
            wires[well - 1] = None
        if swapped in self._faults:
            one, other = [*sorted(self._faults[swapped]), 1, 2][:2]
            wires[one - 1], wires[other - 1] = wires[other - 1], wires[one - 1]
        return tuple(wires)

    def drive_lamps(self, left: float, right: float) -> tuple[float, float]:
        """Return the brightness of the left and the right lamp, 0 to 1, by that of the board's two outputs."""
        if self.has(BuildFault.JOINED_HALVES):
            left = right = max(left, right)
        if self.has(BuildFault.SWAPPED_HALVES):
            left, right = right, left
        return left * (not self.has(BuildFault.DEAD_LEFT_HALF)), right * (not self.has(BuildFault.DEAD_RIGHT_HALF))

    def reads_stop(self, pressed: bool) -> bool:
        """Return whether the emergency stop reads as pressed."""
        return pressed != self.has(BuildFault.STOP_INVERTED) or self.has(BuildFault.STOP_UNWIRED)

    def calls(self, dimensions: Mapping[str, Any], pulses: Sequence[float | None]) -> tuple[float | None, ...]:
        """Return the degrees above the horizontal to which the board's six signals (µs) call levers 1 to 6.

        Levers whose servos turn the other way, or too little or far, stand right when they are up.
        """
        called: list[float | None] = [None] * len(pulses)
        turned, up = self.numbers(BuildFault.SERVOS_TURNED), float(dimensions["lever"]["highest"])
        travel = 1 + TRAVEL_OFF * (self.has(BuildFault.SERVOS_LONG) - self.has(BuildFault.SERVOS_SHORT))
        for lever, pulse in zip(self.lever_of, pulses, strict=True):
            if lever is not None and pulse is not None:
                way = -1 if lever + 1 in turned else 1
                angle = lever_angle(dimensions, lever + 1, pulse)
                called[lever] = up + way * travel * (angle - up) + self.horns[lever]
        return tuple(called)

    def find_thrown(self, wells: frozenset[int], number: int) -> frozenset[int]:
        """Return the boxes (1 to 6) that throw their dice as the board knocks `wells` with a knock of this number."""
        struck = {box + 1 for well in wells if (box := self.knocks[well - 1]) is not None}
        return frozenset(struck if number % WEAK_KNOCKS == 0 else struck - self.numbers(BuildFault.COIL_WEAK))

    def plate(self, dimensions: Mapping[str, Any]) -> dict[str, Any]:
        """Return a machine's dimensions with the markers as they are glued on, and its lid as it is now."""
        missing, turned = self.numbers(BuildFault.MARKER_MISSING), self.numbers(BuildFault.MARKER_TURNED)
        haze, opened = HAZE * self.has(BuildFault.HAZY_LID), self.numbers(BuildFault.LID_OFF)
        seen = dict(dimensions)
        if missing or turned:
            seen["markers"] = {**dimensions["markers"], "missing": sorted(missing), "turned": sorted(turned)}
        if haze or opened:
            seen["lid"] = {**dimensions["lid"], "haze": haze, "open": sorted(opened)}
        return seen


def lever_angle(dimensions: Mapping[str, Any], well: int, pulse: float) -> float:
    """Return the degrees above the horizontal to which a pulse (µs) at its servo calls a well's lever."""
    lever = dimensions["lever"]
    if well in find_mirrored_levers(dimensions):
        pulse = mirror_pulse(pulse)
    share = (pulse - lever["highest_pulse"]) / (lever["lowest_pulse"] - lever["highest_pulse"])
    return float(lever["highest"] + share * (lever["lowest"] - lever["highest"]))


def compute_touch_angle(dimensions: Mapping[str, Any]) -> float:
    """Return the degrees above the horizontal at which a lever's tip touches a die that lies flat in its well."""
    lever, top = dimensions["lever"], dimensions["wells"]["floor"] + dimensions["die"]["side"]
    return math.degrees(math.asin((top + lever["tip_radius"] - lever["height"]) / lever["arm"]))


def place_levers(
    dimensions: Mapping[str, Any], angles: Sequence[float], above: float
) -> tuple[frozenset[int], tuple[tuple[int, float], ...]]:
    """Return the wells (1 to 6) whose levers lie on their dice, and the others that are not up, each with its degrees.

    `angles` are those of levers 1 to 6 above the horizontal; a lever counts as lying on its die up to `above` degrees
    above its first touch.
    """
    touching, highest = compute_touch_angle(dimensions), dimensions["lever"]["highest"]
    clamped = frozenset(well for well, angle in enumerate(angles, 1) if angle <= touching + above)
    lifted = tuple(
        (well, max(angle, touching))
        for well, angle in enumerate(angles, 1)
        if well not in clamped and abs(angle - highest) > NEARLY_UP
    )
    return clamped, lifted


Faults = Mapping["MachineFault", frozenset[int]]
"""The active faults, each with its wells 1..6; faults of the whole machine have no wells."""


class MachineFault(enum.StrEnum):
    """A physical fault."""

    LOST_STEPS = "lost-steps"
    """The motor has too little torque for a shake, but enough to creep."""
    SWITCH_OPEN = "switch-open"
    """The home switch never closes."""
    SWITCH_CLOSED = "switch-closed"
    """The home switch sticks and never opens."""
    SLIPPING = "slipping-lever"
    """The lever slips on the shaft of its servo: its tip hardly presses."""
    SLOW = "slow-servo"
    """The lever moves far too slowly."""
    COCKED = "cocked-die"
    """A bump in the soft floor, on which the well's die leans more often than not."""
    DOUBLE = "two-dice"
    """Somebody has put a second die into the well."""
    HEAVY = "heavy-die"
    """The well's die has its centre of mass 0.5 mm off, towards its 1: it shows its 6 too often."""


SOLID = frozenset({MachineFault.COCKED, MachineFault.DOUBLE, MachineFault.HEAVY})
"""Faults that change the contents of the wells."""
OF_WELLS = SOLID | {MachineFault.SLIPPING, MachineFault.SLOW}

NOT_OF_THE_BUILD = frozenset({"two-dice"})
"""Faults of a build that are faults of the machine here."""
BROWN_OUT = "brown-out"
"""A fault of the supply: each line that the board receives has this probability of being followed by a reset."""
LOST_STRENGTH = 0.2
SLIPPING_TORQUE = 0.003
"""Torque in N m: 0.1 N at the tip."""
HEAVY_SHIFT = 0.0005
"""Metres by which a heavy die's centre of mass is off."""
SLOW_SHARE = 0.1
