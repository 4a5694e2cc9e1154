"""The live picture of all viewers: numbered, encoded once, quick during a throw and slow else."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from hardware.camera import Frame
from robot.web import live_pictures
from robot.web.game.picture import jpeg
from robot.web.live_pictures import LivePicture, LivePictures
from tests.support.robot.waiting import PATIENCE

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


def run(watching: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: in this one a browser's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, watching).result()


async def followed(pictures: LivePictures, count: int) -> list[LivePicture]:
    """Return so many pictures, one after the other, as a viewer gets them."""
    seen: list[LivePicture] = []
    with pictures.watch():
        while len(seen) < count:
            picture = await pictures.after(seen[-1].number if seen else 0, PATIENCE)
            assert picture is not None
            seen.append(picture)
    return seen


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the JPEGs that are made; during a throw there is no pause between two pictures."""
    made: list[bytes] = []

    def counted(image: Any) -> bytes:
        made.append(jpeg(image))
        return made[-1]

    monkeypatch.setattr(live_pictures, "jpeg", counted)
    monkeypatch.setattr(live_pictures, "QUICK", 0.0)
    monkeypatch.setattr(live_pictures, "SLOW", NEVER)
    return made


def test_each_picture_is_encoded_once_for_all_viewers_and_has_a_greater_number(encoded: list[bytes]) -> None:
    async def watch() -> None:
        pictures = LivePictures(Scenery().see, lambda: True)
        everybody = await asyncio.gather(*(followed(pictures, 12) for _ in range(5)))
        by_number: dict[int, set[int]] = {}
        for seen in everybody:
            numbers = [picture.number for picture in seen]
            assert numbers == sorted(set(numbers))
            for picture in seen:
                by_number.setdefault(picture.number, set()).add(id(picture.jpeg))
        assert all(len(pictures_of_one) == 1 for pictures_of_one in by_number.values())
        assert max(by_number) <= len(encoded) <= max(by_number) + 1
        assert encoded[0][:2] == b"\xff\xd8"

    run(watch())


@pytest.mark.usefixtures("encoded")
def test_where_nothing_happens_the_next_picture_comes_late_or_when_something_does() -> None:
    async def watch() -> None:
        scenery, throws = Scenery(), False
        pictures = LivePictures(scenery.see, lambda: throws)
        with pictures.watch():
            assert await pictures.after(0, PATIENCE) is not None
            assert await pictures.after(1, MOMENT) is None
            throws = True
            pictures.stir()
            assert await pictures.after(1, PATIENCE) is not None
            assert await pictures.after(2, PATIENCE) is not None
        assert scenery.apart[0] == NEVER / 2
        assert set(scenery.apart[1:]) == {0.0}

    run(watch())


def test_what_has_not_changed_is_neither_encoded_nor_sent_again(encoded: list[bytes]) -> None:
    async def watch() -> None:
        scenery = Scenery(still=True)
        pictures = LivePictures(scenery.see, lambda: True)
        with pictures.watch():
            assert await pictures.after(0, PATIENCE) is not None
            while len(scenery.apart) < 4:
                assert await pictures.after(1, MOMENT) is None
            assert len(encoded) == 1
            late = await followed(pictures, 1)
            assert late[0].number == 1, "who comes later sees it at once"

    run(watch())


@pytest.mark.usefixtures("encoded")
def test_nothing_is_looked_at_for_nobody() -> None:
    async def watch() -> None:
        scenery = Scenery()
        pictures = LivePictures(scenery.see, lambda: True)
        await followed(pictures, 3)
        await asyncio.sleep(MOMENT)  # what is in a thread now ends
        looks = len(scenery.apart)
        await asyncio.sleep(MOMENT)
        assert len(scenery.apart) == looks
        assert (await followed(pictures, 2))[0].jpeg, "it goes on for the next one"

    run(watch())


def test_one_picture_that_fails_is_not_the_last_one(
    encoded: list[bytes],  # noqa: ARG001  it makes the pictures follow each other at once
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_pictures, "SLOW", 0.0)
    scenery, failed = Scenery(), [False]

    def see(apart: float) -> Frame:
        if not failed[0]:
            failed[0] = True
            raise AttributeError("a view that is closed")
        return scenery.see(apart)

    async def watch() -> None:
        assert len(await followed(LivePictures(see, lambda: True), 2)) == 2

    run(watch())
    assert failed == [True]


def test_who_comes_back_to_a_scene_that_stands_still_sees_it_again() -> None:
    async def watch() -> None:
        pictures = LivePictures(Scenery(still=True).see, lambda: True)
        for _ in range(3):
            assert len(await followed(pictures, 1)) == 1

    run(watch())
