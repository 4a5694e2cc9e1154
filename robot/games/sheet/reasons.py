"""Why a robot keeps dice or writes a box, for every language."""

from robot.games.reasons import Reason, in_hundred, told_apart
from robot.games.sheet.position import doing_sheet
from robot.saying import Saying
from solver.sheet.coach.decide import SheetDecision
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import SheetAction, SheetState


def sheet_reason(state: SheetState, decision: SheetDecision, *, to_win: bool) -> Reason:
    """Return what is done and what the next best would be; worth is the chance to win, or points still to come."""
    action, value = decision.action, decision.value
    if not state.dice and not to_win:
        return Reason("throw-all", {"worth": round(value)})
    done = sheet_done(state, action)
    others = [(option, worth) for option, worth in decision.options if option != action]
    if not others:
        return Reason("only", done)
    other, worth = others[0]
    values = done | {"other": doing_sheet("doing", state, other)}
    if worth > value + TIE:
        return Reason("missed", values)
    mine, theirs = in_hundred(value, worth) if to_win else told_apart(value, worth)
    kind = "wins" if to_win else "points"
    even = "-even" if abs(worth - value) <= TIE else ""
    return Reason(f"{kind}{even}", values | {"worth": mine, "less": theirs})


def sheet_done(state: SheetState, action: SheetAction) -> dict[str, Saying]:
    """Return what is done, as an order and as the robot's own."""
    return {"action": doing_sheet("do", state, action), "mine": doing_sheet("me", state, action)}
