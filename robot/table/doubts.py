"""Why a die has no value, whether another throw helps, and the words for people."""

from robot.saying import Saying

SHAKEN = {
    "cocked": True,
    "hidden": True,
    "glare": True,
    "blur": True,
    "edge": False,
    "pattern": True,
    "double": False,
    "moving": True,
    "small": False,
    "empty-well": False,
    "foreign": False,
    "hand": False,
    "dark": False,
    "no-plate": False,
}
"""Whether another throw helps, by the words of `vision.reading`: those of doubts and those of scenes."""


def doubt_words(doubt: str | None) -> Saying:
    """Return what follows "the die": why it has no value; a doubt without a word is one of its pattern."""
    return Saying(f"doubt-{doubt or 'pattern'}")


def remedy(doubt: str | None) -> Saying:
    """Return what people can do about it."""
    return Saying(f"remedy-{doubt or 'pattern'}")


def die_in_doubt(doubt: str | None, well: int | None = None, *, first: bool = False) -> Saying:
    """Return which die is in doubt and why; `first` if the sentence begins with it."""
    if well is None:
        return Saying("die-doubt", {"doubt": doubt_words(doubt)})
    return Saying(f"die-doubt-well{'-first' if first else ''}", {"well": well, "doubt": doubt_words(doubt)})
