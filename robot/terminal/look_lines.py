"""The camera's picture of a look for a terminal: in half blocks, or in pixels with what was read beside each die."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

import cv2
import numpy as np
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.text import Text

from robot.games.frame import PictureSpot
from robot.table.look import Image, Look
from robot.table.look_picture import cut_of, marked, shown_part, together
from vision.annotate import annotate

HALF_BLOCK = "▀"
READ, UNREAD = Style.parse("bold black on white"), Style.parse("bold black on #E69F00")


def fitted(look: Look, spot: PictureSpot, cell: tuple[int, int]) -> PictureSpot:
    """Return the part of a spot that the picture fills; `cell` is the width and height of a character."""
    left, top, right, bottom = cut_of(look)
    scale = min(spot.columns * cell[0] / (right - left), spot.rows * cell[1] / (bottom - top))
    columns = min(spot.columns, max(1, round((right - left) * scale / cell[0])))
    rows = min(spot.rows, max(1, round((bottom - top) * scale / cell[1])))
    return PictureSpot(spot.row, spot.column, rows, columns)


def half_blocks(look: Look, columns: int, rows: int) -> list[Text]:
    """Return the picture in lines, two pixels in each character, and the value of each die at its corner."""
    small = cv2.resize(shown_part(look), (columns, 2 * rows), interpolation=cv2.INTER_AREA)
    pairs = np.concatenate((small[::2], small[1::2]), axis=2).tolist()
    lines = [[(HALF_BLOCK, _pair_style(*pair)) for pair in line] for line in pairs]
    left, top, right, bottom = cut_of(look)
    for die in marked(look):
        column = int((die.box[0] - left) / (right - left) * columns)
        row = int((die.box[1] - top) / (bottom - top) * rows)
        if row in range(rows) and column in range(columns):
            lines[row][column] = (str(die.value), READ) if die.value else ("?", UNREAD)
    return [Text.assemble(*_runs(line)) for line in lines]


def pixels(look: Look, width: int, height: int) -> Image:
    """Return the picture, BGR (height, width, 3), with a box around each die and what was read there."""
    left, top, right, bottom = cut_of(look)
    drawn = annotate(together(look), look.reading, look.dice)[top:bottom, left:right]
    shrinks = width < right - left
    return np.asarray(
        cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC), np.uint8
    )


def _runs(cells: Iterable[tuple[str, Style]]) -> Iterator[tuple[str, Style]]:
    """Yield neighbours of one style as one piece, which a terminal needs less time for."""
    for style, alike in groupby(cells, key=lambda cell: cell[1]):
        yield "".join(character for character, _ in alike), style


@lru_cache(4096)
def _pair_style(*pair: int) -> Style:
    """Return the style of a half block: blue, green and red of the pixel above, then of the one below."""
    return Style(color=_colour(*pair[:3]), bgcolor=_colour(*pair[3:]))


def _colour(blue: int, green: int, red: int) -> Color:
    return Color.from_triplet(ColorTriplet(red, green, blue))
