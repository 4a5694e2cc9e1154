"""The simulated drive: a motor that may not turn, a crank that may slip, and the home switch."""

import enum
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

CLOSED: Final = 10.0
"""Degrees to both sides of home over which the switch is closed."""
GRAIN: Final = 0.5
"""Degrees between two looks at the switch."""
QUICK, SLOW = 720.0, 180.0
"""Degrees a second of the search and of the slow approach."""
LEAST_SECONDS = 0.8
AROUND, BACK, CLEAR, NEAR = 405.0, 110.0, 3.6, 36.0
"""Degrees at most: of the search, of the way back, beyond the switch, and of the slow approach."""
WATCHED = 25.0
"""Degrees before home where the switch must still be open after a shake."""


class HomeSwitch(enum.Enum):
    """How the home switch is wired."""

    WIRED = "wired"
    INVERTED = "inverted"
    OPEN = "open"

    def reads(self, closed: bool) -> bool:
        """Return whether it reads closed where the cam does or does not press it."""
        return {HomeSwitch.WIRED: closed, HomeSwitch.INVERTED: not closed, HomeSwitch.OPEN: False}[self]


@dataclass(frozen=True, slots=True)
class Search:
    """A search for home: the crank's places (degrees) at the ends of its ways, its seconds, and its success."""

    places: tuple[float, ...]
    seconds: float
    found: bool


@dataclass(frozen=True, slots=True)
class Drive:
    """`windings` of the motor have current, `slip` is what the crank loses of a turn at one turn a second."""

    windings: int = 2
    switch: HomeSwitch = HomeSwitch.WIRED
    slip: float = 0.0

    @property
    def turns(self) -> bool:
        """Whether the motor turns: with one winding alone its field swings to and fro and turns nothing."""
        return self.windings == 2

    def closed(self, crank: float) -> bool:
        """Return whether the switch is closed at an angle of the crank in degrees, 0 at home."""
        return self.switch.reads(abs(math.remainder(crank, 360)) <= CLOSED)

    def sought(self, crank: float) -> Search:
        """Return how a board that looks for home moves the crank from this angle."""
        way = _Way(self, crank)
        found = way.search()
        return Search(tuple(way.places), max(LEAST_SECONDS, way.seconds), found)

    def shaken(self, crank: float, turns: int, rate: float) -> float:
        """Return the angle of a crank after whole turns at this rate (1/s)."""
        return crank + (360 * turns * (1 - min(1.0, self.slip * rate * rate)) if self.turns else 0.0)

    def comes_home(self, crank: float) -> bool:
        """Return whether the board finds the switch as it expects it at the end of a shake that ends at this angle."""
        return self.closed(crank) and not self.closed(crank - WATCHED)


@dataclass(slots=True)
class _Way:
    drive: Drive
    crank: float
    seconds: float = 0.0
    places: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places.append(self.crank)

    def search(self) -> bool:
        if not self._closed():
            if not self._go(AROUND, QUICK, self._closed):
                return False
            self._go(-BACK, QUICK, self._closed)
        if not self._go(-BACK, QUICK, self._open):
            return False
        self._go(-CLEAR, QUICK)
        if self._closed() or not self._go(NEAR, SLOW, self._closed):
            return False
        self._go(CLOSED, QUICK)
        return self._closed()

    def _closed(self) -> bool:
        return self.drive.closed(self.crank)

    def _open(self) -> bool:
        return not self.drive.closed(self.crank)

    def _go(self, degrees: float, speed: float, until: Callable[[], bool] | None = None) -> bool:
        """Turn until something holds, at most by these degrees; return whether it does."""
        step = math.copysign(GRAIN, degrees) if self.drive.turns else 0.0
        made = 0.0
        while made < abs(degrees) and not (until and until()):
            self.crank += step
            made += GRAIN
        self.places.append(self.crank)
        self.seconds += made / speed
        return until is None or until()
