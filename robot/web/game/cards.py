"""The cards from which a game is chosen: what it is, its dice, how long it lasts, and for how many it is."""

from collections.abc import Mapping
from typing import Any

from robot.games.game import TableGame
from robot.web.game.words import Words

CARDS: Mapping[str, tuple[str, tuple[int, ...], int, int]] = {
    "pig": ("race", (5, 1), 69, 6),
    "two-dice-pig": ("race", (4, 6), 44, 7),
    "big-pig": ("race", (5, 5), 32, 4),
    "progressive-pig": ("race", (3, 4, 1), 68, 6),
    "piglet": ("race", (2, 1), 44, 10),
    "pass-the-pigs": ("race", (), 14, 5),
    "hog": ("race", (4, 2, 6, 3, 5), 22, 0),
    "ten-thousand": ("aside", (1, 1, 1, 5), 91, 34),
    "farkle": ("aside", (2, 2, 3, 3, 6, 6), 80, 28),
    "kingdom-come": ("aside", (1, 2, 3, 4, 5), 15, 4),
    "threes": ("round", (3, 3, 1, 3, 2), 8, 1),
    "midnight": ("round", (1, 4, 6, 6, 5, 6), 9, 1),
    "ship-captain-crew": ("round", (6, 5, 4, 6, 5), 6, 0),
    "shut-the-box": ("round", (5, 4), 12, 10),
    "chicago": ("round", (3, 4), 22, 0),
    "chicago-high": ("round", (1, 1, 6), 6, 0),
    "yahtzee": ("sheet", (5, 5, 5, 5, 5), 73, 26),
    "kniffel": ("sheet", (1, 2, 3, 4, 5), 75, 26),
    "yatzy": ("sheet", (4, 4, 4, 2, 2), 87, 30),
    "hooligan": ("sheet", (2, 3, 4, 5, 6), 40, 14),
    "swine-herd": ("together", (6, 1), 48, 78),
    "skunk": ("together", (3, 5), 13, 18),
    "pig-reach": ("alone", (6, 4), 37, 4),
    "pig-score": ("alone", (5, 3), 19, 2),
    "pig-turns": ("alone", (2, 6), 44, 5),
    "think": ("alone", (4, 4), 10, 2),
}
"""For each game its family, the dice that a card shows, and how many throws and choices that throw nothing it takes.

The games of each family stand together, those first that most people know. Pigs have no dice. A usual game is one of
two, or of one who plays alone: the numbers are medians of games that the best robots played with drawn dice, 40 of
each, 6 on a score sheet.
"""
THROW_SECONDS, CHOICE_SECONDS = 5.0, 6.0
"""What a throw takes on average, of which the table moves for 2.6 s, and a choice that throws nothing."""


def minutes(name: str) -> int:
    """Return how long a usual game lasts, in whole minutes, 1 at least."""
    _, _, throws, choices = CARDS[name]
    return max(1, round((THROW_SECONDS * throws + CHOICE_SECONDS * choices) / 60))


def card_of(name: str, game: TableGame[Any], words: Words) -> dict[str, Any]:
    """Return what the card of a game says."""
    least, most = game.seats.start, game.seats.stop - 1
    family, dice, _, _ = CARDS[name]
    return {
        "name": name,
        "title": words.say(game.title),
        "what": words(f"game-{name}"),
        "dice": list(dice),
        "lasts": words("game-minutes", minutes=minutes(name)),
        "seats": words("seats-just" if least == most > 1 else "seats", least=least, most=most),
        "family": words(f"family-{family}"),
    }
