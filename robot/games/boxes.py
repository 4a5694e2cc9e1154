"""How games and their boxes are called: those of one's own as they call themselves, others in every language."""

from robot.language import Saying, english
from solver.sheet.coach.why import box_words
from solver.sheet.game.sheet import Sheet


def box_saying(sheet: Sheet, box: str) -> Saying:
    """Return a box as it is spoken of."""
    return named("box", box, box_words(sheet, box))


def card_saying(box: str) -> Saying:
    """Return a box as a card lists it."""
    return named("card", box, box.replace("-", " "))


def named(kind: str, name: str, in_english: str) -> Saying:
    """Return the message of that kind and name, or that of things of one's own."""
    key = f"{kind}-{name}"
    if english().knows(key):
        return Saying(key, {}, in_english)
    return Saying(f"{kind}-own", {"words": name.replace("-", " ")}, in_english)
