"""Doubts: why a die has no value, whether another throw helps, and the messages for people."""

from collections.abc import Sequence
from typing import TypeAlias

from robot.saying import Saying, Value, chain_parts
from vision.reading import Box, Die, middle_of

SHAKEN = {"cocked", "leans", "hidden", "glare", "blur", "pattern", "moving", "unmoved"}
"""Doubts that another throw may resolve."""

MOVING = "moving"
UNCLEAR = (None, "pattern")
"""Doubts without a known reason: another picture may show more."""

PLACES = (("top-left", "top", "top-right"), ("left", "middle", "right"), ("bottom-left", "bottom", "bottom-right"))
Where: TypeAlias = int | Saying | None
"""How to tell a die from others: by its well, or by its place in a picture; None without others."""


def doubt_words(doubt: str | None) -> Saying:
    """Return the words after "the die": why it has no value. A doubt of None is one of the pattern."""
    return Saying(f"doubt-{doubt or 'pattern'}")


def remedy(doubt: str | None, *, movable: bool = False) -> Saying:
    """Return what people can do about a doubt; with `movable`, they can also move the camera."""
    return Saying("remedy-unclear" if movable and doubt in UNCLEAR else f"remedy-{doubt or 'pattern'}")


def locate(die: Die, shown: Box | None) -> Where:
    """Return the well of a die, else in which of nine places of `shown`, a part of the picture, its centre lies."""
    if die.well or shown is None:
        return die.well
    (x, y), (left, top, right, bottom) = middle_of(die.box), shown
    column, row = _third(x - left, right - left), _third(y - top, bottom - top)
    return Saying(f"place-{PLACES[row][column]}")


def _third(at: float, length: float) -> int:
    return min(max(int(3 * at / length), 0), 2)


def die_in_doubt(doubt: str | None, where: Where = None, *, first: bool = False) -> Saying:
    """Return which die is in doubt and why; `first` says that this begins the sentence."""
    kind, values = "", dict[str, Value](doubt=doubt_words(doubt))
    if first and isinstance(where, int):
        kind, values["well"] = "-well", where
    elif where:
        kind, values["place"] = "-place", _name_place(where)
    return Saying(f"die-doubt{kind}{'-first' if first else ''}", values)


def _name_place(where: int | Saying) -> Saying:
    return Saying("place-well", {"well": where}) if isinstance(where, int) else where


def dice_in_doubt(doubts: Sequence[tuple[str | None, Where]], *, first: bool = False) -> list[Saying]:
    """Return which dice are in doubt and why; several moving dice get one message.

    `first` says that this begins the sentence.
    """
    moving = sum(doubt == MOVING for doubt, _ in doubts)
    told = [Saying("dice-moving", {"dice": moving})] if moving > 1 else []
    for doubt, where in doubts:
        if moving <= 1 or doubt != MOVING:
            told.append(die_in_doubt(doubt, where, first=first and not told))
    return told


def tell_doubts(doubts: Sequence[tuple[str | None, Where]], *, sentence: bool = False) -> Saying:
    """Return which dice (at least one) are in doubt and why, and what to do; name each reason once.

    As a `sentence`, it begins with a capital and ends with a full stop.
    """
    words = chain_parts("besides", tell_each_doubt(doubts, first=sentence))
    return Saying("sentence", {"words": words}) if sentence else words


def tell_each_doubt(doubts: Sequence[tuple[str | None, Where]], *, first: bool = False) -> list[Saying]:
    """Return, for each reason, which dice are in doubt, and what to do; `first` says that this begins the sentence."""
    told: list[Saying] = []
    for doubt in dict.fromkeys(doubt for doubt, _ in doubts):
        alike = [(other, where) for other, where in doubts if other == doubt]
        told += _tell_alike(alike, first=first and not told)
    return told


def _tell_alike(doubts: Sequence[tuple[str | None, Where]], *, first: bool) -> list[Saying]:
    """Return which dice have the same doubt, and what to do; moving dice come to rest by themselves."""
    doubt, where = doubts[0]
    places = [_name_place(at) for _, at in doubts if at]
    if doubt == MOVING or len(places) < 2:
        dice = dice_in_doubt(doubts, first=first)
    else:
        fresh = tuple(place for n, place in enumerate(places) if place not in places[:n])
        values: dict[str, Value] = {"dice": len(doubts), "places": fresh, "doubt": doubt_words(doubt)}
        dice = [Saying(f"dice-doubt{'-first' if first else ''}", values)]
    help_ = remedy(doubt, movable=not isinstance(where, int))
    return dice if doubt == MOVING else [Saying("die-mend", {"die": die, "remedy": help_}) for die in dice]
