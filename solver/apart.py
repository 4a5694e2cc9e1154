"""Calls functions in separate processes: long work, and compiled code, which would stay in memory."""

import os
import signal
import threading
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver.errors import TableError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NICENESS = 10
"""How much lower the priority of such a process is, in units of `os.nice`."""

_apart = _ended = False
_starting = threading.Lock()


class ApartCall:
    """A call of a function in a separate process, at low priority. Arguments and result are pickled."""

    def __init__(self, function: Callable[..., Any], *given: Any) -> None:
        from multiprocessing import get_context  # here, because short commands do not need it

        context = get_context("spawn")  # a forked process would inherit the game's devices
        self._answers, self._answer = context.Pipe(duplex=False)
        self._process = context.Process(target=_send_answer, args=(self._answer, function, given), daemon=True)
        self._stopped = False

    def run(self) -> Any:
        """Return what the function returns; call once. Raises what it raises, and TableError if the process ended."""
        with self._answers:
            with self._answer, _starting:  # closed here too, so that reading ends when the process ends
                if _ended or self._stopped:
                    raise TableError("the game was not solved, because the program is ending: start it again")
                self._process.start()
            try:
                found, error = self._answers.recv()
            except (EOFError, OSError) as failure:
                raise TableError("the system ended the process that solves the game: free some memory") from failure
            finally:
                self._process.join()
        if error:
            raise error
        return found

    def stop(self) -> None:
        """End the call, or prevent it from beginning. Any thread may call this, also several times."""
        with _starting:
            self._stopped = True
            if self._process.pid is not None:
                self._process.terminate()


def solve_apart() -> None:
    """Let `call_apart` use separate processes from now on, as a program that serves for months should.

    Numba and the code that it compiles take about 150 MB, and a second to load again for the next game.
    """
    global _apart, _ended
    _apart, _ended = True, False


def end_calls() -> None:
    """End all work in separate processes, because the program ends: present and later callers get TableError.

    Otherwise the program would wait for the work.
    """
    global _ended  # noqa: PLW0603  it is a property of the process
    from multiprocessing import active_children

    with _starting:
        _ended = True
        for child in active_children():
            child.terminate()


def call_apart(module: str, name: str, *given: Any) -> Any:
    """Return what a function that compiles code returns. Raises what it raises, and TableError."""
    return ApartCall(_call, module, name, *given).run() if _apart else _call(module, name, *given)


def _send_answer(answer: "Connection", function: Callable[..., Any], given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the parent
    os.nice(NICENESS)
    try:
        found, error = function(*given), None
    except Exception as failure:  # noqa: BLE001  the parent raises it
        found, error = None, failure
    answer.send((found, error))


def _call(module: str, name: str, *given: Any) -> Any:
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function(*given)
