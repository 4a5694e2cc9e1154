"""Drawn dice: random looks of a kind of dice, and its six faces as one strip."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.surfaces import colour
from vision.photograph.patterns import PATTERNS
from vision.pictures import Image

Colour: TypeAlias = tuple[float, float, float]

SPOTS = dict(enumerate(PATTERNS, start=1))
"""The places of each value's pips, in pitches from the centre."""

NEEDED = {2: (0, 1), 3: (0, 2), 4: (0, 1, 2, 3), 5: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""Indices into ``SPOTS`` of the pips without which a face shows no value."""

TOP = 4
"""Index of the top face in a strip."""

SHIFT = 4


@dataclass(frozen=True, slots=True)
class DieLook:
    """The looks of a kind of dice; lengths are in shares of a die's side.

    ``pitch`` is the distance from the middle to the pips' rows. ``squeeze`` narrows the columns of a six. ``straight``
    is the distance from the middle to the pips of a two along an edge (0: along a diagonal). ``one`` is the factor on
    the size of the single pip. ``hollow`` is the depth of bored pips, and ``crescent`` the strength of a lamp's
    reflection in them. ``disc`` is the radius of a coloured disc under the pips (0: none). ``grain`` is the strength of
    the second colour's veins. ``lettered`` is the share of the faces with small print.
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
    """Return the faces with the values ``order`` side by side, (pixels, 6 * pixels, 3).

    A mark (a letter, a numeral, "" for nothing, "*" for a logo) replaces a face's pips if it is not None. ``tile`` is
    smooth noise for marble. ``lost`` is the pip that the top face, the fifth, lacks.
    """
    finer = 3 if pixels < 32 else 2 if pixels < 64 else 1
    if finer > 1:
        # Small discs are round only if they are drawn larger.
        made = strip(rng, look, order, marks, pixels=pixels * finer, tile=tile, lost=lost)
        return np.asarray(cv2.resize(made, (pixels * len(order), pixels), interpolation=cv2.INTER_AREA), np.uint8)
    made = np.empty((pixels, pixels * len(order), 3), np.uint8)
    made[:] = np.round(look.colour)
    if look.grain > 0:
        made = _marble(rng, made, look, tile)
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
        # Twos and threes are along one of the diagonals, sixes and straight twos along one of the sides.
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
            _dot(face, (u, v), radius * 1.08, _mix(colour, look.colour, 0.5))
        _dot(face, (u, v), radius, colour)
        if look.hollow > 0:
            shift = radius * 0.35 * look.hollow
            lit = (u + shift * math.cos(glint), v + shift * math.sin(glint))
            _dot(face, lit, radius * 0.5, _mix(colour, (255, 255, 255), 0.3 * look.hollow))
        if look.crescent > 0:
            _crescent(face, (u, v), radius, glint, look.crescent)
        if look.ring:
            _dot(face, (u, v), radius * 0.45, _mix(colour, look.colour, 0.7))


def _crescent(face: Image, at: tuple[float, float], radius: float, glint: float, bright: float) -> None:
    """Draw the reflection in a bored, glossy pip: an arc along its rim, or a ring from a ring light."""
    pixels = face.shape[0] * (1 << SHIFT)
    place = round(at[0] * pixels - (1 << SHIFT) / 2), round(at[1] * pixels - (1 << SHIFT) / 2)
    wide, thick = round(0.8 * radius * pixels), max(1, round(0.38 * radius * face.shape[0]))
    # A brighter arc is longer, up to a full ring.
    reach = 30 + 150 * bright
    veil = face.copy()
    towards = math.degrees(glint)
    cv2.ellipse(veil, place, (wide, wide), towards, -reach, reach, (255, 255, 255), thick, cv2.LINE_AA, SHIFT)
    cv2.addWeighted(veil, bright, face, 1 - bright, 0, dst=face)


def _lettering(rng: np.random.Generator, face: Image, look: DieLook) -> None:
    """Print a maker's name or a number in small letters on a face, as on casino dice."""
    pixels = face.shape[0]
    word = "".join(chr(int(c)) for c in rng.integers(65, 91, int(rng.integers(2, 8))))
    thick = max(1, round(pixels * float(rng.uniform(0.01, 0.03))))
    (width, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 1.0, thick)
    scale = pixels * float(rng.uniform(0.3, 0.75)) / max(width, 1)
    at = (round(pixels * float(rng.uniform(0.05, 0.4))), round(pixels * float(rng.uniform(0.15, 0.95))))
    tone = _mix(look.colour, look.pips, float(rng.uniform(0.3, 0.9)))
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
        cv2.fillPoly(face, [_to_fixed_point(outline, pixels)], look.pips, cv2.LINE_AA, SHIFT)
    elif kind == 1:
        _dot(face, (0.5, 0.5), radius, look.pips)
        outline = rng.uniform(0.5 - radius * 0.7, 0.5 + radius * 0.7, (5, 2))
        cv2.fillPoly(face, [_to_fixed_point(outline, pixels)], look.colour, cv2.LINE_AA, SHIFT)
    else:
        for _ in range(int(rng.integers(3, 7))):
            line = rng.uniform(0.5 - radius, 0.5 + radius, (int(rng.integers(2, 5)), 2))
            thick = max(1, round(pixels * float(rng.uniform(0.03, 0.08))))
            cv2.polylines(face, [_to_fixed_point(line, pixels)], kind == 2, look.pips, thick, cv2.LINE_AA, SHIFT)


def _marble(rng: np.random.Generator, made: Image, look: DieLook, tile: Image) -> Image:
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
    cv2.fillPoly(face, [_to_fixed_point(corners, face.shape[0])], colour, cv2.LINE_AA, SHIFT)


def _to_fixed_point(points: NDArray[np.float64], pixels: int) -> NDArray[np.int32]:
    return np.round((points * pixels - 0.5) * (1 << SHIFT)).astype(np.int32)


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    b, g, r = (p * (1 - share) + q * share for p, q in zip(one, other, strict=True))
    return b, g, r


WHITE, BLACK = (238.0, 240.0, 242.0), (22.0, 20.0, 20.0)
NUMERALS = ("1", "2", "3", "4", "5", "6", "8", "10", "20", "64", "I", "IV", "VI", "A", "K", "Q", "J", "X", "?", "+")


def random_die_look(rng: np.random.Generator) -> DieLook:
    """Return random looks of a kind of dice; half are white, black, red or ivory, the others have any colour."""
    body = _body(rng)
    pips = _pips_colour(rng, body)
    clear = rng.random() < 0.18
    bore = rng.random() < 0.55
    grain = float(rng.uniform(0.3, 1.8)) if rng.random() < 0.38 else 0.0
    second = _tuple(colour(rng, 10, 240, 1.0)) if grain > 0.8 else _near(rng, body, 45)
    big_one = rng.random() < 0.22
    radius = float(np.clip(rng.normal(0.093, 0.016), 0.055, 0.13))
    pitch = float(np.clip(rng.normal(0.25, 0.018), 0.2, 0.29))
    disc = float(rng.uniform(0.36, 0.45)) if rng.random() < 0.1 else 0.0
    if disc:
        pitch, radius = disc * float(rng.uniform(0.45, 0.55)), disc * float(rng.uniform(0.17, 0.24))
    if _distance(second, pips) < 80:
        second = body
    under = _tuple(colour(rng, 20, 235, 0.8)) if disc else body
    if disc and _distance(under, pips) < 60:
        pips = WHITE if sum(under) < 380 else BLACK
    return DieLook(
        colour=body,
        second=second,
        pips=pips,
        ones=_tuple(np.array([40.0, 40, 200])) if big_one and _distance(body, (40, 40, 200)) > 90 else pips,
        grain=grain,
        speckle=float(rng.uniform(0.01, 0.12)) if rng.random() < 0.06 else 0.0,
        pitch=pitch,
        squeeze=float(rng.uniform(0.7, 0.95)) if rng.random() < 0.4 else 1.0,
        straight=pitch * float(rng.uniform(0.6, 1.1)) if rng.random() < 0.08 else 0.0,
        radius=radius,
        one=float(rng.uniform(1.2, min(3.2, 0.3 / radius))) if big_one else float(rng.uniform(0.95, 1.15)),
        hollow=float(rng.uniform(0.3, 1.0)) if bore else 0.0,
        crescent=float(rng.uniform(0.2, 1.0)) if bore and rng.random() < 0.3 else 0.0,
        ring=bool(rng.random() < 0.04),
        square=bool(rng.random() < 0.03),
        disc=disc,
        disc_colour=under,
        rounding=float(
            rng.uniform(0.01, 0.08) if clear and rng.random() < 0.5 else np.clip(rng.lognormal(-1.35, 0.55), 0.03, 0.62)
        ),
        ball=float(rng.uniform(1.28, 1.5)) if rng.random() < 0.38 else 2.0,
        opacity=float(rng.uniform(0.55, 0.88)) if clear else 1.0,
        gloss=float(min(rng.exponential(0.25), 1.2)),
        lettered=float(rng.uniform(0.2, 1.0)) if rng.random() < (0.4 if clear else 0.03) else 0.0,
    )


def random_marks(rng: np.random.Generator) -> list[str | None]:
    """Return the marks that replace the pips of six faces; few dice have any: a logo for the one, numerals, nothing."""
    kind = rng.random()
    if kind < 0.06:
        return ["*"] * 6 if rng.random() < 0.3 else ["*"] + [None] * 5
    if kind < 0.075:
        return [""] * 6
    if kind < 0.12:
        return [str(mark) for mark in rng.choice(NUMERALS, 6)]
    return [None] * 6


def _body(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.22:
        base = np.array(WHITE) * rng.uniform(0.82, 1.04)
    elif kind < 0.3:
        base = np.array([205.0, 228, 238]) * rng.uniform(0.85, 1.03)
    elif kind < 0.42:
        base = np.array(BLACK) * rng.uniform(0.5, 2.2)
    elif kind < 0.52:
        base = np.array([35.0, 30, 190]) * rng.uniform(0.6, 1.2)
    else:
        return _tuple(colour(rng, 20, 230, 1.3))
    return _tuple(base + rng.normal(0, 5, 3))


def _pips_colour(rng: np.random.Generator, body: Colour) -> Colour:
    """Return the pips' colour: mostly white or black, in contrast to the body; some are coloured, some faint."""
    kind, light = rng.random(), sum(body) / 3
    if kind < 0.58:
        light += float(rng.normal(0, 40))
        base = np.array(BLACK if light > 125 else WHITE) + rng.normal(0, 8, 3)
    elif kind < 0.76 and light < 130:
        # Red, blue or violet on black differs in colour, but hardly in brightness.
        base = np.array([rng.uniform(20, 190), rng.uniform(10, 60), rng.uniform(90, 210)])
    else:
        base = colour(rng, 10, 245, 1.4).astype(np.float64)
    least = float(rng.choice([26, 38, 75], p=[0.15, 0.2, 0.65]))
    apart = base - np.array(body)
    gap = float(np.abs(apart).mean())
    if gap < least:
        way = apart / max(gap, 1e-3) if gap > 8 else np.full(3, -1.0 if light > 125 else 1.0)
        base = np.array(body) + way * least
    base = np.clip(base, 0, 255)
    if float(np.abs(base - np.array(body)).mean()) < least * 0.7:
        base = np.array(BLACK if light > 125 else WHITE)
    return _tuple(base)


def _near(rng: np.random.Generator, body: Colour, by: float) -> Colour:
    return _tuple(np.array(body) + rng.normal(0, by, 3))


def _distance(one: Colour, other: Colour) -> float:
    return math.dist(one, other)


def _tuple(values: "np.typing.NDArray[np.floating]") -> Colour:
    b, g, r = np.clip(values, 0, 255).tolist()
    return b, g, r
