"""Why a robot keeps dice or writes a box, for every language."""

from robot.games.reasons import percent
from robot.games.sheet.boxes import box_saying
from robot.games.sheet.position import in_row
from robot.saying import Saying
from solver.sheet.coach.decide import SheetDecision
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState


def sheet_reason(state: SheetState, decision: SheetDecision, *, to_win: bool) -> Saying:
    """Return what is done and what the next best would be; worth is the chance to win, or points still to come."""
    action, value, why = decision.action, decision.value, decision.why
    if not state.dice and not to_win:
        return Saying("why-throw-all", {"worth": points(value)}, why)
    done = {"action": doing("do", state, action)}
    others = [(option, worth) for option, worth in decision.options if option != action]
    if not others:
        return Saying("why-only", done, why)
    other, worth = others[0]
    values = done | {"other": doing("doing", state, other)}
    if worth > value + TIE:
        return Saying("why-missed", values, why)
    even = abs(worth - value) <= TIE
    if to_win:
        mine, theirs = percent(value, worth)
        if even:
            return Saying("why-wins-even", values | {"wins": mine}, why)
        return Saying("why-wins", values | {"wins": mine, "less": theirs}, why)
    if even:
        return Saying("why-points-even", values | {"worth": points(value)}, why)
    return Saying("why-points", values | {"worth": points(value), "less": points(worth)}, why)


def points(number: float) -> Saying:
    """Return points that are expected."""
    return Saying("points", {"points": number})


def doing(manner: str, state: SheetState, action: SheetAction) -> Saying:
    """Return an action in words: with the `manner` "do" as an order, with "doing" as the subject of a sentence."""
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
