"""The simulated camera: 30 frames a second of the simulated table, on the clock that both share."""

import math
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame, Readout
from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import CameraError, Failure, FrameTimeoutError
from hardware.sim.hands import BoardDrawer, Hand
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.sensor import CameraOptics
from hardware.sim.table import FRAMES_A_SECOND, Sight

PIPELINE_FRAMES = 1
"""A frame is available one frame time after its exposure began."""
LATE_FRAMES = 3


class ViewedTable(Protocol):
    """The scene under a camera."""

    @property
    def seed(self) -> int: ...

    @property
    def dimensions(self) -> Mapping[str, Any]: ...

    def sight(self, time: float) -> Sight:
        """Return the scene in an exposure that begins at `time`."""
        ...


class SimulatedCamera(Closing):
    """A camera over a simulated table; `noise` 1.0 is the normal level, `painter` makes its renderer.

    An object in a `hand` appears in front of everything. Without a mounting the camera hangs with the small errors of a
    careful assembly, by the table's seed. `optics` are its lens and sensor, good ones if none are given.
    """

    def __init__(
        self,
        table: ViewedTable,
        clock: Clock,
        *,
        noise: float = 1.0,
        mounting: Mounting | None = None,
        hand: Hand | None = None,
        painter: Callable[[Mapping[str, Any], Mounting, float], Renderer] = Renderer,
        optics: CameraOptics | None = None,
    ) -> None:
        self._optics = optics or CameraOptics()
        self._table, self._clock = table, clock
        self._lock, self._hand = threading.Lock(), hand or Hand()
        hung = Mounting.from_seed(table.seed) if mounting is None else mounting
        # The slowest drawing happens on opening, because a real camera takes its time then, too.
        self._renderer = painter(table.dimensions, hung.knock(self._optics.hung), noise)
        self._drawer: BoardDrawer | None = None
        self._frozen: NDArray[np.uint8] | None = None
        self._closed = False

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        """Return the newest frame, or with `after` the first one whose exposure began later."""
        with self._lock:
            if self._closed:
                raise CameraError("the simulated camera is closed", "open it again")
            sight = self._table.sight(self._clock.now())
            if sight.unplugged:
                raise Failure.CAMERA_LOST.error("the simulated camera is unplugged")
            behind = PIPELINE_FRAMES + (LATE_FRAMES if sight.late else 0)
            number = max(0, math.floor(self._clock.now() * FRAMES_A_SECOND + 1e-6) - behind)
            if after is not None:
                first = math.floor(after * FRAMES_A_SECOND) + 1
                number = max(number, first if first / FRAMES_A_SECOND > after else first + 1)
            time = number / FRAMES_A_SECOND
            ready = (number + behind) / FRAMES_A_SECOND
            if timeout is not None and ready - self._clock.now() > timeout:
                raise FrameTimeoutError(f"the simulated camera gives no new picture in {timeout:g} s")
            while (wait := ready - self._clock.now()) > 1e-9:
                self._clock.sleep(wait)
            sight = self._table.sight(time)
            if sight.frozen_at is None:
                self._frozen = None
            elif self._frozen is None:
                sight = self._table.sight(math.floor(sight.frozen_at * FRAMES_A_SECOND) / FRAMES_A_SECOND)
                self._frozen = self._renderer.picture(sight.scene, sight.exposure, sight.seed)
            if self._frozen is not None:
                return Frame(self._frozen.copy(), time)
            picture = self._renderer.picture(sight.scene, sight.exposure, sight.seed)
            if self._hand.held is not None:
                light = sight.exposure.strength * (sight.exposure.left + sight.exposure.right) / 2
                self._drawer = self._drawer or BoardDrawer(self._table.dimensions, self._renderer.lens)
                self._drawer.draw_over(picture, self._hand.held, light, sight.seed)
            picture = self._optics.apply(picture, time)
            return Frame(self._renderer.lens.shift_view(picture, sight.sway) if sight.sway else picture, time)

    @property
    def mode(self) -> Readout:
        """How its sensor is read out."""
        return self._optics.mode

    def close(self) -> None:
        """Release the renderer's pictures. Closing twice is harmless."""
        with self._lock:
            self._closed = True
            self._renderer.close()
