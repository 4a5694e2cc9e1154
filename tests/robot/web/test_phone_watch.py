"""A phone that is the live camera and sleeps: the pages and the terminal say so, and that pictures come again."""

from datetime import UTC, datetime

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.pushed import SILENCE, PushedCamera
from robot.errors import PhoneSilentError
from robot.host.status import StatusBook
from robot.language import Language, languages
from robot.web.game.words import Words
from robot.web.phone_watch import NAME, PhoneWatch
from robot.web.site import machine

PICTURE = np.zeros((4, 6, 3), np.uint8)
LOOK = 1.0
"""Seconds between two looks at the camera."""


@pytest.mark.parametrize("name", languages())
def test_a_phone_that_sleeps_is_missed_within_seconds_and_no_longer_when_it_wakes(name: str) -> None:
    clock, told, words = VirtualClock(), list[PhoneSilentError | None](), Words(Language(name))
    book = StatusBook(lambda: datetime(2026, 5, 1, tzinfo=UTC))
    watch, camera = PhoneWatch(book, told.append), PushedCamera(clock)

    def troubles() -> list[str]:
        shown: list[str] = machine(book.now, None, words)["troubles"]
        return shown

    def passes(seconds: float, *, pictures: bool) -> None:
        for _ in range(round(seconds / LOOK)):
            if pictures:
                camera.push(PICTURE, photograph=False)
            clock.sleep(LOOK)
            watch.look(camera)

    passes(60, pictures=True)
    assert (troubles(), told) == ([], [])
    passes(SILENCE + LOOK, pictures=False)
    (lost,) = told
    assert lost is not None
    assert troubles() == [words.error(lost)]
    passes(600, pictures=False)
    assert len(told) == 1, "it is told once"
    passes(LOOK, pictures=True)
    assert troubles() == []
    assert told[1:] == [None]
    passes(SILENCE + LOOK, pictures=False)
    assert len(troubles()) == 1
    watch.look(None)
    assert troubles() == [], "the table is closed"
    device = book.now.device(NAME)
    assert device is not None
    assert device.state == "absent"
