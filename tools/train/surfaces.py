"""Random surfaces (plain, wood, carpet, stone, cloth, tiles), and wells, bowls and trays on them."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.cubes import Floats
from tools.train.view import turn_by
from vision.pictures import Image

SIDE = 768
"""Side of a tile in pixels; crops of 256 and strips of six faces of up to 96 fit into it."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """Noise as (SIDE, SIDE) uint8 with a mean of 128: octaves from ``fine`` to ``coarse``, and their sum ``clouds``."""

    octaves: tuple[Image, ...]
    clouds: Image

    def cut(self, rng: np.random.Generator, octave: int, width: int, height: int) -> Image:
        """Return a random part (height, width) of an octave, randomly turned or mirrored; -1 is for the clouds."""
        tile = self.clouds if octave < 0 else self.octaves[octave]
        x, y = int(rng.integers(SIDE - width + 1)), int(rng.integers(SIDE - height + 1))
        part = tile[y : y + height, x : x + width]
        if rng.random() < 0.5:
            part = part[::-1]
        return part[:, ::-1] if rng.random() < 0.5 else part


def make_tiles(seed: int = 0) -> Tiles:
    """Return six octaves, from single pixels to 32 of them."""
    rng = np.random.default_rng(seed)
    octaves, total = [], np.zeros((SIDE, SIDE), np.float32)
    for n in range(6):
        side = SIDE >> n
        noise = rng.normal(0, 1, (side, side)).astype(np.float32)
        smooth = np.asarray(cv2.resize(noise, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)
        smooth /= smooth.std()
        octaves.append(_bytes(smooth))
        total += smooth * 1.5**n
    return Tiles(tuple(octaves), _bytes(total / total.std()))


def _bytes(noise: NDArray[np.float32]) -> Image:
    return np.clip(np.round(noise * 40 + 128), 0, 255).astype(np.uint8)


Maker = Callable[[np.random.Generator, int, Tiles], Floats]


def colour(rng: np.random.Generator, low: float = 15, high: float = 240, strong: float = 0.35) -> Floats:
    """Return a random colour (3,), from grey to saturated and from dark to light."""
    base = rng.uniform(low, high)
    tint = rng.uniform(-1, 1, 3) * rng.uniform(0, strong) * (40 + 0.5 * base)
    return np.clip(base + tint, 0, 255).astype(np.float32)


def surface(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Return a surface (size, size, 3), 0 to 255, at a random scale."""
    make = MAKERS[int(rng.choice(len(MAKERS), p=SHARES))]
    made = make(rng, size, tiles)
    if rng.random() < 0.3:
        made = _warp(rng, made, size)
    if rng.random() < 0.25:
        made = np.asarray(cv2.GaussianBlur(made, (0, 0), float(rng.uniform(0.5, 2.5))), np.float32)
    return np.clip(made, 0, 255)


def _draw_plain(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    made = np.broadcast_to(colour(rng), (size, size, 3)).copy()
    made += _noise(rng, size, tiles, -1)[..., None] * float(rng.exponential(7))
    return _add_grain(rng, made, size, tiles, float(rng.exponential(2.5)))


def _draw_felt(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    base = colour(rng, 20, 130, 1.0)
    made = np.broadcast_to(base, (size, size, 3)).copy()
    for octave in range(3):
        made += _noise(rng, size, tiles, octave)[..., None] * float(rng.uniform(2, 9)) * (base / 90 + 0.2)
    return made


def _draw_wood(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Draw boards: rings along them, pores as short dark strokes, and joints."""
    red = rng.uniform(70, 235)
    green = red * rng.uniform(0.55, 0.92)
    light = np.array([green * rng.uniform(0.4, 0.95), green, red], np.float32)
    dark = light * np.float32(rng.uniform(0.45, 0.85))
    ys, xs = np.mgrid[:size, :size].astype(np.float32)
    turn = rng.uniform(0, math.pi)
    across = xs * math.cos(turn) + ys * math.sin(turn)
    wave = np.asarray(cv2.resize(tiles.cut(rng, 5, 96, 96), (size, size), interpolation=cv2.INTER_CUBIC), np.float32)
    rings = np.sin((across + (wave - 128) * float(rng.uniform(0.02, 0.35))) * float(rng.uniform(0.03, 0.6)))
    long = float(rng.uniform(6, 24))
    pores = _stretch(rng, size, tiles, int(rng.integers(0, 3)), turn=turn + math.pi / 2, by=long)
    share = 0.5 + 0.3 * rings * float(rng.random()) + 0.011 * pores * float(rng.uniform(0.2, 1.3))
    if rng.random() < 0.35:
        deep = _stretch(rng, size, tiles, int(rng.integers(1, 3)), turn=turn + math.pi / 2, by=float(rng.uniform(3, 8)))
        share -= (deep < -float(rng.uniform(45, 80))) * float(rng.uniform(0.2, 0.6))
    made = np.asarray(dark + (light - dark) * np.clip(share, 0, 1)[..., None], np.float32)
    if rng.random() < 0.3:
        wide = float(rng.uniform(40, 200))
        joint = np.abs((across + rng.uniform(0, wide)) % wide) < rng.uniform(0.7, 2.5)
        made[joint] *= np.float32(rng.uniform(0.3, 0.8))
    return made


def _draw_carpet(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Draw loops: blobs of one size with dark gaps, sometimes in rows."""
    base = colour(rng, 40, 190, 0.4)
    octave = int(rng.integers(1, 4))
    loops = _stretch(rng, size, tiles, octave, turn=rng.uniform(0, math.pi), by=float(rng.uniform(1, 2.2)))
    if rng.random() < 0.4:
        ys = np.arange(size, dtype=np.float32)[:, None]
        loops = loops * 0.6 + 28 * np.sin(ys * float(rng.uniform(0.5, 1.4)) + loops * 0.02)
    share = np.clip(loops * float(rng.uniform(0.006, 0.016)), -0.75, 0.6)[..., None]
    made = base * (1 + share)
    if rng.random() < 0.4:
        other = _noise(rng, size, tiles, octave)[..., None] > rng.uniform(0.2, 1.2)
        made = np.where(other, made * colour(rng, 60, 255, 0.3) / 128, made)
    return _add_grain(rng, np.asarray(made, np.float32), size, tiles, float(rng.uniform(1, 8)))


def _draw_stone(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Draw granite or terrazzo: grains of several colours and sizes, and veins."""
    made = np.broadcast_to(colour(rng, 30, 210, 0.2), (size, size, 3)).copy()
    for _ in range(int(rng.integers(2, 6))):
        octave = int(rng.integers(0, 4))
        grains = _noise(rng, size, tiles, octave) + 0.3 * _noise(rng, size, tiles, 0)
        made[grains > rng.uniform(0.7, 2.0)] = colour(rng, 0, 255, 0.25)
    if rng.random() < 0.4:
        veins = np.abs(_noise(rng, size, tiles, -1)) < rng.uniform(0.03, 0.2)
        made[veins] = made[veins] * 0.3 + 0.7 * colour(rng, 0, 255, 0.4)
    return _add_grain(rng, np.asarray(cv2.GaussianBlur(made, (0, 0), float(rng.uniform(0.4, 1.0)))), size, tiles, 3.0)


def _draw_cloth(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Draw weave, mesh or wire: threads in two directions, with holes of one size between them."""
    step = math.exp(float(rng.uniform(math.log(3), math.log(14))))
    ys, xs = np.mgrid[:size, :size].astype(np.float32)
    turn = rng.uniform(0, math.pi)
    u = (xs * math.cos(turn) + ys * math.sin(turn)) * np.float32(2 * math.pi / step)
    v = (ys * math.cos(turn) - xs * math.sin(turn)) * np.float32(2 * math.pi / step * rng.uniform(0.7, 1.4))
    bend = _noise(rng, size, tiles, 4)
    threads = np.sin(u + 0.3 * bend) * np.sin(v + 0.3 * bend)
    if rng.random() < 0.4:
        threads = np.clip(threads * 3, -1, 1)
    base, other = colour(rng, 30, 220, 0.8), colour(rng, 10, 240, 0.6)
    depth = float(rng.uniform(0.06, 0.5))
    made = base * (1 - depth * (0.5 + 0.5 * threads))[..., None] + other * (depth * (0.5 + 0.5 * threads))[..., None]
    return _add_grain(rng, np.asarray(made, np.float32), size, tiles, float(rng.uniform(1, 7)))


def _draw_tiles(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Draw squares, checks, stripes, or ruled or squared paper."""
    made = _draw_plain(rng, size, tiles)
    step = math.exp(float(rng.uniform(math.log(9), math.log(110))))
    ys, xs = np.mgrid[:size, :size].astype(np.float32)
    turn = rng.uniform(0, math.pi)
    u = (xs * math.cos(turn) + ys * math.sin(turn)) / np.float32(step) + rng.random()
    v = (ys * math.cos(turn) - xs * math.sin(turn)) / np.float32(step) + rng.random()
    kind, other = int(rng.integers(4)), colour(rng)
    if kind == 0:
        on = (np.floor(u) + np.floor(v)) % 2 > 0.5
    elif kind == 1:
        on = u % 1 < rng.uniform(0.2, 0.6)
    else:
        thin = float(rng.uniform(0.9, 2.5)) / step
        on = (u % 1 < thin) | ((v % 1 < thin) & (kind == 2))
    share = float(rng.uniform(0.3, 1.0))
    made[on] = made[on] * (1 - share) + other * share
    return np.asarray(cv2.GaussianBlur(made, (0, 0), 0.5), np.float32)


def _draw_dots(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Draw dots as on pegboards, perforated sheets and printed cloth: discs that are not pips."""
    made = np.clip(_draw_plain(rng, size, tiles), 0, 255).astype(np.uint8)
    step = math.exp(float(rng.uniform(math.log(7), math.log(48))))
    radius = step * float(rng.uniform(0.12, 0.38))
    dot, turn = colour(rng).tolist(), rng.uniform(0, math.pi)
    count = int(size * 0.75 / step) + 1
    lattice = np.mgrid[-count : count + 1, -count : count + 1].reshape(2, -1).T * step
    if rng.random() < 0.5:
        lattice += rng.uniform(-0.3, 0.3, lattice.shape) * step
    if rng.random() < 0.4:
        lattice[:, 0] += (np.round(lattice[:, 1] / step) % 2) * step / 2
    c, s = math.cos(turn), math.sin(turn)
    for x, y in (lattice @ np.array([[c, s], [-s, c]]) + size / 2).tolist():
        if -radius < x < size + radius and -radius < y < size + radius:
            cv2.circle(made, (round(x * 16), round(y * 16)), round(radius * 16), dot, cv2.FILLED, cv2.LINE_AA, 4)
    return made.astype(np.float32)


def _draw_specks(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Draw crumbs, drops and specks of many sizes, dark or light."""
    made = np.clip(_draw_plain(rng, size, tiles), 0, 255).astype(np.uint8)
    shade = colour(rng)
    for _ in range(int(rng.integers(15, 160))):
        x, y = rng.uniform(0, size * 16, 2)
        radius = float(min(rng.exponential(2.0) + 0.5, 12))
        axes = (round(radius * 16), round(radius * 16 * float(rng.uniform(0.5, 1))))
        tone = np.clip(shade + rng.normal(0, 18), 0, 255).tolist()
        cv2.ellipse(made, (round(x), round(y)), axes, float(rng.uniform(0, 180)), 0, 360, tone, -1, cv2.LINE_AA, 4)
    return made.astype(np.float32)


def _noise(rng: np.random.Generator, size: int, tiles: Tiles, octave: int) -> Floats:
    """Return noise (size, size) of standard deviation about 1."""
    return np.asarray((tiles.cut(rng, octave, size, size).astype(np.float32) - 128) / 40, np.float32)


def _stretch(rng: np.random.Generator, size: int, tiles: Tiles, octave: int, *, turn: float, by: float) -> Floats:
    """Return noise stretched ``by`` in the direction ``turn``, about -128 to 128."""
    c, s = math.cos(turn), math.sin(turn)
    grow = np.array([[c, -s], [s, c]]) @ np.diag([by, 1.0]) @ np.array([[c, s], [-s, c]])
    matrix = np.column_stack([grow, size / 2 - grow @ [384.0, 384.0]])
    tile = tiles.octaves[octave]
    made = cv2.warpAffine(tile, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(made, np.float32)[:: 1 if rng.random() < 0.5 else -1] - 128


def _add_grain(rng: np.random.Generator, made: Floats, size: int, tiles: Tiles, strength: float) -> Floats:
    return made + _noise(rng, size, tiles, int(rng.integers(0, 2)))[..., None] * np.float32(strength)


def _warp(rng: np.random.Generator, made: Floats, size: int) -> Floats:
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    other = square + rng.uniform(-0.2, 0.2, (4, 2)).astype(np.float32) * size
    matrix = cv2.getPerspectiveTransform(other, square)
    view = cv2.warpPerspective(made, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(view, np.float32)


MAKERS: tuple[Maker, ...] = (
    _draw_plain,
    _draw_felt,
    _draw_wood,
    _draw_carpet,
    _draw_stone,
    _draw_cloth,
    _draw_tiles,
    _draw_dots,
    _draw_specks,
)
SHARES = (0.2, 0.12, 0.2, 0.14, 0.1, 0.08, 0.06, 0.05, 0.05)


def room(rng: np.random.Generator, ground: Image, side: float) -> None:
    """Draw wells or a tray on the ground (size, size, 3), for dice of ``side`` pixels."""
    kind = rng.random()
    if kind < 0.45:
        _round(rng, ground, side * float(rng.uniform(0.8, 5.0)), lit=bool(rng.random() < 0.3))
    elif kind < 0.8:
        _tray(rng, ground, side)
    else:
        _wells(rng, ground, side)


def _round(rng: np.random.Generator, ground: Image, radius: float, *, lit: bool) -> None:
    """Draw a bowl or an opening: another colour outside, a rim, and walls that get darker downward."""
    size = ground.shape[0]
    middle = rng.uniform(0.2, 0.8, 2) * size
    inside = ground.copy()
    outside = colour(rng, 3, 60 if lit else 235, 0.5)
    ground[:] = np.round(ground * 0.15 + 0.85 * outside)
    wall = colour(rng, 5, 240, 0.6)
    steps = int(rng.integers(2, 7))
    lean = rng.normal(0, 0.06, 2) * radius
    for n in range(steps):
        share = n / steps
        at = middle + lean * share
        tone = wall * (1 - 0.5 * share)
        _disc(ground, at, radius * (1 + 0.35 * (1 - share)), tone)
    mask = np.zeros((size, size), np.uint8)
    _disc(mask, middle + lean, radius, np.array([255.0]))
    _blend(ground, inside, cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.5, 2.5))))


def _tray(rng: np.random.Generator, ground: Image, side: float) -> None:
    """Draw one wall or a corner of a tray, with its shadow."""
    size = ground.shape[0]
    turn = rng.uniform(0, 2 * math.pi)
    wall = colour(rng, 5, 240, 0.7)
    for way in (turn, turn + math.pi / 2)[: int(rng.integers(1, 3))]:
        normal = np.array([math.cos(way), math.sin(way)])
        along = np.array([-normal[1], normal[0]]) * size * 2
        foot = np.array([size / 2, size / 2]) + normal * float(rng.uniform(0.15, 0.55)) * size
        depth = side * float(rng.uniform(0.3, 2.0))
        shade = np.zeros((size, size), np.uint8)
        band = side * float(rng.uniform(0.1, 0.8))
        _polygon(
            shade,
            np.stack([foot - along, foot + along, foot + along - normal * band, foot - along - normal * band]),
            255,
        )
        dark = np.asarray(cv2.GaussianBlur(shade, (0, 0), band * 0.5 + 0.5), np.float32)
        ground[:] = np.round(ground * (1 - dark * np.float32(rng.uniform(0.1, 0.6) / 255))[..., None])
        for n, light in enumerate((float(rng.uniform(0.5, 0.9)), 1.0)):
            near, far = foot + normal * depth * n, foot + normal * (depth * (n + 1) if n == 0 else size * 3)
            tone = (wall * light).tolist()
            _polygon(ground, np.stack([near - along, near + along, far + along, far - along]), tone)


def _wells(rng: np.random.Generator, ground: Image, side: float) -> None:
    """Draw a lattice of square or round wells, a little larger than dice."""
    size = ground.shape[0]
    inner = side * float(rng.uniform(1.5, 2.3))
    pitch = inner + side * float(rng.uniform(0.2, 0.8))
    turn, wall, rounded = rng.uniform(0, math.pi / 2), colour(rng, 5, 240, 0.6), rng.random() < 0.4
    base = turn_by(turn)
    mask = np.full((size, size), 255, np.uint8)
    count = int(size / pitch) + 1
    for n in range(-count, count + 1):
        for m in range(-count, count + 1):
            at = base @ np.array([n * pitch, m * pitch]) + size / 2
            if rounded:
                _disc(mask, at, inner / 2, np.array([0.0]))
            else:
                square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * inner / 2
                _polygon(mask, at + square @ base.T, 0)
    shift = rng.normal(0, 0.15, 2) * side
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    moved = cv2.warpAffine(mask, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
    shade = np.asarray(cv2.GaussianBlur(moved, (0, 0), 0.1 * side + 0.5), np.float32)
    ground[:] = np.round(ground * (1 - shade * np.float32(rng.uniform(0.2, 0.6) / 255))[..., None])
    top = np.broadcast_to(wall, ground.shape).astype(np.uint8)
    _blend(ground, top, mask)


def _blend(ground: Image, layer: Image, mask: "cv2.typing.MatLike") -> None:
    share = (np.asarray(mask, np.float32) / 255)[..., None]
    ground[:] = np.round(ground * (1 - share) + layer * share).astype(np.uint8)


def _disc(image: Image, at: NDArray[np.float64], radius: float, tone: Floats | NDArray[np.float64]) -> None:
    place = (round(float(at[0]) * 16), round(float(at[1]) * 16))
    cv2.circle(image, place, round(radius * 16), tone.tolist(), cv2.FILLED, cv2.LINE_AA, 4)


def _polygon(image: Image, corners: NDArray[np.float64], tone: float | list[float]) -> None:
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), tone, cv2.LINE_AA, 4)
