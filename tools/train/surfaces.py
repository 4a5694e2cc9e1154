"""Random surfaces: plain, wood, carpet, stone, cloth, felt, mesh, tiles and paper."""

import math
from collections.abc import Callable

import cv2
import numpy as np

from tools.train.camera import Floats
from tools.train.tiles import Tiles

Maker = Callable[[np.random.Generator, int, Tiles], Floats]


def colour(rng: np.random.Generator, low: float = 15, high: float = 240, strong: float = 0.35) -> Floats:
    """Return a random colour (3,): grey to strong, dark to light."""
    base = rng.uniform(low, high)
    tint = rng.uniform(-1, 1, 3) * rng.uniform(0, strong) * (40 + 0.5 * base)
    return np.clip(base + tint, 0, 255).astype(np.float32)


def surface(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Return a surface (size, size, 3), 0 to 255, at a random scale."""
    make = MAKERS[int(rng.choice(len(MAKERS), p=SHARES))]
    made = make(rng, size, tiles)
    if rng.random() < 0.3:
        made = _warped(rng, made, size)
    if rng.random() < 0.25:
        made = np.asarray(cv2.GaussianBlur(made, (0, 0), float(rng.uniform(0.5, 2.5))), np.float32)
    return np.clip(made, 0, 255)


def _plain(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    made = np.broadcast_to(colour(rng), (size, size, 3)).copy()
    made += _noise(rng, size, tiles, -1)[..., None] * float(rng.exponential(7))
    return _grained(rng, made, size, tiles, float(rng.exponential(2.5)))


def _felt(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    base = colour(rng, 20, 130, 1.0)
    made = np.broadcast_to(base, (size, size, 3)).copy()
    for octave in range(3):
        made += _noise(rng, size, tiles, octave)[..., None] * float(rng.uniform(2, 9)) * (base / 90 + 0.2)
    return made


def _wood(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Rings along the boards, pores as short dark strokes, joints between boards."""
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
    pores = _stretched(rng, size, tiles, int(rng.integers(0, 3)), turn=turn + math.pi / 2, by=long)
    share = 0.5 + 0.3 * rings * float(rng.random()) + 0.011 * pores * float(rng.uniform(0.2, 1.3))
    if rng.random() < 0.35:
        deep = _stretched(
            rng, size, tiles, int(rng.integers(1, 3)), turn=turn + math.pi / 2, by=float(rng.uniform(3, 8))
        )
        share -= (deep < -float(rng.uniform(45, 80))) * float(rng.uniform(0.2, 0.6))
    made = np.asarray(dark + (light - dark) * np.clip(share, 0, 1)[..., None], np.float32)
    if rng.random() < 0.3:
        wide = float(rng.uniform(40, 200))
        joint = np.abs((across + rng.uniform(0, wide)) % wide) < rng.uniform(0.7, 2.5)
        made[joint] *= np.float32(rng.uniform(0.3, 0.8))
    return made


def _carpet(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Loops: blobs of one size with dark gaps, in rows or not."""
    base = colour(rng, 40, 190, 0.4)
    octave = int(rng.integers(1, 4))
    loops = _stretched(rng, size, tiles, octave, turn=rng.uniform(0, math.pi), by=float(rng.uniform(1, 2.2)))
    if rng.random() < 0.4:
        ys = np.arange(size, dtype=np.float32)[:, None]
        loops = loops * 0.6 + 28 * np.sin(ys * float(rng.uniform(0.5, 1.4)) + loops * 0.02)
    share = np.clip(loops * float(rng.uniform(0.006, 0.016)), -0.75, 0.6)[..., None]
    made = base * (1 + share)
    if rng.random() < 0.4:
        other = _noise(rng, size, tiles, octave)[..., None] > rng.uniform(0.2, 1.2)
        made = np.where(other, made * colour(rng, 60, 255, 0.3) / 128, made)
    return _grained(rng, np.asarray(made, np.float32), size, tiles, float(rng.uniform(1, 8)))


def _stone(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Granite and terrazzo: grains of several colours and sizes, veins."""
    made = np.broadcast_to(colour(rng, 30, 210, 0.2), (size, size, 3)).copy()
    for _ in range(int(rng.integers(2, 6))):
        octave = int(rng.integers(0, 4))
        grains = _noise(rng, size, tiles, octave) + 0.3 * _noise(rng, size, tiles, 0)
        made[grains > rng.uniform(0.7, 2.0)] = colour(rng, 0, 255, 0.25)
    if rng.random() < 0.4:
        veins = np.abs(_noise(rng, size, tiles, -1)) < rng.uniform(0.03, 0.2)
        made[veins] = made[veins] * 0.3 + 0.7 * colour(rng, 0, 255, 0.4)
    return _grained(rng, np.asarray(cv2.GaussianBlur(made, (0, 0), float(rng.uniform(0.4, 1.0)))), size, tiles, 3.0)


def _cloth(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Weave, mesh and wire: threads in two directions, with holes of one size between them."""
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
    return _grained(rng, np.asarray(made, np.float32), size, tiles, float(rng.uniform(1, 7)))


def _tiled(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Squares, checks, stripes, ruled or squared paper."""
    made = _plain(rng, size, tiles)
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


def _dotted(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Dots as on pegboards, perforated sheets and printed cloth: discs that are no pips."""
    made = np.clip(_plain(rng, size, tiles), 0, 255).astype(np.uint8)
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


def _speckled(rng: np.random.Generator, size: int, tiles: Tiles) -> Floats:
    """Crumbs, drops and specks of many sizes, dark or light."""
    made = np.clip(_plain(rng, size, tiles), 0, 255).astype(np.uint8)
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


def _stretched(rng: np.random.Generator, size: int, tiles: Tiles, octave: int, *, turn: float, by: float) -> Floats:
    """Return noise stretched ``by`` in the direction ``turn``, about -128 to 128."""
    c, s = math.cos(turn), math.sin(turn)
    grow = np.array([[c, -s], [s, c]]) @ np.diag([by, 1.0]) @ np.array([[c, s], [-s, c]])
    matrix = np.column_stack([grow, size / 2 - grow @ [384.0, 384.0]])
    tile = tiles.octaves[octave]
    made = cv2.warpAffine(tile, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(made, np.float32)[:: 1 if rng.random() < 0.5 else -1] - 128


def _grained(rng: np.random.Generator, made: Floats, size: int, tiles: Tiles, strength: float) -> Floats:
    return made + _noise(rng, size, tiles, int(rng.integers(0, 2)))[..., None] * np.float32(strength)


def _warped(rng: np.random.Generator, made: Floats, size: int) -> Floats:
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    other = square + rng.uniform(-0.2, 0.2, (4, 2)).astype(np.float32) * size
    matrix = cv2.getPerspectiveTransform(other, square)
    view = cv2.warpPerspective(made, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(view, np.float32)


MAKERS: tuple[Maker, ...] = (_plain, _felt, _wood, _carpet, _stone, _cloth, _tiled, _dotted, _speckled)
SHARES = (0.2, 0.12, 0.2, 0.14, 0.1, 0.08, 0.06, 0.05, 0.05)
