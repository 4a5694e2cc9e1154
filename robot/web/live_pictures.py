"""The live picture from the table's camera, which serves the game first. It is encoded once for all viewers."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from hardware.camera import AdjustableCamera, Camera, CameraSettings, DescribedCamera, Frame, Readout
from hardware.closing import Closing
from robot.web.game.picture import brighten, jpeg

_log = logging.getLogger(__name__)
REST = 0.2
"""Seconds after a picture for the game without one for viewers, because the game may take the next one soon."""
GLANCE = 0.25
"""The most seconds for which the game waits for a picture for viewers."""

LONG = 0.05
"""A picture for viewers that takes more seconds is slow: then the camera rests as long before the next one."""


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
        """Return the last frame, or a new one if it is due; None while the game takes the first one.

        Frames for viewers are at least `apart` seconds apart. Slow ones take at most half of the time.
        """
        began = time.monotonic()
        if began < self._due or not self._lock.acquire(blocking=False):
            return self._last
        try:
            if not self._closed and began >= self._due:  # the game may have taken a frame meanwhile
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
        with self._lock:  # closing a camera while it takes a picture crashes the program
            self._closed = True
            self._camera.close()


class SharedAdjustableCamera(SharedCamera):
    """A shared camera that can be adjusted, so that the table can be calibrated while viewers watch."""

    def __init__(self, camera: AdjustableCamera) -> None:
        super().__init__(camera)
        self._adjustable = camera

    @property
    def settings(self) -> CameraSettings:
        """The present exposure settings."""
        return self._adjustable.settings

    @property
    def focuses(self) -> bool:
        """Whether the lens moves."""
        return self._adjustable.focuses

    def adjust(self, settings: CameraSettings) -> None:
        """Change the exposure settings between two pictures for viewers."""
        with self._lock:
            self._adjustable.adjust(settings)


def share_camera(camera: Camera) -> SharedCamera:
    """Return a camera that shares its pictures with viewers."""
    return SharedAdjustableCamera(camera) if isinstance(camera, AdjustableCamera) else SharedCamera(camera)


QUICK, SLOW = 1 / 25, 0.5
"""Seconds between two pictures while dice are thrown, and while nothing happens."""


@dataclass(frozen=True, slots=True)
class LivePicture:
    """A JPEG picture: `number` counts from 1, `time` is the time of its frame."""

    number: int
    time: float
    jpeg: bytes


class LivePictures:
    """Makes pictures from the frames of `see` while somebody watches.

    `see` gets the age in seconds at which a picture is still new enough: half of the interval, so that none is missed.
    While `throws` is true, pictures are more frequent. `see` runs in its own thread; everything else belongs to one
    event loop.
    """

    def __init__(self, see: Callable[[float], Frame | None], throws: Callable[[], bool]) -> None:
        self._see, self._throws = see, throws
        self._newest: LivePicture | None = None
        self._seen: float | None = None
        self._viewers = 0
        self._making: asyncio.Task[None] | None = None
        self._came, self._stirred = asyncio.Event(), asyncio.Event()

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Make pictures during this context."""
        self._viewers += 1
        if self._making is None:
            self._newest = self._seen = None  # old pictures, from the last viewer
            self._making = asyncio.get_running_loop().create_task(self._make())
        try:
            yield
        finally:
            self._viewers -= 1
            if not self._viewers and self._making:
                self._making.cancel()
                self._making = None

    async def await_next(self, number: int, patience: float) -> LivePicture | None:
        """Return the newest picture with another number, None if none comes within `patience` seconds."""
        if self._newest is None or self._newest.number == number:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._came.wait(), patience)
        newest = self._newest
        return newest if newest and newest.number != number else None

    def stir(self) -> None:
        """Make the next picture now, because something has happened, perhaps a throw."""
        self._stirred.set()

    async def _make(self) -> None:
        loop, number = asyncio.get_running_loop(), 0
        while True:
            began, apart = loop.time(), QUICK if self._throws() else SLOW
            self._stirred.clear()
            try:
                made = await asyncio.to_thread(self._encode, apart / 2, self._seen)
            except Exception:  # noqa: BLE001  one picture that fails must not be the last one
                _log.exception("a live picture has failed")
                made, apart = None, SLOW
            if made is not None:
                number += 1
                self._newest, self._seen = LivePicture(number, *made), made[0]
                self._came.set()
                self._came = asyncio.Event()
            with suppress(TimeoutError):
                left = began + apart - loop.time()
                await (asyncio.wait_for(self._stirred.wait(), left) if apart == SLOW else asyncio.sleep(left))

    def _encode(self, apart: float, seen: float | None) -> tuple[float, bytes] | None:
        """Return time and JPEG of the present frame, None if its time is still `seen`."""
        frame = self._see(apart)
        if frame is None or frame.time == seen:
            return None
        return frame.time, jpeg(brighten(frame.image))
