"""Why a die has no value, whether another throw helps, and the words for people."""

from collections.abc import Sequence
from typing import TypeAlias

from robot.saying import Saying, Value, chain_parts
from vision.reading import Box, Die, middle_of

SHAKEN = {"cocked", "leans", "hidden", "glare", "blur", "pattern", "moving"}
"""Doubts that another throw may end."""

MOVING = "moving"
TOLD_ONCE = ("blur", "glare", "edge", "small", "slanted", "dim")
"""Doubts that camera or light mends for all dice at once: only the last such die is told with what to do."""
MENDED = (*TOLD_ONCE, "cocked", "leans", "other", "behind")
"""Doubts with something that people can do at once: whoever hears of one is told what."""

PLACES = (
    ("top-left", "top", "top-right"),
    ("left", "middle", "right"),
    ("bottom-left", "bottom", "bottom-right"),
)
Where: TypeAlias = int | Saying | None
"""What tells a die from others: its well, or its place in a picture; None where there is no other one."""


def doubt_words(doubt: str | None) -> Saying:
    """Return what follows "the die": why it has no value; a doubt without a word is one of its pattern."""
    return Saying(f"doubt-{doubt or 'pattern'}")


def remedy(doubt: str | None) -> Saying:
    """Return what people can do about it."""
    return Saying(f"remedy-{doubt or 'pattern'}")


def locate(die: Die, shown: Box | None) -> Where:
    """Return the well of a die, else which of nine places of what is `shown` of its picture holds the box's centre."""
    if die.well or shown is None:
        return die.well
    (x, y), (left, top, right, bottom) = middle_of(die.box), shown
    column, row = _third(x - left, right - left), _third(y - top, bottom - top)
    return Saying(f"place-{PLACES[row][column]}")


def _third(at: float, length: float) -> int:
    return min(max(int(3 * at / length), 0), 2)


def die_in_doubt(doubt: str | None, where: Where = None, *, first: bool = False) -> Saying:
    """Return which die is in doubt and why; `first` if the sentence begins with it."""
    kind, values = "", dict[str, Value](doubt=doubt_words(doubt))
    if isinstance(where, int):
        kind, values["well"] = "-well", where
    elif where:
        kind, values["place"] = "-place", where
    return Saying(f"die-doubt{kind}{'-first' if first else ''}", values)


def dice_in_doubt(
    doubts: Sequence[tuple[str | None, Where]], *, first: bool = False, mend: bool = False
) -> list[Saying]:
    """Return which dice are in doubt and why; several that still move are told once.

    `first` if a sentence begins with it; with `mend` also what to do about those of `MENDED`.
    """
    moving = sum(doubt == MOVING for doubt, _ in doubts)
    told = [Saying("dice-moving", {"dice": moving})] if moving > 1 else []
    last = {doubt: number for number, (doubt, _) in enumerate(doubts)}
    for number, (doubt, where) in enumerate(doubts):
        if moving <= 1 or doubt != MOVING:
            die = die_in_doubt(doubt, where, first=first and not told)
            mended = mend and doubt in MENDED and (doubt not in TOLD_ONCE or number == last[doubt])
            told.append(Saying("die-mend", {"die": die, "remedy": remedy(doubt)}) if mended else die)
    return told


def tell_doubts(doubts: Sequence[tuple[str | None, Where]], *, sentence: bool = False) -> Saying:
    """Return which dice, one at least, are in doubt and why, and what to do about those of `MENDED`.

    As a `sentence`, it begins with a capital and ends with a full stop.
    """
    words = chain_parts("besides", dice_in_doubt(doubts, first=sentence, mend=True))
    return Saying("sentence", {"words": words}) if sentence else words
