"""Dice on a terminal, drawn with pips in one of two sizes, or as digits where there is no room."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

PIP, UNREAD = "●", "?"
PLACES = {
    1: ("   ", " x ", "   "),
    2: ("  x", "   ", "x  "),
    3: ("  x", " x ", "x  "),
    4: ("x x", "   ", "x x"),
    5: ("x x", " x ", "x x"),
    6: ("x x", "x x", "x x"),
}
"""The places of each value's pips."""
SMALL_DIE = "black on #E8E8E8"
SMALL_KEPT = "bold black on #F0C040"
SMALL_BLANK = "on #505050"


@dataclass(frozen=True, slots=True)
class PippedDie:
    """A die to draw: its `value`, None if unknown, and the `label` below it.

    `blank` dice have not been thrown yet. A die may be `kept`, and `reached` by the arrow keys.
    """

    value: int | None
    label: str = ""
    kept: bool = False
    reached: bool = False
    blank: bool = False


def dice_lines(dice: Sequence[PippedDie], width: int, height: int) -> list[Text]:
    """Return lines with dice side by side, as large as they fit into `width` columns and `height` lines."""
    for draw, wide, gap, high in ((_draw_framed, 9, 0, 5), (_draw_filled, 5, 1, 3)):
        rows = _rows(dice, (width + gap) // (wide + gap))
        if len(rows) * (high + 1) <= height and (len(rows) == 1 or draw is _draw_filled):
            lines = []
            for row in rows:
                drawn = [Text() for _ in range(high + 1)]
                for die in row:
                    for line, part in zip(drawn, [*draw(die), _label(die, wide + gap)], strict=True):
                        line.append_text(part).append(" " * (wide + gap - part.cell_len))
                lines += drawn
            return lines
    return [_digits(row) for row in _rows(dice, max(1, (width + 1) // 4))][: max(1, height)]


def _rows(dice: Sequence[PippedDie], most: int) -> list[Sequence[PippedDie]]:
    """Return the dice in as few rows of at most `most` dice as possible, all of about the same length."""
    if not dice or most < 1:
        return [dice]
    count = -(-len(dice) // most)
    size = -(-len(dice) // count)
    return [dice[first : first + size] for first in range(0, len(dice), size)]


def _pips(die: PippedDie) -> list[str]:
    """Return the pips in three lines of three places."""
    if die.blank:
        return ["   "] * 3
    if die.value is None:
        return ["   ", f" {UNREAD} ", "   "]
    return [places.replace("x", PIP) for places in PLACES[die.value]]


def _draw_framed(die: PippedDie) -> list[Text]:
    style = "bold reverse" if die.kept else "dim" if die.blank else "bold" if die.reached else ""
    inside = [f"│ {' '.join(line)} │" for line in _pips(die)]
    return [Text(line, style) for line in ("┌───────┐", *inside, "└───────┘")]


def _draw_filled(die: PippedDie) -> list[Text]:
    style = SMALL_KEPT if die.kept else SMALL_BLANK if die.blank else SMALL_DIE
    return [Text(" ".join(line), style) for line in _pips(die)]


def _label(die: PippedDie, width: int) -> Text:
    """Return the label below a die, centred; in brackets if the arrow keys have reached the die."""
    words = f"[{die.label}]" if die.reached and len(die.label) + 2 <= width else die.label
    style = "bold reverse" if die.reached else "bold" if die.kept else "dim"
    left = (width - (width == 6) - len(words)) // 2
    return Text(" " * max(0, left)).append(words[:width], style)


def _digits(dice: Sequence[PippedDie]) -> Text:
    line = Text()
    for die in dice:
        shown = " " if die.blank else str(die.value or UNREAD)
        line.append(f" {shown} ", "bold reverse" if die.kept else "underline" if die.reached else "").append(" ")
    return line
