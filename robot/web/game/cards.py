"""The cards from which a game is chosen: what it is, its dice, how long it lasts, and for how many it is."""

from collections.abc import Mapping
from typing import Any

from robot.games.game import TableGame
from robot.web.game.words import Words

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "race": ("pig", "two-dice-pig", "big-pig", "progressive-pig", "piglet", "pass-the-pigs", "hog"),
    "aside": ("ten-thousand", "farkle", "kingdom-come"),
    "round": ("threes", "midnight", "ship-captain-crew", "shut-the-box", "chicago", "chicago-high"),
    "sheet": ("yahtzee", "kniffel", "yatzy", "hooligan"),
    "together": ("swine-herd", "skunk"),
    "alone": ("pig-reach", "pig-score", "pig-turns", "think"),
}
"""The games of each family, those first that most people know."""
LENGTHS: Mapping[str, tuple[int, int]] = {
    "pig": (69, 6),
    "piglet": (44, 10),
    "progressive-pig": (68, 6),
    "two-dice-pig": (44, 7),
    "big-pig": (32, 4),
    "pass-the-pigs": (14, 5),
    "hog": (22, 0),
    "pig-reach": (37, 4),
    "pig-score": (19, 2),
    "pig-turns": (44, 5),
    "think": (10, 2),
    "swine-herd": (48, 78),
    "skunk": (13, 18),
    "ten-thousand": (91, 34),
    "farkle": (80, 28),
    "kingdom-come": (15, 4),
    "threes": (8, 1),
    "midnight": (9, 1),
    "ship-captain-crew": (6, 0),
    "chicago-high": (6, 0),
    "chicago": (22, 0),
    "shut-the-box": (12, 10),
    "yahtzee": (73, 26),
    "kniffel": (75, 26),
    "yatzy": (87, 30),
    "hooligan": (40, 14),
}
"""Throws, and choices that throw nothing, of a usual game of two, or of one who plays alone.

They are medians of games that the best robots played with drawn dice: 40 of each, 6 on a score sheet.
"""
THROW_SECONDS, CHOICE_SECONDS = 5.0, 6.0
"""What a throw takes on average, of which the table moves for 2.6 s, and a choice that throws nothing."""
DICE: Mapping[str, tuple[int, ...]] = {
    "pig": (5, 1),
    "piglet": (2, 1),
    "progressive-pig": (3, 4, 1),
    "two-dice-pig": (4, 6),
    "big-pig": (5, 5),
    "hog": (4, 2, 6, 3, 5),
    "swine-herd": (6, 1),
    "skunk": (3, 5),
    "pig-reach": (6, 4),
    "pig-score": (5, 3),
    "pig-turns": (2, 6),
    "think": (4, 4),
    "ten-thousand": (1, 1, 1, 5),
    "farkle": (2, 2, 3, 3, 6, 6),
    "kingdom-come": (1, 2, 3, 4, 5),
    "threes": (3, 3, 1, 3, 2),
    "midnight": (1, 4, 6, 6, 5, 6),
    "ship-captain-crew": (6, 5, 4, 6, 5),
    "chicago-high": (1, 1, 6),
    "chicago": (3, 4),
    "shut-the-box": (5, 4),
    "yahtzee": (5, 5, 5, 5, 5),
    "kniffel": (1, 2, 3, 4, 5),
    "yatzy": (4, 4, 4, 2, 2),
    "hooligan": (2, 3, 4, 5, 6),
}
"""Dice that a card shows; pigs have none."""


def minutes(name: str) -> int:
    """Return how long a usual game lasts, in whole minutes, 1 at least."""
    throws, choices = LENGTHS[name]
    return max(1, round((THROW_SECONDS * throws + CHOICE_SECONDS * choices) / 60))


def family_of(name: str) -> str:
    """Return the family of a game."""
    return next(family for family, names in FAMILIES.items() if name in names)


def card_of(name: str, game: TableGame[Any], words: Words) -> dict[str, Any]:
    """Return what the card of a game says."""
    least, most = game.seats.start, game.seats.stop - 1
    return {
        "name": name,
        "title": words.say(game.title),
        "what": words(f"game-{name}"),
        "dice": list(DICE.get(name, ())),
        "lasts": words("game-minutes", minutes=minutes(name)),
        "seats": words("seats-just" if least == most > 1 else "seats", least=least, most=most),
        "family": words(f"family-{family_of(name)}"),
    }
