"""The six faces of drawn dice, as one strip: pips of many kinds, marks that are no pips, marble."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.patterns import PATTERNS
from vision.pictures import Image

Colour: TypeAlias = tuple[float, float, float]

SPOTS = dict(enumerate(PATTERNS, start=1))
"""Places of the pips of each value, in pitches from the centre."""

NEEDED = {2: (0, 1), 3: (0, 2), 4: (0, 1, 2, 3), 5: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""Indices into ``SPOTS`` of the pips without which a face shows no value."""

TOP = 4
"""Index of the top face in a strip."""

SHIFT = 4


@dataclass(frozen=True, slots=True)
class DieLook:
    """How the dice of one kind are made; lengths in shares of a die's side.

    ``pitch`` is from the middle to the pips' rows, ``squeeze`` narrows the columns of a six, ``straight`` is how far
    from the middle the pips of a two that lie along an edge are (0: they lie along a diagonal), ``one`` is how much
    larger the single pip is, ``hollow`` how deep pips are bored (their light side shows), ``crescent`` how brightly
    their bowls mirror a lamp, ``disc`` the radius of a coloured disc under the pips (0: none), ``grain`` how strongly
    the second colour runs through the first, ``lettered`` the share of the faces with small print.
    """

    colour: Colour
    second: Colour
    pips: Colour
    ones: Colour
    grain: float
    speckle: float
    pitch: float
    squeeze: float
    straight: float
    radius: float
    one: float
    hollow: float
    crescent: float
    ring: bool
    square: bool
    disc: float
    disc_colour: Colour
    rounding: float
    ball: float
    opacity: float
    gloss: float
    lettered: float


def strip(
    rng: np.random.Generator,
    look: DieLook,
    order: Sequence[int],
    marks: Sequence[str | None],
    *,
    pixels: int,
    tile: Image,
    lost: int | None = None,
) -> Image:
    """Return the faces with the values ``order`` beside each other, (pixels, 6 * pixels, 3).

    A mark (a letter, a numeral, "" for nothing, "*" for a logo) takes the place of a face's pips where it is not
    None. ``tile`` is smooth noise, from which marble is cut. ``lost`` is the pip that the top face, the fifth, lacks.
    """
    finer = 3 if pixels < 32 else 2 if pixels < 64 else 1
    if finer > 1:
        # Small discs come out round only if they are drawn larger.
        made = strip(rng, look, order, marks, pixels=pixels * finer, tile=tile, lost=lost)
        return np.asarray(cv2.resize(made, (pixels * len(order), pixels), interpolation=cv2.INTER_AREA), np.uint8)
    made = np.empty((pixels, pixels * len(order), 3), np.uint8)
    made[:] = np.round(look.colour)
    if look.grain > 0:
        made = _marbled(rng, made, look, tile)
    if look.speckle > 0:
        spots = rng.random(made.shape[:2]) < look.speckle
        made[spots] = np.round(look.second)
    glint = rng.uniform(0, 2 * math.pi)
    for n, (value, mark) in enumerate(zip(order, marks, strict=True)):
        part = made[:, n * pixels : (n + 1) * pixels]
        face = np.ascontiguousarray(part)
        if rng.random() < look.lettered:
            _lettering(rng, face, look)
        if look.disc > 0:
            _dot(face, (0.5, 0.5), look.disc, look.disc_colour)
        if mark is None:
            bored = places(value, look, bool(rng.random() < 0.5))
            _pips(face, look, [at for m, at in enumerate(bored) if n != TOP or m != lost], value == 1, glint)
        elif mark:
            _mark(rng, face, look, mark)
        part[:] = face
    return made


def places(value: int, look: DieLook, mirrored: bool) -> list[tuple[float, float]]:
    """Return the places of the pips of a value, in shares of the face's side from its corner."""
    if value == 2 and look.straight:
        ends = 0.5 - look.straight, 0.5 + look.straight
        return [(0.5, end) if mirrored else (end, 0.5) for end in ends]
    found = []
    for x, y in SPOTS[value]:
        across = x * look.pitch * (look.squeeze if value == 6 else 1.0)
        u, v = 0.5 + across, 0.5 + y * look.pitch
        # Twos and threes run along either diagonal; sixes and straight twos stand either way.
        found.append(((1 - u, v) if value in {2, 3} else (v, u)) if mirrored else (u, v))
    return found


def _pips(face: Image, look: DieLook, spots: Sequence[tuple[float, float]], single: bool, glint: float) -> None:
    colour = look.ones if single else look.pips
    radius = look.radius * (look.one if single else 1.0)
    for u, v in spots:
        if look.square:
            _box(face, (u, v), radius * 0.9, colour)
            continue
        if look.hollow > 0:
            _dot(face, (u, v), radius * 1.08, _mixed(colour, look.colour, 0.5))
        _dot(face, (u, v), radius, colour)
        if look.hollow > 0:
            shift = radius * 0.35 * look.hollow
            lit = (u + shift * math.cos(glint), v + shift * math.sin(glint))
            _dot(face, lit, radius * 0.5, _mixed(colour, (255, 255, 255), 0.3 * look.hollow))
        if look.crescent > 0:
            _crescent(face, (u, v), radius, glint, look.crescent)
        if look.ring:
            _dot(face, (u, v), radius * 0.45, _mixed(colour, look.colour, 0.7))


def _crescent(face: Image, at: tuple[float, float], radius: float, glint: float, bright: float) -> None:
    """Draw the reflection in a bored, glossy pip: an arc along its rim, or a ring under a ring light."""
    pixels = face.shape[0] * (1 << SHIFT)
    place = round(at[0] * pixels - (1 << SHIFT) / 2), round(at[1] * pixels - (1 << SHIFT) / 2)
    wide, thick = round(0.8 * radius * pixels), max(1, round(0.38 * radius * face.shape[0]))
    # The brighter, the longer: from a short arc to all around.
    reach = 30 + 150 * bright
    veil = face.copy()
    towards = math.degrees(glint)
    cv2.ellipse(veil, place, (wide, wide), towards, -reach, reach, (255, 255, 255), thick, cv2.LINE_AA, SHIFT)
    cv2.addWeighted(veil, bright, face, 1 - bright, 0, dst=face)


def _lettering(rng: np.random.Generator, face: Image, look: DieLook) -> None:
    """Print a maker's name or a number small on a face, as on the dice of casinos."""
    pixels = face.shape[0]
    word = "".join(chr(int(c)) for c in rng.integers(65, 91, int(rng.integers(2, 8))))
    thick = max(1, round(pixels * float(rng.uniform(0.01, 0.03))))
    (width, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 1.0, thick)
    scale = pixels * float(rng.uniform(0.3, 0.75)) / max(width, 1)
    at = (round(pixels * float(rng.uniform(0.05, 0.4))), round(pixels * float(rng.uniform(0.15, 0.95))))
    tone = _mixed(look.colour, look.pips, float(rng.uniform(0.3, 0.9)))
    turned = np.ascontiguousarray(np.rot90(face, int(rng.integers(4))))
    cv2.putText(turned, word, at, cv2.FONT_HERSHEY_SIMPLEX, scale, tone, thick, cv2.LINE_AA)
    face[:] = turned


def _mark(rng: np.random.Generator, face: Image, look: DieLook, mark: str) -> None:
    pixels = face.shape[0]
    if mark == "*":
        _logo(rng, face, look)
        return
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    thick = max(1, round(pixels * float(rng.uniform(0.05, 0.1))))
    (width, height), _ = cv2.getTextSize(mark, font, 1.0, thick)
    scale = pixels * float(rng.uniform(0.45, 0.65)) / max(width, height, 1)
    (width, height), _ = cv2.getTextSize(mark, font, scale, thick)
    at = ((pixels - width) // 2, (pixels + height) // 2)
    cv2.putText(face, mark, at, font, scale, look.pips, thick, cv2.LINE_AA)
    if mark in {"6", "9"}:
        end = (at[0] + width, at[1] + thick * 2)
        cv2.line(face, (at[0], at[1] + thick * 2), end, look.pips, thick, cv2.LINE_AA)
    quarter = int(rng.integers(4))
    face[:] = np.rot90(face, quarter)


def _logo(rng: np.random.Generator, face: Image, look: DieLook) -> None:
    """Draw a maker's logo in place of the one: a few strokes, a star or a crest."""
    pixels = face.shape[0]
    kind = int(rng.integers(4))
    radius = float(rng.uniform(0.18, 0.34))
    if kind == 0:
        count = int(rng.integers(3, 8))
        turn = rng.uniform(0, 2 * math.pi)
        steps = turn + np.arange(2 * count) * math.pi / count
        lengths = np.where(np.arange(2 * count) % 2, float(rng.uniform(0.35, 0.6)), 1.0) * radius
        outline = np.column_stack([np.cos(steps), np.sin(steps)]) * lengths[:, None] + 0.5
        cv2.fillPoly(face, [_fixed(outline, pixels)], look.pips, cv2.LINE_AA, SHIFT)
    elif kind == 1:
        _dot(face, (0.5, 0.5), radius, look.pips)
        outline = rng.uniform(0.5 - radius * 0.7, 0.5 + radius * 0.7, (5, 2))
        cv2.fillPoly(face, [_fixed(outline, pixels)], look.colour, cv2.LINE_AA, SHIFT)
    else:
        for _ in range(int(rng.integers(3, 7))):
            line = rng.uniform(0.5 - radius, 0.5 + radius, (int(rng.integers(2, 5)), 2))
            thick = max(1, round(pixels * float(rng.uniform(0.03, 0.08))))
            cv2.polylines(face, [_fixed(line, pixels)], kind == 2, look.pips, thick, cv2.LINE_AA, SHIFT)


def _marbled(rng: np.random.Generator, made: Image, look: DieLook, tile: Image) -> Image:
    height, width = made.shape[:2]
    y, x = (int(rng.integers(n - m + 1)) for n, m in zip(tile.shape[:2], (height, width), strict=True))
    run = tile[y : y + height, x : x + width].astype(np.float32) / 255
    share = np.clip((run - 0.5) * 4 * look.grain + 0.5 * look.grain, 0, 1)[..., None]
    return np.asarray(made * (1 - share) + np.array(look.second, np.float32) * share, np.float32).astype(np.uint8)


def _dot(face: Image, at: tuple[float, float], radius: float, colour: Colour) -> None:
    pixels = face.shape[0] * (1 << SHIFT)
    place = (round(at[0] * pixels - (1 << SHIFT) / 2), round(at[1] * pixels - (1 << SHIFT) / 2))
    cv2.circle(face, place, max(1, round(radius * pixels)), colour, cv2.FILLED, cv2.LINE_AA, SHIFT)


def _box(face: Image, at: tuple[float, float], half: float, colour: Colour) -> None:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + at
    cv2.fillPoly(face, [_fixed(corners, face.shape[0])], colour, cv2.LINE_AA, SHIFT)


def _fixed(points: NDArray[np.float64], pixels: int) -> NDArray[np.int32]:
    return np.round((points * pixels - 0.5) * (1 << SHIFT)).astype(np.int32)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    b, g, r = (p * (1 - share) + q * share for p, q in zip(one, other, strict=True))
    return b, g, r
