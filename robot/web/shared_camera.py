"""Shares the table's camera with live viewers. The game always comes first."""

import threading
import time

from hardware.camera import Camera, Frame
from hardware.closing import Closing

REST = 0.2
"""Seconds between pictures that are taken only for viewers."""
GLANCE = 0.25
"""Seconds for which the game may wait for a picture that is taken for viewers."""


class SharedCamera(Closing):
    """A camera that remembers its last frame. It replaces `camera` at the table.

    Raises what the camera raises.
    """

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._lock = threading.Lock()
        self._last: Frame | None = None
        self._taken = 0.0

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        with self._lock:
            return self._take(after, timeout)

    def glance(self) -> Frame | None:
        """Return the last frame, or a new one if the last is old; None while the game takes one."""
        if time.monotonic() - self._taken < REST or not self._lock.acquire(blocking=False):
            return self._last
        try:
            return self._take(None, GLANCE)
        finally:
            self._lock.release()

    def _take(self, after: float | None, timeout: float | None) -> Frame:
        try:
            self._last = self._camera.frame(after, timeout)
        finally:
            self._taken = time.monotonic()
        return self._last

    def close(self) -> None:
        with self._lock:  # to close a camera while it takes a picture crashes the program
            self._camera.close()
