"""The second look through the table's camera."""

import threading

import numpy as np

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.errors import FrameTimeoutError
from robot.web.shared_camera import GLANCE, SharedCamera
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
