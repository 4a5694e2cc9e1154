"""The simulated board's core with the same handle as the host build."""

import random

from hardware.dimensions import BOXES, CRANK
from hardware.sim.build import Build
from hardware.sim.core import Switches
from hardware.sim.cores import BoxCore, CrankCore
from hardware.sim.lines import WireFaults
from tests.support.hardware.mechanics import RecordingBoxes, RecordingMechanics

LID_WAIT_MS = 10
"""After it a lid that was opened is open."""


class SimulatedCore:
    """A simulated board in virtual time."""

    def __init__(self, kind: str = CRANK) -> None:
        self._kind = kind
        self._now = 0.0
        self._switches = Switches()
        self._boot = 0
        self._core: BoxCore | CrankCore

    def _lines(self, sent: list[bytes]) -> list[str]:
        return [line.decode("ascii").rsplit("*", 1)[0] for line in sent]

    def feed(self, data: bytes) -> list[str]:
        return [text for byte in data for text in self._lines(self._core.feed(bytes([byte]), self._now))]

    def wait(self, milliseconds: int) -> list[str]:
        self._now += milliseconds / 1000
        return self._lines(self._core.advance(self._now))

    def lid(self, closed: bool) -> list[str]:
        self._switches.lid_closed = closed
        self._core.sense(self._now)
        return self.wait(LID_WAIT_MS)

    def estop(self, pressed: bool) -> list[str]:
        self._switches.estop = pressed
        self._core.sense(self._now)
        return self.wait(0)

    def reset(self, cause: str) -> list[str]:
        self._boot += 1
        parts = Build(), self._switches, WireFaults(), random.Random(0)
        if self._kind == BOXES:
            self._core = BoxCore(RecordingBoxes(), *parts, boot=self._boot, cause=cause, now=self._now)
        else:
            self._core = CrankCore(RecordingMechanics(), *parts, boot=self._boot, cause=cause, now=self._now)
        return self.wait(0)
