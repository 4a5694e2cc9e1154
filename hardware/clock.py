"""Clocks: the system's, at any rate, and a virtual one that moves only by sleeping."""

import threading
import time
from typing import Protocol

SLICE = 0.02
"""Seconds after which a sleep looks at the rate again."""
HURRIED = 5.0
FASTEST = 20.0
"""At a higher rate a simulated board would wait too short a time for its computer."""


class Clock(Protocol):
    """A clock of the table's time in seconds, which never goes back."""

    def now(self) -> float:
        """Return the table's time in seconds."""
        ...

    def sleep(self, seconds: float) -> None:
        """Return when at least `seconds` (>= 0) of the table's time have passed."""
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


class ChangingClock(SystemClock):
    """The system's monotonic clock at a rate that changes while others sleep by it. One thread changes it."""

    def __init__(self, rate: float = 1.0) -> None:
        super().__init__(rate)
        self._since = self._start, 0.0, rate

    def now(self) -> float:
        while True:
            since = start, passed, rate = self._since
            now = passed + (time.monotonic() - start) * rate
            if since is self._since:  # else the rate has changed meanwhile
                return now

    def sleep(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError(f"a clock cannot sleep {seconds} seconds")
        end = self.now() + seconds
        while (left := end - self.now()) > 0:
            time.sleep(min(left / self.rate, SLICE))

    @property
    def rate(self) -> float:
        """How fast the table's time runs."""
        return self._since[2]

    @property
    def hurries(self) -> bool:
        """Whether it runs faster than at first."""
        return self.rate > self._rate

    def hurry(self) -> None:
        """Run HURRIED times as fast, at most at FASTEST; called again, as fast as at first."""
        rate = self._rate if self.hurries else max(self._rate, min(HURRIED * self._rate, FASTEST))
        start, passed, before = self._since
        moment = time.monotonic()
        self._since = moment, passed + (moment - start) * before, rate


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
