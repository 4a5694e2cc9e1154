"""Photographs of odd things from seeds: the things, the light, and the camera."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.odd_things import sheets, solids
from tools.odd_things.sheets import FlatThing
from tools.odd_things.solids import Solid, turn_about
from tools.odd_things.view import Canvas, DistantLight, Floats, PhotoView, at, clouds, linearize, mix, paint

Ground = Callable[[Floats, Floats], Floats]
"""A function from x and y (h, w), in units of the things' size, to colours (h, w, 3)."""


def lay_plain(random: np.random.Generator) -> Ground:
    """Return a painted, plastic or paper surface with hardly any marks."""
    tile, colour, marks = clouds(random), paint(random, 0.1, 0.98, (0.0, 0.5)), random.uniform(0.0, 0.3)
    return lambda x, y: mix(colour, colour * 0.6, np.float32(marks) * at(tile, x / 9, y / 9))


def lay_wood(random: np.random.Generator) -> Ground:
    """Return planks: rings stretched along the grain, fine pores, and joints."""
    broad, fine = clouds(random, 4, 0.6), clouds(random, 32, 0.8)
    hue = linearize(np.array([0.25, 0.45, 0.7]) * random.uniform(0.5, 1.3) * random.uniform(0.85, 1.15, 3))
    dark = hue * np.float32(random.uniform(0.25, 0.7))
    rings, plank = float(random.uniform(2, 9)), float(random.choice([2.5, 4.0, 90.0]))

    def colour(x: Floats, y: Floats) -> Floats:
        board = np.floor(y / plank)
        along = x + board * 7.3
        grown = at(broad, along / 30, y / 5 + board * 0.37)
        lines = 0.5 + 0.5 * np.sin(2 * np.pi * (rings * grown + 0.4 * y))
        pores = at(fine, along / 12, y * 0.7)
        wooden = mix(np.minimum(hue, 1), dark, 0.6 * lines.astype(np.float32) + 0.4 * pores)
        joint = np.abs(y / plank - board - 0.5) > 0.5 - 0.02 / plank
        return np.asarray(wooden * np.where(joint, 0.25, 1.0)[..., None], np.float32)

    return colour


def lay_cloth(random: np.random.Generator) -> Ground:
    """Return cloth: crossing threads of two colours, which may form checks."""
    tile, one = clouds(random), paint(random, 0.15, 0.95, (0.0, 0.8))
    other = one * np.float32(random.uniform(0.3, 0.9)) if random.random() < 0.6 else paint(random)
    step = float(random.uniform(0.05, 0.16))
    check = float(random.choice([0.0, 0.0, 1.5, 3.0]))

    def colour(x: Floats, y: Floats) -> Floats:
        wave = 0.15 * at(tile, x / 11, y / 11)
        over = np.sin(np.pi * (x + wave) / step) * np.sin(np.pi * (y + wave) / step)
        share = 0.5 + 0.35 * over
        if check:
            share = share + 0.35 * (np.sign(np.sin(np.pi * x / check)) + np.sign(np.sin(np.pi * y / check))) / 2
        return mix(one, other, np.clip(share, 0, 1).astype(np.float32))

    return colour


def lay_felt(random: np.random.Generator) -> Ground:
    """Return felt or carpet: disordered fibres."""
    tile, broad = clouds(random, 64, 0.9), clouds(random)
    one = paint(random, 0.1, 0.75, (0.1, 0.75))
    depth, size = np.float32(random.uniform(0.3, 0.85)), float(random.uniform(1.0, 4.0))

    def colour(x: Floats, y: Floats) -> Floats:
        share = depth * at(tile, x / size, y / size) + np.float32(0.25) * at(broad, x / 8, y / 8)
        return mix(one, one * 0.3, np.clip(share, 0, 1))

    return colour


def lay_stone(random: np.random.Generator) -> Ground:
    """Return granite, terrazzo or concrete: grains of a few colours."""
    tiles = [clouds(random, 32, 0.7) for _ in range(3)]
    base, size = paint(random, 0.3, 0.9, (0.0, 0.25)), float(random.uniform(3, 9))
    grains = [paint(random, 0.02, 0.95, (0.0, 0.4)) for _ in tiles]
    limits = random.uniform(0.55, 0.85, 3)

    def colour(x: Floats, y: Floats) -> Floats:
        out = np.broadcast_to(base, (*x.shape, 3)).astype(np.float32)
        for n, (tile, grain) in enumerate(zip(tiles, grains, strict=True)):
            share = np.clip((at(tile, x / size + n / 3, y / size) - limits[n]) * 8, 0, 1)
            out = np.asarray(out + (grain - out) * share[..., None], np.float32)
        return out

    return colour


def lay_tiles(random: np.random.Generator) -> Ground:
    """Return tiles or a cutting mat: a grid of lines."""
    tile, base = clouds(random), paint(random, 0.2, 0.95, (0.0, 0.7))
    line, side = paint(random, 0.1, 0.9, (0.0, 0.3)), float(random.choice([0.8, 1.6, 4.0]))
    thick = float(random.uniform(0.02, 0.06))

    def colour(x: Floats, y: Floats) -> Floats:
        near = np.minimum(np.abs(x / side - np.round(x / side)), np.abs(y / side - np.round(y / side))) * side
        share = np.clip((thick - near) / 0.02 + 0.5, 0, 1).astype(np.float32)
        return mix(mix(base, base * 0.75, at(tile, x / 6, y / 6)), line, share)

    return colour


GROUNDS = (lay_plain, lay_plain, lay_wood, lay_wood, lay_cloth, lay_felt, lay_stone, lay_tiles)


def any_ground(random: np.random.Generator) -> Ground:
    return GROUNDS[int(random.integers(len(GROUNDS)))](random)


def spread_ground(canvas: Canvas, ground: Ground, unit: float, random: np.random.Generator) -> None:
    """Paint the table, and a wall where the camera sees beyond the table's edge; `unit` is in mm."""
    view, light = canvas.view, canvas.light
    rays = view.rays((0, 0, view.width, view.height))
    far = np.float32(view.eye[2]) / np.maximum(-rays[..., 2], np.float32(1e-6))
    turn, shift = random.uniform(0, 2 * np.pi), random.uniform(0, 50, 2)
    x, y = (np.float32(view.eye[n]) + far * rays[..., n] for n in (0, 1))
    u = ((np.cos(turn) * x + np.sin(turn) * y) / unit + shift[0]).astype(np.float32)
    v = ((np.cos(turn) * y - np.sin(turn) * x) / unit + shift[1]).astype(np.float32)
    near = (random.normal(0, 0.6, 2) * unit * 6).astype(np.float32)
    pool = 1 / (1 + ((x - near[0]) ** 2 + (y - near[1]) ** 2) / (unit * random.uniform(12, 60)) ** 2)
    lit = light.on(np.array([0.0, 0.0, 1.0])) * (0.35 + 0.65 * pool.astype(np.float32))[..., None]
    canvas.pixels[:] = ground(u, v) * lit
    behind = np.hypot(x, y) > unit * random.uniform(14, 25)
    low = (rays[..., 2] > -0.18) & (behind | (rays[..., 2] > -1e-3))
    tile, wall = clouds(random), paint(random, 0.1, 0.9, (0.0, 0.5))
    seen = at(tile, rays[..., 0].astype(np.float32), rays[..., 2].astype(np.float32))
    canvas.pixels[low] = (mix(wall, wall * 0.5, seen) * light.on(-view.turn[2]))[low]


def develop_picture(random: np.random.Generator, light: Floats, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return linear light as a photograph (h, w, 3) of `size` (width, height), exposed about as cameras do."""
    seen = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    if random.random() < 0.35:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(random.uniform(0.5, 1.6))), np.float32)
    if random.random() < 0.12:
        seen = _shake(random, seen)
    height, width = seen.shape[:2]
    y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    seen *= (1 - float(random.uniform(0, 0.35)) * (x**2 + y**2) / 2).astype(np.float32)[..., None]
    middling = float(np.mean(seen)) + 1e-6
    grey_world = seen.mean(axis=(0, 1)) / middling
    seen /= (grey_world ** float(random.uniform(0, 0.6))).astype(np.float32)
    bright = float(np.quantile(seen, 0.98))
    seen *= np.float32(min(0.25 / middling, 1.0 / bright) * 2 ** random.normal(0, 0.4))
    noise = float(random.choice([0.002, 0.006, 0.015, 0.03]))
    seen += random.standard_normal(seen.shape, np.float32) * noise * np.sqrt(np.maximum(seen, 0) + 0.02)
    curve = np.clip(seen, 0, None)
    knee = curve / (1 + np.maximum(curve - 0.8, 0) * 0.6)
    shown = np.clip(knee, 0, 1) ** (1 / 2.2)
    if random.random() < 0.3:
        shown = shown + 0.5 * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2))
    if random.random() < 0.08:
        shown = np.repeat(shown.mean(axis=2, keepdims=True), 3, axis=2)
    return np.asarray(np.round(255 * np.clip(shown, 0, 1)), np.uint8)


def _shake(random: np.random.Generator, seen: Floats) -> Floats:
    length = int(random.integers(3, 8))
    way = np.zeros((length, length), np.float32)
    cv2.line(way, (0, int(random.integers(length))), (length - 1, int(random.integers(length))), 1.0)
    return np.asarray(cv2.filter2D(seen, -1, way / way.sum()), np.float32)


def encode_jpeg(random: np.random.Generator, picture: NDArray[np.uint8]) -> bytes:
    """Return the bytes of a JPEG of random quality."""
    quality = int(random.choice([95, 90, 82, 70, 50], p=[0.3, 0.3, 0.2, 0.12, 0.08]))
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


FINER = 1.6
"""Painted pixels per pixel of the photograph, along each side."""

SIZES = ((640, 480), (800, 600), (480, 640), (640, 640), (960, 720), (1024, 768))


Thing: TypeAlias = FlatThing | list[Solid]


def _bodies(make: Callable[[np.random.Generator], list[Solid]]) -> Callable[[np.random.Generator, float], Thing]:
    return lambda random, _: make(random)


@dataclass(frozen=True, slots=True)
class SceneKind:
    """Scenes with `fewest` to `most` things of one kind, about `unit` mm large.

    The camera's elevation is in the range `steepness`, in degrees, and the picture is about `across` units wide. `make`
    takes the pixels per mm.
    """

    unit: float
    make: Callable[[np.random.Generator, float], Thing] | None
    fewest: int = 1
    most: int = 7
    steepness: tuple[float, float] = (28, 90)
    across: tuple[float, float] = (4, 11)


KINDS: dict[str, SceneKind] = {
    "numerals": SceneKind(16, _bodies(solids.make_numbered)),
    "polyhedra": SceneKind(18, _bodies(solids.make_polyhedron)),
    "keys": SceneKind(22, sheets.key, 1, 5, (45, 90)),
    "coins": SceneKind(20, sheets.coin, 2, 12, (35, 90)),
    "text": SceneKind(12, sheets.page, 1, 1, (50, 90), (4, 12)),
    "hands": SceneKind(24, sheets.hand, 1, 2, (50, 90), (7, 12)),
    "dominoes": SceneKind(18, _bodies(solids.make_domino), 1, 7),
    "cards": SceneKind(20, sheets.card, 1, 6, (40, 90), (6, 14)),
    "buttons": SceneKind(16, sheets.button, 3, 14, (45, 90)),
    "ladybirds": SceneKind(8, sheets.ladybird, 1, 6, (45, 90)),
    "dots": SceneKind(12, sheets.grid, 1, 1, (40, 90)),
    "cloth": SceneKind(12, None, 0, 0, (40, 90)),
    "bricks": SceneKind(18, _bodies(solids.make_brick), 2, 9),
    "sockets": SceneKind(30, sheets.socket, 1, 1, (55, 90), (4, 9)),
    "braille": SceneKind(7, sheets.braille, 1, 1, (40, 90), (4, 12)),
    "screws": SceneKind(9, sheets.screw, 3, 14, (40, 90)),
    "confetti": SceneKind(7, sheets.flake, 30, 130, (35, 90), (8, 14)),
    "sweets": SceneKind(14, sheets.sweet, 4, 30, (40, 90)),
    "blanks": SceneKind(16, _bodies(solids.make_blank), 1, 8),
    "cocked": SceneKind(16, _bodies(solids.make_cocked), 1, 5, (72, 90)),
    "sideways": SceneKind(16, _bodies(solids.make_edgeways), 1, 3, (2, 7), (5, 9)),
    "mixed": SceneKind(18, None, 4, 12, (40, 90), (7, 14)),
}
MIXED = ("numerals", "polyhedra", "keys", "coins", "dominoes", "buttons", "bricks", "screws", "sweets", "blanks")
FILLING = ("text", "dots", "sockets", "braille", "hands")
"""Large things: a picture has one, in its middle."""


def photograph(name: str, seed: int, number: int) -> NDArray[np.uint8]:
    """Return a picture (h, w, 3) of things of a kind; equal seeds and numbers give equal pictures."""
    random = np.random.default_rng((seed, number, 0x0DD))
    kind = KINDS[name]
    size = SIZES[int(random.integers(len(SIZES)))]
    canvas = _canvas(random, kind, size)
    ground = _lay_dotted(random) if name == "cloth" else any_ground(random)
    spread_ground(canvas, ground, kind.unit, random)
    _lay(random, canvas, name)
    return develop_picture(random, canvas.pixels, size)


def photographs(seed: int, count: int) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Yield file names, with a folder for each kind, and their pictures; the kinds take turns."""
    names = tuple(KINDS)
    for number in range(count):
        name = names[number % len(names)]
        yield f"{name}/{number:05}.jpg", photograph(name, seed, number)


def _canvas(random: np.random.Generator, kind: SceneKind, size: tuple[int, int]) -> Canvas:
    width, height = (round(side * FINER) for side in size)
    focal = max(width, height) * float(random.uniform(0.8, 2.2))
    across = kind.unit * float(random.uniform(*kind.across))
    low, high = kind.steepness
    elevation = high if random.random() < 0.15 and high == 90 else float(random.uniform(low, high))
    roll = float(random.normal(0, 5)) if elevation < 70 else float(random.uniform(0, 360))
    view = PhotoView.over(
        (width, height), focal, across * focal / width, (elevation, float(random.uniform(0, 360)), roll)
    )
    return Canvas(view, DistantLight.of(random), np.zeros((height, width, 3), np.float32))


def _choose(random: np.random.Generator, name: str, canvas: Canvas) -> Iterator[Thing]:
    kind = KINDS[name]
    scale = min(canvas.scale_at(0, 0), 900 / kind.unit)
    for _ in range(int(random.integers(kind.fewest, kind.most + 1))):
        make = KINDS[str(random.choice(MIXED))].make if name == "mixed" else kind.make
        if make is not None:
            yield make(random, scale)


def _lay(random: np.random.Generator, canvas: Canvas, name: str) -> None:
    margin = 0.42 if name in FILLING else 0.12
    apart = 0.42 if name in {"cards", "confetti"} else 0.7

    def place() -> tuple[float, float]:
        x, y = canvas.view.table(*random.uniform(margin, 1 - margin, 2))
        if name == "sideways":  # near the horizon a little is far away
            x, y = (float(v) for v in random.uniform(-1.6, 1.6, 2) * KINDS[name].unit)
        return x, y

    for x, y, thing in find_places(canvas.view, _choose(random, name, canvas), place, apart):
        if isinstance(thing, FlatThing):
            thing.draw(canvas, x, y, float(random.uniform(0, 360)), 6.0 if name == "hands" else 0.0)
            continue
        eye = math.degrees(math.atan2(canvas.view.eye[1] - y, canvas.view.eye[0] - x)) if name == "sideways" else 0
        stand(canvas, [part.rotate(turn_about([0, 0, 1], eye)) for part in thing], x, y)


def find_places(
    view: PhotoView, things: Iterable[Thing], place: Callable[[], tuple[float, float]], apart: float
) -> list[tuple[float, float, Thing]]:
    """Return things with places on the table, the farthest first; a thing that fits none of 20 places is left out.

    No two are closer than `apart` times the sum of their radii; `place` draws a place.
    """
    placed: list[tuple[float, float, float, Thing]] = []
    for thing in things:
        radius = thing.reach if isinstance(thing, FlatThing) else max(_reach(part) for part in thing)
        for _ in range(20):
            x, y = place()
            if all(np.hypot(x - a, y - b) > apart * (radius + r) for a, b, r, _ in placed):
                placed.append((x, y, radius, thing))
                break
    placed.sort(key=lambda one: float(-view.turn[2] @ [one[0], one[1], 0]))
    return [(x, y, thing) for x, y, _, thing in placed]


def stand(canvas: Canvas, parts: list[Solid], x: float, y: float) -> list[Solid]:
    """Paint bodies with their shadow at a place of the table, and return the moved bodies."""
    moved = [replace(part, middle=part.middle + np.array([x, y, 0])) for part in parts]
    moved[0].shade(canvas)
    for part in moved:
        part.draw(canvas)
    return moved


def _reach(part: Solid) -> float:
    return float(np.hypot(*part.corners[:, :2].T).max())


def _lay_dotted(random: np.random.Generator) -> Ground:
    """Return folded cloth with dots."""
    one, other = paint(random), paint(random, 0.1, 1.0, (0.0, 0.5))
    folds, weave = clouds(random, 2, 0.35), clouds(random, 64, 0.9)
    pitch, shifted = float(random.uniform(0.45, 1.6)), random.random() < 0.7
    radius, bent = pitch * float(random.uniform(0.12, 0.32)), float(random.uniform(0.0, 1.2))

    def colour(x: Floats, y: Floats) -> Floats:
        fold = at(folds, x / 25, y / 25)
        u, v = x + bent * fold, y + bent * at(folds, y / 25 + 0.5, x / 25)
        row = np.round(v / pitch)
        u = u + pitch / 2 * (row % 2) if shifted else u
        far = np.hypot(u - np.round(u / pitch) * pitch, v - row * pitch)
        share = np.clip((radius - far) / (0.04 * pitch) + 0.5, 0, 1)[..., None]
        slope = at(folds, x / 25 + 0.004, y / 25) - fold
        shading = np.clip(1 + 12 * bent * slope, 0.3, 1.6) * (0.85 + 0.3 * at(weave, x, y))
        return np.asarray((one + (other - one) * share) * shading[..., None], np.float32)

    return colour
