"""Lines that people type, waited for with a limit, so that something else can be looked at meanwhile."""

import os
import select
from typing import TextIO

CHUNK = 65536
"""Bytes that are taken from the input at a time."""


class TypedLines:
    """The lines of a stream with a file descriptor, which nobody else may read."""

    def __init__(self, stream: TextIO) -> None:
        self._file = stream.fileno()
        self._taken = b""
        self._ended = False

    def next(self, seconds: float | None) -> str | None:
        """Return the next line without its end, None if none comes within `seconds`; without a limit for None.

        Letters that are no UTF-8 are replaced. Raises EOFError after the last line.
        """
        while b"\n" not in self._taken and not self._ended:
            if not select.select([self._file], [], [], seconds)[0]:
                return None
            found = os.read(self._file, CHUNK)
            self._taken += found
            self._ended = not found
        if not self._taken:
            raise EOFError("the input has ended")
        line, _, self._taken = self._taken.partition(b"\n")
        return line.decode("utf-8", "replace")
