"""The lid on the wells: it has play under its hook, dice hit it, and its reed contact bounces. None is measured."""

import math
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

GRAVITY: Final = 9.81
PLAY: Final = 0.0005
"""Metres by which the hook lets the lid's edge rise: a printed hook snaps over it with half a millimetre to spare."""
DENSITY: Final = 1190.0
"""Of acrylic, kg/m³."""
HARD: Final = 1e-3
"""Impulse in N s in a tick from which a knock opens the contact: that of a lid which falls back by 0.2 mm, or of a die
at 0.4 m/s, whose impact lasts five ticks.

A reed contact in a strong field bears 10 g of vibration and a shock of 100 g (data sheet of the Comus RI-02). Here its
magnet lies over one end of the glass, some 10 mm away, with little to spare.
"""
SHORTEST, LONGEST = 1e-4, 3e-3
"""Seconds of a burst: a blade that is let go bounces for 0.1 ms (RI-02: bounce 0.10 ms, release 0.07 ms); one whose
magnet trembles does for as long as the lid rings. Every length is as likely as its double."""
CHATTER: Final = 2e-4
"""Mean seconds between two changes within a burst."""
DELAY: Final = 0.0125
"""Seconds from a knock to the contact: more than the board runs ahead of the machine."""


class Lid:
    """The lid's edge over the reed contact, and the contact. The same seed and the same knocks give the same bursts."""

    def __init__(self, dimensions: Mapping[str, Any], seed: int) -> None:
        wells, sheet = dimensions["wells"], dimensions["sheet"]
        side, wall = wells["side"], wells["wall"]
        wide, deep = 3 * side + 4 * wall, 2 * side + 3 * wall
        area = (wide + sheet["lid_hinge"] + sheet["lid_magnet"]) * (deep + 2 * sheet["lid_overhang"])
        # The edge carries half of the sheet; the hinge carries the other half.
        self._mass = float(DENSITY * area * dimensions["lid"]["thickness"] / 1e9 / 2)
        self._along = (wide / 2 - dimensions["rocker"]["across"]) / 1000
        self._random = np.random.default_rng((seed, 0x11D))
        self._rise = self._speed = 0.0
        self._edges: deque[float] = deque()
        self._closed = True

    @property
    def closed(self) -> bool:
        """Whether people have closed it."""
        return self._closed

    @closed.setter
    def closed(self, closed: bool) -> None:
        self._closed = closed
        self._edges.clear()

    def touches(self, now: float) -> bool:
        """Return whether its contact touches: it does while it is closed, but for every second gap of a burst."""
        return self._closed and sum(edge > now for edge in self._edges) % 2 == 0

    def next_change(self, now: float) -> float:
        """Return when the contact changes next, in seconds since the start; infinity if it does not."""
        return next((edge for edge in self._edges if edge > now), math.inf)

    def tick(self, now: float, seconds: float, push: float, impulse: float) -> None:
        """Advance to `now`.

        `push` is the rocker's angular acceleration in rad/s²; `impulse` in N s is that of the dice which hit the lid.
        """
        while self._edges and self._edges[0] <= now:
            self._edges.popleft()
        if not self._closed:
            return
        # On a rocker that tips to the right its edge, left of the shaft, goes up.
        pulled = -GRAVITY + self._along * push
        if pulled > 0 or self._rise or self._speed or impulse:
            impulse += self._fly(seconds, pulled, impulse)
        if impulse > HARD:
            self._knock(now)

    def _fly(self, seconds: float, pulled: float, impulse: float) -> float:
        """Let the edge rise or fall by a tick; return the impulse with which it ends at the walls or at the hook."""
        self._speed += pulled * seconds + impulse / self._mass
        self._rise += self._speed * seconds
        if 0 < self._rise < PLAY:
            return 0.0
        landed, self._speed = abs(self._speed), 0.0
        self._rise = min(PLAY, max(0.0, self._rise))
        return self._mass * landed

    def _knock(self, now: float) -> None:
        """Let the contact bounce, unless it does already."""
        if self._edges:
            return
        at = now + DELAY
        end = at + SHORTEST * (LONGEST / SHORTEST) ** self._random.random()
        while at < end:
            self._edges.append(at)
            at += self._random.exponential(CHATTER)
        # It opens first and touches last.
        self._edges.append(end)
        if len(self._edges) % 2:
            del self._edges[-2]

    def state(self) -> tuple[float, ...]:
        """Return what determines its future, besides its draws."""
        return (self._rise, self._speed, float(len(self._edges)), *self._edges)
