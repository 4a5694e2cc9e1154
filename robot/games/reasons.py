"""Why a robot does what it does, in words for every language: as its own sentence, and as a hint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from robot.games.game import Position, Reasons
from robot.saying import Saying, Value
from solver.action import Action
from solver.aside import TIE as EVEN
from solver.aside import ChoiceDecision
from solver.decision import Decision, in_hundred, percents, round_distinctly
from solver.explanation import explain_safely
from solver.race.state import TIE
from solver.units import Unit


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason by the end of its messages' keys, and what fills the places of these."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A decision that can be explained in every language."""

    decision: Decision
    reason: Reason

    @classmethod
    def of(cls, decision: Decision, done: Mapping[str, Value], reason: Callable[[], Reason]) -> Self:
        """Return a decision with the reason that `reason` returns, or what is `done` alone where that fails."""
        return cls(decision, explain_safely(reason, Reason("unexplained", done)))

    @property
    def hint(self) -> Saying:
        """The reason as a hint to whoever is to decide."""
        return self._told(Saying(f"why-{self.reason.key}", self.reason.values))

    @property
    def own(self) -> Saying:
        """The reason as the robot says it of itself."""
        return self._told(Saying(f"mine-{self.reason.key}", self.reason.values))

    def _told(self, reason: Saying) -> Saying:
        """Return a reason that says where its numbers are approximate."""
        return Saying("about", {"told": reason}) if self.about else reason

    @property
    def about(self) -> bool:
        """Whether the numbers are approximate."""
        return self.decision.about

    @property
    def unit(self) -> Unit:
        return self.decision.unit

    @property
    def why(self) -> str:
        return self.decision.why

    @property
    def by_rule(self) -> bool:
        return self.decision.by_rule

    def to_json(self) -> dict[str, Any]:
        """Return the decision; where dice are set aside, each option has its `action`, its `value` and its `cost`."""
        found = self.decision.to_json()
        if not isinstance(self.decision, ChoiceDecision):
            return found
        options = ((one.action.to_json(), one.value, one.cost) for one in self.decision.choices)
        return found | {"options": [dict(zip(("action", "value", "cost"), one, strict=True)) for one in options]}


@dataclass(frozen=True, slots=True)
class Robot:
    """A strategy of the solver at the table: `weigh` decides in a position, and `reason` says why."""

    weigh: Callable[[Any], Decision]
    reason: Callable[[Any, Any], Reason]

    def decide(self, position: Position) -> tuple[Action, Reasoned]:
        """Return what to do, and why. Raises SolverError."""
        decision = self.weigh(position)
        done = tell_done(position, decision.action)
        reasons = Reasoned.of(decision, done, lambda: self.reason(position, decision))
        return position.with_wells(decision.action), reasons


def tell_done(position: Position, action: Action) -> dict[str, Value]:
    """Return what is done by an action, as an order and as the robot's own."""
    return {"action": position.doing("do", action), "mine": position.doing("me", action)}


def rank_options(reasons: Reasons) -> list[tuple[Action, float]]:
    """Return the actions of a decision's options and their values, best first."""
    return sorted(reasons.decision.options.items(), key=lambda pair: pair[1] if reasons.unit.fewer else -pair[1])


def side_by_side(numbers: Sequence[float]) -> list[Value]:
    """Return numbers as one sentence compares them: whole ones with a decimal, if others have any."""
    if all(number == round(number) for number in numbers):
        return [*numbers]
    return [Saying("tenths", {"number": number}) if number == round(number) else number for number in numbers]


def percent(*chances: float) -> list[Saying]:
    """Return chances, 0 to 1, in percent, with just enough decimals to distinguish those that differ."""
    return [Saying("percent", {"percent": float(text.removesuffix(" %"))}) for text in percents(*chances)]


def race_reason(position: Position, decision: Decision) -> Reason:
    """Return why one rolls or holds, by chances to win."""
    action, wins, at_risk = decision.action, decision.value, position.at_risk
    if not at_risk:
        return Reason("first", {"wins": in_hundred(wins)[0]})
    other = next((worth for option, worth in decision.options.items() if option != action), wins)
    if position.wins_now(action) and wins >= other - TIE:
        return Reason("won")
    if abs(wins - other) <= TIE:
        return Reason("even", {"wins": in_hundred(wins)[0]})
    mine, theirs = side_by_side(in_hundred(wins, other))
    ruled = "-ruled" if wins < other else ""
    return Reason(f"{action}{ruled}", {"wins": mine, "other": theirs, "banked": at_risk})


def worth_reason(position: Position, decision: Decision) -> Reason:
    """Return the reason for continuing or ending a turn, by what that is worth.

    Where a rule of thumb chose it says so, since what both are worth for points alone may speak against it.
    """
    action = decision.action
    (other,) = (option for option in decision.options if option != action)
    worth = in_hundred if decision.unit is Unit.WINS else round_distinctly
    mine, theirs = side_by_side(worth(decision.value, decision.options[other]))
    values = {**tell_done(position, action), "other": position.doing("doing", other)}
    kind = "rule" if decision.by_rule else decision.unit.value
    return Reason(f"worth-{kind}", values | {"worth": mine, "less": theirs})


def first_reason(decision: Decision) -> Reason:
    """Return what the first throw of a turn is worth, where nothing else can be done."""
    if decision.unit is Unit.WINS:
        return Reason("first", {"wins": in_hundred(decision.value)[0]})
    return Reason("aside-points-first", {"worth": round(decision.value, 1)})


def choice_reason(position: Position, decision: ChoiceDecision) -> Reason:
    """Return what is done and what the next best would be, by the chances to win or by points."""
    taken = decision.taken
    if position.begins and len(decision.choices) == 1:
        return first_reason(decision)
    values = tell_done(position, taken.action)
    if position.wins_now(taken.action):
        return Reason("aside-won", values)
    other = next((one for one in decision.choices if one is not taken), None)
    if other is None:
        return Reason("only", values)
    values["other"] = position.doing("doing", other.action)
    if decision.unit is not Unit.WINS:
        mine, theirs = side_by_side(round_distinctly(taken.value, other.value))
        return Reason("aside-points", {**values, "worth": mine, "less": theirs})
    mine, theirs = side_by_side(in_hundred(taken.value, other.value))
    if other.value > taken.value + EVEN:
        return Reason("aside-missed", {**values, "worth": mine, "more": theirs})
    even = "-even" if taken.value - other.value <= EVEN else ""
    return Reason(f"wins{even}", {**values, "worth": mine, "less": theirs})
