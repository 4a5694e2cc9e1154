"""The sentences of the coach: what is best and why, what the next choices cost, and how it all ended."""

from collections.abc import Iterator
from pathlib import Path

from robot.coach.advice import LEAST_COST, CoachAdvice
from robot.coach.ending import CostlyChoice, coach_summary, worst_choices
from robot.coach.lines import Manner
from robot.coach.session import CoachSession, CoachStanding
from robot.games.game import Position
from robot.games.reasons import tell_decision
from robot.language.names import actor, name_player
from robot.saying import Saying
from solver.action import Action
from solver.decision import in_hundred
from solver.reason import explain_safely
from solver.review import PlayerReview
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
    """Yield what is best, why, and the next two choices with what they cost.

    Raises SolverError.
    """
    position = advice.position
    yield Saying("coach-best", {"move": position.doing("doing", advice.action)})
    yield tell_decision(advice.decision, position.doing)
    if advice.by_rule:
        return
    unsaid: tuple[Saying, ...] = ()
    yield from explain_safely(lambda: tuple(position.coach_reasons(advice.action, cache)), unsaid)
    for key, (action, _) in zip(NEXT, advice.options[1:], strict=False):
        told = {"move": position.doing("doing", action), "cost": cost_saying(advice.unit, advice.cost(action))}
        yield Saying(key, told)


def start_saying(advice: CoachAdvice, name: str) -> Saying:
    """Return what a player can expect before the first throw of a turn."""
    position, player = advice.position, actor(name)
    match advice.unit:
        case Unit.TURNS:
            return Saying("coach-expected-turns", {"turns": round(advice.value, 1)})
        case Unit.POINTS | Unit.FEWEST:
            return Saying("coach-expected", {"name": player, "points": round(position.written + advice.value)})
    share = in_hundred(advice.value)[0]
    if _alone(position):
        return Saying("coach-expected-reach", {"share": share})
    wins = Saying("coach-expected-wins", {"name": player, "share": share})
    return Saying("why-about", {"told": wins}) if advice.decision.about else wins


def chosen_sayings(advice: CoachAdvice, action: Action, *, quiet: bool) -> Iterator[Saying]:
    """Yield what a choice has cost; with `quiet` nothing of the best one."""
    cost, position = advice.cost(action), advice.position
    if advice.by_rule:
        if action != advice.action:
            yield Saying("coach-chose-other", {"best": position.doing("doing", advice.action)})
        elif not quiet:
            yield Saying("coach-chose-rule")
        return
    if cost <= LEAST_COST:
        if not quiet:
            yield Saying("coach-chose-best")
        return
    told = {"move": position.doing("doing", action), "cost": cost_saying(advice.unit, cost)}
    if quiet:
        yield Saying("coach-chose", told)
    else:
        yield Saying("coach-chose-worse", told | {"best": position.doing("doing", advice.action)})
        yield advice.tell_against(action)


def heard_sayings(session: CoachSession, heard: CoachStanding) -> Iterator[Saying]:
    """Yield what the choice of a line that was heard has cost, by the manner, and what was done. Raises SolverError."""
    manner = session.setting.manner
    if heard.chosen and manner is not Manner.SILENT:
        advice = session.advice(heard.chosen.before)
        yield from chosen_sayings(advice, heard.chosen.action, quiet=manner is Manner.OPEN)
    for step in heard.steps:
        name = session.names[step.before.player]
        if not step.values:
            yield step.before.describe_booking(name, step.action)
        elif not step.before.offer.named:  # of a sheet, what lies there is said anyway
            yield step.before.describe_throw(name, step.action, step.values)


def ending_sayings(session: CoachSession) -> Iterator[Saying]:
    """Yield how a game ended, the worst choices of everybody, and luck and skill apart. Raises SolverError."""
    summary = coach_summary(session)
    if summary.end:
        yield summary.end
    for name, worst in zip(session.names, worst_choices(session), strict=True):
        if not session.costs:
            continue
        if not worst:
            yield Saying("after-all-best", {"name": name_player(name)})
            continue
        yield Saying("coach-worst", {"name": name_player(name)})
        yield from map(_worst_saying, worst)
    fewest = session.position.fewest
    for name, account in zip(session.names, summary.accounts, strict=False):
        yield from _account_sayings(name, account, in_points=summary.in_points, fewest=fewest)
    if summary.approximate:
        yield Saying("after-approximate")
    if not summary.accounts:
        yield Saying("coach-no-account")


def _worst_saying(choice: CostlyChoice) -> Saying:
    position = choice.advice.position
    told = {"move": position.doing("doing", choice.action), "cost": cost_saying(choice.advice.unit, choice.cost)}
    return Saying(
        "coach-worst-choice", told | {"turn": choice.turn, "best": position.doing("doing", choice.advice.action)}
    )


def _account_sayings(name: str, account: PlayerReview, *, in_points: bool, fewest: bool) -> Iterator[Saying]:
    scale, kind = (1, "points") if in_points else (100, "wins")
    luck, lost = round(scale * account.luck, 1), round(scale * account.lost, 1)
    way = "good" if (luck >= 0) is not (fewest and in_points) else "bad"  # of points, "good" tells more of them
    yield Saying(f"coach-luck-{kind}-{way}", {"name": name_player(name), "luck": abs(luck)})
    yield Saying(f"coach-skill-{kind}", {"name": name_player(name), "lost": abs(lost)})


def _alone(position: Position) -> bool:
    return len(position.scores) == 1
