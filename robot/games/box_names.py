"""How the boxes of a sheet are called."""

from robot.language import named
from robot.saying import Saying
from solver.sheet.coach.explain import box_words
from solver.sheet.game.sheet import Sheet


def box_saying(sheet: Sheet, box: str) -> Saying:
    """Return a box as it is spoken of."""
    return named("box", sheet.spoken(box), box_words(sheet, box))


def card_saying(sheet: Sheet, box: str) -> Saying:
    """Return a box as a card lists it."""
    spoken = sheet.spoken(box)
    return named("card", spoken, spoken.replace("-", " "))
