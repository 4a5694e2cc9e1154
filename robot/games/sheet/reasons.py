"""Why a robot keeps dice or writes a box, for every language."""

from robot.games.reasons import Reason, in_hundred, told_apart
from robot.games.sheet.boxes import box_saying
from robot.games.sheet.position import in_row
from robot.saying import Saying
from solver.sheet.coach.decide import SheetDecision
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState


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
    values = done | {"other": doing("doing", state, other)}
    if worth > value + TIE:
        return Reason("missed", values)
    mine, theirs = in_hundred(value, worth) if to_win else told_apart(value, worth)
    kind = "wins" if to_win else "points"
    even = "-even" if abs(worth - value) <= TIE else ""
    return Reason(f"{kind}{even}", values | {"worth": mine, "less": theirs})


def sheet_done(state: SheetState, action: SheetAction) -> dict[str, Saying]:
    """Return what is done, as an order and as the robot's own."""
    return {"action": doing("do", state, action), "mine": doing("me", state, action)}


def doing(manner: str, state: SheetState, action: SheetAction) -> Saying:
    """Return an action in words.

    The `manner` is "do" for an order, "me" for what the robot says that it does, and "doing" for the subject of a
    sentence.
    """
    match action:
        case Keep(()):
            return Saying(f"{manner}-throw-all")
        case Keep(dice):
            return Saying(f"{manner}-keep", {"dice": in_row(dice)})
        case Commit(box):
            return Saying(f"{manner}-choose", {"box": box_saying(state.sheet, box)})
        case Score(box):
            score = state.card.points(box, state.dice)
            named = {"box": box_saying(state.sheet, box)}
            return Saying(f"{manner}-score", {**named, "points": score}) if score else Saying(f"{manner}-zero", named)
