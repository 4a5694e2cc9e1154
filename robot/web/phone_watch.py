"""Misses the pictures of a phone that is the table's live camera: it may be asleep, locked, or out of the network."""

from collections.abc import Callable

from hardware.pushed import PushedCamera
from robot.errors import PhoneSilentError
from robot.host.status import StatusBook

NAME = "phone"


class PhoneWatch:
    """Tells the status, and so every page, that no picture comes. `tell` takes what the terminal is told."""

    def __init__(self, book: StatusBook, tell: Callable[[PhoneSilentError | None], None]) -> None:
        self._book, self._tell = book, tell
        self._missed = False

    def look(self, camera: PushedCamera | None) -> None:
        """Compare with the last look. Call this about once a second; `camera` is None where no phone is the camera."""
        missed = camera is not None and camera.silent
        if missed == self._missed:
            return
        self._missed = missed
        if missed:
            lost = PhoneSilentError("no picture comes from the phone: wake it, and open this page there")
            self._book.fault(NAME, lost)
            self._tell(lost)
        else:
            self._book.clear(NAME, "absent" if camera is None else "ok")
            self._tell(None)
