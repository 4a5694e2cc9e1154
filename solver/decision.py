"""A decision: the action, the value of each alternative, and one sentence that gives the reason."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from solver.action import HOLD, Action
from solver.errors import PositionError
from solver.units import Unit

DECIMALS = range(13)
# A choice that gives away less, in points or win probability, counts as best.
NOTHING = 1e-9
# The lowest chance that twelve decimals of a percentage can show; rounding errors of sums are as large.
LEAST = 5e-15
ROUNDING = 1e-12
"""The part of a number by which others may differ that are computed in another order."""
ABOUT = 0.001
"""The chances of an approximation are off by as much or more."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of a strategy in a position.

    `action` is one of the keys of `options`, which gives what each action is worth when play is perfect afterwards: a
    win probability, 0 to 1, or what the game counts. `value` is that of `action`. `reachable` is False if no game can
    arrive at the position. `why` is one sentence. `by_rule` says that a rule of thumb chose, and that `options` are
    what play for points alone brings: their differences are no costs then. `about` says that values are approximate.
    `unit` is what values are counted in. `words` returns an action in words.
    """

    action: Action
    value: float
    options: Mapping[Action, float]
    why: str
    reachable: bool = field(default=True, kw_only=True)
    by_rule: bool = field(default=False, kw_only=True)
    about: bool = field(default=False, kw_only=True)
    unit: Unit = field(default=Unit.WINS, kw_only=True)
    words: Callable[[Action], str] = field(default=str, kw_only=True, compare=False)

    def ranked(self) -> tuple[tuple[Action, float], ...]:
        """Return all actions with what they are worth, best first."""
        others = [(action, worth) for action, worth in self.options.items() if action != self.action]
        others.sort(key=lambda option: abs(option[1] - self.value))
        return ((self.action, self.value), *others)

    def to_json(self) -> dict[str, Any]:
        """Return the decision as the command line prints it, with all digits."""
        return {
            "action": self.action.to_json(),
            "value": self.value,
            "options": {action.to_json(): value for action, value in self.options.items()},
            "reachable": self.reachable,
            "why": self.why,
        }


CALLED = {"roll": "throw"}
"""What people call actions that programs name otherwise."""


def check_turn(decision: Decision, me: int, turn: int) -> None:
    """Raise PositionError for a turn total that no turn comes to, by the `decision` in that position."""
    if not decision.reachable and decision.options.get(HOLD) == 1.0:
        raise PositionError(f"no turn comes to {turn} at a score of {me}: give only the points of this turn")


def percents(*chances: float) -> list[str]:
    """Return the chances in percent, with just enough decimals (1 to 12) that different chances look different.

    A chance that is neither certain nor impossible is not rounded to 100 or 0.
    """
    chances = tuple(1.0 if abs(1.0 - chance) < LEAST else chance for chance in chances)
    for decimals in range(1, 13):
        numbers = [f"{100 * chance:.{decimals}{'e' if 0 < chance < LEAST else 'f'}}" for chance in chances]
        distinct = len(set(numbers)) == len(set(chances))
        if distinct and all(chance in (0, 1) or 0 < float(n) < 100 for n, chance in zip(numbers, chances, strict=True)):
            break
    return [f"{number} %" for number in numbers]


def known_digits(told: Any, off: float) -> Any:
    """Return what is told as JSON, its fractions with the decimals that are known of numbers which are `off` so much.

    Numbers that are only off by what computing rounds keep all their digits. Whatever prints numbers of limited
    precision passes them through here.
    """
    if not ROUNDING < off < math.inf:
        return told
    match told:
        case float():
            return round(told, max(0, math.floor(-math.log10(off))))
        case Mapping():
            return {key: known_digits(value, off) for key, value in told.items()}
        case list() | tuple():
            return [known_digits(value, off) for value in told]
    return told


def round_distinctly(*numbers: float) -> list[float]:
    """Return numbers with as few decimals as tell those apart that differ by more than computing rounds."""
    rising = sorted(numbers)
    kinds = 1 + sum(more - less > ROUNDING * abs(more) for less, more in pairwise(rising))
    for places in DECIMALS:
        rounded = [round(number, places) for number in numbers]
        if len(set(rounded)) >= kinds:
            return rounded
    return list(numbers)


def in_hundred(*chances: float) -> list[float]:
    """Return chances, 0 to 1, in 100, with as few decimals as tell those apart that differ.

    A chance that is neither certain nor impossible is not rounded to 100 or 0.
    """
    bounds = {0.0, 100.0} - {100 * chance for chance in chances}
    return round_distinctly(*(100 * chance for chance in chances), *bounds)[: len(chances)]


def points(count: int) -> str:
    """Return `count` points in words."""
    return count_in_words(count, "point", "points")


def count_in_words(count: int, thing: str, things: str) -> str:
    """Return a number of things in words."""
    return f"{count:,} {thing if count == 1 else things}"
