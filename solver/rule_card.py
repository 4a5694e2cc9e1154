"""Rule cards: short lists of rules that a person can play from memory, each found by search and valued exactly."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from forms import toml
from solver.errors import UnknownNameError
from solver.reason import Reason

SHIPPED = Path(__file__).parent / "data" / "rule-cards.toml"
CARD = "card"
NAMED = re.compile(rf"{CARD}(?:-([1-9][0-9]{{0,2}}))?")
"""A card as a strategy: the longest one, or the longest of at most so many words."""


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A list of `rules` in the words of its family; printed in English it has `words` words.

    Its exact `loss` is in points in a game for one. In a game for two it is how much more often, 0 to 1, best play wins
    when it begins against the card than the card when it begins against best play.
    """

    words: int
    loss: float
    rules: tuple[str, ...]

    @property
    def strategy(self) -> str:
        """The name of the strategy that plays it."""
        return f"{CARD}-{self.words}"


ToldCard: TypeAlias = tuple[tuple[Reason, tuple[Reason, ...]], ...]
"""The text of a card: headings with their lines."""


@cache
def load_cards() -> dict[str, tuple[RuleCard, ...]]:
    """Return the cards by the names of their games, the shortest first."""
    found = toml.parse(SHIPPED.read_text(encoding="utf-8"), SHIPPED.name)
    return {
        game: tuple(RuleCard(c["words"], c["loss"], (*c["rules"],)) for c in cards) for game, cards in found.items()
    }


def cards_of(game: str) -> tuple[RuleCard, ...]:
    """Return the cards of a game; none where it has none."""
    return load_cards().get(game, ())


def find_card(game: str, name: str) -> RuleCard | None:
    """Return the card that the strategy called `name` plays, None if this is no name of a card or the game has none.

    Raises UnknownNameError where all cards have more words.
    """
    found, cards = NAMED.fullmatch(name), cards_of(game)
    if not found or not cards:
        return None
    if fit := [card for card in cards if not found[1] or card.words <= int(found[1])]:
        return fit[-1]
    raise UnknownNameError.of("card", name, [card.strategy for card in cards])
