"""Break text into lines, but not within a word, after ±, or between a number and its unit."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from rich.text import Text

NUMBER_AND_UNIT = re.compile(r"(?:(?<=[\d±])|(?<=\d:)) (?=[^ ])")
COMMAND = re.compile(r"['‘‚«]pipsqueak [^'‘’»]*")
UNBROKEN = "\N{NO-BREAK SPACE}"
WORD = re.compile("[^ ]+")


def wrap_lines(lines: Iterable[str], width: int, further: str = "") -> list[str]:
    """Break lines at `width` columns, but not within a word: a longer word makes a longer line.

    The parts of an indented line keep its indent; those after the first also begin with `further`.
    """
    wrapped: list[str] = []
    for line in lines:
        before = line[: len(line) - len(line.lstrip(" "))]
        first, *rest = _spans(line, width - len(before + further)) or [(0, 0)]
        wrapped += [before + line[slice(*first)], *(before + further + line[slice(*span)] for span in rest)]
    return wrapped


def wrap_text(text: "Text", width: int) -> "list[Text]":
    """Break styled text into lines of at most `width` columns; cut only words that are longer than a line."""
    lines = [text[start:end] for start, end in _spans(text.plain, width)]
    return [piece for line in lines for piece in _cut(line, width)]


def keep_together(words: str, width: int) -> str:
    """Return words with no-break spaces, so that they stay in one line, if they fit into `width` columns."""
    return words.replace(" ", UNBROKEN) if cell_len(words) <= width else words


def _spans(line: str, width: int) -> list[tuple[int, int]]:
    """Return where each line begins and ends, as a slice of the text."""
    spans: list[tuple[int, int]] = []
    for start, end in _words(line, width):
        if spans and cell_len(line[spans[-1][0] : end]) <= width:
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return spans


def _words(line: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield the slices that stay together: words; and if they fit, numbers with their units, and commands."""
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
    """Return how many letters of a text fit before that column; a letter may be two columns wide."""
    columns = 0
    for place, letter in enumerate(text):
        columns += cell_len(letter)
        if columns > column:
            return place
    return len(text)
