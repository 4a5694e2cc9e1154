"""Playing cards, printed pages, Braille, dot grids and perforated sheets."""

import cv2
import numpy as np

from tools.odd_things.marks import FONTS, SUITS, ink_of
from tools.odd_things.noise import clouds, linear, paint
from tools.odd_things.sheets import FlatThing, empty, even, inside, mm_of, stain, stamp
from tools.odd_things.view import Floats

LETTERS = "eeeeetttaaaooiinnssshhrrddllcumwfgypbvk"
ROWS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(0, -1), (0, 1)],
    3: [(0, -1), (0, 0), (0, 1)],
    4: [(i, j) for i in (-1, 1) for j in (-1, 1)],
    5: [*[(i, j) for i in (-1.0, 1.0) for j in (-1.0, 1.0)], (0, 0)],
    6: [(i, j) for i in (-1, 1) for j in (-1, 0, 1)],
    7: [*[(i, j) for i in (-1.0, 1.0) for j in (-1.0, 0.0, 1.0)], (0, -0.5)],
    8: [*[(i, j) for i in (-1.0, 1.0) for j in (-1.0, 0.0, 1.0)], (0, -0.5), (0, 0.5)],
    9: [*[(i, j) for i in (-1.0, 1.0) for j in (-1.0, -0.33, 0.33, 1.0)], (0, 0)],
    10: [*[(i, j) for i in (-1.0, 1.0) for j in (-1.0, -0.33, 0.33, 1.0)], (0, -0.66), (0, 0.66)],
}
"""Where the suit stands on a card: x and y, -1 to 1."""


def card(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a playing card of 1 to 10, its corners marked."""
    there = empty(63.5, 89.5, scale)
    x, y = mm_of(there, scale)
    corner = np.hypot(np.maximum(np.abs(x) - 28, 0), np.maximum(np.abs(y) - 41, 0)) - 3.3
    suit, value = int(random.integers(4)), int(random.integers(1, 11))
    symbol, ink = ink_of(SUITS[suit], "sans", 600, 0.95), np.zeros_like(there)
    size = 24.0 if value == 1 else float(random.uniform(9, 13.5))
    for i, j in ROWS[value]:
        stamp(ink, symbol, (14.5 * i, 28 * j), size, scale, degrees=180 if j > 0 else 0)
    name = ink_of("A" if value == 1 else str(value), FONTS[int(random.integers(3))], 600, 0.9)
    for turn, sign in ((0, 1), (180, -1)):
        stamp(ink, name, (-26.5 * sign, -37 * sign), 6.5, scale, degrees=turn)
        stamp(ink, symbol, (-26.5 * sign, -30 * sign), 4.5, scale, degrees=turn)
    colour = even(paint(random, 0.85, 0.99, (0.0, 0.1)), there)
    red = linear(np.array([0.12, 0.1, 0.8])) if suit < 2 else linear(np.array([0.08, 0.07, 0.07]))
    stain(colour, ink, red)
    bent = 0.05 * clouds(random)[np.ix_(*(np.arange(n) % 512 for n in there.shape))]
    return FlatThing(colour, inside(corner, scale), bent, scale, 0.3, float(random.uniform(0.05, 0.3)))


def _word(random: np.random.Generator) -> str:
    if random.random() < 0.15:
        return str(int(random.integers(0, 3000)))
    letters = "".join(LETTERS[int(n)] for n in random.integers(0, len(LETTERS), int(random.integers(1, 10))))
    return letters.capitalize() if random.random() < 0.15 else letters


def page(random: np.random.Generator, scale: float, side: float = 150.0) -> FlatThing:
    """Return a printed page: headline, lines of words and numbers, lists with bullets, a ruled table, boxes to tick."""
    there = empty(side, side * 1.3, scale)
    tall, wide = there.shape
    shown = np.zeros((tall, wide, 3), np.uint8)
    font, size = FONTS[int(random.integers(3))], float(random.uniform(2.6, 7.0))
    line, margin = size * float(random.uniform(1.4, 1.9)), side * 0.07
    bullet = ("•", "◦", "-", "6.", "")[int(random.integers(5))] if random.random() < 0.5 else ""
    y, columns = margin + 2 * size, int(random.choice([1, 1, 2]))
    while y < side * 1.3 - margin:
        large = 2.2 if random.random() < 0.05 else 1.0
        for column in range(columns):
            x = margin + column * side / columns
            end = (column + 1) * side / columns - margin
            words = bullet + " " if random.random() < 0.4 else ""
            while len(words) * size * large * 0.5 < end - x:
                words += _word(random) + " "
            place = round(x * scale), round((y + size * large * 0.5) * scale)
            words = words[: int((end - x) / size / large / 0.5)]
            height = max(6, round(size * large * scale))
            cv2.putText(shown, words, place, (255, 255, 255), cv2.FontFace(font), height, 400)
        y += line * large
    colour = even(paint(random, 0.75, 0.99, (0.0, 0.15)), there)
    stain(colour, np.asarray(shown[..., 0], np.float32) / 255, paint(random, 0.0, 0.3))
    waves = 1.5 * clouds(random, 2, 0.3)[np.ix_(*(np.linspace(0, 511, n).astype(int) for n in there.shape))]
    return FlatThing(colour, np.ones_like(there), waves, scale, 0.2, 0.05)


def braille(random: np.random.Generator, scale: float, side: float = 90.0) -> FlatThing:
    """Return a page of Braille, or a sign with printed dots of it: cells of two by three, some of them set."""
    there = empty(side, side, scale)
    pitch, cell, row = 2.5, 6.2, 10.2
    relief, radius = np.zeros_like(there), float(random.uniform(0.65, 0.85))
    full = random.random() < 0.3
    for top in np.arange(-side / 2 + 8, side / 2 - 8, row):
        for left in np.arange(-side / 2 + 6, side / 2 - 6, cell):
            if random.random() > 0.12:
                for n in np.flatnonzero(random.random(6) < (0.85 if full else 0.5)):
                    _dot(relief, (left + pitch * (n % 2), top + pitch * (n // 2)), radius, scale)
    colour = even(paint(random, 0.5, 0.98, (0.0, 0.5)), there)
    if random.random() < 0.35:
        stain(colour, (relief > 0.3 * radius).astype(np.float32), paint(random, 0.0, 0.4))
    return FlatThing(colour, np.ones_like(there), relief, scale, 0.4, float(random.uniform(0.05, 0.4)))


def grid(random: np.random.Generator, scale: float, side: float = 130.0) -> FlatThing:
    """Return dots in order: a perforated plate, a peg board, a printed grid, a grille, dots in groups."""
    there = empty(side, side, scale)
    x, y = mm_of(there, scale)
    pitch = float(random.uniform(5, 12))
    radius = pitch * float(random.uniform(0.15, 0.38))
    shifted = random.random() < 0.4
    rows = pitch * 0.866 if shifted else pitch
    row = np.round(y / rows)
    u = x - pitch / 2 * (row % 2) if shifted else x
    middle, far = np.round(u / pitch), np.hypot(u - np.round(u / pitch) * pitch, y - row * rows)
    holes = inside((far - radius).astype(np.float32), scale)
    every = int(random.choice([0, 0, 3, 4]))
    if every:
        holes *= ((middle % every != 0) & (row % every != 0)).astype(np.float32)
    if random.random() < 0.25:
        holes *= np.asarray(random.random((64, 64)) < 0.7)[row.astype(int) % 64, middle.astype(int) % 64]
    colour = even(paint(random, 0.3, 0.98, (0.0, 0.5)), there)
    if random.random() < 0.5:
        stain(colour, holes, paint(random, 0.0, 0.25))
        return FlatThing(colour, np.ones_like(there), -1.2 * holes, scale, 1.0, float(random.uniform(0.1, 0.8)))
    stain(colour, holes, paint(random, 0.0, 0.95))
    return FlatThing(colour, np.ones_like(there), np.zeros_like(there), scale, 0.3, 0.1)


def _dot(relief: Floats, middle: tuple[float, float], radius: float, scale: float) -> None:
    """Raise a dome of a radius in mm, in place."""
    x, y = (relief.shape[1 - n] / 2 + middle[n] * scale for n in (0, 1))
    reach = int(radius * scale) + 2
    rows, columns = np.ogrid[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1]
    dome = 0.6 * np.sqrt(np.clip(radius**2 - ((rows - y) ** 2 + (columns - x) ** 2) / scale**2, 0, None))
    relief[rows[0, 0] : rows[-1, 0] + 1, columns[0, 0] : columns[0, -1] + 1] += dome
