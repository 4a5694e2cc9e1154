"""The JSON of a game's rules, and of the page while nobody plays."""

from collections.abc import Mapping
from typing import Any

from robot.games.game import TableGame
from robot.games.rulebook import Rulebook, RuleExample
from robot.language import capitalize
from robot.language.names import YOU
from robot.match.seats import QUICK
from robot.records.stats import DaysBest, Today
from robot.saying import Saying
from robot.web.game.words import Words


def rules_view(book: Rulebook, words: Words, number: int) -> dict[str, Any]:
    """Return the JSON of the rules: the title, and parts with headings, sentences and examples.

    A new `number` lets the page open its dialog.
    """
    return {
        "number": number,
        "title": words.say(book.title),
        "parts": [
            {
                "heading": words.say(heading),
                "sentences": [*map(words.say, sentences)],
                "examples": [
                    {
                        "name": capitalize(words.say(one.name)) if one.name else "",
                        "dice": list(one.dice),
                        "brings": words.say(one.brings),
                    }
                    for one in examples
                ],
            }
            for heading, sentences, examples in book.parts
        ],
    }


MOST_WINNERS = 5
"""The most winners of today that are shown."""
WON = "★"
"""The mark in the picture of how to win a game without a goal."""


def attract_view(game: TableGame[Any], today: Today, words: Words, *, quick: bool = False) -> dict[str, Any]:
    """Return today's challenge, best result and winners, and the rules of `game`, which people can begin.

    `begin` is the text of the button that begins at once, with `quick` a game of a minute; `what` explains it.
    """
    return {
        "title": words.say(game.title),
        "begin": words("quick") if quick else words("play-game", title=words.say(game.title)),
        "what": words("quick-what", **QUICK.rules) if quick else "",
        "challenge": challenge(today, words),
        "best": describe_best(game.name, today.bests, words),
        "winners": [
            {"name": words.name(name), "wins": wins, "label": words("winner-wins", name=words.name(name), wins=wins)}
            for name, wins in today.board[:MOST_WINNERS]
        ],
        "rules": rule_pictures(game, words),
    }


def challenge(today: Today, words: Words) -> str:
    """Return a sentence on how people did against the robot today."""
    if not today.played:
        return words("challenge-first")
    if not today.won:
        return words("challenge-none-won", played=today.played)
    return words("challenge", won=today.won, played=today.played)


def describe_best(game: str, bests: Mapping[str, DaysBest], words: Words) -> str:
    """Return today's best result in this game, "" if there is none."""
    found = bests.get(game)
    if found is None:
        return ""
    name = words("somebody") if found.name.partition(" ")[0] == YOU else words.name(found.name)
    if found.turns:
        return capitalize(words("best-turns", name=name, turns=found.turns))
    return capitalize(words("best-points", name=name, points=found.points))


def rule_pictures(game: TableGame[Any], words: Words) -> list[dict[str, Any]]:
    """Return the rules in three pictures, each of dice or a `mark`, with its caption.

    They show a throw that brings much, a throw that ends the turn (or else another throw), and how to win.
    """
    book = game.rulebook
    gains = sorted((one for one in book.examples if one.points), key=lambda one: -one.points)
    losses = [one for one in book.examples if not one.points]
    throws = [*gains[:1], *losses[:1], *gains[1:]][:2]
    goal = next((saying for saying in book.wins if "goal" in saying.values), None)
    won = goal or max(book.wins, key=lambda saying: saying.key == "rules-win-sheet")
    mark = str(goal.values["goal"]) if goal else WON
    return [*(_example_view(one, words) for one in throws), {"dice": [], "mark": mark, "text": words.say(won)}]


def _example_view(one: RuleExample, words: Words) -> dict[str, Any]:
    brings = words.say(one.brings)
    text = words.say(Saying("rules-example", {"name": one.name, "brings": brings})) if one.name else brings
    return {"dice": list(one.dice), "mark": "" if one.dice else f"+{one.points}", "text": capitalize(text)}
