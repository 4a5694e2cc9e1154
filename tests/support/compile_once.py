"""One worker of a test run compiles a kernel; the others wait for it and load it from numba's cache on disk."""

import fcntl
import hashlib
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LOCK = Path(tempfile.gettempdir()) / f"pipsqueak-{os.getuid()}-{hashlib.sha256(bytes(ROOT)).hexdigest()[:16]}.lock"

_in_process = threading.RLock()
_depth = 0


def compile_once() -> None:
    """Let numba compile in one process at a time; without numba do nothing."""
    try:
        from numba.core.dispatcher import Dispatcher
    except ImportError:
        return
    dispatcher: Any = Dispatcher
    compile_kernel = dispatcher.compile

    def compile_alone(self: Any, signature: Any) -> Any:
        with _alone():
            return compile_kernel(self, signature)

    dispatcher.compile = compile_alone


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the lock; a kernel that calls others compiles them on the way."""
    global _depth  # noqa: PLW0603 - how often this process holds the lock
    with _in_process, LOCK.open("w") as lock:
        if not _depth:
            fcntl.flock(lock, fcntl.LOCK_EX)
        _depth += 1
        try:
            yield
        finally:
            _depth -= 1
