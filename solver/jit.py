"""Functions compiled by numba on their first call, and the one line that says where numba is missing."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from solver.errors import MissingNumbaError

try:
    import numba
except ImportError as absent:
    raise MissingNumbaError("solving a game afresh needs numba: pip install 'pipsqueak[solve]'") from absent

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Return `function` compiled, kept on disk beside the package or in the user's cache; it lets other threads run."""
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:
        # Neither folder can be written (a read-only root): compile anew in each process.
        return cast(F, numba.njit(nogil=True)(function))
