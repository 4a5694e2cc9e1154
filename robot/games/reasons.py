"""Why a robot does what it does, in words for every language: as its own sentence, and as a hint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from robot.saying import Saying, Value
from solver.aside import TIE as EVEN
from solver.decision import Decision, percents
from solver.explanation import explained
from solver.multiplayer.states import MultiplayerState
from solver.race.state import TIE, RaceState
from solver.units import Unit

DECIMALS = range(13)


class Solved(Protocol):
    """A decision as the solver gives it."""

    @property
    def unit(self) -> Unit: ...

    @property
    def why(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason by the end of its messages' keys, and what fills the places of these."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A decision that can be explained in every language."""

    decision: Solved
    reason: Reason

    @classmethod
    def of(cls, decision: Solved, done: Mapping[str, Saying], reason: Callable[[], Reason]) -> Self:
        """Return a decision with the reason that `reason` returns, or what is `done` alone where that fails."""
        return cls(decision, explained(reason, Reason("unexplained", done)))

    @property
    def hint(self) -> Saying:
        """The reason as a hint to whoever is to decide."""
        return Saying(f"why-{self.reason.key}", self.reason.values)

    @property
    def own(self) -> Saying:
        """The reason as the robot says it of itself."""
        return Saying(f"mine-{self.reason.key}", self.reason.values)

    @property
    def unit(self) -> Unit:
        return self.decision.unit

    @property
    def why(self) -> str:
        return self.decision.why

    def to_json(self) -> dict[str, Any]:
        return self.decision.to_json()


def weighed(options: Mapping[str, float] | Sequence[Mapping[str, Any]], unit: Unit) -> list[tuple[Any, float]]:
    """Return the actions of a decision's options and their values, best first."""
    if isinstance(options, Mapping):
        pairs = list(options.items())
    else:
        pairs = [(option["action"], option["value"]) for option in options]
    return sorted(pairs, key=lambda pair: pair[1] if unit.fewer else -pair[1])


def percent(*chances: float) -> list[Saying]:
    """Return chances, 0 to 1, in percent, with just enough decimals to distinguish those that differ."""
    return [Saying("percent", {"percent": float(text.removesuffix(" %"))}) for text in percents(*chances)]


def told_apart(*numbers: float) -> list[float]:
    """Return numbers with as few decimals as tell those apart that differ."""
    for places in DECIMALS:
        rounded = [round(number, places) for number in numbers]
        if len(set(rounded)) == len(set(numbers)):
            return rounded
    return list(numbers)


def in_hundred(*chances: float) -> list[float]:
    """Return chances, 0 to 1, in 100, with as few decimals as tell those apart that differ.

    A chance that is neither certain nor impossible is not rounded to 100 or 0.
    """
    bounds = {0.0, 100.0} - {100 * chance for chance in chances}
    return told_apart(*(100 * chance for chance in chances), *bounds)[: len(chances)]


def preferred_reason(values: Mapping[str, Value], worth: float, other: float, unit: Unit) -> Reason:
    """Return why a choice is taken that is worth so much, beside the next best; `values` are both in words."""
    if unit is not Unit.WINS:
        mine, theirs = told_apart(worth, other)
        return Reason("aside-points", {**values, "worth": mine, "less": theirs})
    mine, theirs = in_hundred(worth, other)
    if other > worth + EVEN:
        return Reason("aside-missed", {**values, "worth": mine, "more": theirs})
    even = "-even" if worth - other <= EVEN else ""
    return Reason(f"wins{even}", {**values, "worth": mine, "less": theirs})


def race_reason(state: RaceState | MultiplayerState, decision: Decision) -> Reason:
    """Return why one rolls or holds, by chances to win."""
    action, wins = decision.action, decision.value
    at_risk = state.turn_total
    if not at_risk:
        return Reason("first", {"wins": in_hundred(wins)[0]})
    other = next((worth for option, worth in decision.options.items() if option != action), wins)
    if action == "hold" and state.banked + at_risk >= state.goal and wins >= other - TIE:
        return Reason("won")
    if abs(wins - other) <= TIE:
        return Reason("even", {"wins": in_hundred(wins)[0]})
    mine, theirs = in_hundred(wins, other)
    ruled = "-ruled" if wins < other else ""
    return Reason(f"{action}{ruled}", {"wins": mine, "other": theirs, "banked": at_risk})


def worth_reason(decision: Decision) -> Reason:
    """Return the reason for continuing or ending a turn, by what that is worth."""
    action = decision.action
    (other,) = (option for option in decision.options if option != action)
    worth = in_hundred if decision.unit is Unit.WINS else told_apart
    mine, theirs = worth(decision.value, decision.options[other])
    done = {**named_done(action), "other": Saying(f"doing-{other}")}
    return Reason(f"worth-{decision.unit.value}", done | {"worth": mine, "less": theirs})


def named_done(action: str) -> dict[str, Saying]:
    """Return what is done by the name of a move or the number of dice to throw, as an order and as the robot's own."""
    if action.isdecimal():
        thrown = {"dice": int(action)}
        return {"action": Saying("do-dice", thrown), "mine": Saying("tiles-me-throw", thrown)}
    return {"action": Saying(f"do-{action}"), "mine": Saying(f"me-{action}")}


def dice_reason(decision: Decision) -> Reason:
    """Return why one throws so many dice."""
    return Reason("dice", {"dice": int(decision.action), "wins": in_hundred(decision.value)[0]})
