"""The robot's mind as the page shows it: how it feels about the game, what it says, and the options it compared."""

import enum
from typing import Any

from robot.games.reasons import weighed
from robot.match.events import Decided
from robot.match.moments import MomentKind
from robot.match.questions import ConfirmDice, EnterDice, MendDice, SettleDie
from robot.web.game.options import options_view
from robot.web.game.state import GamePhase, Shown
from robot.web.game.words import Words
from solver.units import Unit

NARROW = {Unit.WINS: 0.01, Unit.POINTS: 0.5, Unit.TURNS: 0.1, Unit.FEWEST: 0.1}
"""A choice is hard if the next best option is worth so little less."""
UNSURE = (SettleDie, MendDice, ConfirmDice, EnterDice)
"""What people are asked because the reader is in doubt."""


class Mood(enum.StrEnum):
    """What the robot's face shows."""

    RESTS = "rests"
    LOOKS = "looks"
    THINKS = "thinks"
    SURE = "sure"
    TORN = "torn"
    GLAD = "glad"
    SORRY = "sorry"
    ASKS = "asks"


def mind_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return the robot's mood with its name, and its last choice: number, reason and options, or those of a hint.

    `busy` says that the robot's choice is what matters now.
    """
    mood = mood_of(shown)
    busy = shown.phase is GamePhase.DECIDED or bool(shown.hinted)
    return {
        "mood": mood,
        "feels": words(f"mood-{mood}"),
        "at": shown.decided_at,
        "busy": busy and not shown.moment,
        **options_view(shown, words),
    }


def mood_of(shown: Shown) -> Mood:
    """Return what the robot's face shows of a moment of the game."""
    begun, position = shown.begun, shown.position
    if isinstance(shown.topic, UNSURE):
        return Mood.ASKS
    if begun is None or position is None:
        return Mood.LOOKS if shown.first else Mood.RESTS
    robots = {seat for seat, person in enumerate(begun.people) if not person}
    if shown.ended or (shown.moment and shown.moment.kind is MomentKind.WIN):
        return _at_the_end(robots, position.winners)
    if shown.moment:
        return _at(shown.moment.kind, by_robot=shown.moment.seat in robots)
    if shown.phase is GamePhase.THROWING:
        return Mood.LOOKS
    if shown.phase is GamePhase.DECIDED and shown.decided:
        return Mood.TORN if is_narrow(shown.decided) else Mood.SURE
    return Mood.THINKS if position.player in robots else Mood.RESTS


def is_narrow(decided: Decided) -> bool:
    """Return whether the best two options of a decision are worth nearly the same."""
    if decided.decision is None:
        return False
    unit = decided.decision.unit
    values = [value for _, value in weighed(decided.decision.to_json()["options"], unit)]
    return len(values) > 1 and abs(values[0] - values[1]) < NARROW[unit]


def _at(kind: MomentKind, *, by_robot: bool) -> Mood:
    if kind is MomentKind.BUST:
        return Mood.SORRY
    return Mood.GLAD if by_robot or kind is MomentKind.ALIKE else Mood.LOOKS


def _at_the_end(robots: set[int], winners: tuple[int, ...]) -> Mood:
    if not robots or not winners:
        return Mood.RESTS
    return Mood.GLAD if robots & set(winners) else Mood.SORRY
