"""One worker of a test run compiles a kernel; others that need it wait, and load it from numba's cache on disk.

Workers that need different kernels compile at the same time.
"""

import fcntl
import hashlib
import os
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
LOCK = Path(tempfile.gettempdir()) / f"pipsqueak-{os.getuid()}-{hashlib.sha256(bytes(ROOT)).hexdigest()[:16]}.lock"
PLACES = 2**31
"""A kernel's lock is one byte of the file, out of so many."""


def compile_once() -> None:
    """Let numba compile a kernel in one process at a time; without numba do nothing."""
    try:
        from numba.core.caching import NullCache
        from numba.core.dispatcher import Dispatcher
    except ImportError:
        return
    dispatcher: Any = Dispatcher
    compile_kernel = dispatcher.compile
    locks = KernelLocks(os.open(LOCK, os.O_WRONLY | os.O_CREAT))

    def compile_alone(self: Any, signature: Any) -> Any:
        # What is kept in no file has nothing to share, but its thread waits all the same: numba has a lock of its own,
        # which two threads must not take in another order than these.
        with locks.in_process, nullcontext() if isinstance(self._cache, NullCache) else locks.hold(self.py_func):
            return compile_kernel(self, signature)

    dispatcher.compile = compile_alone


class KernelLocks:
    """Locks that processes share, one for each kernel.

    A kernel that calls others compiles them on the way, so locks are taken in the order of calls. No kernel calls one
    that calls it, so no two processes wait for each other. The threads of one process compile one after the other, as
    numba has it anyway: who takes a lock holds `in_process`.
    """

    def __init__(self, file: IO[str] | int) -> None:
        """Take bytes of `file`, or of a descriptor's file, which stays open: closing it would give back all of them."""
        self._file = file
        self.in_process = threading.RLock()
        self._depth: Counter[int] = Counter()

    @contextmanager
    def hold(self, kernel: Callable[..., Any]) -> Iterator[None]:
        """Hold the lock of a kernel, which may be held already."""
        place = place_of(kernel)
        if not self._depth[place]:
            fcntl.lockf(self._file, fcntl.LOCK_EX, 1, place)
        self._depth[place] += 1
        try:
            yield
        finally:
            self._depth[place] -= 1
            if not self._depth[place]:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, place)


def place_of(kernel: Callable[..., Any]) -> int:
    """Return the byte that stands for a kernel, the same in all processes."""
    name = f"{kernel.__module__}.{kernel.__qualname__}"
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) % PLACES
