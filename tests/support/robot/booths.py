"""Tables that can be opened again and again, and whose devices can be pulled out and put back meanwhile."""

import random
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.errors import CameraError, Failure, PortError
from hardware.sim.board import SimulatedBoard
from hardware.sim.camera import SimulatedCamera
from hardware.sim.lens import Mounting
from hardware.sim.lines import WireFaults
from hardware.sim.render import Renderer
from hardware.sim.table import SimulatedTable
from robot.app import make_table_reader
from robot.table.table import MachineTable, Observer, Table
from tests.support.hardware.boards import controller_of
from tests.support.robot.stubs import DrawnTable
from vision.table.settle import Settle


@dataclass
class Booth:
    """A simulated table whose devices can be pulled out and put back."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    board_there: bool = True
    camera_there: bool = True
    opened: int = 0
    wire: WireFaults = field(default_factory=WireFaults)
    seed: int = 5

    def __post_init__(self) -> None:
        self.sim = SimulatedTable(self.seed, self.clock, dimensions())
        self.board = SimulatedBoard(self.sim, self.clock, self.wire, self.seed)
        self.reader = make_table_reader()
        self._renderers: dict[Mounting, Renderer] = {}

    def open(self) -> Table:
        self.opened += 1
        with ExitStack() as devices:
            if not self.board_there:
                raise Failure.PORT_MISSING.error("there is no port")
            controller = devices.enter_context(controller_of(self.board, self.clock, seed=self.seed))
            if not self.camera_there:
                raise Failure.CAMERA_MISSING.error("there is no camera")
            camera = devices.enter_context(SimulatedCamera(self.sim, self.clock, painter=self._painter))
            reader = self.reader
            return MachineTable(
                controller, camera, reader, lambda: Settle(reader.plate), self.clock, devices.pop_all(), None
            )

    def close(self) -> None:
        """Drop the pictures that were drawn."""
        for renderer in self._renderers.values():
            renderer.close()

    def _painter(self, dimensions: Mapping[str, Any], mounting: Mounting, noise: float) -> Renderer:
        """Return the renderer of a mounting, drawn once however often the camera is opened; the last two are kept."""
        if mounting not in self._renderers:
            for other in [*self._renderers][1:]:
                del self._renderers[other]
            self._renderers[mounting] = Renderer(dimensions, mounting, noise)
        return self._renderers[mounting]


@dataclass
class QuickTable(DrawnTable):
    """A table whose throws take their time on the clock, but no work."""

    clock: VirtualClock = field(default_factory=VirtualClock)

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        self.clock.sleep(2.5)
        return super().throw(wells, keep, observer)


@dataclass
class QuickBooth:
    """A booth whose table never fails by itself."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    opened: int = 0

    def open(self) -> Table:
        self.opened += 1
        return QuickTable(random.Random(3), clock=self.clock)


@dataclass
class TroubledTable(QuickTable):
    """A quick table whose throws fail while there is trouble."""

    troubles: Mapping[str, Exception] = field(default_factory=dict)

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        values = super().throw(wells, keep, observer)
        for trouble in self.troubles.values():
            raise trouble
        return values


@dataclass
class TroubledBooth(QuickBooth):
    """A booth whose table fails as `troubles` tell, by their names."""

    troubles: dict[str, Exception] = field(default_factory=dict)

    def open(self) -> Table:
        self.opened += 1
        for trouble in self.troubles.values():
            if isinstance(trouble, PortError | CameraError):
                raise trouble
        return TroubledTable(random.Random(self.opened), clock=self.clock, troubles=self.troubles)
