"""Lines of text: no word is broken, and no number stands apart from its unit."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from rich.text import Text

NUMBER_AND_UNIT = re.compile(r"(?<=\d) (?=[^ ])")
COMMAND = re.compile(r"['‘‚«]pipsqueak [^'‘’»]*")
UNBROKEN = "\N{NO-BREAK SPACE}"
WORD = re.compile("[^ ]+")


def wrap_lines(lines: Iterable[str], width: int, further: str = "") -> list[str]:
    """Return lines in lines of at most `width` columns, with no word in two: a longer word has a longer line.

    All lines of an indented one are indented as it is; those after the first stand behind `further`.
    """
    wrapped: list[str] = []
    for line in lines:
        before = line[: len(line) - len(line.lstrip(" "))]
        first, *rest = _spans(line, width - len(before + further)) or [(0, 0)]
        wrapped += [before + line[slice(*first)], *(before + further + line[slice(*span)] for span in rest)]
    return wrapped


def wrapped_text(text: "Text", width: int) -> "list[Text]":
    """Return styled text in lines of at most `width` columns; only a longer word is cut, for it has no room."""
    lines = [text[start:end] for start, end in _spans(text.plain, width)]
    return [piece for line in lines for piece in _cut(line, width)]


def together(words: str, width: int) -> str:
    """Return words that stay in one line where a line of `width` columns has room for them."""
    return words.replace(" ", UNBROKEN) if cell_len(words) <= width else words


def _spans(line: str, width: int) -> list[tuple[int, int]]:
    """Return the first and the last place of each line."""
    spans: list[tuple[int, int]] = []
    for start, end in _words(line, width):
        if spans and cell_len(line[spans[-1][0] : end]) <= width:
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return spans


def _words(line: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield the places of what stays together: words, and numbers with their units and commands that have room."""
    whole = COMMAND.sub(lambda found: found[0].replace(" ", UNBROKEN), NUMBER_AND_UNIT.sub(UNBROKEN, line))
    for found in WORD.finditer(whole):
        start, end = found.span()
        if cell_len(line[start:end]) <= width:
            yield start, end
        else:
            yield from ((start + word.start(), start + word.end()) for word in WORD.finditer(line[start:end]))


def _cut(line: "Text", width: int) -> "Iterator[Text]":
    while cell_len(line.plain) > width:
        room = place_of(line.plain, width) or 1
        yield line[:room]
        line = line[room:]
    yield line


def place_of(text: str, column: int) -> int:
    """Return how many letters of a text stand before that column; letters may be two columns wide."""
    columns = 0
    for place, letter in enumerate(text):
        columns += cell_len(letter)
        if columns > column:
            return place
    return len(text)
