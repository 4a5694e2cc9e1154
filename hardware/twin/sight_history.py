"""Keeps what a camera could see of the machine at the times of its frames."""

import math
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hardware.sim.cube import DiePose
from hardware.sim.scene import Exposure, Scene, SeenDie
from hardware.sim.table import EXPOSURE, FRAMES_A_SECOND, Sight
from hardware.twin.machine import Machine

KEPT = 90
"""Number of frames kept: a camera delivers pictures of past moments."""
SWING = 1.0
"""Degrees from frame to frame from which a lever is in motion."""
DOWN = 20.0
"""Angle in degrees above the horizontal below which a lever is drawn as lying on its die."""


@dataclass(frozen=True, slots=True)
class MachineScene(Scene):
    """A scene whose wells block may tilt (degrees, to the right and down) and whose levers may have any angle.

    `swinging` tells whether one of them moves. Dice in wells are given as if the block were level and at home.
    """

    tilt: float = 0.0
    levers: tuple[float, ...] = ()
    swinging: bool = False


class SightHistory:
    """Remembers the state of a machine at the start of each exposure of a camera over it.

    `lights` returns the brightness of both halves of the ring (0 to 1),
    `start` is the clock's time at the machine's time 0, and `catch_up` advances the machine to the clock's time before
    somebody looks: all three are set once there is a board. Any thread may look.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.seed = machine.seed
        self.dimensions: Mapping[str, Any] = machine.dimensions
        self.lights: Callable[[], tuple[float, float]] = _dark
        self.catch_up: Callable[[], None] = _nothing
        self.start = 0.0
        self._lock = threading.Lock()
        self._sights: deque[tuple[float, Sight]] = deque(maxlen=KEPT)
        self._next = -math.inf
        self._levers: tuple[float, ...] = machine.levers
        machine.watchers.append(self._look)
        self._take()

    def _look(self, *_: object) -> None:
        if self.machine.time * FRAMES_A_SECOND + 1e-6 >= self._next:
            self._take()

    def _take(self) -> None:
        """Record what can be seen now, at the time of a frame."""
        time = self.machine.time
        number = math.floor(time * FRAMES_A_SECOND + 1e-6)
        self._next = number + 1
        left, right = self.lights()
        scene = self._scene()
        with self._lock:
            if self._sights and self._sights[-1][1].scene == scene:
                scene = self._sights[-1][1].scene
            noise = (self.seed, int(left > 0), int(right > 0), number)
            self._sights.append((time, Sight(scene, Exposure(left=left, right=right), noise, sway=self.machine.sway)))

    @property
    def newest(self) -> Sight:
        """What a camera saw last."""
        return self.latest[1]

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

    def _scene(self) -> MachineScene:
        machine = self.machine
        levers = tuple(round(angle, 1) for angle in machine.levers)
        before, self._levers = self._levers, levers
        return MachineScene(
            dice=tuple(replace(die, pose=_rounded(die)) for die in machine.level_dice),
            clamped=frozenset(well for well, angle in enumerate(levers, 1) if angle < DOWN),
            offset=round(machine.offset, 2),
            sweep=round(machine.offset_speed * EXPOSURE, 1),
            tilt=round(machine.tilt, 2),
            levers=levers,
            swinging=any(abs(now - then) > SWING for then, now in zip(before, levers, strict=True)),
        )


def _dark() -> tuple[float, float]:
    return 0.0, 0.0


def _nothing() -> None:
    pass


def _rounded(die: SeenDie) -> DiePose:
    """Return a pose without the trembling on a soft floor, so that one picture serves for many frames."""
    x, y, height = (round(v, 1) for v in die.pose.middle)
    return DiePose((x, y, height), tuple(round(v, 3) for v in die.pose.turn))
