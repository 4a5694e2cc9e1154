"""Photographs of odd things, from seeds: what lies there, how it is lit, and from where it is seen."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tools.odd_things.grounds import Ground, any_ground, spread
from tools.odd_things.living import flake, hand, ladybird, sweet
from tools.odd_things.metals import button, coin, key, screw, socket
from tools.odd_things.noise import at, clouds, paint
from tools.odd_things.papers import braille, card, grid, page
from tools.odd_things.photo import developed
from tools.odd_things.shapes import blank, brick, cocked, domino, edgeways, numbered, polyhedron, turn_about
from tools.odd_things.sheets import FlatThing
from tools.odd_things.solids import Solid
from tools.odd_things.view import Canvas, DistantLight, Floats, PhotoView

FINER = 1.6
"""Pixels painted for a pixel of the photograph, along each side."""

SIZES = ((640, 480), (800, 600), (480, 640), (640, 640), (960, 720), (1024, 768))


Thing: TypeAlias = FlatThing | list[Solid]


def _bodies(make: Callable[[np.random.Generator], list[Solid]]) -> Callable[[np.random.Generator, float], Thing]:
    return lambda random, _: make(random)


@dataclass(frozen=True, slots=True)
class SceneKind:
    """Things of one sort, about `unit` mm large, of which `fewest` to `most` lie there.

    They are seen from so many degrees of `steepness`, and `across` units go across the picture; `make` is handed the
    pixels of a mm.
    """

    unit: float
    make: Callable[[np.random.Generator, float], Thing] | None
    fewest: int = 1
    most: int = 7
    steepness: tuple[float, float] = (28, 90)
    across: tuple[float, float] = (4, 11)


KINDS: dict[str, SceneKind] = {
    "numerals": SceneKind(16, _bodies(numbered)),
    "polyhedra": SceneKind(18, _bodies(polyhedron)),
    "keys": SceneKind(22, key, 1, 5, (45, 90)),
    "coins": SceneKind(20, coin, 2, 12, (35, 90)),
    "text": SceneKind(12, page, 1, 1, (50, 90), (4, 12)),
    "hands": SceneKind(24, hand, 1, 2, (50, 90), (7, 12)),
    "dominoes": SceneKind(18, _bodies(domino), 1, 7),
    "cards": SceneKind(20, card, 1, 6, (40, 90), (6, 14)),
    "buttons": SceneKind(16, button, 3, 14, (45, 90)),
    "ladybirds": SceneKind(8, ladybird, 1, 6, (45, 90)),
    "dots": SceneKind(12, grid, 1, 1, (40, 90)),
    "cloth": SceneKind(12, None, 0, 0, (40, 90)),
    "bricks": SceneKind(18, _bodies(brick), 2, 9),
    "sockets": SceneKind(30, socket, 1, 1, (55, 90), (4, 9)),
    "braille": SceneKind(7, braille, 1, 1, (40, 90), (4, 12)),
    "screws": SceneKind(9, screw, 3, 14, (40, 90)),
    "confetti": SceneKind(7, flake, 30, 130, (35, 90), (8, 14)),
    "sweets": SceneKind(14, sweet, 4, 30, (40, 90)),
    "blanks": SceneKind(16, _bodies(blank), 1, 8),
    "cocked": SceneKind(16, _bodies(cocked), 1, 5, (72, 90)),
    "sideways": SceneKind(16, _bodies(edgeways), 1, 3, (2, 7), (5, 9)),
    "mixed": SceneKind(18, None, 4, 12, (40, 90), (7, 14)),
}
MIXED = (
    "numerals",
    "polyhedra",
    "keys",
    "coins",
    "dominoes",
    "buttons",
    "bricks",
    "screws",
    "sweets",
    "blanks",
)
FILLING = ("text", "dots", "sockets", "braille", "hands")
"""Things so large that they lie in the middle, alone."""


def photograph(name: str, seed: int, number: int) -> NDArray[np.uint8]:
    """Return a picture (h, w, 3) of things of a kind; the same for the same seed and number."""
    random = np.random.default_rng((seed, number, 0x0DD))
    kind = KINDS[name]
    size = SIZES[int(random.integers(len(SIZES)))]
    canvas = _canvas(random, kind, size)
    ground = _dotted(random) if name == "cloth" else any_ground(random)
    spread(canvas, ground, kind.unit, random)
    _lay(random, canvas, name)
    return developed(random, canvas.pixels, size)


def photographs(seed: int, count: int) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Return the names of files, a folder for each kind, and their pictures; every kind in its turn."""
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
    """Lay things where there is room, the farthest first; what finds none is left away."""
    placed: list[tuple[float, float, float, Thing]] = []
    margin = 0.42 if name in FILLING else 0.12
    apart = 0.6 if name in {"cards", "confetti"} else 1.0
    for thing in _choose(random, name, canvas):
        radius = 0.7 * (thing.reach if isinstance(thing, FlatThing) else max(_reach(part) for part in thing))
        for _ in range(20):
            x, y = canvas.view.table(*random.uniform(margin, 1 - margin, 2))
            if name == "sideways":  # near the horizon a little is far away
                x, y = (float(v) for v in random.uniform(-1.6, 1.6, 2) * KINDS[name].unit)
            if all(np.hypot(x - a, y - b) > apart * (radius + r) for a, b, r, _ in placed):
                placed.append((x, y, radius, thing))
                break
    placed.sort(key=lambda one: float(-canvas.view.turn[2] @ [one[0], one[1], 0]))
    for x, y, _, thing in placed:
        if isinstance(thing, list):
            _stand(canvas, thing, x, y, name)
        else:
            thing.draw(canvas, x, y, float(random.uniform(0, 360)), 6.0 if name == "hands" else 0.0)


def _stand(canvas: Canvas, parts: list[Solid], x: float, y: float, name: str) -> None:
    moved = parts
    if name == "sideways":
        eye = float(np.degrees(np.arctan2(canvas.view.eye[1] - y, canvas.view.eye[0] - x)))
        moved = [part.turned(turn_about([0, 0, 1], eye)) for part in parts]
    moved = [replace(part, middle=part.middle + np.array([x, y, 0])) for part in moved]
    moved[0].shade(canvas)
    for part in moved:
        part.draw(canvas)


def _reach(part: Solid) -> float:
    return float(np.hypot(*part.corners[:, :2].T).max())


def _dotted(random: np.random.Generator) -> Ground:
    """Return cloth with dots, in folds."""
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
