"""What a board draws: lines that fill a window, and the spot in them for the camera's picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.text import Text

GAP = 2
"""Columns between two parts that stand beside each other."""
LEAST_PICTURE = (12, 4)
"""The fewest columns and lines in which a picture shows anything."""
PICTURE_SHAPE = 2.4
"""How many times as many columns as lines the camera's picture has."""


@dataclass(frozen=True, slots=True)
class PictureSpot:
    """Where the camera's picture stands: its first line and column, and how many there are."""

    row: int
    column: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """Lines of a window. `spot` is free for the camera's picture, None where there is no room for one."""

    lines: tuple[Text, ...]
    spot: PictureSpot | None = None

    def below(self, *blocks: Sequence[Text]) -> "BoardFrame":
        """Return this frame below other lines."""
        above = [line for block in blocks for line in block]
        spot = self.spot and replace(self.spot, row=self.spot.row + len(above))
        return BoardFrame((*above, *self.lines), spot)

    def beside(self, left: Sequence[Text], width: int) -> "BoardFrame":
        """Return this frame to the right of other lines, which are `width` columns wide."""
        rows = max(len(left), len(self.lines))
        lines = tuple(
            pad_line(at(left, row), width + GAP).append_text(at(self.lines, row))
            if row < len(self.lines)
            else left[row]
            for row in range(rows)
        )
        return BoardFrame(lines, self.spot and replace(self.spot, column=self.spot.column + width + GAP))

    def within(self, width: int, height: int) -> "BoardFrame":
        """Return what of this frame is in a window of this size, which may be too small for all of it."""
        lines = tuple(crop_line(line, width) for line in self.lines[:height])
        spot = self.spot
        if spot and (spot.row + spot.rows > len(lines) or spot.column + spot.columns > width):
            spot = None
        return BoardFrame(lines, spot)


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


def picture_room(rows: int, columns: int) -> BoardFrame:
    """Return empty lines for a picture, or no lines where it would show nothing."""
    if columns < LEAST_PICTURE[0] or rows < LEAST_PICTURE[1]:
        return BoardFrame(())
    return BoardFrame((Text(),) * rows, PictureSpot(0, 0, rows, columns))
