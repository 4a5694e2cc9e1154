"""What the tests of one module have kept is given back when they are over: workers share a small machine's memory."""

import ctypes
from types import ModuleType


def give_back(module: ModuleType) -> None:
    """Empty the caches that this module's own functions have, and return what is free to the system.

    glibc keeps what large pictures leave between small pieces that are still held: some hundred MB.
    """
    for kept in vars(module).values():
        if getattr(kept, "__module__", None) == module.__name__ and hasattr(kept, "cache_clear"):
            kept.cache_clear()
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)
