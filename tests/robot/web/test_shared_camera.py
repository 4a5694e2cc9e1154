"""The second look through the table's camera."""

import threading
from types import SimpleNamespace

import numpy as np
import pytest

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.errors import FrameTimeoutError
from robot.web import live_pictures
from robot.web.live_pictures import GLANCE, REST, SharedCamera
from tests.support.robot.waiting import PATIENCE


class SlowCamera(Closing):
    """A camera that takes its picture until it is let, or for so long as it is waited for; it keeps these limits."""

    def __init__(self) -> None:
        self.limits: list[float | None] = []
        self.taking, self.let = threading.Event(), threading.Event()
        self.done: list[str] = []

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002  any picture
        self.limits.append(timeout)
        self.taking.set()
        if not self.let.wait(PATIENCE if timeout is None else timeout):
            raise FrameTimeoutError("no picture came")
        self.done.append("taken")
        return Frame(np.zeros((1, 1, 3), np.uint8), 0.0)

    def close(self) -> None:
        self.done.append("closed")


def test_a_camera_is_let_go_when_its_picture_is_taken() -> None:
    camera = SlowCamera()
    eye = SharedCamera(camera)
    glance = threading.Thread(target=eye.glance)
    close = threading.Thread(target=eye.close)
    glance.start()
    camera.taking.wait(PATIENCE)
    close.start()
    close.join(0.05)
    camera.let.set()
    for thread in (glance, close):
        thread.join(PATIENCE)
    assert camera.done == ["taken", "closed"]


def test_the_game_waits_for_no_more_than_a_moment_where_the_camera_gives_no_picture() -> None:
    camera = SlowCamera()
    eye = SharedCamera(camera)
    said: list[Exception] = []

    def glance() -> None:
        try:
            eye.glance()
        except FrameTimeoutError as error:
            camera.let.set()
            said.append(error)

    glancing = threading.Thread(target=glance)
    glancing.start()
    camera.taking.wait(PATIENCE)
    eye.frame()
    glancing.join(PATIENCE)
    assert said
    assert camera.limits == [GLANCE, None]


class TimedCamera(Closing):
    """A camera whose pictures take `takes` seconds of a clock that tests turn."""

    def __init__(self) -> None:
        self.now, self.takes, self.pictures = 100.0, 0.0, 0

    def monotonic(self) -> float:
        return self.now

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self.now += self.takes
        self.pictures += 1
        return Frame(np.zeros((1, 1, 3), np.uint8), self.now)

    def close(self) -> None:
        pass


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> TimedCamera:
    camera = TimedCamera()
    monkeypatch.setattr(live_pictures, "time", SimpleNamespace(monotonic=camera.monotonic))
    return camera


def test_while_the_game_looks_viewers_get_its_pictures_and_take_none(timed: TimedCamera) -> None:
    eye = SharedCamera(timed)
    for _ in range(4):
        own = eye.frame()
        for _ in range(3):
            timed.now += REST / 4
            assert eye.glance(0.01) is own
    timed.now += REST / 3
    assert eye.glance(0.01) is not own
    assert timed.pictures == 5


def test_viewers_get_a_picture_in_so_many_seconds_as_they_ask_for(timed: TimedCamera) -> None:
    eye = SharedCamera(timed)
    first = eye.glance(0.04)
    timed.now += 0.03
    assert eye.glance(0.04) is first
    timed.now += 0.02
    assert eye.glance(0.04) is not first


def test_pictures_that_take_long_are_taken_for_half_of_the_time(timed: TimedCamera) -> None:
    eye = SharedCamera(timed)
    timed.takes = 0.5
    first = eye.glance(0.04)
    timed.now += 0.45
    assert eye.glance(0.04) is first
    timed.now += 0.1
    assert eye.glance(0.04) is not first
