"""The panel as games see it: while it waits for people, it heeds whoever wants the game to end."""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.panel import Button
from hardware.panels import NOTHING, Panels
from robot.errors import GameLeftError
from robot.host.status import Phase, Status, StatusBook
from robot.saying import Saying

SLICE = 0.25
"""Seconds after which a wait looks whether the game shall end."""
GIVEN_UP = 60.0
"""Seconds without an answer, from when people are asked, after which a game is given up for another one."""
LAST_CALL = 15.0
"""Seconds before a game that is left alone ends, in which it asks whether somebody is there."""


@dataclass(slots=True)
class HeedingPanel(Closing):
    """The panels of a host.

    `heed` raises what ends the game. Where people are waited for longer than `alone` seconds, GameLeftError is raised;
    for the last of these seconds `announce` asks for them, and the first press only says that somebody is there. A
    minute is enough from `asked` on: when people were told that somebody wants another game, None where nobody does.
    """

    panels: Panels
    clock: Clock
    book: StatusBook
    heed: Callable[[], None]
    announce: Callable[[Saying], None]
    alone: float | None = None
    asked: Callable[[], float | None] = lambda: None

    def press(self, timeout: float | None = None) -> Button | None:
        begun, before, called = self.clock.now(), self.book.now, False
        try:
            while True:
                self.heed()
                passed = self.clock.now() - begun
                if timeout is None and self.alone is not None and passed >= self.alone - LAST_CALL:
                    self._call(self.alone - passed, first=not called)
                    called = True
                if timeout is None and self._given_up(begun):
                    raise GameLeftError("nobody answers who wants another game")
                left = SLICE if timeout is None else max(0.0, timeout - passed)
                button = self.panels.press(min(SLICE, left))
                if button and not called:
                    return button
                if left <= NOTHING:
                    return None
                if button:
                    begun, called = self.clock.now(), False
                    self._back_to(before)
        finally:
            if called:
                self._back_to(before)

    def _given_up(self, begun: float) -> bool:
        """Return whether nobody has answered for long enough, in a wait that has begun then."""
        asked = self.asked()
        return asked is not None and self.clock.now() - max(begun, asked) >= GIVEN_UP

    def _call(self, left: float, *, first: bool) -> None:
        if left <= 0:
            raise GameLeftError("nobody is here any more")
        if first:
            self.announce(Saying("alone", {"seconds": round(LAST_CALL)}))
        seconds = math.ceil(left)
        self.book.change(phase=Phase.ALONE, message=Saying("alone", {"seconds": seconds}), seconds=seconds)

    def _back_to(self, before: Status) -> None:
        self.book.change(phase=before.phase, message=before.message, seconds=None)

    @property
    def near(self) -> bool:
        """Whether the last press was made at the table."""
        return self.panels.near

    def forget(self) -> None:
        self.panels.forget()

    def lamps(self, lit: Collection[Button]) -> None:
        self.panels.lamps(lit)

    def close(self) -> None:
        """Leave the panels open: they are the host's."""
