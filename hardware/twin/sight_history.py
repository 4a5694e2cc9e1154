"""Keeps what a camera could see of the machine at the times of its frames."""

import math
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from hardware.sim.scene import Exposure
from hardware.sim.table import FRAMES_A_SECOND, Sight
from hardware.twin.box_machine import BoxMachine
from hardware.twin.machine import Machine

SHOWN = 2
"""One of this many frames is shown to onlookers."""
KEPT = 90
"""Number of frames kept: a camera delivers pictures of past moments."""


class SightHistory:
    """Remembers the state of a machine at the start of each exposure of a camera over it.

    `lights` returns the brightness of both halves of the ring (0 to 1), `start` is the clock's time at the machine's
    time 0, and `catch_up` advances the machine to the clock's time before somebody looks: all three are set once there
    is a board. `shows` is called at frames that are shown. Any thread may look.
    """

    def __init__(self, machine: Machine | BoxMachine) -> None:
        self.machine = machine
        self.seed = machine.seed
        self.dimensions: Mapping[str, Any] = machine.dimensions
        self.lights: Callable[[], tuple[float, float]] = lambda: (1.0, 1.0)
        self.catch_up: Callable[[], None] = lambda: None
        self.shows: Callable[[], None] = lambda: None
        self.start = 0.0
        self._lock = threading.Lock()
        self._sights: deque[tuple[float, Sight]] = deque(maxlen=KEPT)
        self._next = -math.inf
        machine.watchers.append(self._look)
        self._take()

    def _look(self) -> None:
        if self.machine.time * FRAMES_A_SECOND + 1e-6 >= self._next:
            self._take()

    def _take(self) -> None:
        """Record what can be seen now, at the time of a frame."""
        time = self.machine.time
        number = math.floor(time * FRAMES_A_SECOND + 1e-6)
        self._next = number + 1
        left, right = self.lights()
        with self._lock:
            before = self._sights[-1][1].scene if self._sights else None
            scene = self.machine.scene()
            if scene == before:
                scene = before
            noise = (self.seed, int(left > 0), int(right > 0), number)
            self._sights.append((time, Sight(scene, Exposure(left=left, right=right), noise, sway=self.machine.sway)))
        if number % SHOWN == 0:
            self.shows()

    @property
    def latest(self) -> tuple[float, Sight]:
        """What a camera saw last, and the machine's time then."""
        with self._lock:
            return self._sights[-1]

    def sight(self, time: float) -> Sight:
        """Return what a camera saw in the exposure that began at `time`, or in the last one before it."""
        self.catch_up()
        with self._lock:
            for taken, sight in reversed(self._sights):
                if taken <= time - self.start + 0.5 / FRAMES_A_SECOND:
                    return sight
            return self._sights[0][1]
