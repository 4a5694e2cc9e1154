"""Lines of a window, beside each other and cut to its size."""

from collections.abc import Sequence

from rich.text import Text

GAP = 2
"""Columns between two parts that stand beside each other."""


def place_beside(left: Sequence[Text], width: int, right: Sequence[Text]) -> list[Text]:
    """Return lines to the right of other ones, which are `width` columns wide."""
    return [
        pad_line(at(left, row), width + GAP).append_text(at(right, row)) if row < len(right) else left[row]
        for row in range(max(len(left), len(right)))
    ]


def fit_lines(lines: Sequence[Text], width: int, height: int) -> list[Text]:
    """Return what of these lines is in a window of this size, which may be too small for all of them."""
    return [crop_line(line, width) for line in lines[:height]]


def crop_line(line: Text, width: int) -> Text:
    """Return a line of at most `width` columns."""
    if line.cell_len <= width:
        return line
    shorter = line.copy()
    shorter.truncate(width, overflow="crop")
    return shorter


def at(lines: Sequence[Text], row: int) -> Text:
    """Return a line, an empty one beyond the last."""
    return lines[row] if row < len(lines) else Text()


def pad_line(line: Text, width: int) -> Text:
    """Return a copy of a line with blanks up to `width` columns."""
    return Text().append_text(line).append(" " * max(0, width - line.cell_len))
