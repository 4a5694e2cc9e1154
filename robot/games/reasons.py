"""Why a robot does what it does: the English text of the solver, worded again for every language."""

from dataclasses import dataclass
from typing import Any, Protocol

from robot.games.game import Unit
from robot.language import named
from robot.saying import Saying
from solver.decision import Decision, percents
from solver.explanation import decimals
from solver.multiplayer.states import MultiplayerState
from solver.race.state import TIE, RaceState


class Solved(Protocol):
    """A decision as the solver gives it."""

    @property
    def why(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A decision that can be explained in every language."""

    decision: Solved
    saying: Saying
    unit: Unit = Unit.WINS

    @property
    def why(self) -> str:
        return self.decision.why

    def to_json(self) -> dict[str, Any]:
        return self.decision.to_json()


def percent(*chances: float) -> list[Saying]:
    """Return chances, 0 to 1, in percent, with just enough decimals to distinguish those that differ."""
    return [Saying("percent", {"percent": float(text.removesuffix(" %"))}) for text in percents(*chances)]


def race_reason(strategy: str, state: RaceState | MultiplayerState, decision: Decision) -> Saying:
    """Return why one rolls or holds, by chances to win."""
    action, wins = decision.action, decision.value
    at_risk = state.turn_total
    if not at_risk:
        return Saying("why-first", {"wins": percent(wins)[0]}, decision.why)
    other = next((worth for option, worth in decision.options.items() if option != action), wins)
    mine, theirs = percent(wins, other)
    values = {"wins": mine, "other": theirs}
    if wins < other - TIE:
        return Saying(f"why-{action}-ruled", values | {"strategy": named("strategy", strategy, strategy)}, decision.why)
    if action == "hold" and state.banked + at_risk >= state.goal:
        return Saying("why-won", {}, decision.why)
    if abs(wins - other) <= TIE:
        return Saying("why-even", {"wins": mine}, decision.why)
    return Saying(f"why-{action}", {**values, "banked": at_risk}, decision.why)


def worth_reason(unit: str, decision: Decision) -> Saying:
    """Return the reason for continuing or ending a turn; `unit` is the message that says what an action is worth."""
    action = decision.action
    (other,) = (option for option in decision.options if option != action)
    mine, theirs = _in_units(unit, decision.value, decision.options[other])
    arguments = {"action": Saying(f"do-{action}"), "worth": mine, "other": Saying(f"doing-{other}"), "less": theirs}
    return Saying("why-worth", arguments, decision.why)


def dice_reason(decision: Decision) -> Saying:
    """Return why one throws so many dice."""
    return Saying("why-dice", {"dice": int(decision.action), "wins": percent(decision.value)[0]}, decision.why)


def _in_units(unit: str, *worth: float) -> list[Saying]:
    if unit == "percent":
        return percent(*worth)
    return [Saying(unit, {"worth": float(text)}) for text in decimals(*worth)]
