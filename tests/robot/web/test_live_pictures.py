"""The live picture of all viewers, and the second look through the table's camera."""

import asyncio
import threading
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.camera import AdjustableCamera, CameraSettings, Frame
from hardware.closing import Closing
from hardware.errors import FrameTimeoutError
from robot.web import live_pictures
from robot.web.game.picture import jpeg
from robot.web.live_pictures import GLANCE, REST, LivePicture, LivePictures, SharedCamera, share_camera
from tests.support.robot.waiting import PATIENCE, in_own_loop

NEVER = 3600.0
"""Seconds between two pictures that no test waits for."""

MOMENT = 0.05
"""Seconds in which no picture comes where none is due."""


@dataclass
class Scenery:
    """What is to be seen: another picture at each look, or with `still` the same one; notes how far apart they are."""

    still: bool = False
    apart: list[float] = field(default_factory=list)

    def see(self, apart: float) -> Frame:
        self.apart.append(apart)
        time = 0.0 if self.still else float(len(self.apart))
        return Frame(np.full((8, 8, 3), 40 + len(self.apart) % 100, np.uint8), time)


async def follow(pictures: LivePictures, count: int) -> list[LivePicture]:
    """Return so many pictures, one after the other, as a viewer gets them."""
    seen: list[LivePicture] = []
    with pictures.watch():
        while len(seen) < count:
            picture = await pictures.await_next(seen[-1].number if seen else 0, PATIENCE)
            assert picture is not None
            seen.append(picture)
    return seen


@pytest.fixture
def jpegs(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the JPEGs that are made; during a throw there is no pause between two pictures."""
    made: list[bytes] = []

    def count(image: Any) -> bytes:
        made.append(jpeg(image))
        return made[-1]

    monkeypatch.setattr(live_pictures, "jpeg", count)
    monkeypatch.setattr(live_pictures, "QUICK", 0.0)
    monkeypatch.setattr(live_pictures, "SLOW", NEVER)
    return made


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


class TurnedCamera(TimedCamera):
    """One that a program sets."""

    focuses = True

    def __init__(self) -> None:
        super().__init__()
        self.settings = CameraSettings()

    def adjust(self, settings: CameraSettings) -> None:
        self.settings = settings


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> TimedCamera:
    camera = TimedCamera()
    monkeypatch.setattr(live_pictures, "time", SimpleNamespace(monotonic=camera.monotonic))
    return camera


@in_own_loop
async def test_each_picture_is_encoded_once_for_all_viewers_and_has_a_greater_number(jpegs: list[bytes]) -> None:
    pictures = LivePictures(Scenery().see, lambda: True)
    everybody = await asyncio.gather(*(follow(pictures, 12) for _ in range(5)))
    by_number: dict[int, set[int]] = {}
    for seen in everybody:
        numbers = [picture.number for picture in seen]
        assert numbers == sorted(set(numbers))
        for picture in seen:
            by_number.setdefault(picture.number, set()).add(id(picture.jpeg))
    assert all(len(pictures_of_one) == 1 for pictures_of_one in by_number.values())
    assert max(by_number) <= len(jpegs) <= max(by_number) + 1
    assert jpegs[0][:2] == b"\xff\xd8"


@pytest.mark.usefixtures("jpegs")
@in_own_loop
async def test_where_nothing_happens_the_next_picture_comes_late_or_when_something_does() -> None:
    scenery, throws = Scenery(), False
    pictures = LivePictures(scenery.see, lambda: throws)
    with pictures.watch():
        assert await pictures.await_next(0, PATIENCE) is not None
        assert await pictures.await_next(1, MOMENT) is None
        throws = True
        pictures.stir()
        assert await pictures.await_next(1, PATIENCE) is not None
        assert await pictures.await_next(2, PATIENCE) is not None
    assert scenery.apart[0] == NEVER / 2
    assert set(scenery.apart[1:]) == {0.0}


@in_own_loop
async def test_what_has_not_changed_is_neither_encoded_nor_sent_again(jpegs: list[bytes]) -> None:
    scenery = Scenery(still=True)
    pictures = LivePictures(scenery.see, lambda: True)
    with pictures.watch():
        assert await pictures.await_next(0, PATIENCE) is not None
        while len(scenery.apart) < 4:
            assert await pictures.await_next(1, MOMENT) is None
        assert len(jpegs) == 1
        late = await follow(pictures, 1)
        assert late[0].number == 1, "who comes later sees it at once"


@pytest.mark.usefixtures("jpegs")
@in_own_loop
async def test_nothing_is_looked_at_for_nobody() -> None:
    scenery = Scenery()
    pictures = LivePictures(scenery.see, lambda: True)
    await follow(pictures, 3)
    await asyncio.sleep(MOMENT)  # what is in a thread now ends
    looks = len(scenery.apart)
    await asyncio.sleep(MOMENT)
    assert len(scenery.apart) == looks
    assert (await follow(pictures, 2))[0].jpeg, "it goes on for the next one"


@in_own_loop
async def test_one_picture_that_fails_is_not_the_last_one(
    jpegs: list[bytes],  # noqa: ARG001  it makes the pictures follow each other at once
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_pictures, "SLOW", 0.0)
    scenery, failed = Scenery(), [False]

    def see(apart: float) -> Frame:
        if not failed[0]:
            failed[0] = True
            raise AttributeError("a view that is closed")
        return scenery.see(apart)

    assert len(await follow(LivePictures(see, lambda: True), 2)) == 2
    assert failed == [True]


@in_own_loop
async def test_who_comes_back_to_a_scene_that_stands_still_sees_it_again() -> None:
    pictures = LivePictures(Scenery(still=True).see, lambda: True)
    for _ in range(3):
        assert len(await follow(pictures, 1)) == 1


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


def test_while_the_game_looks_viewers_get_its_pictures_and_take_none(camera: TimedCamera) -> None:
    eye = SharedCamera(camera)
    for _ in range(4):
        own = eye.frame()
        for _ in range(3):
            camera.now += REST / 4
            assert eye.glance(0.01) is own
    camera.now += REST / 3
    assert eye.glance(0.01) is not own
    assert camera.pictures == 5


def test_viewers_get_a_picture_in_so_many_seconds_as_they_ask_for(camera: TimedCamera) -> None:
    eye = SharedCamera(camera)
    first = eye.glance(0.04)
    camera.now += 0.03
    assert eye.glance(0.04) is first
    camera.now += 0.02
    assert eye.glance(0.04) is not first


def test_pictures_that_take_long_are_taken_for_half_of_the_time(camera: TimedCamera) -> None:
    eye = SharedCamera(camera)
    camera.takes = 0.5
    first = eye.glance(0.04)
    camera.now += 0.45
    assert eye.glance(0.04) is first
    camera.now += 0.1
    assert eye.glance(0.04) is not first


def test_a_camera_that_can_be_set_can_be_set_while_it_is_shared(camera: TimedCamera) -> None:
    shared, wanted = share_camera(TurnedCamera()), CameraSettings(exposure=0.02)
    assert isinstance(shared, AdjustableCamera)
    shared.adjust(wanted)
    assert shared.settings == wanted
    assert shared.focuses
    assert not isinstance(share_camera(camera), AdjustableCamera)
