"""Waiting until something is true, however busy the machine is."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, ParamSpec

P = ParamSpec("P")

PATIENCE = 240.0
"""Seconds after which a test has hung, the only limit on waiting: how busy the machine is decides no test."""


def until(true: Callable[[], object]) -> None:
    """Wait until `true` returns something true; fail where it never does."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.005)


def run_aside(work: Coroutine[Any, Any, Any]) -> Any:
    """Return what a coroutine returns, in another thread: in this one a browser's loop may be running."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result(PATIENCE)


def in_own_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test that is a coroutine likewise."""

    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        run_aside(test(*given, **named))

    return run
