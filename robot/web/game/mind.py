"""The robot's mind on the page: its mood, and its last choice with the alternatives."""

import enum
from collections.abc import Sequence
from typing import Any

from robot.games.game import wells_words
from robot.games.reasons import ORDER, OWN, rank_options, tell_decision, tell_worths
from robot.language import capitalize
from robot.match.events import Decided, Hinted
from robot.match.moments import MomentKind
from robot.match.questions import MEND_DICE, ConfirmDice, EnterDice, SettleDie
from robot.review.summary_image import mood_after
from robot.web.game.buttons import buttons
from robot.web.game.state import GamePhase, Shown
from robot.web.game.words import Words
from solver.action import Action, Verb, in_row
from solver.decision import Decision, Unit

UNSURE = {topic.kind for topic in (SettleDie, MEND_DICE, ConfirmDice, EnterDice)}
"""The questions that people get because the reader is in doubt."""
NARROW = {Unit.WINS: 0.01, Unit.POINTS: 0.5, Unit.TURNS: 0.1, Unit.FEWEST: 0.1}
"""A choice is hard if the next best option loses less than this."""
MOST_OPTIONS = 5


class Mood(enum.StrEnum):
    """The mood that the robot's face shows."""

    DARES = "dares"
    RESTS = "rests"
    LOOKS = "looks"
    THINKS = "thinks"
    SURE = "sure"
    TORN = "torn"
    GLAD = "glad"
    SORRY = "sorry"
    ASKS = "asks"


def mind_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return the robot's mood with its name, and its last choice or the last hint: number, reason and options.

    `busy` says that the choice matters now. The reason of a hint is in the headline instead.
    """
    mood = mood_of(shown)
    busy = shown.phase is GamePhase.DECIDED or bool(shown.hinted)
    return {
        "mood": mood,
        "feels": f"{words('figure')} {words(f'mood-{mood}')}",
        "at": shown.decided_at,
        "busy": busy and not shown.moment,
        **options_view(shown, words),
        **({"reason": ""} if shown.hinted else {}),
    }


def mood_of(shown: Shown) -> Mood:
    """Return the robot's mood at a moment of the game."""
    begun, position = shown.begun, shown.position
    if shown.topic and shown.topic.kind in UNSURE:
        return Mood.ASKS
    if begun is None or position is None:
        return Mood.LOOKS if shown.first else Mood.DARES
    robots = {seat for seat, person in enumerate(begun.people) if not person}
    if shown.ended or (shown.moment and shown.moment.kind is MomentKind.WIN):
        return Mood(mood_after(robots, position.winners))
    if shown.moment:
        return _find_mood(shown.moment.kind, by_robot=shown.moment.seat in robots)
    if shown.phase is GamePhase.THROWING:
        return Mood.LOOKS
    if shown.phase is GamePhase.DECIDED and shown.decided:
        return Mood.TORN if is_narrow(shown.decided) else Mood.SURE
    return Mood.THINKS if position.player in robots else Mood.RESTS


def is_narrow(decided: Decided) -> bool:
    """Return whether the best two options of a decision have nearly the same value."""
    if decided.decision is None:
        return False
    values = [value for _, value in rank_options(decided.decision)]
    return len(values) > 1 and abs(values[0] - values[1]) < NARROW[decided.decision.unit]


def _find_mood(kind: MomentKind, *, by_robot: bool) -> Mood:
    if kind is MomentKind.BUST:
        return Mood.SORRY
    return Mood.GLAD if by_robot or kind is MomentKind.ALIKE else Mood.LOOKS


def hint_view(shown: Shown, words: Words) -> dict[str, Any] | None:
    """Return the marks of the last hint on the page: wells of dice, a box, tiles, a button; None without a hint."""
    if shown.hinted is None:
        return None
    action = shown.hinted.position.with_wells(shown.hinted.action)
    replies = {name: reply for name, (_, reply) in buttons(shown, words).items() if isinstance(reply, Action)}
    return {
        "wells": action.wells or (),
        "box": action.box,
        "tiles": action.tiles or (),
        "button": next((name for name, reply in replies.items() if _matches(reply, action)), ""),
    }


def _matches(reply: Action, action: Action) -> bool:
    """Return whether a button's reply is this action. For dice that stay, a reply holds only the wells."""
    if action.wells is None or reply.wells is None:
        return reply == action.bare
    return reply.wells == action.wells and reply.throws == action.throws


def find_told(shown: Shown) -> Decided | Hinted | None:
    """Return the last hint, else a robot's last decision until a person is to choose."""
    if shown.hinted or shown.phase is GamePhase.DECIDED or not (shown.begun and shown.position):
        return shown.hinted or shown.decided
    return None if shown.begun.people[shown.position.player] else shown.decided


def options_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return the bars of the last hint, or else of the last decision with reasons.

    Options of a rule of thumb that does not weigh points to come have no numbers.
    """
    decided = find_told(shown)
    if decided is None or decided.decision is None:
        return {"options": [], "reason": "", "thinker": ""}
    name, ranked = shown.names[decided.player], rank_options(decided.decision)
    options = bars(ranked, decided.action.bare, shown, words, decided.decision)
    if decided.decision.by_rule and decided.position.priced:
        options = [one | {"value": ""} for one in options]
    return {
        "options": options,
        "reason": words.say(tell_decision(decided.decision, decided.position.tell, ORDER if shown.hinted else OWN)),
        "thinker": words("hint-title") if shown.hinted else words.name(name),
    }


def bars(
    options: Sequence[tuple[Action, float]], chosen: Action, shown: Shown, words: Words, decision: Decision
) -> list[dict[str, Any]]:
    """Return at most `MOST_OPTIONS` bars of options, best first. The chosen option is always among them."""
    first = list(options[:MOST_OPTIONS])
    if chosen not in [action for action, _ in first]:
        first[-1:] = [pair for pair in options if pair[0] == chosen] or first[-1:]
    values = [value for _, value in first]
    told = map(words.say, tell_worths(decision, values, "page-worth"))
    most = 1.0 if decision.unit is Unit.WINS else max(values, default=0.0)
    return [
        {
            "text": name_action(action, shown, words),
            "dice": list(action.keep or ()),
            "value": worth,
            "width": round(max(0.0, value) / most, 3) if most > 0 else 0.0,
            "chosen": action == chosen,
        }
        for (action, value), worth in zip(first, told, strict=True)
    ]


def name_action(action: Action, shown: Shown, words: Words) -> str:
    """Return the name of an action, to show next to the dice that it keeps."""
    sheet = shown.position.view().sheet if shown.position else None
    if action.keep and action.verb is not Verb.KEEP:
        wells = f" ({words.say(wells_words(action.dice))})" if action.dice else ""
        return words(f"do-aside-{action.verb}") + wells
    if action.keep is not None:
        return words("do-keep" if action.keep else "do-throw")
    if action.tiles is not None:
        return words("do-shut", tiles=in_row(action.tiles))
    if action.box and sheet:
        return words.box(sheet, action.box)
    if action.count and action.verb is Verb.THROW:
        return words("do-throw-dice", dice=action.count)
    return capitalize(words("roll", count=action.count) if action.count else words(f"do-{action}"))
