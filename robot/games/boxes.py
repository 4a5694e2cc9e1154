"""How the boxes of a sheet are called: known ones in every language, those of a sheet of one's own as it calls them."""

from robot.language import Saying
from solver.sheet.coach.why import box_words
from solver.sheet.game.sheet import Sheet


def box_saying(sheet: Sheet, box: str) -> Saying:
    """Return a box as it is spoken of."""
    return Saying(f"box-{box}", {}, box_words(sheet, box))


def card_saying(box: str) -> Saying:
    """Return a box as a card lists it."""
    return Saying(f"card-{box}", {}, box.replace("-", " "))
