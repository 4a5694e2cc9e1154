"""Functions that numba compiles on their first call, and a one-line error where numba is missing."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from solver.errors import MissingNumbaError

try:
    import numba
except ModuleNotFoundError as absent:
    raise MissingNumbaError from absent
except ImportError as broken:
    raise MissingNumbaError(str(broken)) from broken

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Return the compiled `function`, cached on disk beside the package or in the user's cache; it releases the GIL.

    No C code calls it, so it is compiled without the entry point for C, which saves a tenth of the time. In kernels,
    copy arrays number by number: if an array is assigned to a slice, numba spends 3 s to compile the text of an error.
    """
    # The types of numba leave out no_cfunc_wrapper.
    njit: Any = numba.njit
    try:
        return cast(F, njit(cache=True, nogil=True, no_cfunc_wrapper=True)(function))
    except RuntimeError:
        # Neither folder can be written (a read-only root): compile again in each process.
        return cast(F, njit(nogil=True, no_cfunc_wrapper=True)(function))
