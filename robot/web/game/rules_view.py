"""The rules of a game as the page draws them."""

from typing import Any

from robot.games.rulebook import Rulebook
from robot.web.game.words import Words, begun


def rules_view(book: Rulebook, words: Words, number: int) -> dict[str, Any]:
    """Return the title, and each part with its heading, its sentences and its examples.

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
                        "name": begun(words.say(one.name)) if one.name else "",
                        "dice": list(one.dice),
                        "brings": words.say(one.brings),
                    }
                    for one in examples
                ],
            }
            for heading, sentences, examples in book.parts
        ],
    }
