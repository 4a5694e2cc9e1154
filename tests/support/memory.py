"""What the tests of one module have kept is given back when they are over: workers share a small machine's memory."""

import ctypes
import sys
from types import ModuleType

LOADED = ("solver", "vision", "hardware")
"""The rooms whose modules keep tables and pictures."""


def give_back(module: ModuleType) -> None:
    """Empty the caches that this module's own functions have, and return what is free to the system.

    glibc keeps what large pictures leave between small pieces that are still held: some hundred MB.
    """
    _empty(module)
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)


def forget_loaded() -> None:
    """Empty the caches of tables and pictures: the tests of another folder seldom need those of the last one."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in LOADED:
            _empty(module)


def _empty(module: ModuleType) -> None:
    for kept in vars(module).values():
        if getattr(kept, "__module__", None) == module.__name__ and hasattr(kept, "cache_clear"):
            kept.cache_clear()
