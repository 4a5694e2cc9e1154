"""Solves games in processes of their own where a program asks for it: compiled code stays to a process's end."""

import signal
import threading
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver.errors import TableError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_apart = _ended = False
_starting = threading.Lock()


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
    from multiprocessing import active_children  # here, as short commands would load it for nothing

    with _starting:
        _ended = True
        for child in active_children():
            child.terminate()


def call_apart(module: str, name: str, *given: Any) -> Any:
    """Return what a function of a module returns that compiles code. Raises what it raises, and TableError."""
    if not _apart:
        return _called(module, name, *given)
    from multiprocessing import get_context

    context = get_context("spawn")
    answers, answer = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(answer, module, name, given), daemon=True)
    with answers:
        with answer, _starting:  # closed here too, so that the end of the process ends what is read from it
            if _ended:
                raise TableError("a game is not solved, because the program ends: start it again")
            process.start()
        try:
            found, error = answers.recv()
        except (EOFError, OSError) as failure:
            raise TableError("a game was not solved, because its process was ended: free some memory") from failure
        finally:
            process.join()
    if error:
        raise error
    return found


def _answer(answer: "Connection", module: str, name: str, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the program that asks
    try:
        found, error = _called(module, name, *given), None
    except Exception as failure:  # noqa: BLE001  the program that asks raises it
        found, error = None, failure
    answer.send((found, error))


def _called(module: str, name: str, *given: Any) -> Any:
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function(*given)
