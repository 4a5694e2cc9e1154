"""Strategies that err at random, in all games but score sheets: the levels of robots, and careless ones."""

import random
import re

from solver.errors import OptionError

RANDOM = "random"
CARELESS = re.compile(r"careless(?::(0?\.[0-9]{1,9}|0|1|1\.0{1,9}))?")
ERROR_RATE = 0.2
LEVELS = {"child": 0.4, "beginner": 0.25, "casual": 0.12, "strong": 0.04, "perfect": 0.0}
"""The share of choices in which each level does not take the best action."""


def need_chance(chance: random.Random | None, name: str) -> random.Random:
    """Return the random source of the strategy called `name`. Raises OptionError if there is none."""
    if chance is None:
        raise OptionError(f"{name} chooses at random: give it a source of random numbers")
    return chance


def careless_rate(name: str) -> float | None:
    """Return the error rate of a level, of `careless` or `careless:R`, None for any other name."""
    if name in LEVELS:
        return LEVELS[name]
    errs = CARELESS.fullmatch(name)
    if errs is None:
        return None
    return ERROR_RATE if errs[1] is None else float(errs[1])


def gambles(name: str) -> bool:
    """Return whether the strategy called `name` decides at random."""
    return name == RANDOM or bool(careless_rate(name))
