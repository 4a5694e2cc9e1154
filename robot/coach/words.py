"""The sentences of the coach: what is best and why, what the next choices cost, and how it all ended."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from robot.coach.advice import LEAST_COST, CoachAdvice
from robot.coach.ending import CostlyChoice, coach_summary, worst_choices
from robot.coach.manners import Manner
from robot.coach.session import CoachSession, CoachStep
from robot.games.game import Position
from robot.games.keep_and_throw.aside import AsidePosition
from robot.games.pig.hog import HogPosition
from robot.games.pig.single_player import SoloPosition
from robot.games.pig.throwing import HOLD, RollPosition
from robot.games.reasons import in_hundred
from robot.games.rounds.tiles_position import TilesPosition
from robot.games.sheet.boxes import box_saying
from robot.games.sheet.position import SheetPosition, read_action
from robot.games.views import KeepView
from robot.language.names import actor, called
from robot.review.summary_text import done
from robot.saying import Saying
from solver.aside import read_keep_action
from solver.errors import MissingNumbaError
from solver.explanation import explained
from solver.review import PlayerReview
from solver.sheet.coach.outcomes import SheetOutcomes
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState
from solver.units import Unit

NEXT = ("coach-next", "coach-third")
"""The messages for the choices that are told beside the best, in their order."""
LEAST_SAID = 0.05
"""A smaller cost, in points or in games of 100, rounds to nothing."""


def cost_saying(unit: Unit, cost: float) -> Saying:
    """Return what a choice costs, as it follows the choice in a sentence."""
    if cost <= LEAST_COST:
        return Saying("coach-cost-none")
    shown = 100 * cost if unit is Unit.WINS else cost
    key = f"coach-cost-{'points' if unit is Unit.FEWEST else unit.value}"
    return Saying(f"{key}-least") if shown < LEAST_SAID else Saying(key, {"cost": round(shown, 1)})


def advice_sayings(advice: CoachAdvice, cache: Path | None) -> Iterator[Saying]:
    """Yield what is best, one sentence that gives the reason, and the next two choices with what they cost.

    Raises SolverError.
    """
    position = advice.position
    yield Saying("coach-best", {"move": done(position, advice.action)})
    unsaid: tuple[Saying, ...] = ()
    yield from explained(lambda: tuple(_reasons(position, advice, cache)), unsaid)
    for key, (action, _) in zip(NEXT, advice.options[1:], strict=False):
        told = {"move": done(position, action), "cost": cost_saying(advice.unit, advice.cost(action))}
        yield Saying(key, told)


def start_saying(advice: CoachAdvice, name: str) -> Saying:
    """Return what a player can expect before the first throw of a turn."""
    position, player = advice.position, actor(name)
    match position:
        case SheetPosition():
            total = position.state.card.total + advice.value
            return Saying("coach-expected", {"name": player, "points": round(total)})
        case _ if advice.unit in {Unit.POINTS, Unit.FEWEST}:
            return Saying("coach-expected", {"name": player, "points": round(advice.value)})
        case SoloPosition() if advice.unit is Unit.TURNS:
            return Saying("coach-expected-turns", {"turns": round(advice.value, 1)})
        case SoloPosition():
            return Saying("coach-expected-reach", {"share": in_hundred(advice.value)[0]})
    return Saying("coach-expected-wins", {"name": player, "share": in_hundred(advice.value)[0]})


def chosen_sayings(advice: CoachAdvice, action: Any, *, quiet: bool) -> Iterator[Saying]:
    """Yield what a choice has cost; with `quiet` nothing of the best one."""
    cost = advice.cost(action)
    if cost <= LEAST_COST:
        if not quiet:
            yield Saying("coach-chose-best")
        return
    position = advice.position
    told = {"move": done(position, action), "cost": cost_saying(advice.unit, cost)}
    if quiet:
        yield Saying("coach-chose", told)
    else:
        yield Saying("coach-chose-worse", told | {"best": done(position, advice.action)})


def step_sayings(session: CoachSession, step: CoachStep) -> Iterator[Saying]:
    """Yield what the choice of a step has cost, by the manner, and what was done. Raises SolverError."""
    manner = session.setting.manner
    if step.chosen and manner is not Manner.SILENT:
        advice = session.advice(step.before.position)
        yield from chosen_sayings(advice, step.chosen.action, quiet=manner is Manner.OPEN)
    name = session.names[step.before.position.player]
    for made in step.after.moves[len(step.before.moves) :]:
        if not made.values:
            yield made.before.describe_booking(name, made.move)
        elif not isinstance(made.before, SheetPosition):
            yield made.before.describe_throw(name, made.move, made.values)


def ending_sayings(session: CoachSession) -> Iterator[Saying]:
    """Yield how a game ended, the worst choices of everybody, and luck and skill apart. Raises SolverError."""
    summary = coach_summary(session)
    if summary.end:
        yield summary.end
    for name, worst in zip(session.names, worst_choices(session), strict=True):
        if not worst:
            yield Saying("after-all-best", {"name": called(name)})
            continue
        yield Saying("coach-worst", {"name": called(name)})
        yield from map(_worst_saying, worst)
    shown = session.position.view()
    fewest = isinstance(shown, KeepView) and shown.least
    for name, account in zip(session.names, summary.accounts, strict=False):
        yield from _account_sayings(name, account, in_points=summary.in_points, fewest=fewest)
    if not summary.accounts:
        yield Saying("coach-no-account")


def _worst_saying(choice: CostlyChoice) -> Saying:
    position = choice.advice.position
    told = {"move": done(position, choice.action), "cost": cost_saying(choice.advice.unit, choice.cost)}
    return Saying("coach-worst-choice", told | {"turn": choice.turn, "best": done(position, choice.advice.action)})


def _account_sayings(name: str, account: PlayerReview, *, in_points: bool, fewest: bool) -> Iterator[Saying]:
    scale, kind = (1, "points") if in_points else (100, "wins")
    luck, lost = round(scale * account.luck, 1), round(scale * account.lost, 1)
    way = "good" if (luck >= 0) is not (fewest and in_points) else "bad"  # of points, "good" tells more of them
    yield Saying(f"coach-luck-{kind}-{way}", {"name": called(name), "luck": abs(luck)})
    yield Saying(f"coach-skill-{kind}", {"name": called(name), "lost": abs(lost)})


def _reasons(position: Position, advice: CoachAdvice, cache: Path | None) -> Iterator[Saying]:
    match position:
        case SheetPosition():
            yield from _sheet_reasons(position.state, read_action(advice.action), advice.value, SheetOutcomes(cache))
        case AsidePosition() if position.state.wins(read_keep_action(advice.action).keep):
            yield Saying("coach-why-won")
        case AsidePosition() | TilesPosition() if len(advice.options) == 1 and advice.unit is not Unit.WINS:
            yield Saying("coach-why-points-alone", {"worth": round(advice.value, 1)})
        case HogPosition() | AsidePosition() | TilesPosition() if (
            isinstance(position, HogPosition) or len(advice.options) == 1
        ):
            yield Saying("coach-why-alone", {"share": in_hundred(advice.value)[0]})
        case RollPosition() if _wins_now(position, advice):
            yield Saying("coach-why-won")
        case _:
            yield _race_reason(position, advice)


def _wins_now(position: RollPosition, advice: CoachAdvice) -> bool:
    reached = position.state.banked + position.state.turn_total
    return advice.action == HOLD.action and position.goal is not None and reached >= position.goal


def _race_reason(position: Position, advice: CoachAdvice) -> Saying:
    (best, value), (other, less), *_ = advice.options
    moves = {"move": done(position, best), "other": done(position, other)}
    if advice.unit is Unit.WINS:
        share, fewer = in_hundred(value, less)
        key = "coach-why-reach" if isinstance(position, SoloPosition) else "coach-why-wins"
        return Saying(key, moves | {"share": share, "less": fewer})
    counted = "turns" if advice.unit is Unit.TURNS else "points"
    return Saying(f"coach-why-{counted}", moves | {"worth": round(value, 1), "less": round(less, 1)})


def _sheet_reasons(state: SheetState, action: SheetAction, value: float, outcomes: SheetOutcomes) -> Iterator[Saying]:
    match action:
        case Score(box):
            points = state.card.points(box, state.dice)
            yield Saying("coach-why-box", {"points": points, "later": _people(value - points)})
        case Keep() | Commit():
            aims = tuple(
                Saying("coach-aim", {"share": in_hundred(chance)[0], "box": box_saying(state.sheet, box)})
                for box, chance in outcomes.aims(state, action)
            )
            if aims:
                yield Saying("coach-why-keep", {"aims": aims})
    if state.sheet.bonus and not state.card.bonus:
        try:
            chance = outcomes.bonus(state, action)
        except MissingNumbaError:
            return
        if chance > LEAST_COST:
            yield Saying("coach-bonus", {"share": in_hundred(min(chance, 1.0))[0]})


def _people(points: float) -> float:
    """Return expected points as people say them: whole ones from ten on, else with one decimal."""
    return round(points) if points >= 10 else round(points, 1)
