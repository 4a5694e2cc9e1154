"""Cameras through OpenCV: USB cameras and streams, which are live, and film files."""

import logging
import math
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame, without_password
from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import CameraError, Failure, FrameTimeoutError, NoMorePicturesError

SIZE = (1280, 720)
"""Width and height in pixels requested from a live camera; it may deliver another size."""
SETTINGS = (
    # Uncompressed, this size takes all that USB 2 carries for ten pictures a second or fewer.
    (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
    (cv2.CAP_PROP_FRAME_WIDTH, SIZE[0]),
    (cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1]),
    (cv2.CAP_PROP_BUFFERSIZE, 1),
)
"""What a live camera is asked for, in this order: the rate that it tells then is that of this format and size."""
USUAL_RATE = 30.0
FASTEST, SLOWEST = 240.0, 1.0
_log = logging.getLogger(__name__)


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Any]: ...

    def get(self, what: int, /) -> float: ...

    def set(self, what: int, value: float, /) -> bool: ...

    def release(self) -> None: ...


def _capture(source: int | str) -> Capture:
    capture: Capture = cv2.VideoCapture(source)
    return capture


class _OpenCamera(Closing):
    """An open capture."""

    def __init__(self, source: int | str, opener: Callable[[int | str], Capture], missing: str) -> None:
        self._name = f"camera {without_password(source)}"
        capture = opener(source)
        if not capture.isOpened():
            capture.release()
            raise Failure.CAMERA_MISSING.error(missing)
        self._capture: Capture | None = capture

    def _period_said(self) -> float:
        """Return the seconds from frame to frame that the source tells: of a live camera, as it is set now."""
        rate = self._opened.get(cv2.CAP_PROP_FPS)
        return 1 / (rate if SLOWEST <= rate <= FASTEST else USUAL_RATE)

    @property
    def _opened(self) -> Capture:
        if self._capture is None:
            raise CameraError(f"{self._name} is closed", "open it again")
        return self._capture

    def _picture(self) -> NDArray[np.uint8]:
        good, image = self._opened.retrieve()
        if not good or image is None:
            raise FrameTimeoutError(f"{self._name} gives a frame that cannot be decoded")
        return np.asarray(image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)

    def close(self) -> None:
        """Release the source. Closing twice is harmless."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class VideoCamera(_OpenCamera):
    """A live source: a USB camera by index or device path, or a stream by address.

    Drivers queue old frames and do not report when a frame was exposed. A frame that had to be waited for was not in
    the queue: its exposure began at most `LATENCY` frame times before it arrived, one for the exposure, one for
    read-out and transfer, and some for the driver. It is dated that early. The frame time is what the camera tells or,
    where that is longer, what has passed since a frame was waited for before: in weak light cameras expose longer than
    they tell.

    A busy machine needs some time for a queued frame, too, but less than `WAITED`. A fast camera is never waited for
    that long. Its frames are counted: a frame whose predecessors in a row are more than a queue holds was exposed after
    the first of them was asked for.
    """

    LATENCY = 2.25
    """In frame times: the longest delay of a frame."""
    WAITED = 0.8 / USUAL_RATE
    """In seconds: the shortest time that counts as waiting, whatever rate a camera tells."""
    IN_A_ROW = 8
    """In frames: four that OpenCV lets a driver queue, and more than `LATENCY` that were on their way meanwhile."""
    STREAMED = 100
    """The same of a stream: the network holds seconds of it."""

    def __init__(
        self,
        source: int | str,
        clock: Clock,
        *,
        timeout: float = 3.0,
        opener: Callable[[int | str], Capture] = _capture,
    ) -> None:
        self._device = _device(source)
        # OpenCV would print warnings of its own about a missing device.
        if opener is _capture and self._unplugged():
            raise Failure.CAMERA_MISSING.error(f"there is no camera {source} ({self._device} is missing)")
        super().__init__(
            source,
            opener,
            f"camera {without_password(source)} cannot be opened: it is not a camera, or another program uses it",
        )
        self._clock, self._timeout = clock, timeout
        for what, wanted in SETTINGS:
            self._opened.set(what, wanted)
        self._period = self._period_said()
        self._came = -math.inf
        self._waited_until: float | None = None
        from_device = isinstance(source, int) or self._device is not None
        self._row = deque[float](maxlen=self.IN_A_ROW if from_device else self.STREAMED)

    def _unplugged(self) -> bool:
        return self._device is not None and not self._device.exists()

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        """Return a new frame whose exposure began later than `after`."""
        patience = self._timeout if timeout is None else timeout
        capture, deadline = self._opened, self._clock.now() + patience
        while self._clock.now() <= deadline:
            asked = self._clock.now()
            if not capture.grab():
                if self._unplugged():
                    _log.error("the camera at %s was unplugged", self._device)
                    raise Failure.CAMERA_LOST.error(f"{self._name} is unplugged")
                self._clock.sleep(self._period)
                continue
            began = self._began(asked, self._clock.now())
            if began is not None and (after is None or began > after):
                return Frame(self._picture(), began)
        _log.warning("no new frame in %g s", patience)
        raise FrameTimeoutError(f"{self._name} gave no new picture in {patience:g} s")

    def _began(self, asked: float, came: float) -> float | None:
        """Return a time before which the exposure of a frame did not begin; None if the frame may be an old one."""
        if asked - self._came >= 1 / USUAL_RATE:
            self._waited_until = None
            self._row.clear()
        self._came = came
        self._row.append(asked)
        if came - asked >= self.WAITED:
            before, self._waited_until = self._waited_until, came
            if before is not None:
                return came - self.LATENCY * max(self._period, came - before)
        return self._row[0] if len(self._row) == self._row.maxlen else None


def _device(source: int | str) -> Path | None:
    """Return the device file of a camera on Linux; None for streams and on other systems."""
    if isinstance(source, int):
        return Path(f"/dev/video{source}") if sys.platform == "linux" else None
    return Path(source) if source.startswith("/dev/") else None


class FilmCamera(_OpenCamera):
    """A film file as a camera. It waits for who looks: its time passes only from one picture asked for to the next.

    So whoever asks for the picture after the last one sees each picture, however long that takes in between, and the
    same in each run. The times of pictures lie as far apart as in the film, and count from when the first was asked
    for. Nothing is handed out faster than the film plays.
    """

    def __init__(self, film: Path, clock: Clock, *, opener: Callable[[int | str], Capture] = _capture) -> None:
        missing = f"{film} is not a film that OpenCV can read"
        super().__init__(str(film), opener, missing)
        # OpenCV opens any name with digits, as a series of pictures.
        if not self._opened.grab():
            self.close()
            raise Failure.CAMERA_MISSING.error(missing)
        self._clock, self._period = clock, self._period_said()
        self._number = 0
        self._start = self._due = 0.0
        self._last: Frame | None = None

    def frame(self, after: float | None = None, _timeout: float | None = None, /) -> Frame:
        """Return the present picture, or with `after` the first later one. Raises NoMorePicturesError at the end."""
        capture, number = self._opened, self._number
        if self._last is None:
            self._start = self._due = self._clock.now()
        if after is not None:
            number = max(number, math.floor((after - self._start) / self._period + 1e-6) + 1)
        if self._last is not None and number == self._number:
            return self._last
        self._due += (number - self._number) * self._period
        while self._number < number:
            if not capture.grab():
                raise NoMorePicturesError(f"{self._name} has come to its end after {self._number + 1} pictures")
            self._number += 1
        while (wait := self._due - self._clock.now()) > 1e-9:
            self._clock.sleep(wait)
        self._due = self._clock.now()
        self._last = Frame(self._picture(), self._start + number * self._period)
        return self._last
