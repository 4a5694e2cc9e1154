"""A picture of coached dice as the page shows it: with a frame around each die, and its value or doubt."""

from base64 import b64encode
from typing import Any

from robot.coach.photographs import PhotoDice
from robot.table.look import Look
from robot.table.look_picture import cut_of, shown_part
from robot.web.game.picture import jpeg, placed
from robot.web.game.words import Words


def seen_view(look: Look, dice: PhotoDice, words: Words) -> dict[str, Any]:
    """Return the values of a throw that is due, how many dice are in doubt, a sentence about these, and the picture.

    The frames are in the order of the values, and of the doubts behind them.
    """
    doubts = words("coach-doubts", doubts=dice.doubts_saying, count=len(dice.doubts)) if dice.doubts else ""
    return {"dice": list(dice.values), "doubts": len(dice.doubts), "said": doubts, "picture": framed_picture(look)}


def refused_view(look: Look, said: str) -> dict[str, Any]:
    """Return the same of dice that are no throw that is due, and why."""
    return {"dice": [], "doubts": 0, "said": said, "picture": framed_picture(look)}


def framed_picture(look: Look) -> dict[str, Any]:
    """Return a picture that holds itself, so that nothing of it is kept here, and where its dice lie in it."""
    cut = cut_of(look)
    rising = sorted(look.reading.dice, key=lambda die: (die.value is None, die.value or 0))
    return {
        "data": "data:image/jpeg;base64," + b64encode(jpeg(shown_part(look))).decode(),
        "width": cut[2] - cut[0],
        "height": cut[3] - cut[1],
        "boxes": [{"value": die.value, "doubt": die.doubt} | placed(die.box, cut) for die in rising],
    }
