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
"""A frame is handed out one frame time after its exposure began."""
LATE_FRAMES = 3


class ViewedTable(Protocol):
    """What a camera hangs over."""

    @property
    def seed(self) -> int: ...

    @property
    def dimensions(self) -> Mapping[str, Any]: ...

    def sight(self, time: float) -> Sight:
        """Return what is to be seen in an exposure that begins at `time`."""
        ...


class SimulatedCamera(Closing):
    """A camera over a simulated table; `noise` 1.0 is the normal level, `painter` makes what makes its pictures.

    What a `hand` holds is seen in front of everything. Where no mounting is given the camera hangs with the small
    errors of a careful assembly, by the table's seed. `optics` are its lens and sensor, good ones if none are given.
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
        hung = Mounting.seeded(table.seed) if mounting is None else mounting
        self._hung = hung.knocked(self._optics.hung)
        self._noise, self._painter = noise, painter
        self._frozen: NDArray[np.uint8] | None = None
        self._closed = False
        self._renderers: dict[Mounting | None, Renderer] = {}
        self._drawers: dict[Mounting | None, BoardDrawer] = {}
        # What it takes longest to draw is drawn on opening, as a real camera takes its time then and not later.
        self._renderer(table.sight(clock.now()).knock)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        """Return the newest frame, or with `after` the first that is to be had whose exposure began later."""
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
                self._frozen = self._renderer(sight.knock).picture(sight.scene, sight.exposure, sight.seed)
            if self._frozen is not None:
                return Frame(self._frozen.copy(), time)
            renderer = self._renderer(sight.knock)
            picture = renderer.picture(sight.scene, sight.exposure, sight.seed)
            if self._hand.held is not None:
                light = sight.exposure.strength * (sight.exposure.left + sight.exposure.right) / 2
                if sight.knock not in self._drawers:
                    self._drawers[sight.knock] = BoardDrawer(self._table.dimensions, renderer.lens)
                self._drawers[sight.knock].over(picture, self._hand.held, light, sight.seed)
            picture = self._optics.seen(picture, time)
            return Frame(renderer.lens.swung(picture, sight.sway) if sight.sway else picture, time)

    @property
    def mode(self) -> Readout:
        """How its sensor is read out."""
        return self._optics.mode

    def _renderer(self, knock: Mounting | None) -> Renderer:
        if knock not in self._renderers:
            for other in self._renderers.keys() - {None}:  # a camera hangs in one place, and mostly where it belongs
                self._renderers.pop(other).close()
                self._drawers.pop(other, None)
            hung = self._hung.knocked(knock) if knock else self._hung
            self._renderers[knock] = self._painter(self._table.dimensions, hung, self._noise)
        return self._renderers[knock]

    def close(self) -> None:
        """Let the renderers' pictures go; harmless when closed before."""
        with self._lock:
            self._closed = True
            for renderer in self._renderers.values():
                renderer.close()
            self._renderers = {}
