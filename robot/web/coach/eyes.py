"""Pictures of coached dice: photographs and the live camera are read in a thread each, and no game waits for them."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from hardware.camera import Camera
from robot.games.actions import make_refusal
from robot.table.live_dice import LiveDice
from robot.table.look import Look, look_at
from robot.web.uploads import picture_of
from vision.reading import PictureReader

MOST_LOOKS = 30
"""Pictures for which dice that lie still are waited for: something may move all the time."""
MOST_AWAITED = 4
"""So many photographs, and so many looks through the camera, are read or wait to be read."""

_log = logging.getLogger(__name__)


class LookQueue:
    """A thread that reads one picture after another, of which few may wait. From any thread."""

    def __init__(self, name: str) -> None:
        self.thread = ThreadPoolExecutor(1, name)
        self._places = threading.Semaphore(MOST_AWAITED)

    def read(self, work: Callable[[], Look]) -> "Future[Look]":
        """Let the thread read a picture. Raises IllegalAnswerError where too many wait."""
        if not self._places.acquire(blocking=False):
            raise make_refusal("page-coach-busy")
        found = self.thread.submit(work)
        found.add_done_callback(lambda _: self._places.release())
        return found


class CoachEyes:
    """Reads photographs by what `photos` returns, and live pictures by what `live` returns. From any thread."""

    def __init__(self, photos: Callable[[], PictureReader], live: Callable[[], PictureReader]) -> None:
        self._photos, self._live = cache(photos), cache(live)
        self._photographs, self._looks = LookQueue("coach-photo"), LookQueue("coach-camera")

    def open(self) -> None:
        """Load what reads photographs, so that the first one does not wait for it; the log tells where that fails."""
        self._photographs.thread.submit(self._photos).add_done_callback(_log_failure)

    def photograph(self, data: bytes) -> "Future[Look]":
        """Read the picture that a phone sent. The result raises PictureError.

        Raises IllegalAnswerError where too many wait.
        """

        def read() -> Look:
            image = picture_of(data)
            return look_at(image, self._photos().read(image))

        return self._photographs.read(read)

    def look(self, camera: Camera) -> "Future[Look]":
        """Read the dice that lie still before a camera.

        The result raises a CameraError, and IllegalAnswerError if something moves. Raises that too where too many wait.
        """

        def read() -> Look:
            live = LiveDice(camera, self._live())
            for _ in range(MOST_LOOKS):
                if (seen := live.look()).reading.settled:
                    return look_at(seen.image, seen.reading.reading)
            raise make_refusal("page-coach-moving")

        return self._looks.read(read)

    def close(self) -> None:
        """Stop reading. From any thread but those that read."""
        for queue in (self._photographs, self._looks):
            queue.thread.shutdown(cancel_futures=True)


def _log_failure(loading: "Future[PictureReader]") -> None:
    if not loading.cancelled() and (error := loading.exception()):
        _log.warning("photographs of coached dice cannot be read: %s", error)
