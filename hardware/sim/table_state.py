"""The state of the simulated table between two changes."""

import math
from dataclasses import dataclass

from hardware.sim.scene import SceneFault, SeenDie

SHAKE_RATE, SHAKE_RAMP = 10.0, 0.2
"""Turns of the crank per second, and seconds of soft start and stop."""


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
    offset: float = 0.0
    """How far, in mm to the right, the carriage stands from home when it does not move."""
    clamped: frozenset[int] = frozenset()
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

    def stands(self, time: float) -> float:
        """Return how far (mm) to the right of home the carriage is."""
        if not self.shaking(time):
            return self.offset
        since, left = time - self.since, self.settled_from - time
        soft = min(1.0, since / SHAKE_RAMP, left / SHAKE_RAMP)
        return soft * self.stroke / 2 * math.sin(2 * math.pi * SHAKE_RATE * since)
