"""Clocks: the system's, at any rate, and a virtual one that moves only by sleeping."""

import threading
import time
from typing import Protocol


class Clock(Protocol):
    """A clock of the table's time in seconds, which never goes back."""

    def now(self) -> float:
        """Return the table's time in seconds."""
        ...

    def sleep(self, seconds: float) -> None:
        """Return after at least `seconds` (>= 0) of the table's time."""
        ...


class SystemClock:
    """The system's monotonic clock. At rate 4 the table's time runs four times as fast."""

    def __init__(self, rate: float = 1.0) -> None:
        if not rate > 0:
            raise ValueError(f"a clock's rate is above 0, not {rate}")
        self._rate = rate
        self._start = time.monotonic()

    def now(self) -> float:
        return (time.monotonic() - self._start) * self._rate

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds / self._rate)


class VirtualClock:
    """A clock whose sleep returns at once and advances the time. Threads may share it."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._lock = threading.Lock()

    def now(self) -> float:
        with self._lock:
            return self._now

    def sleep(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError(f"a clock cannot sleep {seconds} seconds")
        with self._lock:
            self._now += seconds
