"""Hands, ladybirds, confetti and sweets."""

import math

import cv2
import numpy as np

from tools.odd_things.noise import clouds, linear, paint
from tools.odd_things.sheets import FlatThing, empty, even, inside, mm_of, stain
from tools.odd_things.view import Floats

SKINS = ([0.65, 0.76, 0.93], [0.52, 0.65, 0.87], [0.4, 0.53, 0.76], [0.25, 0.37, 0.58], [0.14, 0.22, 0.36])
FINGERS = ((-72, 62, 10.5), (-22, 76, 9.2), (-4, 86, 9.6), (13, 80, 9.0), (32, 62, 7.8))
"""Thumb to little finger: direction in degrees from straight ahead, how far from the palm's middle, radius in mm."""


def hand(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a hand or some of its fingers, from above: joints, nails, wrist; round under the lamp."""
    there = empty(230, 250, scale)
    x, y = mm_of(there, scale)
    y = y - 20
    shown = random.random(5) < random.choice([0.35, 1.0])
    shown[int(random.integers(1, 4))] = True
    height = _round(x, y, ((0.0, 10.0), (0.0, 40.0)), 36.0, 0.4)
    height = np.maximum(height, _round(x, y, ((0.0, 30.0), (0.0, 150.0)), 27.0, 0.6))
    creases, nails = np.zeros_like(there), np.zeros_like(there)
    for (direction, far, radius), wanted in zip(FINGERS, shown, strict=True):
        angle = math.radians(direction + random.normal(0, 4))
        reach = far * (float(random.uniform(0.92, 1.05)) if wanted else 0.55)
        way = np.array([math.sin(angle), -math.cos(angle)])
        root, tip = way * 26 + [0, 8], way * reach
        height = np.maximum(height, _round(x, y, (tuple(root), tuple(tip)), radius, 0.9))
        across, along = x * -way[1] + y * way[0], x * way[0] + y * way[1]
        if wanted:
            for joint in (0.45, 0.5, 0.72, 0.75):
                near = np.exp(-(((along - reach * joint - 8) / 0.5) ** 2)) * (np.abs(across) < radius * 0.6)
                creases += 0.5 * near.astype(np.float32)
            nail = np.hypot(across / (radius * 0.6), (along - reach + radius * -0.1) / (radius * 0.75)) - 1
            nails = np.maximum(nails, inside(np.asarray(nail * radius, np.float32), scale))
    there = np.clip(height * 1.5 * scale, 0, 1).astype(np.float32)
    tile = clouds(random, 16, 0.75)[np.ix_(*(np.arange(n) % 512 for n in there.shape))]
    colour = even(linear(np.array(SKINS[int(random.integers(len(SKINS)))]) * random.uniform(0.9, 1.05)), there)
    colour *= (0.8 + 0.3 * tile - 0.35 * np.minimum(creases, 1))[..., None]
    stain(colour, 0.5 * nails, linear(np.array([0.62, 0.62, 0.85])) * colour.max() ** 0.5)
    relief = height + 0.1 * tile - 0.5 * creases + 0.1 * nails
    return FlatThing(colour, there, relief.astype(np.float32), scale, 0.2, 0.08)


def _round(
    x: Floats, y: Floats, ends: tuple[tuple[float, ...], tuple[float, ...]], radius: float, flat: float
) -> Floats:
    """Return the height over the table of a sausage between two places, 0 beside it."""
    one = ends[0]
    way = np.subtract(ends[1], one)
    share = np.clip(((x - one[0]) * way[0] + (y - one[1]) * way[1]) / float(way @ way), 0, 1)
    far = np.hypot(x - one[0] - share * way[0], y - one[1] - share * way[1])
    slim = radius * (1 - 0.18 * share)
    return np.asarray(flat * np.sqrt(np.clip(slim**2 - far**2, 0, None)), np.float32)


def ladybird(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a ladybird with 2 to 22 spots."""
    length = float(random.uniform(6, 9))
    there = empty(1.7 * length, 1.7 * length, scale)
    x, y = mm_of(there, scale)
    half, wide = length / 2, length * 0.4
    body = np.hypot(x / wide, y / half)
    dome = 0.75 * wide * np.sqrt(np.clip(1 - body**2, 0, None))
    head = np.hypot(x / (wide * 0.6), (y + half * 0.92) / (half * 0.32))
    legs = np.full_like(there, 9.0)
    for n in (-1.0, 0.0, 1.0):
        for side in (-1, 1):
            bent = n * half * 0.5 + (np.abs(x) - wide * 0.8) * n * 0.7
            leg = np.maximum(np.abs(y - bent) - 0.14, np.abs(np.abs(x) - wide) - wide * 0.45)
            legs = np.minimum(legs, np.where(np.sign(x) == side, leg, 9.0))
    there = np.maximum(inside((body - 1) * wide, scale), inside((head - 1) * wide * 0.6, scale))
    there = np.maximum(there, inside(legs, scale)).astype(np.float32)
    shell = linear(np.array(random.choice([[0.05, 0.1, 0.8], [0.0, 0.45, 0.9], [0.1, 0.75, 0.95], [0.05, 0.05, 0.6]])))
    colour = even(np.array([0.01, 0.01, 0.012], np.float32), there)
    stain(colour, inside((body - 1) * wide, scale), shell)
    spots = [(0.0, -0.75)] + [
        (side * float(i), float(j))
        for i, j in random.uniform((0.25, -0.5), (0.7, 0.7), (int(random.integers(1, 8)), 2))
        for side in (-1, 1)
    ]
    size = wide * float(random.uniform(0.12, 0.22))
    for i, j in spots:
        stain(
            colour, inside(np.hypot(x - i * wide, y - j * half) - size, scale), np.array([0.01, 0.01, 0.01], np.float32)
        )
    neck = inside((np.hypot(x / (wide * 0.75), (y + half * 0.8) / (half * 0.25)) - 1) * wide * 0.5, scale)
    stain(colour, neck, np.array([0.015, 0.015, 0.015], np.float32))
    for side in (-1, 1):
        stain(
            colour,
            inside(np.hypot(x - side * wide * 0.5, y + half * 0.82) - size * 0.8, scale),
            np.array([0.8, 0.85, 0.85], np.float32),
        )
    stain(
        colour,
        0.8 * inside(np.maximum(np.abs(x) - 0.07, -y - half * 0.65), scale) * inside((body - 1) * wide, scale),
        np.array([0.01, 0.01, 0.01], np.float32),
    )
    return FlatThing(colour, there, dome.astype(np.float32), scale, 0.8, 0.9)


def flake(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a piece of confetti: disc, square, heart or star of thin paper or foil."""
    radius = float(random.uniform(1.8, 3.2))
    there = empty(2.6 * radius, 2.6 * radius, scale)
    x, y = mm_of(there, scale)
    around, far = np.arctan2(y, x), np.hypot(x, y)
    shapes = (
        far - radius,
        far - radius,
        np.maximum(np.abs(x), np.abs(y)) - radius * 0.8,
        far - radius * (0.75 + 0.25 * np.cos(5 * around)),
        np.hypot(x, y + 0.25 * radius - 0.7 * np.abs(x)) - radius * 0.85,
    )
    there = inside(np.asarray(shapes[int(random.integers(5))], np.float32), scale)
    bent = float(random.uniform(-0.15, 0.15)) * x * x
    return FlatThing(even(paint(random, 0.3, 1.0, (0.3, 1.0)), there), there, bent, scale, 0.1, 0.4)


def sweet(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a sweet, bean, pill or bead: a dome of one colour."""
    radius = float(random.uniform(4, 8))
    slim = float(random.choice([1.0, 1.0, 0.6]))
    there = empty(2 * radius + 1, 2 * radius + 1, scale)
    x, y = mm_of(there, scale)
    far = np.hypot(x, y / slim)
    dome = 0.6 * np.sqrt(np.clip(radius**2 - far**2, 0, None))
    hole = inside(0.25 * radius - far, scale) if random.random() < 0.3 else np.ones_like(there)
    colour = even(paint(random, 0.1, 1.0, (0.1, 1.0)), there)
    there = inside(far - radius, scale) * hole
    return FlatThing(colour, there, cv2.GaussianBlur(dome.astype(np.float32), (0, 0), 1.0), scale, 1.5, 0.8)
