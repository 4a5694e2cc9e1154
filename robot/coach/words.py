"""The sentences of the coach: what is best and why, what the next choices cost, and how it all ended."""

from collections.abc import Iterator
from pathlib import Path

from robot.coach.advice import CoachAdvice, tell_choice
from robot.coach.lines import Manner
from robot.coach.session import CoachSession, CoachStanding
from robot.games.reasons import tell_decision
from robot.language.names import name_actor, name_player
from robot.saying import Saying, chain_parts
from solver.action import Action
from solver.decision import NOTHING, Unit, in_hundred
from solver.reason import explain_safely

NEXT = ("coach-next", "coach-third")
"""The messages for the second and the third choice."""


def advice_sayings(advice: CoachAdvice, name: str, cache: Path | None) -> Iterator[Saying]:
    """Yield the best choice of the player of this name, the reason, and the cost of the next two choices.

    Before a turn's first throw, yield what can be expected. Raises SolverError.
    """
    position = advice.position
    if not position.chooses:
        if position.begins and not (advice.by_rule or (advice.decision.about and advice.decision.unit is Unit.POINTS)):
            yield start_saying(advice, name)
        return
    yield tell_decision(advice.decision, position.tell)
    if advice.by_rule:
        return
    yield from _tell_more(advice, cache, advice.action)
    for key, (other, _) in zip(NEXT, advice.decision.rank()[1:], strict=False):
        yield advice.tell(key, other)


def _tell_more(advice: CoachAdvice, cache: Path | None, *actions: Action) -> tuple[Saying, ...]:
    """Return what the coach adds to the reason for an action, or for a worse and a better one."""
    unsaid: tuple[Saying, ...] = ()
    return explain_safely(lambda: tuple(advice.position.coach_reasons(actions, cache)), unsaid)


def start_saying(advice: CoachAdvice, name: str) -> Saying:
    """Return what a player can expect before the first throw of a turn."""
    position, player, value = advice.position, name_actor(name), advice.decision.value
    match advice.decision.unit:
        case Unit.TURNS:
            return Saying("coach-expected-turns", {"turns": round(value, 1)})
        case Unit.POINTS | Unit.FEWEST:
            return Saying("coach-expected", {"name": player, "points": round(position.written + value)})
    share = in_hundred(value, least=not advice.decision.about)[0]
    if len(position.scores) == 1:
        return Saying("coach-expected-reach", {"share": share})
    wins = Saying("coach-expected-wins", {"name": player, "share": share})
    return Saying("why-about", {"told": wins}) if advice.decision.about else wins


def choice_sayings(advice: CoachAdvice, action: Action, cache: Path | None, *, quiet: bool) -> Iterator[Saying]:
    """Yield what a choice has cost. With `quiet`, do not name the best one."""
    costs = not advice.by_rule and advice.cost(action) > NOTHING
    if not quiet:
        yield from tell_choice(advice.decision, advice.position.tell, action)
        if costs:
            yield from _tell_more(advice, cache, action, advice.action)
    elif costs:
        yield advice.tell("coach-chose", action)
    elif advice.by_rule and action != advice.action:
        yield advice.tell("coach-chose-other", action)


def line_sayings(session: CoachSession, heard: CoachStanding, cache: Path | None) -> Iterator[Saying]:
    """Yield what the choice of a line has cost, if the manner tells it, and what was done. Raises SolverError."""
    manner = session.setting.manner
    if heard.chosen and manner is not Manner.SILENT:
        advice = session.advice(heard.chosen.before)
        yield from choice_sayings(advice, heard.chosen.action, cache, quiet=manner is Manner.OPEN)
    for step in heard.steps:
        name = session.names[step.before.player]
        if not step.values:
            yield step.before.describe_booking(name, step.action)
        elif not step.before.offer.named:  # for a sheet, the standing tells the dice anyway
            yield step.before.describe_throw(name, step.action, step.values)


def end_sayings(session: CoachSession) -> Iterator[Saying]:
    """Yield how a game ended, the worst choices of everybody, and luck and skill apart. Raises SolverError."""
    summary = session.summary()
    if summary.end:
        yield summary.end
    for name, worst in zip(session.names, session.worst_choices(), strict=True):
        if not session.game.reviewable:
            continue
        if not worst:
            yield Saying("after-all-best", {"name": name_player(name)})
            continue
        yield Saying("coach-worst", {"name": name_player(name)})
        for one in worst:
            told = chain_parts("sentences", one.advice.tell_against(one.action))
            yield Saying("coach-worst-choice", {"turn": one.turn, "told": told})
    yield from summary.account_lines
    if summary.approximate:
        yield Saying(f"after-{summary.note}")
    if not summary.accounts:
        yield Saying("coach-no-account")
