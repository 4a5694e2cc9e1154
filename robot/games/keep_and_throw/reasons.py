"""Why a robot sets dice aside, holds or throws, for every language; and such moves in words."""

from robot.games.reasons import Reason, in_hundred
from robot.games.sheet.position import in_row
from robot.saying import Saying
from solver.keep_and_throw.decide import TIE, KeepDecision
from solver.keep_and_throw.state import HOLD, KeepAction, KeepState


def aside_reason(state: KeepState, decision: KeepDecision) -> Reason:
    """Return what is done and what the next best would be, by the chances to win."""
    taken = decision.taken
    if not state.dice:
        return Reason("first", {"wins": in_hundred(taken.value)[0]})
    done = {"action": doing_aside("do", state, taken.action), "mine": doing_aside("me", state, taken.action)}
    if taken.then == HOLD and state.wins(taken.values):
        return Reason("aside-won", done)
    other = next((one for one in decision.choices if one is not taken), None)
    if other is None:
        return Reason("only", done)
    values = done | {"other": doing_aside("doing", state, other.action)}
    mine, theirs = in_hundred(taken.value, other.value)
    if other.value > taken.value + TIE:
        return Reason("aside-missed", values | {"worth": mine, "more": theirs})
    even = "-even" if taken.value - other.value <= TIE else ""
    return Reason(f"wins{even}", values | {"worth": mine, "less": theirs})


def doing_aside(manner: str, state: KeepState, action: KeepAction) -> Saying:
    """Return an action in words.

    The `manner` is "do" for an order, "me" for what the robot says that it does, and "doing" for the subject of a
    sentence.
    """
    if not action.keep:
        return Saying(f"{manner}-throw-all")
    kept = {"dice": in_row(action.keep)}
    if action.then == HOLD:
        return Saying(f"{manner}-aside-hold", {**kept, "banked": state.total(action.keep)})
    return Saying(f"{manner}-aside-throw", {**kept, "left": state.left(action.keep)})
