"""The camera over the table: one look, once nothing moves, under each half of the light."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from hardware.camera import Camera, Frame
from hardware.clock import Clock
from hardware.controller import Controller
from hardware.errors import Failure
from robot.table.look import Look
from vision.reading import Reading
from vision.table.reader import TableReader
from vision.table.settle import Settle

SETTLE_LIMIT = 3.0
LEAST_PICTURES = 8
"""Pictures before dice count as moving, however long they take: rest shows in four, and a slow computer takes few."""
REPEATS = 4
"""Equal pictures in a row, each with a later time, from which a camera counts as frozen: 0.13 s at 30 frames a second.

The noise of a sensor makes every exposure differ, but drivers and streams hand out a frame twice to keep their
rate. Such a repeat shows nothing new and is passed over.
"""


@dataclass(slots=True)
class DiceCamera:
    """How a table looks at its dice; `settle` makes a new check of whether they lie still."""

    controller: Controller
    camera: Camera
    reader: TableReader
    settle: Callable[[], Settle]
    clock: Clock

    def look(self, wells: tuple[int, ...]) -> Look:
        """Wait until nothing moves, then read one exposure under each half of the light, for the dice of `wells`."""
        self.controller.lights(left=True, right=True)
        settle = self.settle()
        started = self.clock.now()
        frame = self.camera.frame(started)
        still, pictures = settle.still(frame.image), 1
        while not still and (frame.time - started < SETTLE_LIMIT or pictures < LEAST_PICTURES):
            frame = self._later(frame, frame.time + settle.pause)
            still, pictures = settle.still(frame.image), pictures + 1
        exposures = {}
        for name, (left, right) in self.controller.LOOKS.items():
            self.controller.lights(left=left, right=right)
            frame = self._later(frame, self.clock.now())
            exposures[name] = frame.image
        reading = self.reader.read(*exposures.values())
        if not still:
            moving = (replace(die, value=None, doubt="moving") for die in reading.dice)
            reading = Reading(tuple(moving), reading.scene)
        return Look(exposures, reading, tuple(reading.well(well) for well in wells), wells)

    def look_at_tray(self) -> Look:
        """Look at the free dice, from the left to the right."""
        look = self.look(())
        return replace(look, dice=tuple(die for die in look.reading.dice if die.well is None))

    def _later(self, last: Frame, after: float) -> Frame:
        """Return the first frame after this time that differs from the last one, or raise a CameraError."""
        for _ in range(REPEATS):
            frame = self.camera.frame(after)
            if not np.array_equal(frame.image, last.image):
                return frame
            after = frame.time
        raise Failure.CAMERA_FROZEN.error("the camera delivers the same picture again and again")
