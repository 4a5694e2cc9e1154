"""Flat things with a relief under the lamp: keys, coins, papers, hands, confetti."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tools.odd_things.solids import FONTS, SUITS, ink_of
from tools.odd_things.view import Canvas, Floats, Numbers, Reals, at, clouds, linearize, paint

SLICES = 5


@dataclass(frozen=True, slots=True, eq=False)
class FlatThing:
    """A thing seen from above: colours (h, w, 3) in linear light, coverage (h, w) 0 to 1, and relief (h, w) in mm.

    `scale` is in pixels per mm; its edge is `thick` mm high. A thing with a `mirrored` tile looks like metal.
    """

    colour: Floats
    there: Floats
    relief: Floats
    scale: float
    thick: float = 1.0
    gloss: float = 0.3
    mirrored: Floats | None = None

    @property
    def reach(self) -> float:
        """The radius in mm around the thing's middle."""
        return math.hypot(*self.there.shape) / 2 / self.scale

    def draw(self, canvas: Canvas, x: float, y: float, degrees: float, lift: float = 0.0) -> None:
        """Paint the thing with its shadow on the table, turned; `lift` is its height in mm above the table."""
        blur, strength = canvas.shadow(x, y, self.thick + lift)
        towards = canvas.light.towards[:2] / canvas.light.towards[2] * (self.thick + lift)
        cast = self._warp(self.there, self._place(canvas, x - towards[0], y - towards[1], degrees, 0.0), canvas)
        canvas.shade(cast, blur, strength)
        near = self._warp(self.there, self._place(canvas, x, y, degrees, 0.0), canvas)
        canvas.shade(near, canvas.scale_at(x, y) * (0.3 * self.thick + 0.3 * lift + 0.1), 0.4)
        side = self.colour * canvas.light.on(np.array([0.6, 0.0, 0.5]))
        layers = [(side * 0.8, lift + self.thick * n / SLICES) for n in range(SLICES if self.thick > 0.3 else 0)]
        for lit, height in [*layers, (self._light(canvas, degrees), lift + self.thick)]:
            place = self._place(canvas, x, y, degrees, height)
            there = self._warp(self.there, place, canvas)
            left, top, width, tall = cv2.boundingRect((there > 0).astype(np.uint8))
            part = slice(top, top + tall), slice(left, left + width)
            if width and tall:
                share = there[part][..., None]
                canvas.pixels[part] += (self._warp(lit, place, canvas)[part] - canvas.pixels[part]) * share

    def _place(self, canvas: Canvas, x: float, y: float, degrees: float, height: float) -> Reals:
        turn = math.radians(degrees)
        cos, sin = math.cos(turn) / self.scale, math.sin(turn) / self.scale
        tall, wide = self.there.shape
        # Rows run down, but y runs up.
        lie = np.array([[cos, sin, x], [sin, -cos, y], [0, 0, 1]]) @ np.array(
            [[1, 0, -wide / 2], [0, 1, -tall / 2], [0, 0, 1]]
        )
        return np.asarray(canvas.view.plane(height) @ lie)

    def _warp(self, layer: Floats, place: Reals, canvas: Canvas) -> Floats:
        size = (canvas.view.width, canvas.view.height)
        return np.asarray(cv2.warpPerspective(layer, place, size, flags=cv2.INTER_LINEAR), np.float32)

    def _light(self, canvas: Canvas, degrees: float) -> Floats:
        turn = math.radians(degrees)
        cos, sin = math.cos(turn), math.sin(turn)
        smooth = cv2.GaussianBlur(self.relief, (0, 0), 0.7)
        right, down = (cv2.Sobel(smooth, cv2.CV_32F, i, 1 - i, scale=self.scale / 8) for i in (1, 0))
        x, y = (np.asarray(side, np.float32) for side in (-(cos * right + sin * down), cos * down - sin * right))
        normals = np.stack([x, y, np.ones_like(x)], axis=-1)
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
        to_eye = (canvas.view.eye / np.linalg.norm(canvas.view.eye)).astype(np.float32)
        lit = self.colour * canvas.light.on(normals)
        shine = canvas.light.gloss(normals, to_eye, 45) * canvas.light.colour * self.gloss
        if self.mirrored is not None:
            back = 2 * (normals @ to_eye)[..., None] * normals - to_eye
            room = at(self.mirrored, 0.25 * back[..., 0].astype(np.float32), 0.25 * back[..., 1].astype(np.float32))
            lit = (
                lit * 0.3 + self.colour * (canvas.light.colour + canvas.light.ambient) * (0.05 + 0.5 * room)[..., None]
            )
            shine = shine * self.colour * 1.5
        return np.asarray(lit + shine, np.float32)


def make_layer(width: float, height: float, scale: float) -> Floats:
    """Return an empty layer (h, w) for a width and height in mm."""
    return np.zeros((max(3, round(height * scale)), max(3, round(width * scale))), np.float32)


def mm_of(layer: Floats, scale: float) -> tuple[Floats, Floats]:
    """Return x to the right and y down in mm (h, w each) from the middle of a layer."""
    tall, wide = layer.shape[:2]
    x, y = np.meshgrid((np.arange(wide) + 0.5 - wide / 2) / scale, (np.arange(tall) + 0.5 - tall / 2) / scale)
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def inside(distance: Numbers, scale: float) -> Floats:
    """Return 1 where a signed distance in mm is below 0, else 0, with soft edges a pixel wide."""
    return np.asarray(np.clip(0.5 - distance * scale, 0, 1), np.float32)


def bevel(there: Floats, scale: float, width: float, height: float) -> Floats:
    """Return the relief of a thing whose edge is rounded over `width` mm and `height` mm high."""
    solid = np.pad((there > 0.5).astype(np.uint8), 1)
    deep = cv2.distanceTransform(solid, cv2.DIST_L2, 5)[1:-1, 1:-1] / scale
    over = np.clip(1 - deep / width, 0, 1)
    return np.asarray(height * np.sqrt(1 - over**2), np.float32)


def fill(colour: Floats, layer: Floats) -> Floats:
    """Return one colour over a whole layer (h, w, 3)."""
    return np.asarray(np.broadcast_to(colour, (*layer.shape[:2], 3)), np.float32).copy()


def stain(colours: Floats, ink: Numbers, colour: Floats) -> None:
    """Blend a colour into `colours` (h, w, 3), in place; `ink` is its share (h, w)."""
    colours += (colour - colours) * ink[..., None]


def stamp(
    layer: Floats, ink: Floats, middle: tuple[float, float], size: float, scale: float, *, degrees: float = 0
) -> None:
    """Print a square of ink of `size` mm on a layer of ink, in place; `middle` is in mm."""
    factor = size * scale / ink.shape[0]
    matrix = cv2.getRotationMatrix2D((ink.shape[1] / 2, ink.shape[0] / 2), degrees, factor)
    matrix[0, 2] += layer.shape[1] / 2 + middle[0] * scale - ink.shape[1] / 2
    matrix[1, 2] += layer.shape[0] / 2 + middle[1] * scale - ink.shape[0] / 2
    small = max(0.01, 0.45 / factor - 0.45)
    soft = cv2.GaussianBlur(ink, (0, 0), small) if factor < 0.8 else ink
    np.maximum(layer, cv2.warpAffine(soft, matrix, (layer.shape[1], layer.shape[0])), out=layer)


METALS = ([0.78, 0.8, 0.82], [0.35, 0.7, 0.85], [0.3, 0.5, 0.75], [0.55, 0.58, 0.6], [0.6, 0.8, 0.9])


def _metal(random: np.random.Generator) -> Floats:
    return linearize(np.array(METALS[int(random.integers(len(METALS)))]) * random.uniform(0.7, 1.05))


def key(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a key: bow with a hole, shaft with teeth and a groove."""
    length, bow = float(random.uniform(45, 62)), float(random.uniform(9, 13))
    there = make_layer(length + 2, 2 * bow + 4, scale)
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
    ink = make_layer(length + 2, 2 * bow + 4, scale)
    stamp(
        ink, ink_of(str(random.integers(10, 9999)), "sans", 600), (left + bow * 1.3, 0.0), bow * 0.8, scale, degrees=90
    )
    return FlatThing(fill(_metal(random), there), there, relief - 0.15 * ink, scale, 2.2, 0.5, clouds(random, 4, 0.4))


def coin(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a coin: rim, a number or a head, letters around, one metal or two."""
    radius = float(random.uniform(8, 13.5))
    there = make_layer(2 * radius + 1, 2 * radius + 1, scale)
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
    colour = fill(_metal(random), there)
    if random.random() < 0.4:
        stain(colour, inside(far - radius * 0.66, scale), _metal(random))
    worn = clouds(random, 8, 0.7)
    colour *= (0.65 + 0.35 * np.asarray(worn[np.ix_(*(np.arange(n) % 512 for n in there.shape))]))[..., None]
    return FlatThing(colour, there, relief + 0.22 * ink, scale, 1.8, 0.4, clouds(random, 4, 0.4))


def screw(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a screw seen on its head, a washer or nut, or a lying screw."""
    radius, kind = float(random.uniform(3, 6)), random.random()
    metal = _metal(random) * np.float32(random.uniform(0.4, 1.0))
    if kind < 0.3:
        length = radius * float(random.uniform(4, 8))
        there = make_layer(length, 2 * radius + 1, scale)
        x, y = mm_of(there, scale)
        along = x + length / 2
        half = np.where(along < radius * 0.7, radius * np.sqrt(np.clip(along / radius / 0.7, 0, 1)), radius * 0.45)
        half = np.minimum(half, np.maximum((length - along) * 0.5, 0.01))
        thread = 0.12 * radius * np.sin((along + 0.3 * y) * 2 * math.pi / (radius * 0.35)) * (along > radius)
        there = inside(np.abs(y) - half - thread, scale)
        relief = np.sqrt(np.clip(half**2 - y**2, 0, None)) + thread
        return FlatThing(fill(metal, there), there, relief.astype(np.float32), scale, 0.4, 0.6, clouds(random))
    there = make_layer(2 * radius + 1, 2 * radius + 1, scale)
    x, y = mm_of(there, scale)
    far, around = np.hypot(x, y), np.arctan2(y, x)
    if kind < 0.5:
        outer = far * np.cos((around % (math.pi / 3)) - math.pi / 6) - radius * 0.88
        edge = outer if random.random() < 0.5 else far - radius
        there = inside(np.maximum(edge, radius * float(random.uniform(0.4, 0.6)) - far), scale)
        return FlatThing(fill(metal, there), there, bevel(there, scale, 0.6, 0.4), scale, 2.0, 0.6, clouds(random))
    there = inside(far - radius, scale)
    relief = 0.25 * np.sqrt(np.clip(radius**2 - far**2, 0, None))
    wide = radius * 0.13
    slot, other = (np.maximum(np.abs(a) - radius * 0.62, np.abs(b) - wide) for a, b in ((x, y), (y, x)))
    star = far - radius * (0.38 + 0.07 * np.cos(6 * around))
    hexagon = far * np.cos((around % (math.pi / 3)) - math.pi / 6) - radius * 0.42
    recess = (slot, np.minimum(slot, other), np.minimum(slot, other), star, hexagon)[int(random.integers(5))]
    cut = inside(recess, scale)
    colour = fill(metal, there) * (1 - 0.8 * cut)[..., None]
    return FlatThing(colour, there, (relief - 1.2 * cut).astype(np.float32), scale, radius * 0.4, 0.7, clouds(random))


def button(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a button with two, three or four holes and a rim, some with thread."""
    radius, count = float(random.uniform(6, 14)), int(random.choice([2, 4, 4, 3]))
    there = make_layer(2 * radius + 1, 2 * radius + 1, scale)
    x, y = mm_of(there, scale)
    far = np.hypot(x, y)
    hole, ring = radius * float(random.uniform(0.09, 0.14)), radius * float(random.uniform(0.2, 0.33))
    angles = 2 * np.pi * (np.arange(count) + 0.5) / count
    holes = np.min([np.hypot(x - ring * math.cos(a), y - ring * math.sin(a)) - hole for a in angles], axis=0)
    there = inside(np.maximum(far - radius, -holes), scale)
    rim = radius * float(random.uniform(0.6, 0.8))
    relief = bevel(there, scale, 0.9, 0.7) + 0.7 * np.exp(-(((far - rim - radius * 0.1) / (radius * 0.09)) ** 2))
    colour = fill(paint(random, 0.1, 0.98), there)
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
    there = make_layer(side * count + 6, side + 6, scale)
    x, y = mm_of(there, scale)
    plate = np.maximum(np.abs(x) - side * count / 2, np.abs(y) - side / 2) - 1.5
    there, relief = inside(plate, scale), bevel(inside(plate, scale), scale, 2.5, 2)
    colour = fill(paint(random, 0.7, 1.0, (0.0, 0.12)) if random.random() < 0.8 else paint(random, 0.05, 0.3), there)
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
            stain(colour, inside(clip, scale), linearize(np.array([0.6, 0.65, 0.68])))
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
"""The places of the suit on a card: x and y, -1 to 1."""


def card(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a playing card of 1 to 10 with marked corners."""
    there = make_layer(63.5, 89.5, scale)
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
    colour = fill(paint(random, 0.85, 0.99, (0.0, 0.1)), there)
    red = linearize(np.array([0.12, 0.1, 0.8])) if suit < 2 else linearize(np.array([0.08, 0.07, 0.07]))
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
    there = make_layer(side, side * 1.3, scale)
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
    colour = fill(paint(random, 0.75, 0.99, (0.0, 0.15)), there)
    stain(colour, np.asarray(shown[..., 0], np.float32) / 255, paint(random, 0.0, 0.3))
    waves = 1.5 * clouds(random, 2, 0.3)[np.ix_(*(np.linspace(0, 511, n).astype(int) for n in there.shape))]
    return FlatThing(colour, np.ones_like(there), waves, scale, 0.2, 0.05)


def braille(random: np.random.Generator, scale: float, side: float = 90.0) -> FlatThing:
    """Return a page of Braille, or a sign with printed Braille: cells of two by three dots, of which some are set."""
    there = make_layer(side, side, scale)
    pitch, cell, row = 2.5, 6.2, 10.2
    relief, radius = np.zeros_like(there), float(random.uniform(0.65, 0.85))
    full = random.random() < 0.3
    for top in np.arange(-side / 2 + 8, side / 2 - 8, row):
        for left in np.arange(-side / 2 + 6, side / 2 - 6, cell):
            if random.random() > 0.12:
                for n in np.flatnonzero(random.random(6) < (0.85 if full else 0.5)):
                    _dot(relief, (left + pitch * (n % 2), top + pitch * (n // 2)), radius, scale)
    colour = fill(paint(random, 0.5, 0.98, (0.0, 0.5)), there)
    if random.random() < 0.35:
        stain(colour, (relief > 0.3 * radius).astype(np.float32), paint(random, 0.0, 0.4))
    return FlatThing(colour, np.ones_like(there), relief, scale, 0.4, float(random.uniform(0.05, 0.4)))


def grid(random: np.random.Generator, scale: float, side: float = 130.0) -> FlatThing:
    """Return dots in order: a perforated plate, a peg board, a printed grid, a grille, dots in groups."""
    there = make_layer(side, side, scale)
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
    colour = fill(paint(random, 0.3, 0.98, (0.0, 0.5)), there)
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


SKINS = ([0.65, 0.76, 0.93], [0.52, 0.65, 0.87], [0.4, 0.53, 0.76], [0.25, 0.37, 0.58], [0.14, 0.22, 0.36])
FINGERS = ((-72, 62, 10.5), (-22, 76, 9.2), (-4, 86, 9.6), (13, 80, 9.0), (32, 62, 7.8))
"""Thumb to little finger: degrees from straight ahead, distance from the palm's middle, and radius, in mm."""


def hand(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a hand or some of its fingers from above, with joints, nails and wrist, and rounded shading."""
    there = make_layer(230, 250, scale)
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
    colour = fill(linearize(np.array(SKINS[int(random.integers(len(SKINS)))]) * random.uniform(0.9, 1.05)), there)
    colour *= (0.8 + 0.3 * tile - 0.35 * np.minimum(creases, 1))[..., None]
    stain(colour, 0.5 * nails, linearize(np.array([0.62, 0.62, 0.85])) * colour.max() ** 0.5)
    relief = height + 0.1 * tile - 0.5 * creases + 0.1 * nails
    return FlatThing(colour, there, relief.astype(np.float32), scale, 0.2, 0.08)


def _round(
    x: Floats, y: Floats, ends: tuple[tuple[float, ...], tuple[float, ...]], radius: float, flat: float
) -> Floats:
    """Return the height over the table of a capsule between two places, 0 outside it."""
    one = ends[0]
    way = np.subtract(ends[1], one)
    share = np.clip(((x - one[0]) * way[0] + (y - one[1]) * way[1]) / float(way @ way), 0, 1)
    far = np.hypot(x - one[0] - share * way[0], y - one[1] - share * way[1])
    slim = radius * (1 - 0.18 * share)
    return np.asarray(flat * np.sqrt(np.clip(slim**2 - far**2, 0, None)), np.float32)


def ladybird(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a ladybird with 2 to 22 spots."""
    length = float(random.uniform(6, 9))
    there = make_layer(1.7 * length, 1.7 * length, scale)
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
    shell = linearize(
        np.array(random.choice([[0.05, 0.1, 0.8], [0.0, 0.45, 0.9], [0.1, 0.75, 0.95], [0.05, 0.05, 0.6]]))
    )
    colour = fill(np.array([0.01, 0.01, 0.012], np.float32), there)
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
    there = make_layer(2.6 * radius, 2.6 * radius, scale)
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
    return FlatThing(fill(paint(random, 0.3, 1.0, (0.3, 1.0)), there), there, bent, scale, 0.1, 0.4)


def sweet(random: np.random.Generator, scale: float) -> FlatThing:
    """Return a sweet, bean, pill or bead: a dome of one colour."""
    radius = float(random.uniform(4, 8))
    slim = float(random.choice([1.0, 1.0, 0.6]))
    there = make_layer(2 * radius + 1, 2 * radius + 1, scale)
    x, y = mm_of(there, scale)
    far = np.hypot(x, y / slim)
    dome = 0.6 * np.sqrt(np.clip(radius**2 - far**2, 0, None))
    hole = inside(0.25 * radius - far, scale) if random.random() < 0.3 else np.ones_like(there)
    colour = fill(paint(random, 0.1, 1.0, (0.1, 1.0)), there)
    there = inside(far - radius, scale) * hole
    return FlatThing(colour, there, cv2.GaussianBlur(dome.astype(np.float32), (0, 0), 1.0), scale, 1.5, 0.8)
