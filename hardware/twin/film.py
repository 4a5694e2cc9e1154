"""What there was to be seen of the machine at the times of the camera's frames."""

import math
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hardware.sim.cube import Pose
from hardware.sim.scene import Exposure, Scene, SeenDie
from hardware.sim.table import EXPOSURE, FRAMES_A_SECOND, Sight
from hardware.twin.machine import Machine

KEPT = 90
"""Frames: a camera hands out pictures of moments that have gone by."""
DOWN = 20.0
"""Degrees above the horizontal under which a lever is drawn as lying on its die."""


@dataclass(frozen=True, slots=True)
class MachineScene(Scene):
    """A scene whose wells block may lean (degrees, to the right and down) and whose levers are at any angle.

    The dice in wells are given as they would be if the block were level and at home.
    """

    tilt: float = 0.0
    levers: tuple[float, ...] = ()


class Film:
    """Remembers the machine as it was when exposures began; `start` is the clock's time at the machine's time 0.

    `catch_up` is called before anything is looked for: it lets the machine come to the clock's time. Any thread may ask
    for a sight while the one that moves the machine takes them.
    """

    def __init__(self, machine: Machine, start: float = 0.0, catch_up: Callable[[], None] = lambda: None) -> None:
        self.seed = machine.seed
        self.dimensions: Mapping[str, Any] = machine.dimensions
        self._machine, self._start, self._catch_up = machine, start, catch_up
        self._lock = threading.Lock()
        self._sights: deque[tuple[float, Sight]] = deque(maxlen=KEPT)
        self._next = 0
        self.take((0.0, 0.0))

    def take(self, lights: tuple[float, float]) -> None:
        """Take what is to be seen now, if a frame's time has come; `lights` are both halves of the ring, 0 to 1.

        To be called whenever the machine has moved on, at least every 10 ms.
        """
        time = self._start + self._machine.time
        number = math.floor(time * FRAMES_A_SECOND + 1e-6)
        if self._sights and number < self._next:
            return
        self._next = number + 1
        exposure = Exposure(left=lights[0], right=lights[1])
        scene = self._scene()
        if self._sights and self._sights[-1][1].scene == scene:
            scene = self._sights[-1][1].scene
        noise = (self.seed, int(lights[0] > 0), int(lights[1] > 0), max(number, 0))
        with self._lock:
            self._sights.append((time, Sight(scene, exposure, noise)))

    def sight(self, time: float) -> Sight:
        """Return what a camera got in the exposure that began at `time`, or in the last before it."""
        self._catch_up()
        with self._lock:
            for taken, sight in reversed(self._sights):
                if taken <= time + 1 / FRAMES_A_SECOND / 2:
                    return sight
            return self._sights[0][1]

    def _scene(self) -> MachineScene:
        machine = self._machine
        levers = tuple(round(angle, 1) for angle in machine.levers)
        return MachineScene(
            dice=tuple(replace(die, pose=_rounded(die)) for die in machine.level_dice),
            clamped=frozenset(well for well, angle in enumerate(levers, 1) if angle < DOWN),
            offset=round(machine.offset, 2),
            sweep=round(machine.offset_speed * EXPOSURE, 1),
            tilt=round(machine.tilt, 2),
            levers=levers,
        )


def _rounded(die: SeenDie) -> Pose:
    """Return a pose whose trembling on a soft floor is gone, so that the same picture serves for many frames."""
    x, y, height = (round(v, 1) for v in die.pose.middle)
    return Pose((x, y, height), tuple(round(v, 3) for v in die.pose.turn))
