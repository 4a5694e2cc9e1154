"""Functions that numba compiles on their first call, and a one-line error where numba is missing."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from solver.errors import MissingNumbaError

try:
    import numba
except ImportError as absent:
    raise MissingNumbaError("solving a game afresh needs numba: run 'make setup'") from absent

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Return the compiled `function`, cached on disk beside the package or in the user's cache; it releases the GIL."""
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:
        # Neither folder can be written (a read-only root): compile again in each process.
        return cast(F, numba.njit(nogil=True)(function))
