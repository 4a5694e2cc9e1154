"""Reasons for a robot's action, and the value of other choices, in words: as an order or as the robot's own."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeAlias

from robot.language import english, name_thing
from robot.saying import Saying, Value
from solver.action import Action
from solver.decision import ON_SHEETS, ROUNDING, Decision, Unit, in_hundred, round_distinctly
from solver.reason import Reason, Share, Told, explain_safely
from solver.spread import Reach, Spread

ORDER, OWN, SUBJECT, BOX = "do", "me", "doing", "box"
"""The manners of telling an action: an order or hint, the robot's own, the subject of a sentence, or only its box."""
BOXES = frozenset({"box", "open", "filled"})
"""The values of reasons that are told as boxes only."""
Doing: TypeAlias = Callable[[str, Action], Saying]
"""Tells an action in one of these manners, as `Position.tell` does."""
LEAST = Decimal("1e-12")
"""Smaller numbers are written with two significant digits, in as many places as these take."""


@dataclass(frozen=True, slots=True)
class Robot:
    """A robot player's whole behaviour: `weigh` decides in a position."""

    weigh: Callable[[Any], Decision]

    def decide(self, position: Any) -> tuple[Action, Decision]:
        """Return what to do, and why. Raises SolverError."""
        decision = self.weigh(position)
        return position.with_wells(decision.action), decision


def tell_plainly(manner: str, action: Action) -> Saying:
    """Return an action in words that need no position."""
    return Saying(f"{manner}-dice", {"dice": action.count}) if action.count else name_thing(manner, str(action))


def tell_reason(reason: Reason, doing: Doing, manner: str = ORDER) -> Saying:
    """Return a reason in words: its `action` in the `manner`, a `box` or `label` as on the sheet, others as subjects.

    Compared numbers have just enough decimals, at least one, to distinguish those that differ.
    """
    numbers = [*_numbers(reason)]
    written = dict(zip(numbers, _write(numbers), strict=True))

    def tell_value(value: Told, place: str) -> Value:
        match value:
            case Reason() if place == "gain":
                return tell_part(value)
            case Reason():
                return tell_reason(value, doing, manner)
            case Action():
                return doing(manner if place == "action" else BOX if place in BOXES else SUBJECT, value)
            case tuple():
                return tuple(tell_reason(one, doing, manner) for one in value)
            case float():
                return written[value]
            case str() if place == "label":
                return name_thing("card", value)
        return value

    def tell_part(one: Reason) -> Saying:
        return Saying(f"why-{one.key}", {name: tell_value(value, name) for name, value in one.values.items()})

    return tell_part(reason)


def _numbers(reason: Reason) -> Iterator[float]:
    """Yield the fractions that a reason compares."""
    for name, value in reason.values.items():
        if isinstance(value, float):
            yield value
        elif name == "gain" and isinstance(value, Reason):
            yield from _numbers(value)


def _write(numbers: Sequence[float]) -> list[Value]:
    """Return numbers with the same number of decimals; certain and impossible shares have none."""
    shares = all(isinstance(number, Share) for number in numbers)
    rounded = in_hundred(*numbers, least=1) if shares else round_distinctly(*numbers, 0.0, least=1)[: len(numbers)]
    digits = [Decimal(str(shown)) for shown in rounded]
    if any(one and abs(one) < LEAST for one in digits):
        digits = [Decimal(f"{shown:.1e}") for shown in rounded]
    places = _count_places(digits)
    sure = [shares and (number == 0 or 1 - number <= ROUNDING) for number in numbers]
    return [int(one) if whole else round(one, places) for one, whole in zip(digits, sure, strict=True)]


def _count_places(numbers: Iterable[Decimal]) -> int:
    """Return the most decimals of any of the numbers, 1 for none."""
    return max((-int(one.as_tuple().exponent) for one in numbers), default=1)


def tell_worths(decision: Decision, worths: Iterable[float], wins: str) -> Iterator[Saying]:
    """Yield what actions are worth, with the decimals of the decision's reason: chances by the message `wins`."""
    key = {Unit.WINS: wins, Unit.TURNS: "advise-turns"}.get(decision.unit, "advise-points")
    reason = decision.reason
    while isinstance(told := reason.values.get("told"), Reason):
        reason = told
    places = _count_places(one for one in _write([*_numbers(reason)]) if isinstance(one, Decimal))
    for worth in worths:
        shown = in_hundred(worth, least=places)[0] if decision.unit is Unit.WINS else round(worth, places)
        digits = Decimal(str(shown))
        yield Saying(key, {"worth": round(digits, max(places, _count_places([digits])))})


def tell_decision(decision: Decision, doing: Doing, manner: str = ORDER) -> Saying:
    """Return the reason for a decision, or only its action if the reason cannot be told: no reason may end a game."""
    alone = Saying("why-unexplained", {"action": doing(manner, decision.action)})
    return explain_safely(lambda: tell_reason(decision.reason, doing, manner), alone)


def tell_dial(spread: Spread, doing: Doing) -> Iterator[Saying]:
    """Yield the best move to reach more and more points, at each place where it changes."""
    return (tell_reach(next(same), doing) for _, same in groupby(spread.dial, key=attrgetter("action")))


def tell_reach(reach: Reach, doing: Doing) -> Saying:
    """Return the best move to reach a number of points, and how often it reaches them."""
    return Saying(
        "spread-reach",
        {"points": reach.points, "move": doing(ORDER, reach.action), "share": in_hundred(reach.chance)[0]},
    )


def decision_json(decision: Decision, doing: Doing) -> dict[str, Any]:
    """Return a decision as the command line prints it, with its reason in English as `why`."""
    return decision.to_json() | {"why": english().say(tell_decision(decision, doing))}


def event_decision(decision: Decision, doing: Doing) -> dict[str, Any]:
    """Return a decision for events. Where dice are set aside, each option has its `action`, `value` and `cost`."""
    found = decision_json(decision, doing)
    if isinstance(found["options"], dict) or decision.action.verb in ON_SHEETS:
        return found
    options = ((action.to_json(), value, decision.cost(value)) for action, value in decision.options.items())
    return found | {"options": [dict(zip(("action", "value", "cost"), one, strict=True)) for one in options]}


def rank_options(decision: Decision) -> list[tuple[Action, float]]:
    """Return the actions of a decision's options and their values, best first."""
    return sorted(decision.options.items(), key=lambda pair: pair[1] if decision.unit.fewer else -pair[1])


def percent(*chances: float) -> list[Saying]:
    """Return chances, 0 to 1, in percent, with just enough decimals to distinguish those that differ."""
    return [Saying("percent", {"percent": share}) for share in in_hundred(*chances, least=1)]
