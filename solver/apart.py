"""Calls functions in processes of their own: long work, and compiled code, which stays to a process's end."""

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
"""By how much the priority of such a process is lowered, in units of `os.nice`."""

_apart = _ended = False
_starting = threading.Lock()


class ApartCall:
    """A call of a function in a process of its own, at low priority. All that goes there and comes back is pickled."""

    def __init__(self, function: Callable[..., Any], *given: Any) -> None:
        from multiprocessing import get_context  # here, as short commands would load it for nothing

        context = get_context("spawn")  # a forked process would inherit the game's devices
        self._answers, self._answer = context.Pipe(duplex=False)
        self._process = context.Process(target=_send_answer, args=(self._answer, function, given), daemon=True)
        self._stopped = False

    def run(self) -> Any:
        """Return what the function returns; call once. Raises what it raises, and TableError if it was ended before."""
        with self._answers:
            with self._answer, _starting:  # closed here too, so that the end of the process ends what is read from it
                if _ended or self._stopped:
                    raise TableError("a game is not solved, because the program ends: start it again")
                self._process.start()
            try:
                found, error = self._answers.recv()
            except (EOFError, OSError) as failure:
                raise TableError("a game was not solved, because its process was ended: free some memory") from failure
            finally:
                self._process.join()
        if error:
            raise error
        return found

    def stop(self) -> None:
        """End the call, or prevent it from beginning. From any thread. Repeating this is harmless."""
        with _starting:
            self._stopped = True
            if self._process.pid is not None:
                self._process.terminate()


def solve_apart() -> None:
    """Let this program call in processes of their own what `call_apart` calls, as one that serves for months should.

    Numba and what it compiles take some 150 MB, and a second to load again for the next game.
    """
    global _apart, _ended
    _apart, _ended = True, False


def end_calls() -> None:
    """End what is being solved in processes of this program, which ends: their callers get TableError, later ones too.

    Otherwise the program would wait for them.
    """
    global _ended  # noqa: PLW0603  it is a property of the process
    from multiprocessing import active_children

    with _starting:
        _ended = True
        for child in active_children():
            child.terminate()


def call_apart(module: str, name: str, *given: Any) -> Any:
    """Return what a function of a module returns that compiles code. Raises what it raises, and TableError."""
    return ApartCall(_call, module, name, *given).run() if _apart else _call(module, name, *given)


def _send_answer(answer: "Connection", function: Callable[..., Any], given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the program that asks
    os.nice(NICENESS)
    try:
        found, error = function(*given), None
    except Exception as failure:  # noqa: BLE001  the program that asks raises it
        found, error = None, failure
    answer.send((found, error))


def _call(module: str, name: str, *given: Any) -> Any:
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function(*given)
