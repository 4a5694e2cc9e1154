"""Shares the table's camera with live viewers. The game always comes first."""

import threading
import time

from hardware.camera import Camera, DescribedCamera, Frame, Readout
from hardware.closing import Closing

REST = 0.2
"""Seconds after a picture for the game in which none is taken for viewers: the game may be about to take the next."""
GLANCE = 0.25
"""Seconds for which the game may wait for a picture that is taken for viewers."""

LONG = 0.05
"""Seconds from which a picture for viewers takes long: then the camera rests as long before the next one."""


class SharedCamera(Closing):
    """A camera that remembers its last frame. It replaces `camera` at the table.

    Raises what the camera raises.
    """

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._lock = threading.Lock()
        self._last: Frame | None = None
        self._due = 0.0
        self._closed = False

    @property
    def mode(self) -> Readout | None:
        """How the camera's sensor is read out, None if that is not known."""
        return self._camera.mode if isinstance(self._camera, DescribedCamera) else None

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        with self._lock:
            try:
                self._last = self._camera.frame(after, timeout)
            finally:
                self._due = time.monotonic() + REST
            return self._last

    def glance(self, apart: float = REST) -> Frame | None:
        """Return the last frame, or a new one if it is due; None before the first while the game takes it.

        For viewers one is taken in `apart` seconds at most, and where it takes long for no more than half of the time.
        """
        began = time.monotonic()
        if began < self._due or not self._lock.acquire(blocking=False):
            return self._last
        try:
            if not self._closed and began >= self._due:  # the game may have taken one meanwhile
                self._look(began, apart)
            return self._last
        finally:
            self._lock.release()

    def _look(self, began: float, apart: float) -> None:
        try:
            self._last = self._camera.frame(None, GLANCE)
        finally:
            ended = time.monotonic()
            self._due = max(began + apart, 2 * ended - began if ended - began > LONG else 0.0)

    def close(self) -> None:
        with self._lock:  # to close a camera while it takes a picture crashes the program
            self._closed = True
            self._camera.close()
