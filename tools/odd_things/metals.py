"""Keys, coins, screws, buttons and sockets."""

import math

import numpy as np

from tools.odd_things.marks import FONTS, ink_of
from tools.odd_things.noise import clouds, linear, paint
from tools.odd_things.sheets import FlatThing, bevel, empty, even, inside, mm_of, stain, stamp
from tools.odd_things.view import Floats

METALS = ([0.78, 0.8, 0.82], [0.35, 0.7, 0.85], [0.3, 0.5, 0.75], [0.55, 0.58, 0.6], [0.6, 0.8, 0.9])


def _metal(random: np.random.Generator) -> Floats:
    return linear(np.array(METALS[int(random.integers(len(METALS)))]) * random.uniform(0.7, 1.05))


def key(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a key: bow with a hole, shaft with teeth and a groove."""
    length, bow = float(random.uniform(45, 62)), float(random.uniform(9, 13))
    there = empty(length + 2, 2 * bow + 4, scale)
    x, y = mm_of(there, scale)
    left = -length / 2
    square = float(random.choice([1.0, 2.0, 4.0]))
    head = (np.abs((x - left - bow) / bow) ** (2 * square) + np.abs(y / bow) ** (2 * square)) ** (
        0.5 / square
    ) * bow - bow
    high = float(random.uniform(3.4, 4.6))
    steps = np.repeat(random.uniform(0.2, 2.6, 8), 2)
    spots = np.interp(x, left + 2 * bow + 4 + np.arange(16) * (length - 2 * bow - 7) / 15, steps)
    shaft = np.maximum(
        np.abs(x - left - bow - (length - bow) / 2) - (length - bow) / 2, np.maximum(-y - high, y - high + spots)
    )
    hole = bow * float(random.uniform(0.2, 0.45)) - np.hypot(x - left - bow * float(random.uniform(0.5, 0.9)), y)
    there = inside(np.maximum(np.minimum(head, shaft), hole), scale)
    relief = bevel(there, scale, 0.5, 0.4)
    groove = inside(np.maximum(np.abs(y + high * 0.3) - 0.6, left + 2 * bow - x), scale)
    ring = inside(np.abs(np.hypot(x - left - bow, y) - bow * 0.8) - 0.3, scale)
    relief -= 0.4 * groove + 0.2 * ring
    ink = empty(length + 2, 2 * bow + 4, scale)
    stamp(
        ink, ink_of(str(random.integers(10, 9999)), "sans", 600), (left + bow * 1.3, 0.0), bow * 0.8, scale, degrees=90
    )
    return FlatThing(even(_metal(random), there), there, relief - 0.15 * ink, scale, 2.2, 0.5, clouds(random, 4, 0.4))


def coin(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a coin: rim, a number or a head, letters around, one metal or two."""
    radius = float(random.uniform(8, 13.5))
    there = empty(2 * radius + 1, 2 * radius + 1, scale)
    x, y = mm_of(there, scale)
    far = np.hypot(x, y)
    corners = np.cos(np.arctan2(y, x) * 7) * radius * 0.012 if random.random() < 0.2 else 0
    there = inside(far - radius + corners, scale)
    relief = 0.25 * inside(radius * 0.9 - far, scale)
    ink = np.zeros_like(there)
    font = FONTS[int(random.integers(3))]
    if random.random() < 0.6:
        word = str(random.choice([1, 2, 5, 10, 20, 25, 50]))
        stamp(ink, ink_of(word, font, 800, 0.9), (-radius * 0.1, 0.0), radius * 1.1, scale)
    else:
        face = clouds(random, 4, 0.55)[: there.shape[0], : there.shape[1]]
        bust = inside(np.hypot(x / 0.75, y + radius * 0.1) - radius * 0.5, scale) + inside(
            np.hypot(x, y - radius * 0.75) - radius * 0.45, scale
        )
        ink += np.minimum(bust, 1) * inside(far - radius * 0.78, scale) * (0.5 + np.resize(face, there.shape))
    word = "".join(chr(65 + int(n)) for n in random.integers(0, 26, int(random.integers(8, 22))))
    for n, letter in enumerate(word):
        angle = math.radians(200 + 12.5 * n)
        place = math.cos(angle) * radius * 0.77, math.sin(angle) * radius * 0.77
        stamp(ink, ink_of(letter, font, 700, 0.9), place, radius * 0.17, scale, degrees=-math.degrees(angle) - 90)
    colour = even(_metal(random), there)
    if random.random() < 0.4:
        stain(colour, inside(far - radius * 0.66, scale), _metal(random))
    worn = clouds(random, 8, 0.7)
    colour *= (0.65 + 0.35 * np.asarray(worn[np.ix_(*(np.arange(n) % 512 for n in there.shape))]))[..., None]
    return FlatThing(colour, there, relief + 0.22 * ink, scale, 1.8, 0.4, clouds(random, 4, 0.4))


def screw(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a screw seen on its head, a washer or nut, or a screw that lies."""
    radius, kind = float(random.uniform(3, 6)), random.random()
    metal = _metal(random) * np.float32(random.uniform(0.4, 1.0))
    if kind < 0.3:
        length = radius * float(random.uniform(4, 8))
        there = empty(length, 2 * radius + 1, scale)
        x, y = mm_of(there, scale)
        along = x + length / 2
        half = np.where(along < radius * 0.7, radius * np.sqrt(np.clip(along / radius / 0.7, 0, 1)), radius * 0.45)
        half = np.minimum(half, np.maximum((length - along) * 0.5, 0.01))
        thread = 0.12 * radius * np.sin((along + 0.3 * y) * 2 * math.pi / (radius * 0.35)) * (along > radius)
        there = inside(np.abs(y) - half - thread, scale)
        relief = np.sqrt(np.clip(half**2 - y**2, 0, None)) + thread
        return FlatThing(even(metal, there), there, relief.astype(np.float32), scale, 0.4, 0.6, clouds(random))
    there = empty(2 * radius + 1, 2 * radius + 1, scale)
    x, y = mm_of(there, scale)
    far, around = np.hypot(x, y), np.arctan2(y, x)
    if kind < 0.5:
        outer = far * np.cos((around % (math.pi / 3)) - math.pi / 6) - radius * 0.88
        edge = outer if random.random() < 0.5 else far - radius
        there = inside(np.maximum(edge, radius * float(random.uniform(0.4, 0.6)) - far), scale)
        return FlatThing(even(metal, there), there, bevel(there, scale, 0.6, 0.4), scale, 2.0, 0.6, clouds(random))
    there = inside(far - radius, scale)
    relief = 0.25 * np.sqrt(np.clip(radius**2 - far**2, 0, None))
    wide = radius * 0.13
    slot, other = (np.maximum(np.abs(a) - radius * 0.62, np.abs(b) - wide) for a, b in ((x, y), (y, x)))
    star = far - radius * (0.38 + 0.07 * np.cos(6 * around))
    hexagon = far * np.cos((around % (math.pi / 3)) - math.pi / 6) - radius * 0.42
    recess = (slot, np.minimum(slot, other), np.minimum(slot, other), star, hexagon)[int(random.integers(5))]
    cut = inside(recess, scale)
    colour = even(metal, there) * (1 - 0.8 * cut)[..., None]
    return FlatThing(colour, there, (relief - 1.2 * cut).astype(np.float32), scale, radius * 0.4, 0.7, clouds(random))


def button(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a button with two, three or four holes and a rim; some have thread in them."""
    radius, count = float(random.uniform(6, 14)), int(random.choice([2, 4, 4, 3]))
    there = empty(2 * radius + 1, 2 * radius + 1, scale)
    x, y = mm_of(there, scale)
    far = np.hypot(x, y)
    hole, ring = radius * float(random.uniform(0.09, 0.14)), radius * float(random.uniform(0.2, 0.33))
    angles = 2 * np.pi * (np.arange(count) + 0.5) / count
    holes = np.min([np.hypot(x - ring * math.cos(a), y - ring * math.sin(a)) - hole for a in angles], axis=0)
    there = inside(np.maximum(far - radius, -holes), scale)
    rim = radius * float(random.uniform(0.6, 0.8))
    relief = bevel(there, scale, 0.9, 0.7) + 0.7 * np.exp(-(((far - rim - radius * 0.1) / (radius * 0.09)) ** 2))
    colour = even(paint(random, 0.1, 0.98), there)
    if random.random() < 0.4:
        tile = clouds(random, 4, 0.5)
        swirl = tile[np.ix_(*(np.arange(n) % 512 for n in there.shape))]
        stain(colour, 0.6 * swirl, paint(random))
    if random.random() < 0.3:
        thread = inside(np.maximum(np.abs(y) - hole * 0.7, np.abs(x) - ring), scale)
        stain(colour, thread, paint(random))
        there = np.maximum(there, thread)
    return FlatThing(colour, there, relief.astype(np.float32), scale, 1.6, float(random.uniform(0.1, 0.9)))


def socket(random: np.random.Generator, scale: float) -> FlatThing:
    """Return one to three power sockets in their plate: round with two holes, British, American."""
    count, side = int(random.integers(1, 4)), 71.0
    there = empty(side * count + 6, side + 6, scale)
    x, y = mm_of(there, scale)
    plate = np.maximum(np.abs(x) - side * count / 2, np.abs(y) - side / 2) - 1.5
    there, relief = inside(plate, scale), bevel(inside(plate, scale), scale, 2.5, 2)
    colour = even(paint(random, 0.7, 1.0, (0.0, 0.12)) if random.random() < 0.8 else paint(random, 0.05, 0.3), there)
    kind = int(random.integers(3))
    for n in range(count):
        u, v = x - (n - (count - 1) / 2) * side, y
        if kind == 0:
            far = np.hypot(u, v)
            cup = inside(far - 20, scale)
            relief -= 8 * np.clip((20 - far) / 1.5, 0, 1) * cup
            colour *= (1 - 0.3 * cup)[..., None]
            dark = np.min([np.hypot(u - 9.5, v) - 2.6, np.hypot(u + 9.5, v) - 2.6], axis=0)
            clip = np.maximum(np.abs(u) - 2, np.abs(np.abs(v) - 18) - 1.6)
            stain(colour, inside(clip, scale), linear(np.array([0.6, 0.65, 0.68])))
        elif kind == 1:
            bars = ((0.0, -11.0, 2.2, 4.2), (-11.0, 11.0, 4.0, 2.2), (11.0, 11.0, 4.0, 2.2))
            dark = np.min([np.maximum(np.abs(u - a) - w, np.abs(v - b) - h) for a, b, w, h in bars], axis=0)
        else:
            spots = [(a, b + c) for a, b in ((-6.0, 0.0), (6.0, 0.0)) for c in (-17.0, 17.0)]
            dark = np.min([np.maximum(np.abs(u - a) - 1.1, np.abs(v - b) - 4) for a, b in spots], axis=0)
            dark = np.min([dark, *[np.hypot(u, v - c - 9) - 2.6 for c in (-17.0, 17.0)]], axis=0)
        hole = inside(dark, scale)
        colour *= (1 - 0.96 * hole)[..., None]
        relief -= 2 * hole
    return FlatThing(colour, there, relief.astype(np.float32), scale, 6.0, 0.35)
