"""Limits that spare the machine: quiet hours, and a number of throws an hour."""

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta

from robot.errors import UsageError

HOUR = 3600.0
NOTHING = 1e-3
"""Seconds that are not worth a wait."""
FOR_PEOPLE = 0.5
"""The share of an hour's throws that attract mode leaves to people."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one time of day to another, across midnight if needed; never quiet if both are the same."""

    begin: time = time()
    end: time = time()

    @classmethod
    def of(cls, text: str) -> "QuietHours":
        """Read "22:00-09:30"; an empty text is no quiet hours. Raises UsageError."""
        if not text:
            return cls()
        begin, _, end = text.partition("-")
        try:
            return cls(time.fromisoformat(begin.strip()), time.fromisoformat(end.strip()))
        except ValueError:
            raise UsageError(f"write quiet hours as in 22:00-09:30, not '{text[:40]}'") from None

    def seconds_left(self, now: datetime) -> float:
        """Return how many seconds the quiet hours still last, 0 outside them."""
        clock = now.time()
        within = self.begin <= clock < self.end if self.begin <= self.end else clock >= self.begin or clock < self.end
        if not within:
            return 0.0
        end = datetime.combine(now.date(), self.end, now.tzinfo)
        return (end + timedelta(days=end <= now) - now).total_seconds()


@dataclass(slots=True)
class ThrowLimit:
    """The throws of the last hour, by the people's clock; at most `limit` of them, and any number where it is 0."""

    limit: int = 0
    _thrown: deque[float] = field(default_factory=deque)

    def thrown(self, now: float) -> None:
        """Count a throw."""
        if self.limit:
            self._thrown.append(now)

    def rest(self, now: float, *, attract: bool = False) -> float:
        """Return the seconds until another throw may be made.

        Attract mode leaves a share of an hour's throws to people, and spreads its own over the hour.
        """
        if not self.limit:
            return 0.0
        while self._thrown and now - self._thrown[0] >= HOUR:
            self._thrown.popleft()
        most = max(1, round(self.limit * (1 - FOR_PEOPLE))) if attract else self.limit
        over = len(self._thrown) - most
        rest = self._thrown[over] + HOUR - now if over >= 0 else 0.0
        spread = self._thrown[-1] + HOUR / most - now if attract and self._thrown else 0.0
        longest = max(rest, spread)
        return longest if longest > NOTHING else 0.0
