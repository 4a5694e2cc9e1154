"""A camera whose pictures are pushed by a phone: the newest counts, and one that falls silent is missed."""

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.errors import CameraError, FrameTimeoutError
from hardware.pushed import SILENCE, Photograph, PushedCamera

DARK = np.zeros((4, 6, 3), np.uint8)


def test_the_newest_picture_is_the_frame_and_none_is_given_twice() -> None:
    clock = VirtualClock()
    camera = PushedCamera(clock)
    with pytest.raises(FrameTimeoutError):
        camera.frame(timeout=0.0)
    camera.push(DARK, photograph=False)
    clock.sleep(1.0)
    camera.push(DARK + 9, photograph=True)
    frame = camera.frame(0.0)
    assert isinstance(frame, Photograph)
    assert (frame.time, frame.image.max()) == (clock.now(), 9)
    with pytest.raises(FrameTimeoutError):
        camera.frame(frame.time, 0.0)
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


def test_a_live_camera_that_sends_nothing_is_silent_until_it_sends_again() -> None:
    clock = VirtualClock()
    camera = PushedCamera(clock)
    silent = [camera.silent]
    camera.push(DARK, photograph=False)
    clock.sleep(SILENCE)
    silent.append(camera.silent)
    clock.sleep(0.1)
    silent.append(camera.silent)
    camera.push(DARK, photograph=False)
    silent.append(camera.silent)
    assert silent == [False, False, True, False]


def test_nobody_misses_a_camera_that_was_stopped_or_takes_photographs() -> None:
    clock = VirtualClock()
    camera = PushedCamera(clock)
    for photograph in (False, True):
        camera.push(DARK, photograph=photograph)
        if not photograph:
            camera.stop()
        clock.sleep(2 * SILENCE)
        assert not camera.silent
