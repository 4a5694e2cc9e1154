"""Pictures on terminals that can show them: the protocol of kitty, and sixel."""

import base64
import os
import re
import select
import termios
import time
import tty
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import IO, Literal

import cv2
import numpy as np
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.text import Text

from robot.games.frame import PictureSpot
from robot.table.look import Image, Look
from robot.table.look_picture import crop_shown, cut_of, find_marked, together
from vision.annotate import annotate

ANSWER_SECONDS = 0.5
"""A terminal answers within this time, also over a slow line; one that does not can show no pictures."""
KITTY_QUERY = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
CELL_QUERY = "\x1b[16t"
ABILITIES_QUERY = "\x1b[c"
"""Every terminal answers this; asked last, its answer ends the answers."""
ABILITIES = re.compile(rb"\x1b\[\?([0-9;]*)c")
CELL = re.compile(rb"\x1b\[6;([0-9]+);([0-9]+)t")
SIXEL_ABILITY = b"4"
UNASKED = {"", "dumb", "linux", "unknown"}
"""Terminals that would show the question."""
USUAL_CELL = (10, 20)
MOST_CELL = 64
CHUNK = 4096
"""The most letters that the protocol of kitty takes at a time."""
PICTURE = 7
"""The number of our picture, which each new one replaces."""
COLOURS = 64
SAMPLES = 48
"""The colours are chosen from a picture of this many pixels each way."""
BAND = 6
"""Lines of pixels that sixel draws at a time."""


@dataclass(frozen=True, slots=True)
class Graphics:
    """How a terminal shows pictures, which every one can by half blocks, and the size of its characters in pixels."""

    kind: Literal["blocks", "kitty", "sixel"] = "blocks"
    cell: tuple[int, int] = (1, 2)


BLOCKS = Graphics()


def graphics_of(typed: IO[str], shown: IO[str], term: str) -> Graphics:
    """Ask the terminal what it can show. What is no terminal, or does not answer, shows half blocks.

    `typed` and `shown` are its input and output. Nothing of its answer stays in the input.
    """
    with silent_keys(typed) as handle:
        if handle is None or not shown.isatty() or term in UNASKED:
            return BLOCKS
        shown.write(KITTY_QUERY + CELL_QUERY + ABILITIES_QUERY)
        shown.flush()
        return read_answer(_answer(handle))


def read_answer(answer: bytes) -> Graphics:
    """Return what a terminal's answer says; an answer that breaks off says nothing."""
    abilities = ABILITIES.search(answer)
    if abilities is None:
        return BLOCKS
    size = CELL.search(answer)
    cell = (int(size[2]), int(size[1])) if size else USUAL_CELL
    if not all(0 < side <= MOST_CELL for side in cell):
        cell = USUAL_CELL
    if b"\x1b_Gi=31;OK" in answer:
        return Graphics("kitty", cell)
    if SIXEL_ABILITY in abilities[1].split(b";")[1:]:
        return Graphics("sixel", cell)
    return BLOCKS


def _handle(stream: IO[str]) -> int | None:
    """Return the file descriptor of a terminal that this program may read now, None for anything else."""
    try:
        handle = stream.fileno()
        return handle if os.isatty(handle) and os.tcgetpgrp(handle) == os.getpgrp() else None
    except OSError:
        return None


@contextmanager
def silent_keys(stream: IO[str]) -> Iterator[int | None]:
    """Let a terminal hand over each letter at once and show none of them; yield its file descriptor, if it is one."""
    handle = _handle(stream)
    if handle is None:
        yield None
        return
    settings = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle, termios.TCSANOW)
        yield handle
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, settings)


def _answer(handle: int, now: Callable[[], float] = time.monotonic) -> bytes:
    end, answer = now() + ANSWER_SECONDS, b""
    while ABILITIES.search(answer) is None and (left := end - now()) > 0:
        if select.select([handle], [], [], left)[0]:
            found = os.read(handle, CHUNK)
            if not found:
                break
            answer += found
    return answer


def kitty(image: Image, columns: int, rows: int) -> str:
    """Return what shows a BGR picture at the cursor, over these columns and lines; the cursor stays."""
    _, png = cv2.imencode(".png", image)
    data = base64.standard_b64encode(png.tobytes()).decode()
    parts = [data[start : start + CHUNK] for start in range(0, len(data), CHUNK)]
    first = f"a=T,f=100,q=2,i={PICTURE},p=1,c={columns},r={rows},C=1,"
    return "".join(
        f"\x1b_G{first if number == 0 else ''}m={int(number < len(parts) - 1)};{part}\x1b\\"
        for number, part in enumerate(parts)
    )


def kitty_gone() -> str:
    """Return what takes our picture away."""
    return f"\x1b_Ga=d,d=I,i={PICTURE},q=2\x1b\\"


def sixel(image: Image) -> str:
    """Return what shows a BGR picture (h, w, 3) at the cursor, in the colours that it has most.

    Lines beyond whole bands are left out, for some terminals would draw them over what stands below.
    """
    palette, numbers = _in_few_colours(image[: len(image) // BAND * BAND])
    height, width = numbers.shape
    parts = [f'\x1bP0;1q"1;1;{width};{height}']
    for number, (blue, green, red) in enumerate(np.round(palette / 2.55).astype(int).tolist()):
        parts.append(f"#{number};2;{red};{green};{blue}")
    for top in range(0, height, BAND):
        band = numbers[top : top + BAND]
        weights = (1 << np.arange(len(band)))[:, None]
        lines = [
            f"#{colour}{_run_lengths(((band == colour) * weights).sum(axis=0))}" for colour in np.unique(band).tolist()
        ]
        parts.append("$".join(lines) + "-")
    return "".join(parts) + "\x1b\\"


def _in_few_colours(image: Image) -> tuple[np.ndarray, np.ndarray]:
    """Return up to COLOURS colours, and the number of that of each pixel."""
    sample = cv2.resize(image, (SAMPLES, SAMPLES), interpolation=cv2.INTER_NEAREST).reshape(-1, 3).astype(np.float32)
    count = min(COLOURS, len(np.unique(sample, axis=0)))
    ends = (cv2.TERM_CRITERIA_MAX_ITER, 8, 0.0)
    cv2.setRNGSeed(1)
    _, _, palette = cv2.kmeans(sample, count, np.empty((0,), np.int32), ends, 1, cv2.KMEANS_PP_CENTERS)
    flat = image.reshape(-1, 3).astype(np.float32)
    far = (palette**2).sum(axis=1)[None] - 2 * flat @ palette.T
    return palette, far.argmin(axis=1).reshape(image.shape[:2])


def _run_lengths(bits: np.ndarray) -> str:
    """Return a line of sixels, six pixels each, with those that repeat counted."""
    starts = np.flatnonzero(np.diff(bits, prepend=-1))
    lengths = np.diff(starts, append=len(bits))
    letters = (chr(63 + bit) for bit in bits[starts].tolist())
    return "".join(
        letter * length if length < 4 else f"!{length}{letter}"
        for letter, length in zip(letters, lengths.tolist(), strict=True)
    )


HALF_BLOCK = "▀"
READ, UNREAD = Style.parse("bold black on white"), Style.parse("bold black on #E69F00")


def fit_spot(look: Look, spot: PictureSpot, cell: tuple[int, int]) -> PictureSpot:
    """Return the part of a spot that the picture fills; `cell` is the width and height of a character."""
    left, top, right, bottom = cut_of(look)
    scale = min(spot.columns * cell[0] / (right - left), spot.rows * cell[1] / (bottom - top))
    columns = min(spot.columns, max(1, round((right - left) * scale / cell[0])))
    rows = min(spot.rows, max(1, round((bottom - top) * scale / cell[1])))
    return PictureSpot(spot.row, spot.column, rows, columns)


def half_blocks(look: Look, columns: int, rows: int) -> list[Text]:
    """Return the picture in lines, two pixels in each character, and the value of each die at its corner."""
    small = cv2.resize(crop_shown(look), (columns, 2 * rows), interpolation=cv2.INTER_AREA)
    pairs = np.concatenate((small[::2], small[1::2]), axis=2).tolist()
    lines = [[(HALF_BLOCK, _pair_style(*pair)) for pair in line] for line in pairs]
    left, top, right, bottom = cut_of(look)
    for die in find_marked(look):
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
