"""Formats one line of a benchmark, and times many tries."""

import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Times(NamedTuple):
    """Seconds of one try of many."""

    best: float
    median: float
    worst: float


def times(tries: Iterable[Callable[[], object]], clock: Callable[[], float] = time.perf_counter) -> Times:
    """Run each of `tries` once, and return their times by `clock`."""
    taken = []
    for attempt in tries:
        begun = clock()
        attempt()
        taken.append(clock() - begun)
    return Times(min(taken), statistics.median(taken), max(taken))


def figure(what: str, seconds: float, beside: str, limit: float) -> str:
    """Return the line that compares `seconds` with `limit`, which is measured in the same run or stated in `beside`."""
    return f"{what:<58} {spoken(seconds):>10}   {beside:<58} {spoken(limit):>10}   x {seconds / limit:.3g}"


def spoken(seconds: float) -> str:
    """Return a duration with three digits and a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
