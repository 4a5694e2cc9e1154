"""Runs a long computation in a process of its own, at low priority."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from typing import Any

NICENESS = 10
"""By how much a worker's priority is lowered, in units of `os.nice`."""


class Worker:
    """One job in one process. `job` and its `args` must be picklable."""

    def __init__(self, job: Callable[..., None], *args: Any) -> None:
        spawned = multiprocessing.get_context("spawn")  # a forked process would inherit the game's devices
        self._process = spawned.Process(target=_work, args=(job, *args), daemon=True)
        self._lock = threading.Lock()
        self._stopped = False

    def run(self) -> int | None:
        """Do the job and wait for its end; call once.

        Returns the exit status: 0 on success, negative when a signal ended it, None when it never began.
        """
        with self._lock:
            if self._stopped:
                return None
            self._process.start()
        self._process.join()
        return self._process.exitcode

    def stop(self) -> None:
        """End the job, or prevent it from beginning. From any thread. Repeating this is harmless."""
        with self._lock:
            self._stopped = True
            if self._process.pid is not None:
                self._process.terminate()


def _work(job: Callable[..., None], *args: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the program that started this one
    os.nice(NICENESS)
    job(*args)
