"""The phones that are let in and where they sit, kept while a sitting goes on: through a crash, and a new start."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from robot.files import write_whole
from robot.web.access.auth import AccessControl
from robot.web.access.phone_seats import PhoneSeats

_log = logging.getLogger(__name__)
PAUSE = timedelta(hours=12)
"""A sitting ends when the program was off for longer."""
EVERY = timedelta(minutes=10)
"""So often the file notes that the sitting goes on."""


class KeptPhones:
    """Keeps the code, the keys of the phones and their seats in a file that only this user can read.

    The keys are hashes of the phones' cookies: the file lets nobody in. `wall` returns the time of day. `submit` lets
    something be done in another thread, one after the other.
    """

    def __init__(
        self,
        path: Path,
        doors: AccessControl,
        seats: PhoneSeats,
        wall: Callable[[], datetime],
        submit: Callable[[Callable[[], None]], object],
    ) -> None:
        self._path, self._doors, self._seats, self._wall, self._submit = path, doors, seats, wall, submit
        self._kept: dict[str, Any] | None = None
        self._at: datetime | None = None

    def restore(self) -> None:
        """Let in the phones of the sitting that goes on, if there is one. Call this before anybody is let in.

        A clock that is behind the file ends no sitting: a machine may not know the time yet.
        """
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if self._wall() - datetime.fromisoformat(kept["at"]) > PAUSE:
                return
            self._doors.restore(str(kept["code"]), [str(key) for key in kept["phones"]])
            self._seats.restore(kept["seats"])
        except FileNotFoundError:
            return
        except (OSError, ValueError, LookupError, TypeError) as error:
            _log.warning("%s cannot be used (%s): phones pair again", self._path, error)
        self._seats.retain(self._doors.known)

    def keep(self) -> None:
        """Write what has changed since the last call, and now and then that the sitting goes on.

        A file that cannot be written stops nobody: phones then pair again after the next start.
        """
        now, phones = self._wall().astimezone(UTC), list(self._doors.known)
        kept = {"code": self._doors.code, "phones": phones, "seats": self._seats.to_json()}
        if kept == self._kept and self._at and abs(now - self._at) < EVERY:
            return
        if phones or self._path.exists():
            self._kept, self._at = kept, now
            self._submit(lambda: self._write({"at": now.isoformat(), **kept}))

    def _write(self, kept: dict[str, Any]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, json.dumps(kept).encode(), 0o600)
        except OSError as error:
            _log.warning("%s cannot be written (%s): phones pair again after the next start", self._path, error)
