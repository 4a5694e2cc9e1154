"""Pictures of coached dice: photographs and the live camera are read in a thread each, and no game waits for them."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property

from hardware.camera import Camera
from robot.games.choices import refused
from robot.table.live_dice import MOST_LOOKS, LiveDice
from robot.table.look import Look
from robot.web.uploads import picture_of
from vision.picture_reader import PictureReader
from vision.pictures import Image
from vision.reading import Reading


class CoachEyes:
    """Reads photographs by what `photos` returns, and live pictures by what `live` returns. From any thread."""

    def __init__(self, photos: Callable[[], PictureReader], live: Callable[[], PictureReader]) -> None:
        self._photos, self._live = photos, live
        self._photo_thread = ThreadPoolExecutor(1, "coach-photo")
        self._camera_thread = ThreadPoolExecutor(1, "coach-camera")

    def open(self) -> None:
        """Load what reads photographs, so that the first one does not wait for it."""
        self._photo_thread.submit(lambda: self._photo_reader)

    def photograph(self, data: bytes) -> "Future[Look]":
        """Read the picture that a phone sent. The result raises PictureError."""
        return self._photo_thread.submit(self._photographed, data)

    def look(self, camera: Camera) -> "Future[Look]":
        """Read the dice that lie still before a camera.

        The result raises a CameraError, and IllegalAnswerError if something moves.
        """
        return self._camera_thread.submit(self._looked, camera)

    def close(self) -> None:
        """Stop reading. From any thread but those that read."""
        for thread in (self._photo_thread, self._camera_thread):
            thread.shutdown(cancel_futures=True)

    @cached_property
    def _photo_reader(self) -> PictureReader:
        return self._photos()

    @cached_property
    def _live_reader(self) -> PictureReader:
        return self._live()

    def _photographed(self, data: bytes) -> Look:
        image = picture_of(data)
        return _look(image, self._photo_reader.read(image))

    def _looked(self, camera: Camera) -> Look:
        live = LiveDice(camera, self._live_reader)
        for _ in range(MOST_LOOKS):
            if (seen := live.look()).reading.settled:
                return _look(seen.image, seen.reading.reading)
        raise refused("page-coach-moving")


def _look(image: Image, reading: Reading) -> Look:
    return Look({"picture": image}, reading, reading.dice)
