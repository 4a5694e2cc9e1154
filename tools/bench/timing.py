"""Time many tries, and format the lines of benchmarks."""

import resource
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import cv2

Clock = Callable[[], float]


class Times(NamedTuple):
    """The best, median and worst time of several tries, in seconds."""

    best: float
    median: float
    worst: float


def times(tries: Iterable[Callable[[], object]], clock: Clock = time.perf_counter) -> Times:
    """Run each of `tries` once, and return their times as `clock` measures them."""
    taken = []
    for attempt in tries:
        begun = clock()
        attempt()
        taken.append(clock() - begun)
    return Times(min(taken), statistics.median(taken), max(taken))


def figure(what: str, seconds: float, beside: str, limit: float) -> str:
    """Return the line that compares `seconds` with `limit`, which is measured in the same run or stated in `beside`."""
    taken, allowed = format_duration(seconds), format_duration(limit)
    return f"{what:<58} {taken:>10}   {beside:<58} {allowed:>10}   x {seconds / limit:.3g}"


def format_duration(seconds: float) -> str:
    """Return a duration with three digits and a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def decisions(what: str, tries: Sequence[Callable[[], object]], budget: float) -> Iterator[str]:
    """Yield the median and the worst time of decisions, in this thread's own time: others may use its core too."""
    tries[0]()
    taken = times(tries, time.thread_time)
    yield figure(f"{what}: median", taken.median, "budget", budget)
    yield figure(f"{what}: worst of {len(tries):,}", taken.worst, "budget", budget)


@contextmanager
def one_core() -> Iterator[None]:
    """Let OpenCV use only one core."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)


def time_of_children() -> float:
    """Return the processor time in seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
