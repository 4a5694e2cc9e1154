"""How the boxes of a sheet are called."""

from typing import TYPE_CHECKING

from robot.language import Language, languages, name_thing
from robot.saying import Saying
from solver.sheet.game.sheet import Sheet

if TYPE_CHECKING:
    from solver.game import Game


def box_saying(sheet: Sheet, box: str) -> Saying:
    """Return a box as it is spoken of."""
    return _name(sheet, box, "box", sheet.words(sheet.first_of(box)[0]))


def card_saying(sheet: Sheet, box: str) -> Saying:
    """Return a box as a card lists it."""
    return _name(sheet, box, "card", sheet.spoken(sheet.first_of(box)[0]).replace("-", " "))


def _name(sheet: Sheet, box: str, place: str, english: str) -> Saying:
    first, mark = sheet.first_of(box)
    named = name_thing(place, sheet.spoken(first), english)
    return Saying(f"{place}-numbered", {"box": named, "mark": mark}) if mark else named


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
