"""Waiting until something is true, however busy the machine is."""

import time
from collections.abc import Callable

PATIENCE = 240.0
"""Seconds after which a test has hung, the only limit on waiting: how busy the machine is decides no test."""


def until(true: Callable[[], object]) -> None:
    """Wait until `true` returns something true; fail where it never does."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.005)
