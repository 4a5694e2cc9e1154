"""Records the signals at the board's pins, like an oscilloscope, beside what the camera sees."""

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.sim.table import FRAMES_A_SECOND, Sight
from hardware.twin.servos import Pulses
from hardware.twin.sight_history import SightHistory

SECONDS = 8.0
"""Seconds shown by the scope."""
CHANNELS = ("steps", "forward", "current", *(f"servo{servo}" for servo in range(1, 7)), "left", "right", "home", "lid")
"""Steps/s, 1 for forward, 1 for current, pulses in microseconds (0 for none), lights 0 to 1, closed switches."""
Samples = NDArray[np.float32]


class Scope:
    """Sits between a board and its machine, and reports the signals once per `every` frames.

    `show` gets what the camera sees, and the samples (n, len(CHANNELS)) of the last seconds, one per frame.
    """

    def __init__(self, film: SightHistory, show: Callable[[Sight, Samples], None], every: int = 2) -> None:
        self._film, self._show, self._every = film, show, every
        self._samples: deque[list[float]] = deque(maxlen=round(SECONDS * FRAMES_A_SECOND))
        self._steps, self._way, self._frames = 0, 1, 0
        self._since, self._at_home = film.machine.time, False

    @property
    def home(self) -> bool:
        """Whether the home switch is closed."""
        return self._film.home

    @property
    def steps_from_switch(self) -> int:
        """Least number of steps until the home switch changes."""
        return self._film.steps_from_switch

    @property
    def lid_closed(self) -> bool:
        """Whether the lid is closed."""
        return self._film.lid_closed

    @property
    def estop(self) -> bool:
        """Whether the emergency stop is pressed."""
        return self._film.estop

    def advance(self, seconds: float, steps: Sequence[tuple[float, int]], servo_us: Pulses, enabled: bool) -> None:
        """Advance the time: see Machine.advance."""
        self._film.advance(seconds, steps, servo_us, enabled)
        self._steps += len(steps)
        if steps:
            self._way = steps[-1][1]
        machine = self._film.machine
        self._at_home |= machine.home  # only briefly during a shake
        if machine.time * FRAMES_A_SECOND < self._frames + 1:
            return
        self._frames = int(machine.time * FRAMES_A_SECOND)
        switches = float(self._at_home), float(machine.lid_closed)
        pulses = [pulse or 0.0 for pulse in servo_us]
        rate = self._steps / (machine.time - self._since)
        self._samples.append([rate, float(self._way > 0), float(enabled), *pulses, *self._film.lights(), *switches])
        self._steps, self._since, self._at_home = 0, machine.time, False
        if self._frames % self._every == 0:
            self._show(self._film.newest, np.array(self._samples, np.float32))
