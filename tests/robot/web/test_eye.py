"""The second look through the table's camera."""

import threading

import numpy as np

from hardware.camera import Frame
from hardware.closing import Closing
from robot.web.eye import Eye


class SlowCamera(Closing):
    """A camera that takes its picture until it is let."""

    def __init__(self) -> None:
        self.taking, self.let = threading.Event(), threading.Event()
        self.done: list[str] = []

    def frame(self, after: float | None = None) -> Frame:  # noqa: ARG002  any picture will do
        self.taking.set()
        self.let.wait(10)
        self.done.append("taken")
        return Frame(np.zeros((1, 1, 3), np.uint8), 0.0)

    def close(self) -> None:
        self.done.append("closed")


def test_a_camera_is_let_go_when_its_picture_is_taken() -> None:
    camera = SlowCamera()
    eye = Eye(camera)
    glance = threading.Thread(target=eye.glance)
    close = threading.Thread(target=eye.close)
    glance.start()
    camera.taking.wait(10)
    close.start()
    close.join(0.05)
    camera.let.set()
    for thread in (glance, close):
        thread.join(10)
    assert camera.done == ["taken", "closed"]
