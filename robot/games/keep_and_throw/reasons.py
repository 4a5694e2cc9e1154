"""Why a robot sets dice aside, holds or throws, for every language; and such moves in words."""

from robot.games.keep_and_throw.aside import AsideState, doing_aside
from robot.games.reasons import Reason, in_hundred, preferred_reason
from robot.saying import Saying
from solver.aside import HOLD, KeepAction, KeepDecision
from solver.units import Unit


def aside_reason(state: AsideState, decision: KeepDecision) -> Reason:
    """Return what is done and what the next best would be, by the chances to win or by points."""
    taken = decision.taken
    if not state.dice:
        if decision.unit is Unit.WINS:
            return Reason("first", {"wins": in_hundred(taken.value)[0]})
        return Reason("aside-points-first", {"worth": round(taken.value, 1)})
    done = aside_done(state, taken.action)
    if taken.then == HOLD and state.wins(taken.values):
        return Reason("aside-won", done)
    other = next((one for one in decision.choices if one is not taken), None)
    if other is None:
        return Reason("only", done)
    values = done | {"other": doing_aside("doing", state, other.action)}
    return preferred_reason(values, taken.value, other.value, decision.unit)


def aside_done(state: AsideState, action: KeepAction) -> dict[str, Saying]:
    """Return what is done, as an order and as the robot's own."""
    return {"action": doing_aside("do", state, action), "mine": doing_aside("me", state, action)}
