"""A decision: the action, the value of each alternative, and the reason."""

import enum
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Self

from solver.action import HOLD, Action, Verb
from solver.errors import PositionError
from solver.reason import Reason, Share, Told, explain_safely, tell_sides


class Unit(enum.Enum):
    """The unit of worth: chances to win, points (more are better), or turns or points of which fewer are better."""

    WINS = "wins"
    POINTS = "points"
    TURNS = "turns"
    FEWEST = "fewest"

    @property
    def fewer(self) -> bool:
        """Whether less is better."""
        return self in {Unit.TURNS, Unit.FEWEST}


MOST_DECIMALS = 12
# A choice that gives away less, in points or win probability, counts as best.
NOTHING = 1e-9
ROUNDING = 1e-12
"""Numbers computed in another order may differ by this part of their size."""
ABOUT = 0.001
"""The chances of an approximation are wrong by at least this much."""
CLOSE = {Unit.WINS: 0.001, Unit.POINTS: 0.1, Unit.FEWEST: 0.1, Unit.TURNS: 0.1}
"""Choices are called close if their worth differs by less."""
ON_SHEETS = frozenset({Verb.KEEP, Verb.SCORE, Verb.COMMIT})
"""The verbs of score sheets alone."""


def have_one_verb(action: Action, other: Action) -> bool:
    """Return whether two actions have the same verb."""
    return action.verb is other.verb


@dataclass(frozen=True)
class Decision:
    """The decision of a strategy in a position.

    `action` is one of the keys of `options`, which gives what each action is worth when play is perfect afterwards: a
    win probability, 0 to 1, or what the game counts. `value` is that of `action`. `reachable` is False if no game can
    reach the position. With `by_rule` a rule of thumb chose, and `options` are what play for points alone brings: their
    differences are not costs then. With `about` the values are approximate. `unit` is the unit of the values. `counts`
    is the kind of reason that names a value; if it is empty, the unit's. `rule` is the rule of thumb by which a
    strategy chose the action. Numbers may be wrong by `off`; it is 0 where all their digits are known. In games that
    set dice aside, fill a sheet or shut tiles, `options` come best first.

    `words` returns an action in words, `alike` whether two actions are of one kind, and `explain` why an action is
    taken, compared with another one if there is any (if None, `compare` does it). `weigh` returns how the second, worse
    one of two actions differs: each item with what it takes away, in points, turns or games in 100, or in what it
    names.
    """

    action: Action
    value: float
    options: Mapping[Action, float]
    _: KW_ONLY
    off: float = 0.0
    reachable: bool = True
    by_rule: bool = False
    about: bool = False
    unit: Unit = Unit.WINS
    counts: str = ""
    rule: Reason | None = None
    state: Any = field(default=None, compare=False, repr=False)
    words: Callable[[Action], str] = field(default=str, compare=False, repr=False)
    alike: Callable[[Action, Action], bool] = field(default=have_one_verb, compare=False, repr=False)
    explain: Callable[[Any, Action, Action | None], Reason] | None = field(default=None, compare=False, repr=False)
    weigh: Callable[[Action, Action], Iterable[tuple[Reason, float]]] | None = field(
        default=None, compare=False, repr=False
    )

    @classmethod
    def of(cls, ranked: Iterable[tuple[Action, float]], **more: Any) -> Self:
        """Return the decision for the first of some actions with their worth; `more` are its other fields."""
        options = dict(ranked)
        return cls(*next(iter(options.items())), options, **more)

    def instead(self, action: Action, rule: Reason | None = None) -> Self:
        """Return the decision of a strategy that takes another of the options by that rule."""
        return replace(self, action=action, value=self.options[action], rule=rule)

    def rank(self) -> tuple[tuple[Action, float], ...]:
        """Return all actions with what they are worth, best first."""
        others = [(action, worth) for action, worth in self.options.items() if action != self.action]
        others.sort(key=lambda option: abs(option[1] - self.value))
        return ((self.action, self.value), *others)

    @cached_property
    def reason(self) -> Reason:
        """Why the action is taken, compared with the best one if that is better, else with the best of another kind."""

        def find_reason() -> Reason:
            errs = not self.by_rule and self.loss(self.best) < -NOTHING
            return self._tell(self.action, self.best if errs else self.rival, whole=errs)

        return explain_safely(find_reason, Reason("unexplained", {"action": self.action}))

    def reason_for(self, action: Action, other: Action | None) -> Reason:
        """Return why an action is better or worse than an `other`; without `other`, what it is worth."""
        return self._tell(action, other, whole=True)

    def _tell(self, action: Action, other: Action | None, *, whole: bool) -> Reason:
        """Return a reason, the `whole` one with what the worse action loses and gains."""
        weighed = self._weigh(action, other) if whole and other is not None and not self.by_rule else None
        told = weighed or self._explain(action, other)
        return told if self.reachable else Reason("unreachable", {"told": told})

    def _explain(self, action: Action, other: Action | None) -> Reason:
        return (self.explain or Decision.compare)(self, action, other)

    def _weigh(self, action: Action, other: Action) -> Reason | None:
        """Return a reason with what the worse action loses and gains; None where that says nothing."""
        better, worse = sorted((action, other), key=self.loss)
        cost = self.loss(worse) - self.loss(better)
        parts = tell_sides(self.weigh(better, worse)) if self.weigh and cost >= CLOSE[self.unit] else None
        if parts is None:
            return None
        if action == worse:
            return Reason("errs", {"told": self._explain(action, other), "parts": parts})
        shown = Reason(f"cost-{self.unit.value}", {"cost": 100 * cost if self.unit is Unit.WINS else cost})
        return Reason("by", {"told": self._explain(action, None), "cost": shown, "other": worse, "parts": parts})

    @property
    def best(self) -> Action:
        """The first of the options with the highest worth."""
        return min(self.options, key=self.loss)

    def loss(self, action: Action) -> float:
        """Return by how much an option is worse than the decided action, below 0 if it is better."""
        lost = self.value - self.options[action]
        return -lost if self.unit.fewer else lost

    @property
    def rival(self) -> Action | None:
        """The best option of another kind than the action; any other if all are alike; None if there is no other."""
        others = [action for action, _ in self.rank()[1:]]
        unlike = (action for action in others if not self.alike(action, self.action))
        return next(unlike, others[0] if others else None)

    def lead(self, action: Action, lead: Action | Reason | None = None) -> Action | Reason:
        """Return how a reason begins: with the action, or with `lead`, and the rule that chose it."""
        if self.rule is None or action != self.action:
            return lead or action
        return Reason("ruled", {"action": lead or action, "rule": self.rule})

    def compare(self, action: Action, other: Action | None, lead: Action | Reason | None = None) -> Reason:
        """Return the reason that compares an action's worth with an `other` or tells it alone, after `lead`."""
        worth = self.options[action]
        if lead is None and len(self.options) == 1:
            lead = Reason("only", {"action": action})
        counts = self.counts or ("rule" if self.by_rule else "points" if self.unit is Unit.FEWEST else self.unit.value)
        values: dict[str, Told] = {
            "action": self.lead(action, lead),
            "gain": Reason(f"worth-{counts}", {"worth": self._convert(worth)}),
        }
        close = False
        if other is None:
            told = Reason("alone", values)
        else:
            less = self.options[other]
            gain = less - worth if self.unit.fewer else worth - less
            values |= {"other": other, "less": self._convert(less)}
            if abs(gain) <= ROUNDING * max(abs(worth), abs(less)):
                told = Reason("even-safe" if action.verb is Verb.HOLD else "even", values)
            else:
                close = abs(gain) < CLOSE[self.unit] and not self.by_rule
                beside = self.by_rule or (gain > 0 and (close or self.unit.fewer))
                told = Reason("beside" if beside else "better" if gain > 0 else "worse", values)
        approximate = "about" if self.unit is Unit.WINS else "priced"
        for key, holds in (("close", close), (approximate, self.about)):
            told = Reason(key, {"told": told}) if holds else told
        return told

    def _convert(self, worth: float) -> float:
        return Share(worth) if self.unit is Unit.WINS else worth

    def to_json(self) -> dict[str, Any]:
        """Return the decision as the command line prints it, with all digits that are known.

        Options of one word are keys of their values. On a sheet each has its `action` and `value`; where dice are set
        aside or tiles are shut, each is an action with its `value` and its `cost`.
        """
        told: dict[str, Any] = {"action": self.action.to_json(), "value": self.value}
        options = [(action.to_json(), value) for action, value in self.options.items()]
        if isinstance(options[0][0], str):
            return told | {"options": dict(options), "reachable": self.reachable}
        if self.action.verb in ON_SHEETS:
            told["options"] = [{"action": action, "value": value} for action, value in options]
        else:
            told["options"] = [action | {"value": value, "cost": self.cost(value)} for action, value in options]
        known: dict[str, Any] = known_digits(told, self.off)
        return known

    def cost(self, worth: float) -> float:
        """Return how much worse than the best option an option of this value is."""
        best = next(iter(self.options.values()))
        return max(0.0, worth - best if self.unit.fewer else best - worth)


CALLED = {"roll": "throw"}
"""People's words for actions that programs name differently."""


def check_turn(decision: Decision, me: int, turn: int) -> None:
    """Raise PositionError for a turn total that no turn can have, by the `decision` in that position."""
    if not decision.reachable and decision.options.get(HOLD) == 1.0:
        raise PositionError(f"no turn can have {turn} points at a score of {me}: give only the points of this turn")


def known_digits(told: Any, off: float) -> Any:
    """Return data for JSON, its fractions rounded to the known decimals of numbers that may be wrong by `off`.

    Numbers that are wrong only by rounding keep all their digits. All code that prints numbers of limited precision
    calls this.
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


def round_distinctly(*numbers: float, least: int = 0) -> list[float]:
    """Return numbers with the fewest decimals, `least` or more, that show all differences beyond rounding."""
    rising = sorted(numbers)
    kinds = 1 + sum(more - less > ROUNDING * abs(more) for less, more in pairwise(rising))
    for places in range(least, MOST_DECIMALS + 1):
        rounded = [round(number, places) for number in numbers]
        if len(set(rounded)) >= kinds:
            return rounded
    return list(numbers)


def in_hundred(*chances: float, least: int = 0) -> list[float]:
    """Return chances, 0 to 1, in percent, with the fewest decimals, `least` or more, that show all differences.

    A chance that is neither certain nor impossible is not rounded to 100 or 0.
    """
    bounds = {0.0, 100.0} - {100 * chance for chance in chances}
    return round_distinctly(*(100 * chance for chance in chances), *bounds, least=least)[: len(chances)]


def write_share(chance: float) -> str:
    """Return a chance, 0 to 1, in percent, as all tables show it."""
    return f"{100 * chance:.1f} %"


def points(count: int) -> str:
    """Return `count` points in words."""
    return count_in_words(count, "point", "points")


def count_in_words(count: int, thing: str, things: str) -> str:
    """Return a number of things in words."""
    return f"{count:,} {thing if count == 1 else things}"
