"""Work that takes long, in a process of its own that gives way to the game."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from typing import Any

NICENESS = 10
"""How far a worker's priority is lowered, as `os.nice` counts it."""


class Worker:
    """One job in one process. `job` and its `args` must be picklable."""

    def __init__(self, job: Callable[..., None], *args: Any) -> None:
        spawned = multiprocessing.get_context("spawn")  # a fork would take the game's devices along
        self._process = spawned.Process(target=_work, args=(job, *args), daemon=True)
        self._lock = threading.Lock()
        self._stopped = False

    def run(self) -> int | None:
        """Do the job and wait for its end; call once.

        Returns the exit status: 0 on success, negative when a signal ended it, None when it was stopped before.
        """
        with self._lock:
            if self._stopped:
                return None
            self._process.start()
        self._process.join()
        return self._process.exitcode

    def stop(self) -> None:
        """End the job, or keep it from beginning. From any thread; harmless when repeated."""
        with self._lock:
            self._stopped = True
            if self._process.pid is not None:
                self._process.terminate()


def _work(job: Callable[..., None], *args: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the program that started this process
    os.nice(NICENESS)
    job(*args)
