"""A camera elsewhere that sends its pictures: a phone."""

import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame
from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import CameraError, FrameTimeoutError

PATIENCE = 0.25
"""The default seconds to wait for a frame."""
SILENCE = 3.0
"""Seconds without a picture after which a live camera counts as lost: a phone may be asleep or offline."""


@dataclass(frozen=True, slots=True, eq=False)
class Photograph(Frame):
    """A single photograph: no further picture shows whether something moves."""


class PushedCamera(Closing):
    """A camera whose newest picture is the last one pushed, from any thread."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._arrival = threading.Condition()
        self._newest: Frame | None = None
        self._closed = self._live = False

    @property
    def silent(self) -> bool:
        """Whether this was a live camera that has sent nothing for a while, without having been stopped."""
        newest = self._newest
        return self._live and newest is not None and self._clock.now() - newest.time > SILENCE

    def stop(self) -> None:
        """Note that somebody stopped the live camera, so that its pictures are not missed."""
        self._live = False

    def push(self, image: NDArray[np.uint8], *, photograph: bool) -> float:
        """Take a picture (h, w, 3) uint8 BGR as the newest one: a `photograph`, or one of many of a live camera.

        Returns its time, by the clock's seconds.
        """
        with self._arrival:
            now = self._clock.now()
            self._newest = Photograph(image, now) if photograph else Frame(image, now)
            self._live = not photograph
            self._arrival.notify_all()
            return now

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        def find() -> Frame | None:
            frame = self._newest
            return frame if frame and (after is None or frame.time > after) else None

        with self._arrival:
            found = self._arrival.wait_for(lambda: find() or self._closed, PATIENCE if timeout is None else timeout)
            if self._closed:
                raise CameraError("the phone's camera is closed", "open it again")
            if not isinstance(found, Frame):
                raise FrameTimeoutError("the phone sends no picture")
            return found

    def close(self) -> None:
        with self._arrival:
            self._closed = True
            self._arrival.notify_all()
