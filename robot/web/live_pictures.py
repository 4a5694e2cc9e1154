"""The live picture of all viewers: taken, brightened and encoded once, however many watch, and only while one does."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from hardware.camera import Frame
from robot.table.look import Image
from robot.web.game.picture import brightened, jpeg

_log = logging.getLogger(__name__)
QUICK, SLOW = 1 / 25, 0.5
"""Seconds between two pictures while dice are thrown, and while nothing happens."""


@dataclass(frozen=True, slots=True)
class LivePicture:
    """A picture as JPEG: `number` grows from 1, `time` is that of its frame."""

    number: int
    time: float
    jpeg: bytes


class LivePictures:
    """Makes pictures of what `see` returns while somebody watches.

    `see` gets the seconds for which a picture is new enough: half of those between two, so that none is missed.
    `throws` says whether dice are thrown: then there are more pictures. `develop` makes of a BGR picture what is shown.
    All but `see` and `develop`, which are called in a thread of their own, belongs to one event loop.
    """

    def __init__(
        self,
        see: Callable[[float], Frame | None],
        throws: Callable[[], bool],
        develop: Callable[[Image], Image] = brightened,
    ) -> None:
        self._see, self._throws, self._develop = see, throws, develop
        self._newest: LivePicture | None = None
        self._seen: float | None = None
        self._viewers = 0
        self._making: asyncio.Task[None] | None = None
        self._came, self._stirred = asyncio.Event(), asyncio.Event()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Make pictures meanwhile."""
        self._viewers += 1
        if self._making is None:
            self._newest = self._seen = None  # they are as old as the last viewer
            self._making = asyncio.get_running_loop().create_task(self._make())
        try:
            yield
        finally:
            self._viewers -= 1
            if not self._viewers and self._making:
                self._making.cancel()
                self._making = None

    async def after(self, number: int, patience: float) -> LivePicture | None:
        """Return the newest picture with another number than this, None if none comes in `patience` seconds."""
        if self._newest is None or self._newest.number == number:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._came.wait(), patience)
        newest = self._newest
        return newest if newest and newest.number != number else None

    def stir(self) -> None:
        """Note that something has happened, perhaps that a throw has begun."""
        self._stirred.set()

    async def _make(self) -> None:
        loop, number = asyncio.get_running_loop(), 0
        while True:
            began, apart = loop.time(), QUICK if self._throws() else SLOW
            self._stirred.clear()
            try:
                made = await asyncio.to_thread(self._made, apart / 2, self._seen)
            except Exception:  # noqa: BLE001  one picture that fails must not be the last one
                _log.exception("a live picture has failed")
                made, apart = None, SLOW
            if made is not None:
                number += 1
                self._newest, self._seen = LivePicture(number, *made), made[0]
                self._came.set()
                self._came = asyncio.Event()
            with suppress(TimeoutError):
                left = began + apart - loop.time()
                await (asyncio.wait_for(self._stirred.wait(), left) if apart == SLOW else asyncio.sleep(left))

    def _made(self, apart: float, seen: float | None) -> tuple[float, bytes] | None:
        """Return time and JPEG of what is seen now, None if that is the frame of the time `seen`."""
        frame = self._see(apart)
        if frame is None or frame.time == seen:
            return None
        return frame.time, jpeg(self._develop(frame.image))
