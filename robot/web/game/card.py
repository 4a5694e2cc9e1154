"""The card of a past game as the page draws it, and all its choices as pictures of dice."""

from collections.abc import Sequence
from typing import Any

from robot.language import capitalize
from robot.review.summary import DrawnChoice, DrawnTurn, GameSummary, ShownAction, ToldChoice
from robot.saying import Saying
from robot.web.game.words import Words

PRECISE = 3
"""Decimals of a point of the curve, whose height is 1."""


def card_view(after: GameSummary, words: Words, number: int, colours: Sequence[int]) -> dict[str, Any]:
    """Return game `number` of the journal, whose players have these `colours`, in the order of its card."""
    day = [f"{after.begun:%Y-%m-%d}"] if after.begun else []
    return {
        "number": number,
        "line": after.line,
        "headline": capitalize(words.say(after.headline)) if after.headline else capitalize(words("unfinished")),
        "game": " · ".join([words.say(after.title), *day]),
        "players": [
            {"name": words.name(name), "full": name, "colour": colour, "won": seat in after.winners}
            for seat, (name, colour) in enumerate(zip(after.names, colours, strict=True))
        ],
        "order": [{"seat": seat, "place": place, "points": points} for place, seat, points in after.order],
        "curve": [[round(height, PRECISE) for height in moment] for moment in after.heights],
        "label": capitalize(words.language.say(Saying("after-curve" if after.curve else "after-scores"))),
        "note": words(after.note) if after.note else "",
        "told": [_told(words, key, choice) for key, choice in (("best", after.best), ("worst", after.worst)) if choice],
        "accounts": [capitalize(words.say(saying)) for saying in after.account_sayings],
        "turns": [_turn(turn, words) for turn in after.turns],
    }


def _told(words: Words, key: str, choice: ToldChoice) -> dict[str, Any]:
    return {
        "kind": key,
        "heading": capitalize(words.language.say(Saying(f"endcard-{key}"))),
        "text": capitalize(words.say(choice.saying)),
        "dice": list(choice.dice),
        "done": list(choice.done),
        "better": list(choice.better),
    }


def _turn(turn: DrawnTurn, words: Words) -> dict[str, Any]:
    return {
        "seat": turn.player,
        "title": words("card-turn", turn=turn.turn),
        "points": turn.points,
        "choices": [_choice(choice, words) for choice in turn.choices],
    }


def _choice(choice: DrawnChoice, words: Words) -> dict[str, Any]:
    cost = ""
    if choice.best:
        lost = round(100 * choice.cost, 1)
        cost = words("fewer-wins", share=lost) if choice.in_wins else words("fewer", points=round(choice.cost, 2))
    best = choice.best and {"kept": list(choice.best.kept), "text": _named(choice.best, words)}
    return {
        "dice": list(choice.dice),
        "kept": list(choice.done.kept),
        "text": "" if choice.fell and choice.dice and not choice.best else _named(choice.done, words),
        "best": best,
        "cost": cost,
    }


def _named(action: ShownAction, words: Words) -> str:
    """Return what was done in words, "" where the dice that stay say it."""
    return "" if any(action.kept) else words.say(action.words)
