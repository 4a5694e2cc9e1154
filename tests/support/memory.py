"""What many tests need is loaded once, and what those of a module have kept is given back: memory is small."""

import ctypes
import sys
from types import ModuleType

LOADED = ("solver", "vision", "hardware")
"""The rooms whose modules keep tables and pictures."""
SAME = frozenset({"race_of"})
"""The functions whose caches stay: what they return is a class, which equals no other of the same rules."""


def load_what_many_need() -> None:
    """Read the languages and start numba, where tests use them: processes that are forked later share that.

    To start numba takes 0.4 s and 20 MB; each kernel more, if it was compiled before, 5 ms and 1 MB.
    """
    if "robot.language" in sys.modules:
        from robot.language import Language, languages

        for name in languages():
            Language(name)
    if "solver.race.exact" in sys.modules:
        from solver.goal import LEAST_GOAL
        from solver.race.race_table import solve_table

        solve_table("pig", LEAST_GOAL)


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
        own = getattr(kept, "__module__", None) == module.__name__ and hasattr(kept, "cache_clear")
        if own and kept.__name__ not in SAME:
            kept.cache_clear()
