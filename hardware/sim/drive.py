"""The simulated drive: a motor that may not turn, a crank that may slip, and the home switch."""

import enum
import itertools
import math
from dataclasses import dataclass
from typing import Final

CLOSED: Final = 10.0
"""Degrees to both sides of home over which the switch is closed."""
GRAIN: Final = 0.5
"""Degrees between two looks at the switch."""
QUICK, SLOW = 720.0, 180.0
"""Degrees a second of the search and of the slow approach."""
LEAST_SECONDS = 0.8
AROUND, BACK, CLEAR, NEAR = 405.0, 110.0, 3.6, 36.0
"""Largest angles in degrees: of the search, of the way back, beyond the switch, and of the slow approach."""
WATCHED = 25.0
"""Degrees before home where the switch must still be open after a shake."""


RING, BAND = 6.0, 0.7
"""Turns of the crank a second at which a motor that rings falls out of step, and how far above and below it does."""
BOUND = 60.0
"""Degrees from home at which a rocker that binds holds the crank."""
COOL = 30.0
"""Seconds of motion after which a driver without a heat sink switches itself off."""


class HomeSwitch(enum.Enum):
    """How the home switch is wired."""

    WIRED = "wired"
    INVERTED = "inverted"
    OPEN = "open"

    def reads(self, closed: bool) -> bool:
        """Return whether the switch reads closed; `closed` says whether the cam presses it."""
        return {HomeSwitch.WIRED: closed, HomeSwitch.INVERTED: not closed, HomeSwitch.OPEN: False}[self]


class StepDriver(enum.Enum):
    """The module that drives the motor: the one in the parts list, and a cheaper one."""

    TMC2209 = "TMC2209"
    A4988 = "A4988"


@dataclass(frozen=True, slots=True)
class Path:
    """A path of the crank through `places` (degrees, 0 at home) at one speed, from `start` to `end` (seconds)."""

    places: tuple[float, ...]
    start: float
    end: float

    def at(self, time: float) -> float:
        """Return the crank's angle at a time."""
        ways = [abs(b - a) for a, b in itertools.pairwise(self.places)]
        left = sum(ways) * min(1.0, max(0.0, (time - self.start) / (self.end - self.start)))
        for way, (a, b) in zip(ways, itertools.pairwise(self.places), strict=True):
            if left < way:
                return a + (b - a) * left / way
            left -= way
        return self.places[-1]


@dataclass(frozen=True, slots=True)
class Drive:
    """How motor, crank and home switch are built: `windings` of the motor (0 to 2) have current.

    The crank loses `slip` of a turn at one turn a second. The cam sits `cam` degrees ahead of its place. Optionally the
    motor `rings` at middle speeds, the rocker `binds`, and the driver `heats` until it switches itself off.
    """

    windings: int = 2
    switch: HomeSwitch = HomeSwitch.WIRED
    slip: float = 0.0
    cam: float = 0.0
    rings: bool = False
    binds: bool = False
    heats: bool = False
    driver: StepDriver = StepDriver.TMC2209

    @property
    def turns(self) -> bool:
        """Whether the motor turns: with one winding alone its field swings to and fro and turns nothing."""
        return self.windings == 2

    def is_closed(self, crank: float) -> bool:
        """Return whether the switch is closed at an angle of the crank in degrees, 0 at home."""
        return self.switch.reads(abs(math.remainder(crank - self.cam, 360)) <= CLOSED)

    def seek_home(self, crank: float) -> tuple[tuple[float, ...], float, bool]:
        """Return places (degrees), seconds and success of a board's search for home from this angle of the crank.

        The places are where the crank starts and where each of its moves ends.
        """
        places, seconds = [crank], 0.0

        def go(degrees: float, speed: float, until: bool | None = None) -> bool:
            """Turn by at most these degrees until the switch is closed or open (`until`); return whether it is."""
            nonlocal seconds
            at, made = places[-1], 0.0
            step = math.copysign(GRAIN, degrees) if self.turns else 0.0
            while made < abs(degrees) and self.is_closed(at) is not until:
                at += step
                made += GRAIN
            places.append(at)
            seconds += made / speed
            return until is None or self.is_closed(at) is until

        def search() -> bool:
            if not self.is_closed(crank):
                if not go(AROUND, QUICK, until=True):
                    return False
                go(-BACK, QUICK, until=True)
            if not go(-BACK, QUICK, until=False):
                return False
            go(-CLEAR, QUICK)
            if self.is_closed(places[-1]) or not go(NEAR, SLOW, until=True):
                return False
            go(CLOSED, QUICK)
            return self.is_closed(places[-1])

        found = search()
        return tuple(places), max(LEAST_SECONDS, seconds), found

    def shake(self, crank: float, turns: float, rate: float) -> float:
        """Return the angle of a crank after whole turns at this rate (1/s)."""
        if self.binds:
            return BOUND
        if self.rings and abs(rate - RING) < BAND:
            turns -= turns % 2 + 0.5
        return crank + (360 * turns * (1 - min(1.0, self.slip * rate * rate)) if self.turns else 0.0)

    def comes_home(self, crank: float) -> bool:
        """Return whether the board finds the switch as it expects it at the end of a shake that ends at this angle."""
        return self.is_closed(crank) and not self.is_closed(crank - WATCHED)
