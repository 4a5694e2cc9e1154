"""How the boxes of a sheet are called."""

from typing import TYPE_CHECKING

from robot.language import Language, languages, name_thing
from robot.saying import Saying
from solver.sheet.coach.evaluator import box_words
from solver.sheet.game.sheet import Sheet

if TYPE_CHECKING:
    from solver.game import Game


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


def scores_text(game: "Game", text: str) -> str:
    """Return scores by boxes, as in "Kniffel=50,Große Straße=40", with the own names of the boxes of a game's sheet.

    People may call a box as a card or a sentence does in any language. What is no such name stays as it is.
    """
    sheet = getattr(game, "sheet", None)
    if not isinstance(sheet, Sheet):
        return text
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
