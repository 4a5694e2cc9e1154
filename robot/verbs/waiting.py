"""Tell people on stderr when an answer takes long."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SLOW = 3.0
"""Seconds after which people wonder what takes so long."""


@contextmanager
def told_if_slow(text: str) -> Iterator[None]:
    """Say `text` on stderr once if what is done meanwhile takes long."""
    timer = threading.Timer(SLOW, _tell, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _tell(text: str) -> None:
    print(f"pipsqueak: {text} …", file=sys.stderr, flush=True)
