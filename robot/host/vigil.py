"""How long a host waits for people, and what else ends a wait."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.clock import Clock
from robot.errors import GameLeftError
from robot.host.status import Phase, Status, StatusBook
from robot.saying import Saying

GIVEN_UP = 60.0
"""Seconds without an answer after which a game ends for the game that another person requests."""
LAST_CALL = 15.0
"""In the last so many seconds of an abandoned game it asks whether somebody is there."""


@dataclass(slots=True)
class HostVigil:
    """The vigil of a host's desk.

    `heeds` raises the error that ends the game. After `alone` seconds without an answer, GameLeftError is raised;
    `announce` calls people in the last of these seconds. `asked` is when people were told that somebody requests
    another game, None if nobody does; one minute after it is enough.
    """

    clock: Clock
    book: StatusBook
    heeds: Callable[[], None]
    announce: Callable[[Saying], None]
    alone: float | None = None
    asked: Callable[[], float | None] = lambda: None
    _before: Status | None = field(default=None, init=False)

    def heed(self) -> None:
        self.heeds()

    def left(self, since: float) -> float | None:
        """Return the seconds that are left to answer, None while it is too early to call people.

        Raises GameLeftError when the seconds are over.
        """
        now, asked = self.clock.now(), self.asked()
        if asked is not None and now - max(since, asked) >= GIVEN_UP:
            raise GameLeftError("nobody answers who wants another game")
        if self.alone is None or now - since < self.alone - LAST_CALL:
            return None
        if now - since >= self.alone:
            raise GameLeftError("nobody is here any more")
        return self.alone - (now - since)

    def calls(self, left: float, *, first: bool) -> None:
        if first:
            self._before = self.book.now
            self.announce(Saying("alone", {"seconds": round(LAST_CALL)}))
        seconds = math.ceil(left)
        self.book.change(phase=Phase.ALONE, message=Saying("alone", {"seconds": seconds}), seconds=seconds)

    def found(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self.book.change(phase=before.phase, message=before.message, seconds=None)
