"""A listener whose failure stops no game. After a failure it hears nothing for a while, and is then tried again."""

from hardware.clock import Clock
from robot.errors import ROOMS
from robot.host.status import StatusBook
from robot.host.table_connection import BACK_OFF
from robot.match.events import Event, Listener


class SafeListener:
    """A listener. Its failures are in the book under its `name`."""

    def __init__(self, listener: Listener, name: str, book: StatusBook, clock: Clock) -> None:
        self._listener, self._name, self._book, self._clock = listener, name, book, clock
        self._tries = 0
        self._again_at = clock.now()

    def hear(self, event: Event) -> None:
        if self._clock.now() < self._again_at:
            return
        try:
            self._listener.hear(event)
        except (OSError, *ROOMS) as error:
            self._book.fault(self._name, error, "warning")
            self._again_at = self._clock.now() + BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]
            self._tries += 1
        else:
            if self._tries:
                self._book.clear(self._name)
            self._tries = 0
