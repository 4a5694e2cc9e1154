"""How long a host waits for people, and what ends a wait before they answer."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.clock import Clock
from robot.errors import GameLeftError
from robot.host.status import Phase, Status, StatusBook
from robot.saying import Saying

GIVEN_UP = 60.0
"""Seconds without an answer, from when people are asked, after which a game is given up for another one."""
LAST_CALL = 15.0
"""Seconds before a game that is left alone ends, in which it asks whether somebody is there."""


@dataclass(slots=True)
class HostVigil:
    """The vigil of a host's desk.

    `heeds` raises what ends the game. Where people are waited for longer than `alone` seconds, GameLeftError is raised;
    for the last of these seconds `announce` asks for them. A minute is enough from `asked` on: when people were told
    that somebody wants another game, None where nobody does.
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
        """Return the seconds in which somebody has to do something, None while nobody is missed yet.

        Raises GameLeftError when they are over.
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
