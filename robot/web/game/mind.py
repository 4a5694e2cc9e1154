"""The robot's mind as the page shows it: its mood, what it says, and the options it compared, as bars, best first."""

import enum
from collections.abc import Callable, Sequence
from typing import Any

from robot.games.game import wells_words
from robot.games.reasons import weighed
from robot.games.views import SheetView
from robot.match.events import Decided, Hinted
from robot.match.moments import MomentKind
from robot.match.questions import MEND_DICE, ConfirmDice, EnterDice, SettleDie
from robot.web.game.state import GamePhase, Shown
from robot.web.game.words import Words
from solver.units import Unit

NARROW = {Unit.WINS: 0.01, Unit.POINTS: 0.5, Unit.TURNS: 0.1, Unit.FEWEST: 0.1}
"""A choice is hard if the next best option is worth so little less."""
UNSURE = {topic.kind for topic in (SettleDie, MEND_DICE, ConfirmDice, EnterDice)}
"""What people are asked because the reader is in doubt."""
MOST = 5
LEAST_BAR = 0.12
"""The shortest bar of a value in points, so that it can still be seen."""


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
    if shown.topic and shown.topic.kind in UNSURE:
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


def options_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return the bars of the last hint, or else of the last decision with reasons."""
    decided: Decided | Hinted | None = shown.hinted or shown.decided
    if decided is None or decided.decision is None:
        return {"options": [], "reason": "", "thinker": ""}
    decision = decided.decision.to_json()
    name = shown.names[decided.player]
    unit = decided.decision.unit
    return {
        "options": bars(weighed(decision["options"], unit), decision["action"], labels(shown, words), words, unit),
        "reason": words.say(decided.decision.hint if shown.hinted else decided.decision.own),
        "thinker": words("hint-title") if shown.hinted else words.name(name),
    }


def bars(
    options: Sequence[tuple[Any, float]], chosen: Any, label: Callable[[Any], dict[str, Any]], words: Words, unit: Unit
) -> list[dict[str, Any]]:
    """Return at most `MOST` bars of options, best first. The chosen option is always among them."""
    shown = list(options[:MOST])
    if chosen not in [action for action, _ in shown]:
        shown[-1:] = [pair for pair in options if pair[0] == chosen] or shown[-1:]
    if not shown:
        return []
    best, worst = shown[0][1], shown[-1][1]
    return [
        {
            **label(action),
            "value": worth(value, words, unit),
            "width": round(value if unit is Unit.WINS else bar(value, best, worst), 3),
            "chosen": action == chosen,
        }
        for action, value in shown
    ]


def worth(value: float, words: Words, unit: Unit) -> str:
    """Return a chance, or a number of points or turns, with its unit."""
    if unit is Unit.WINS:
        return words("percent", share=round(100 * value, 1))
    if unit is Unit.TURNS:
        return words("turns", turns=round(value, 2))
    return words("points", points=round(value, 2))


def bar(value: float, best: float, worst: float) -> float:
    """Return the length of a bar of points or turns: 1 for the best option, `LEAST_BAR` for the last."""
    return 1.0 if best == worst else LEAST_BAR + (1 - LEAST_BAR) * (value - worst) / (best - worst)


def labels(shown: Shown, words: Words) -> Callable[[Any], dict[str, Any]]:
    """Return what gives the name of an action, and the dice that it keeps."""
    position = shown.position.view() if shown.position else None

    def label(action: Any) -> dict[str, Any]:
        match action, position:
            case str(), _:
                return {"text": words.move(action), "dice": []}
            case {"keep": [_, *_] as dice, "then": str(then)}, _:
                wells = f" ({words.say(wells_words(action['dice']))})" if "dice" in action else ""
                return {"text": words(f"do-aside-{then}") + wells, "dice": dice}
            case {"shut": [*tiles]}, _:
                return {"text": words("do-shut", tiles=" ".join(map(str, tiles))), "dice": []}
            case {"throw": int(number)}, _:
                return {"text": words("do-throw-dice", dice=number), "dice": []}
            case {"keep": [*dice]}, _:
                return {"text": words("do-keep") if dice else words("do-throw"), "dice": dice}
            case (({"score": str(box)} | {"commit": str(box)}), SheetView() as sheet):
                return {"text": words.box(sheet, box), "dice": []}
        return {"text": str(action), "dice": []}

    return label
