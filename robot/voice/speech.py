"""What is said aloud, cut into pieces, so that most pieces are synthesised before they are needed."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from robot.language import Language, english
from robot.language.language import places
from robot.language.names import LONGEST_NAME, YOU
from robot.saying import Saying, Value

MOST_NUMBER = 120
"""Numbers up to this one are made sound in advance."""

FIXED = (
    "pig-",
    "sheet-",
    "solo-",
    "hog-",
    "herd-",
    "tray-",
    "first-",
    "why-",
    "mine-",
    "me-",
    "told-turn",
    "decision",
    "do-",
    "doing-",
    "throw",
    "stands",
    "stays",
    "ask-",
    "doubt-",
    "remedy-",
    "press-",
    "dice-show",
    "reads",
    "standing",
    "unread",
)
"""How the messages begin whose words are made sound in advance."""
TITLE = "title-"
"""How the messages begin that are titles of games."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?(?: %)?")
_EXACT = re.compile(r"\d+[.,]\d+")

_PUNCTUATION = " .,;:"
_SOMEBODY = "Qqq"


def for_the_ear(saying: Saying) -> Saying:
    """Return a saying without the English text that others have worded for the screen: a voice needs it short."""
    values: dict[str, Value] = {
        name: for_the_ear(value) if isinstance(value, Saying) else value for name, value in saying.values.items()
    }
    return replace(saying, values=values, english=None)


def spoken(text: str) -> str:
    """Return a sentence as it is spoken: numbers rounded if they stay distinct, without silent marks."""
    rounded = [_rounded(number) for number in _EXACT.findall(text)]
    if len(set(rounded)) == len(rounded):
        text = _EXACT.sub(lambda found: _rounded(found[0]), text)
    text = re.sub(r"(\d+) : (?=\d)", r"\1, ", text)
    text = re.sub(r"(?<=\w):(?=\w)", " ", text)
    return re.sub(r"[„“«»()…]", "", text).strip()


def _rounded(number: str) -> str:
    """Round a percentage, but never to 0 or 100 unless it is exactly that."""
    exact = float(number.replace(",", "."))
    if exact != int(exact) and round(exact) in {0, 100}:
        return number
    return str(round(exact))


def pieces(text: str, names: Iterable[str] = ()) -> list[str]:
    """Return a spoken sentence in pieces: numbers and names alone, and the words between them."""
    known, splits = _splitting(tuple(names))
    parts = (part.strip(_PUNCTUATION) for part in splits.split(spoken(text)) if part)
    said = (part[:LONGEST_NAME] if part in known else part for part in parts)
    return [part for part in said if any(letter.isalnum() for letter in part)]


@lru_cache(maxsize=8)
def _splitting(names: tuple[str, ...]) -> tuple[frozenset[str], re.Pattern[str]]:
    """Return names as they are spoken, and what stands between pieces: a number, one of these names, or an end."""
    known = sorted(filter(None, map(spoken, names)), key=len, reverse=True)
    splits = "|".join([*map(re.escape, known), _NUMBER.pattern])
    return frozenset(known), re.compile(f"(?<!\\w)({splits})(?!\\w)|(?<=[.!?]) ")


def boxes(language: Language) -> tuple[str, ...]:
    """Return the boxes as they are spoken of, which are pieces of their own."""
    keys = [key for key in places(english().files) if key.startswith("box-") and key != "box-own"]
    return tuple(language.say(Saying(key)) for key in keys)


def phrases(language: Language, names: Sequence[str] = ()) -> Iterator[str]:
    """Yield, without repeating any, the pieces that can be made sound in advance: numbers, names, fixed words."""
    apart = (*names, *boxes(language), _SOMEBODY)
    seen: set[str] = {_SOMEBODY}
    numbers = [str(number) for number in range(MOST_NUMBER + 1)]
    numbers += [f"{number} %" for number in range(101)]
    for text in itertools.chain(numbers, apart, _samples(language)):
        for piece in pieces(text, apart):
            if piece not in seen:
                seen.add(piece)
                yield piece


def _samples(language: Language) -> Iterator[str]:
    for key, asked in places(english().files).items():
        if key.startswith(TITLE):
            title = Saying(key, dict.fromkeys(asked, 1))
            yield language.say(Saying("begin", {"title": title, "players": _SOMEBODY}))
        if key.startswith(FIXED):
            for name, number in itertools.product((YOU, _SOMEBODY), (0, 1, 2)):
                values: dict[str, Value] = dict.fromkeys(asked, number)
                values |= dict.fromkeys(asked & {"box", "action", "other", "strategy", "told", "why"}, _SOMEBODY)
                values |= {"name": name}
                yield language.say(Saying(key, values))
                wins = Saying("percent", {"percent": number})
                yield language.say(Saying(key, values | dict.fromkeys(asked & {"wins", "other", "less"}, wins)))
