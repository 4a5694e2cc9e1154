"""How soon the programs that serve a table are ready, from an empty home on the simulated one."""

import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.robot.programs import started, until_ready
from tools.bench._figure import figure

LIMIT = 10.0
TRIES = 3


def run() -> Iterator[str]:
    """Yield the lines."""
    for verb in ("serve", "exhibit"):
        worked = children()
        taken = [ready(verb) for _ in range(TRIES)]
        each = (children() - worked) / TRIES
        beside = f"the limit; {each:.2g} s of one core's work"
        yield figure(f"pipsqueak {verb} until it is ready, median of {TRIES}", statistics.median(taken), beside, LIMIT)
        yield figure("  the slowest of them", max(taken), "the limit", LIMIT)


def ready(verb: str) -> float:
    """Start a program from an empty home, end it when it is ready, and return the seconds until then."""
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        with started(verb, Path(home)) as (process, address):
            until_ready(address)
            seconds = time.perf_counter() - began
            process.kill()
    return seconds


def children() -> float:
    """Return the seconds of one core that programs which have ended worked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
