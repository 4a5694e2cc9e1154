"""Things that are not dice: coins, text, fingers, polyhedra, buttons, bricks, beads, dominoes, sockets and more."""

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.cubes import Floats
from tools.train.faces import SPOTS
from tools.train.surfaces import colour
from tools.train.view import turn_by
from vision.pictures import Image

FIX = 4
WORDS = (
    *("8", "25", "oo", "::", "B6", "100", "Xi", "9.3", "%", "8:00", "Co", "ESC"),
    *("§6", "III", "...", ":-:", "o o", "Qu"),
)
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX)


def text(
    rng: np.random.Generator,
    layer: Image,
    mask: Image | None,
    at: NDArray[np.float64],
    *,
    height: float,
    ink: Floats | NDArray[np.float64],
    word: str | None = None,
) -> None:
    """Write a word, by default a random one, into the picture, and into the mask if there is one."""
    word = str(rng.choice(WORDS)) if word is None else word
    font, thick = int(rng.choice(FONTS)), max(1, round(height * float(rng.uniform(0.06, 0.16))))
    place = (round(float(at[0])), round(float(at[1])))
    cv2.putText(layer, word, place, font, height / 24, ink.tolist(), thick, cv2.LINE_AA)
    if mask is not None:
        cv2.putText(mask, word, place, font, height / 24, 255, thick, cv2.LINE_AA)


def disc(layer: Image, mask: Image, at: NDArray[np.float64], radius: float, tone: Floats | NDArray[np.float64]) -> None:
    """Fill a disc in the picture and the mask."""
    cv2.circle(layer, point(at), round(radius * 16), tone.tolist(), cv2.FILLED, cv2.LINE_AA, FIX)
    cv2.circle(mask, point(at), round(radius * 16), 255, cv2.FILLED, cv2.LINE_AA, FIX)


def ring(layer: Image, at: NDArray[np.float64], radius: float, tone: Floats, thick: int) -> None:
    """Draw a circle in the picture."""
    cv2.circle(layer, point(at), round(radius * 16), tone.tolist(), thick, cv2.LINE_AA, FIX)


def polygon(layer: Image, mask: Image, corners: NDArray[np.float64], tone: Floats) -> None:
    """Fill a convex polygon (n, 2) in the picture and the mask."""
    cv2.fillConvexPoly(layer, to_fixed_point(corners), tone.tolist(), cv2.LINE_AA, FIX)
    cv2.fillConvexPoly(mask, to_fixed_point(corners), 255, cv2.LINE_AA, FIX)


def rectangle(rng: np.random.Generator, half: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners (4, 2) of a randomly turned rectangle around the origin."""
    turn = rng.uniform(0, math.pi)
    base = turn_by(turn)
    return np.asarray(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ base.T)


def point(at: NDArray[np.float64]) -> tuple[int, int]:
    """Return a point in OpenCV's fixed-point format, in sixteenths of pixels."""
    return round(float(at[0]) * 16), round(float(at[1]) * 16)


def points(ends: NDArray[np.float64]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return two points in OpenCV's fixed-point format."""
    return point(ends[0]), point(ends[1])


def to_fixed_point(corners: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return points (n, 2) in sixteenths of pixels."""
    return np.round(corners * 16).astype(np.int32)


Thing = Callable[[np.random.Generator, Image, Image, NDArray[np.float64], float], None]
"""A function that draws a thing of about a die's ``side`` at a place (2,) into a picture and its mask."""


def _coin(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    radius = side * float(rng.uniform(0.45, 0.9))
    metal = np.array([(80, 120, 170), (110, 180, 205), (175, 180, 182)][int(rng.integers(3))], np.float32)
    metal *= np.float32(rng.uniform(0.5, 1.15))
    disc(layer, mask, at, radius, metal)
    ring(layer, at, radius * 0.9, metal * 0.75, max(1, round(radius * 0.06)))
    if rng.random() < 0.3:
        disc(layer, mask, at, radius * 0.68, metal * np.float32(rng.uniform(0.7, 1.3)))
    for _ in range(int(rng.integers(1, 4))):
        spot, ink = at + rng.uniform(-0.5, 0.1, 2) * radius, metal * rng.choice([0.6, 1.25])
        text(rng, layer, None, spot, height=radius * 0.7, ink=ink)
    turn = rng.uniform(0, 2 * math.pi)
    for angle in turn + np.arange(int(rng.integers(0, 40))) * 0.16:
        spot = at + np.array([math.cos(angle), math.sin(angle)]) * radius * 0.8
        disc(layer, mask, spot, max(0.6, radius * 0.035), metal * 0.7)


def _chip(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw a disc, cap, token or washer: concentric rings, like a large single pip."""
    radius = side * float(rng.choice([0.12, 0.3, 0.55, 0.9], p=[0.35, 0.25, 0.25, 0.15])) * float(rng.uniform(0.8, 1.2))
    for share in (1.0, 0.75, 0.4)[: int(rng.integers(1, 4))]:
        disc(layer, mask, at, radius * share, colour(rng))


def _dust(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw scattered specks: each is a dot on a plain ground, like the single pip of a white die on a white table."""
    tone, wide = colour(rng), float(rng.uniform(1, 6)) * side
    for spot in at + rng.normal(0, wide, (int(rng.integers(2, 40)), 2)):
        # Specks have the same size in all pictures; when magnified they are not dots.
        far = float(rng.uniform(0.5, 2.6))
        polygon(layer, mask, spot + rng.normal(0, far, (int(rng.integers(4, 7)), 2)), tone * rng.uniform(0.8, 1.2))


def _card(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw a card, tile or die-like square with letters, stripes or nothing on it."""
    half = side * np.array([float(rng.uniform(0.4, 1.2)), float(rng.uniform(0.4, 1.2))])
    if rng.random() < 0.4:
        half[:] = half.min() * 0.6
    paper, ink = colour(rng, 30, 250, 0.4), colour(rng, 0, 200, 1.0)
    polygon(layer, mask, at + rectangle(rng, half), paper)
    kind = rng.random()
    if kind < 0.5:
        for _ in range(int(rng.integers(1, 5))):
            spot, height = at + rng.uniform(-0.8, 0.3, 2) * half, float(half.min() * rng.uniform(0.4, 1.2))
            text(rng, layer, None, spot, height=height, ink=ink)
    elif kind < 0.75:
        for _ in range(int(rng.integers(1, 6))):
            ends = at + rng.uniform(-0.7, 0.7, (2, 2)) * half
            cv2.line(layer, *points(ends), ink.tolist(), max(1, round(side * 0.05)), cv2.LINE_AA, FIX)


def _writing(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Write lines of text directly on the table."""
    ink, step = colour(rng), side * float(rng.uniform(0.25, 0.7))
    for n in range(int(rng.integers(1, 6))):
        for m in range(int(rng.integers(1, 6))):
            text(rng, layer, mask, at + np.array([m * 2.2 * step, n * 1.5 * step]), height=step, ink=ink)


def _cable(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    turns = np.cumsum(rng.normal(0, 0.35, 24)) + rng.uniform(0, 2 * math.pi)
    steps = np.column_stack([np.cos(turns), np.sin(turns)]) * side * 0.7
    thick, line = max(1, round(side * float(rng.uniform(0.05, 0.3)))), to_fixed_point(at + np.cumsum(steps, axis=0))
    tone = colour(rng, 5, 240, 0.4)
    cv2.polylines(layer, [line], False, tone.tolist(), thick, cv2.LINE_AA, FIX)
    cv2.polylines(mask, [line], False, 255, thick, cv2.LINE_AA, FIX)
    if thick > 3:
        cv2.polylines(layer, [line], False, (tone * 1.3 + 15).tolist(), max(1, thick // 4), cv2.LINE_AA, FIX)


def _key(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    metal = np.array([165, 170, 172], np.float32) * np.float32(rng.uniform(0.4, 1.2))
    turn = rng.uniform(0, 2 * math.pi)
    way = np.array([math.cos(turn), math.sin(turn)])
    thick = max(2, round(side * 0.22))
    for image, tone in ((layer, metal.tolist()), (mask, 255)):
        cv2.line(image, *points(np.stack([at, at + way * side * 1.9])), tone, thick, cv2.LINE_AA, FIX)
    teeth = at + way * np.linspace(1.1, 1.9, 6)[:, None] * side + np.array([-way[1], way[0]]) * side * 0.12
    for spot in teeth[rng.random(6) < 0.7]:
        disc(layer, mask, spot, side * 0.07, metal * 0.9)
    disc(layer, mask, at, side * 0.5, metal)
    disc(layer, mask, at - way * side * 0.2, side * float(rng.uniform(0.08, 0.25)), metal * np.float32(0.25))


def _fingers(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw one to four fingers that enter from an edge: rounded, lit along the middle, with nails."""
    skin = np.array(
        [(120, 150, 205), (90, 125, 180), (60, 90, 145), (35, 50, 85), (150, 175, 220)][int(rng.integers(5))]
    )
    size = layer.shape[0]
    turn, thick = rng.uniform(0, 2 * math.pi), side * float(rng.uniform(0.7, 1.4))
    way = np.array([math.cos(turn), math.sin(turn)])
    aside = np.array([-way[1], way[0]]) * thick * 0.95
    for n in range(int(rng.integers(1, 5))):
        tip = at + aside * n + way * float(rng.normal(0, 0.3)) * thick
        ends = points(np.stack([tip, tip + way * size * 1.5]))
        tone = skin * float(rng.uniform(0.9, 1.05))
        cv2.line(mask, *ends, 255, max(2, round(thick)), cv2.LINE_AA, FIX)
        for share, light in ((1.0, 0.72), (0.8, 0.86), (0.55, 0.96), (0.3, 1.04)):
            cv2.line(layer, *ends, (tone * light).tolist(), max(1, round(thick * share)), cv2.LINE_AA, FIX)
        if rng.random() < 0.6:
            nail = tip + way * thick * 0.15
            axes = (round(thick * 0.32 * 16), round(thick * 0.24 * 16))
            pink = np.minimum(tone * 1.12 + 12, 255).tolist()
            cv2.ellipse(layer, point(nail), axes, math.degrees(turn), 0, 360, pink, -1, cv2.LINE_AA, FIX)


def _polyhedron(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw a die of 4, 8, 10, 12 or 20 faces with numerals."""
    count = int(rng.choice([3, 4, 5, 6, 6, 8, 10]))
    radius, turn = side * float(rng.uniform(0.55, 0.95)), rng.uniform(0, 2 * math.pi)
    body, ink = colour(rng, 10, 235, 1.0), colour(rng)
    rim = turn + np.arange(count) * 2 * math.pi / count
    outer = at + radius * np.column_stack([np.cos(rim), np.sin(rim)])
    inner_count = 3 if count in {3, 6} else count if count in {5, 10} else 4
    steps = turn + (0.5 if count != 6 else 0.0) + np.arange(inner_count) * 2 * math.pi / inner_count
    inner = at + radius * float(rng.uniform(0.45, 0.65)) * np.column_stack([np.cos(steps), np.sin(steps)])
    polygon(layer, mask, outer, body * np.float32(0.75))
    for n in range(count):
        near = inner[np.argmin(np.linalg.norm(inner - (outer[n] + outer[(n + 1) % count]) / 2, axis=1))]
        facet = np.stack([outer[n], outer[(n + 1) % count], near])
        polygon(layer, mask, facet, body * np.float32(rng.uniform(0.55, 1.1)))
    polygon(layer, mask, inner, body * np.float32(rng.uniform(0.95, 1.25)))
    number = str(int(rng.integers(1, 21)))
    text(rng, layer, None, at - [radius * 0.3, -radius * 0.2], height=radius * 0.6, ink=ink, word=number)
    for spot in (outer + at) / 2:
        if rng.random() < 0.5:
            number = str(int(rng.integers(1, 21)))
            text(rng, layer, None, spot - radius * 0.12, height=radius * 0.3, ink=ink, word=number)


def _button(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw a button with two or four holes, a socket or a face: dots that are not on a die."""
    radius, body, hole = side * float(rng.uniform(0.35, 0.7)), colour(rng), colour(rng, 5, 200)
    disc(layer, mask, at, radius, body)
    ring(layer, at, radius * 0.85, body * 0.8, max(1, round(radius * 0.1)))
    count, turn = int(rng.choice([2, 3, 4])), rng.uniform(0, 2 * math.pi)
    for n in range(count):
        angle = turn + n * 2 * math.pi / count
        spot = at + np.array([math.cos(angle), math.sin(angle)]) * radius * 0.33
        disc(layer, mask, spot, radius * float(rng.uniform(0.1, 0.16)), hole)


def _pebble(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw a pebble, bead, sweet or ball: round, lit from one side, with a highlight or a hole that is not a pip."""
    axes = side * np.array([float(rng.uniform(0.35, 0.75)), float(rng.uniform(0.3, 0.7))])
    if rng.random() < 0.4:
        axes[:] = axes.min()
    turn, tone = float(rng.uniform(0, 180)), colour(rng, 15, 235, 1.2)
    towards = rng.normal(0, 0.22, 2)
    for share in np.linspace(1, 0.15, 8):
        place = at + towards * axes.min() * (1 - share)
        light = (tone * np.float32(0.55 + 0.6 * (1 - share))).tolist()
        sizes = (round(float(axes[0]) * share * 16), round(float(axes[1]) * share * 16))
        cv2.ellipse(layer, point(place), sizes, turn, 0, 360, light, cv2.FILLED, cv2.LINE_AA, FIX)
    whole = (round(float(axes[0]) * 16), round(float(axes[1]) * 16))
    cv2.ellipse(mask, point(at), whole, turn, 0, 360, 255, cv2.FILLED, cv2.LINE_AA, FIX)
    kind = rng.random()
    spot = at + towards * axes.min() * 0.9
    if kind < 0.5:
        shine = np.minimum(tone + np.float32(rng.uniform(60, 200)), 255)
        disc(layer, mask, spot, float(axes.min() * rng.uniform(0.1, 0.28)), shine)
    elif kind < 0.75:
        disc(layer, mask, at, float(axes.min() * rng.uniform(0.12, 0.35)), tone * np.float32(rng.uniform(0.1, 0.5)))


def _domino(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw a domino: two fields with pips on a tile, mostly separated by a line."""
    turn, half = rng.uniform(0, 2 * math.pi), side * float(rng.uniform(0.45, 0.65))
    base = turn_by(turn)
    body = colour(rng, 10, 245, 0.9)
    ink = np.full(3, 25.0 if body.mean() > 115 else 235.0)
    corners = np.array([[-2, -1], [2, -1], [2, 1], [-2, 1]]) * half
    polygon(layer, mask, at + side * float(rng.uniform(0.02, 0.1)) + corners @ base.T, body * 0.6)
    polygon(layer, mask, at + corners @ base.T, body)
    if rng.random() < 0.85:
        ends = at + np.array([[0, -0.85], [0, 0.85]]) * half @ base.T
        cv2.line(
            layer, *points(ends), ink.tolist(), max(1, round(side * float(rng.uniform(0.02, 0.06)))), cv2.LINE_AA, FIX
        )
    wide, pitch = float(rng.uniform(0.14, 0.2)), float(rng.uniform(0.45, 0.58))
    for middle in (-1, 1):
        count = int(rng.integers(0, 7))
        if rng.random() < 0.25:
            ink = colour(rng, 10, 240, 1.4)
        for u, v in SPOTS.get(count, ()):
            across, down = (v, u) if count == 6 and rng.random() < 0.5 else (u, v)
            spot = at + base @ (np.array([middle + pitch * across, pitch * down]) * half)
            disc(layer, mask, spot, half * wide, ink)


def _socket(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw a socket: a plate with a bowl or a smaller plate, and two or three round holes or slots."""
    turn, half = rng.uniform(0, 2 * math.pi), side * float(rng.uniform(0.45, 0.8))
    base = turn_by(turn)
    plate = np.array([230, 235, 240], np.float32) * np.float32(rng.uniform(0.75, 1.05))
    if rng.random() < 0.4:
        plate = colour(rng, 20, 245, 0.6)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    for share, light in ((1.0, 0.8), (0.95, 1.0)):
        polygon(layer, mask, at + share * square @ base.T, plate * light)
    if rng.random() < 0.75:
        disc(layer, mask, at, half * 0.8, plate * float(rng.uniform(0.75, 0.95)))
        disc(layer, mask, at + half * 0.03, half * 0.74, plate * float(rng.uniform(0.85, 1.0)))
    else:
        polygon(layer, mask, at + 0.7 * square @ base.T, plate * float(rng.uniform(0.85, 1.1)))
    dark, apart = plate * float(rng.uniform(0.1, 0.45)), half * float(rng.uniform(0.22, 0.45))
    holes = [np.array([-apart, 0.0]), np.array([apart, 0.0])]
    if rng.random() < 0.45:
        holes.append(np.array([0.0, apart * float(rng.choice([0.0, 0.9]))]))
    slots = rng.random() < 0.3
    for hole in holes:
        spot, wide = at + base @ hole, half * float(rng.uniform(0.09, 0.16))
        if slots:
            ends = np.stack([spot - base @ [0, wide * 1.6], spot + base @ [0, wide * 1.6]])
            cv2.line(layer, *points(ends), dark.tolist(), max(1, round(wide)), cv2.LINE_AA, FIX)
        else:
            disc(layer, mask, spot, wide, dark)


def _keyboard(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    cap, gap, body = colour(rng, 10, 240, 0.1), side * 0.18, colour(rng, 10, 220, 0.1)
    ink = np.where(cap.mean() > 110, 20.0, 235.0) * np.ones(3)
    turn = rng.uniform(0, 2 * math.pi)
    base = turn_by(turn)
    rows, columns = int(rng.integers(2, 5)), int(rng.integers(2, 7))
    step, key = side * 0.9 + gap, side * 0.45
    whole = np.array([[-1, -1], [columns, -1], [columns, rows], [-1, rows]]) * step
    polygon(layer, mask, at + whole @ base.T, body)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * key
    for n in range(rows):
        for m in range(columns):
            middle = at + base @ np.array([m * step, n * step])
            polygon(layer, mask, middle + square @ base.T, cap)
            text(rng, layer, None, middle - key * 0.4, height=key * 0.7, ink=ink, word=chr(int(rng.integers(65, 91))))


def _bricks(rng: np.random.Generator, layer: Image, mask: Image, at: NDArray[np.float64], side: float) -> None:
    """Draw a toy brick with studs, a socket strip or a row of rivets: a row of dots in the thing's own colour."""
    body = colour(rng, 20, 230, 1.0)
    rows, columns, step = int(rng.integers(1, 3)), int(rng.integers(2, 7)), side * float(rng.uniform(0.3, 0.6))
    turn = rng.uniform(0, 2 * math.pi)
    base = turn_by(turn)
    whole = np.array([[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]]) * step
    polygon(layer, mask, at + whole @ base.T, body)
    for n in range(rows):
        for m in range(columns):
            spot = at + base @ np.array([m * step, n * step])
            disc(layer, mask, spot + step * 0.05, step * 0.3, body * 0.6)
            disc(layer, mask, spot, step * 0.28, body * np.float32(rng.uniform(1.0, 1.2)))


THINGS: tuple[Thing, ...] = (
    *(_coin, _chip, _dust, _card, _writing, _cable, _key),
    *(_fingers, _polyhedron, _button, _keyboard, _bricks, _pebble, _domino, _socket),
)
SHARES = (0.09, 0.1, 0.07, 0.07, 0.06, 0.05, 0.05, 0.05, 0.09, 0.07, 0.03, 0.05, 0.06, 0.09, 0.07)


def clutter(rng: np.random.Generator, picture: Image, side: float, count: int) -> Image:
    """Draw ``count`` things with shadows on the picture (size, size, 3), about the size of dice of ``side``.

    Return their mask (size, size).
    """
    size = picture.shape[0]
    covered = np.zeros((size, size), np.uint8)
    for _ in range(count):
        thing = THINGS[int(rng.choice(len(THINGS), p=SHARES))]
        layer, mask = picture.copy(), np.zeros((size, size), np.uint8)
        large = side * math.exp(float(rng.normal(0, 0.45)))
        thing(rng, layer, mask, rng.uniform(-0.05, 1.05, 2) * size, large)
        lay(rng, picture, layer, mask, 0.12 * side)
        covered |= mask
    return covered


def lay(rng: np.random.Generator, picture: Image, layer: Image, mask: Image, height: float) -> None:
    """Put the part of ``layer`` under ``mask`` on the picture, over its shadow."""
    x, y, width, tall = cv2.boundingRect(mask)
    if width == 0 or tall == 0:
        return
    shift = rng.normal(0, 1, 2) * height
    soft = float(rng.uniform(0.8, 3.0))
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    shade = cv2.GaussianBlur(cv2.warpAffine(mask, matrix, mask.shape[::-1]), (0, 0), soft)
    dark = 255 - (np.asarray(shade, np.float32) * np.float32(rng.uniform(0.2, 0.6))).astype(np.uint8)
    cv2.multiply(picture, np.repeat(dark[..., None], 3, axis=2), picture, 1 / 255)
    part = slice(y, y + tall), slice(x, x + width)
    share = (mask[part].astype(np.float32) / 255)[..., None]
    picture[part] = np.round(picture[part] * (1 - share) + layer[part] * share).astype(np.uint8)
