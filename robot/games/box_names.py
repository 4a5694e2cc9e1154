"""How the boxes of a sheet are called, and sheets in plain lines."""

from collections.abc import Iterator, Sequence

from robot.language import Language, languages, name_thing
from robot.saying import Saying
from solver.game import Game
from solver.sheet.coach.evaluator import box_words
from solver.sheet.game.card import Card
from solver.sheet.game.sheet import Sheet
from solver.sheet.games import SheetGame


def box_saying(sheet: Sheet, box: str) -> Saying:
    """Return a box as it is spoken of."""
    first, mark = sheet.first_of(box)
    named_first = name_thing("box", sheet.spoken(first), box_words(sheet, first))
    return Saying("box-numbered", {"box": named_first, "mark": mark}) if mark else named_first


def card_saying(sheet: Sheet, box: str) -> Saying:
    """Return a box as a card lists it."""
    first, mark = sheet.first_of(box)
    spoken = sheet.spoken(first)
    named_first = name_thing("card", spoken, spoken.replace("-", " "))
    return Saying("card-numbered", {"box": named_first, "mark": mark}) if mark else named_first


def scores_text(game: Game, text: str) -> str:
    """Return scores by boxes, as in "Kniffel=50,Große Straße=40", with the own names of the boxes of a game's sheet.

    People may call a box as a card or a sentence does in any language. What is no such name stays as it is.
    """
    if not isinstance(game, SheetGame):
        return text
    sheet = game.sheet
    called = {
        _plain(language.say(words(sheet, box))): box
        for language in map(Language, languages())
        for words in (card_saying, box_saying)
        for box in sheet.names
    }
    parts = (part.partition("=") for part in text.split(","))
    return ",".join(f"{called.get(_plain(name), name)}{equals}{number}" for name, equals, number in parts)


def _plain(name: str) -> str:
    return " ".join(name.strip(QUOTES).casefold().split())


QUOTES = " „“”«»\"'"
OPEN = "·"
LEAST = 5
"""The least width of a player's column."""


def sheet_lines(cards: Sequence[Card], names: Sequence[str], language: Language) -> list[str]:
    """Return a line for each box, for the bonus and for the total, with what everybody has there."""
    rows = [("", tuple(names)), *_rows(cards, language)]
    label = max(len(words) for words, _ in rows)
    widths = [max(LEAST, len(name)) for name in names]
    return [
        f"{words:{label}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for words, cells in rows
    ]


def _rows(cards: Sequence[Card], language: Language) -> Iterator[tuple[str, tuple[str, ...]]]:
    sheet = cards[0].sheet
    for place, box in enumerate(sheet.names):
        scores = (card.scores[place] for card in cards)
        cells = tuple(OPEN if score is None else str(score) for score in scores)
        yield f"{place + 1:2} {language.say(card_saying(sheet, box))}", cells
    for factor in sheet.bonus_places.values():
        label = language.say(Saying("card-bonus", {"bonus": factor * sheet.bonus}))
        yield f"   {label}", tuple(str(card.bonus_of(factor)) for card in cards)
    if sheet.extra:
        yield f"   {language.say(Saying('card-extra'))}", tuple(str(card.extras * sheet.extra) for card in cards)
    yield f"   {language.say(Saying('card-total'))}", tuple(str(card.total) for card in cards)
