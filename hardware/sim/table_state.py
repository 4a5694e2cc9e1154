"""The state of the simulated table between two changes."""

import itertools
import math
from dataclasses import dataclass

from hardware.sim.scene import SceneFault, SeenDie

SHAKE_RATE, SHAKE_RAMP = 8.0, 0.2
"""Turns of the crank per second where none are given, and seconds of soft start and stop."""


@dataclass(frozen=True, slots=True)
class Path:
    """A way of the crank over its `places` (degrees, 0 at home), at one speed, in these seconds of the table."""

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
class ActiveFault:
    """A fault that is switched on: its chance (0 to 1), the wells it may strike (none: all), and its start in s."""

    fault: SceneFault
    chance: float
    wells: frozenset[int]
    since: float


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of the table from `time` (seconds) until the next change."""

    time: float
    shakes: int
    thrown: tuple[int, ...]
    """For each well the number of the shake that last threw its die."""
    settled_from: float
    """When the last shake ended, or will end."""
    stroke: float
    """How far (mm) a shake moves the carriage to and fro."""
    shaken: frozenset[int] = frozenset()
    """The wells whose dice the last shake threw."""
    since: float = -math.inf
    """When the last shake began: frames are counted from there."""
    crank: float = 0.0
    """The crank's angle in degrees, 0 at home, when it does not move."""
    begun: float = 0.0
    swept: float = 0.0
    """From which angle the last shake turned the crank, and by how many degrees."""
    path: Path | None = None
    """The last search for home."""
    clamped: frozenset[int] = frozenset()
    lifted: tuple[tuple[int, float], ...] = ()
    """Wells whose levers are neither up nor on their dice, each with its degrees above the horizontal."""
    lights: tuple[bool, bool] = (False, False)
    free: tuple[SeenDie, ...] = ()
    by_hand: int = 0
    """How often dice were thrown in the open tray."""
    active_faults: tuple[ActiveFault, ...] = ()

    def active_fault(self, fault: SceneFault) -> ActiveFault | None:
        """Return a fault that is switched on, or None."""
        return next((active for active in self.active_faults if active.fault == fault), None)

    def shaking(self, time: float) -> bool:
        """Return whether the crank shakes the dice at this time."""
        return self.since <= time < self.settled_from

    def turned(self, time: float) -> float:
        """Return the crank's angle (degrees, 0 at home) at this time."""
        if self.path and self.path.start <= time < self.path.end:
            return self.path.at(time)
        if not self.shaking(time):
            return self.crank
        whole, since = self.settled_from - self.since, time - self.since
        ramp = min(SHAKE_RAMP, whole / 2)
        begun, ending = min(since, ramp), max(0.0, since - (whole - ramp))
        passed = begun * begun / (2 * ramp) + max(0.0, since - ramp) - ending * ending / (2 * ramp)
        return self.begun + self.swept * passed / (whole - ramp)

    def stands(self, time: float) -> float:
        """Return how far (mm) to the right of home the carriage is."""
        return self.stroke / 2 * (1 - math.cos(math.radians(self.turned(time))))
