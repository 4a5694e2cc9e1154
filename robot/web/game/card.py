"""The JSON of a past game for the page: turning points, luck and skill, and all choices as dice."""

from collections.abc import Sequence
from typing import Any

from robot.language import capitalize
from robot.review.summary import DrawnChoice, DrawnTurn, GameSummary, ShownAction, ToldChoice, TurningPoint
from robot.saying import Saying
from robot.web.game.words import Words

PRECISE = 3
"""Decimals of a point of the curve, which is from 0 to 1."""
MOST_TURNING = 3
"""The most turning points at the top."""


def card_view(after: GameSummary, words: Words, number: int, colours: Sequence[int]) -> dict[str, Any]:
    """Return the JSON of game `number` of the journal, whose players have these `colours`."""
    turned = sorted(after.turnings, key=lambda one: -abs(one.leap))[: MOST_TURNING if after.end else 0]
    names = [words.name(name) for name in after.names]
    return {
        "number": number,
        "line": after.line,
        "headline": capitalize(words.say(after.headline)) if after.headline else capitalize(words("unfinished")),
        "score": ", ".join(f"{names[seat]} {points}".strip() for _, seat, points in after.order),
        "players": [{"name": name, "colour": colour} for name, colour in zip(names, colours, strict=True)],
        "curve": [[round(height, PRECISE) for height in moment] for moment in after.heights],
        "label": capitalize(words.language.say(Saying("after-curve" if after.curve else "after-scores"))),
        "note": words(after.note) if after.note else "",
        "turned": [_turning_view(words, one) for one in sorted(turned, key=lambda one: one.place)],
        "told": [_tell(words, key, choice) for key, choice in (("best", after.best), ("worst", after.worst)) if choice],
        "accounts": [[capitalize(words.say(what)) for what in told] for told in after.account_sayings],
        "turns": [_turn_view(turn, words) for turn in after.turns],
    }


def _turning_view(words: Words, one: TurningPoint) -> dict[str, Any]:
    heading = capitalize(words(one.saying.key.replace("after", "card"), **one.saying.values))
    change = " → ".join(map(words.say, one.change))
    return {"place": one.place, "heading": heading, "change": change} | _dice_view(one.dice, one.kept)


def _tell(words: Words, key: str, choice: ToldChoice) -> dict[str, Any]:
    heading, text = words.language.say(Saying(f"endcard-{key}")), words.say(choice.saying)
    told = {"kind": key, "heading": capitalize(heading), "text": capitalize(text)}
    return told | _dice_view(choice.dice, choice.done, choice.better)


def _dice_view(dice: Sequence[int], done: Sequence[bool], better: Sequence[bool] = ()) -> dict[str, Any]:
    return {"dice": list(dice), "done": list(done), "better": list(better)}


def _turn_view(turn: DrawnTurn, words: Words) -> dict[str, Any]:
    return {
        "seat": turn.player,
        "title": words("card-turn", turn=turn.turn),
        "points": turn.points,
        "choices": [_choice_view(choice, words) for choice in turn.choices],
    }


def _choice_view(choice: DrawnChoice, words: Words) -> dict[str, Any]:
    cost = ""
    if choice.best:
        lost = round(100 * choice.cost, 1)
        cost = words("fewer-wins", share=lost) if choice.in_wins else words("fewer", points=round(choice.cost, 2))
    best = choice.best and {"kept": list(choice.best.kept), "text": _name_action(choice.best, words)}
    return {
        "dice": list(choice.dice),
        "kept": list(choice.done.kept),
        "text": "" if choice.fell and choice.dice and not choice.best else _name_action(choice.done, words),
        "best": best,
        "cost": cost,
    }


def _name_action(action: ShownAction, words: Words) -> str:
    """Return an action in words, "" if the dice that stay show it."""
    return "" if any(action.kept) else words.say(action.words)
