"""Things on the table that a die can lean on, each drawn so that a die of a side leans on it by some angle.

A thing fills x > 0, and a die comes from x < 0: that is how they are drawn; lengths in mm, angles in degrees.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from tools.odd_things.view import Reals
from tools.path_traced.bodies import ConvexBody, box, disc, prism
from tools.path_traced.dice import about

PropKind = Literal["tray", "book", "wall", "coins", "pencil", "fold", "can", "die"]
PROP_KINDS: tuple[PropKind, ...] = get_args(PropKind)

ALONG_Y = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
"""Lays an upright prism down along y: its outline's second coordinate becomes the height."""


@dataclass(frozen=True, slots=True, eq=False)
class TableProp:
    """A thing: its `bodies`, and where its own frame lies. A `fold` of the cloth is `height` high and `breadth` broad.

    The die that other dice lean on has no bodies here: it is one of the scene's dice.
    """

    kind: PropKind
    bodies: tuple[ConvexBody, ...]
    turn: Reals
    at: Reals
    height: float
    breadth: float = 0.0

    def moved(self, turn: Reals, by: ArrayLike) -> "TableProp":
        """Return the thing turned about the origin by a rotation (3, 3), then moved by (3)."""
        bodies = tuple(body.moved(turn, by) for body in self.bodies)
        return TableProp(
            self.kind, bodies, turn @ self.turn, turn @ self.at + np.asarray(by), self.height, self.breadth
        )


def _thing(kind: PropKind, bodies: list[ConvexBody], height: float, breadth: float = 0.0) -> TableProp:
    return TableProp(kind, tuple(bodies), np.eye(3), np.zeros(3), height, breadth)


def _slab(depth: float, length: float, height: float) -> ConvexBody:
    return box([depth, length, height]).moved(np.eye(3), (depth / 2, 0, 0))


def _step(random: np.random.Generator, side: float, lean: float, share: tuple[float, float] = (0.5, 0.95)) -> float:
    """Return the height of an edge that a die's face rests on, somewhere along that face."""
    return side * float(random.uniform(*share)) * math.sin(math.radians(lean))


def tray(random: np.random.Generator, side: float, lean: float) -> TableProp:
    """Return the rim of a tray, whose floor lies at x < 0."""
    height = _step(random, side, lean) if random.random() < 0.6 else side * float(random.uniform(0.8, 1.3))
    thick, inside = float(random.uniform(3, 9)), side * float(random.uniform(6.5, 10))
    middle = np.array([-inside / 2, 0, 0])
    bodies = []
    for quarter in range(4):
        turn = about(90.0 * quarter)
        rim = _slab(thick, inside + (2 * thick if quarter % 2 == 0 else 0), height)
        bodies.append(rim.moved(turn, middle - turn @ middle))
    return _thing("tray", bodies, height)


def book(random: np.random.Generator, side: float, lean: float) -> TableProp:
    """Return a book or a box of cards that lies there."""
    height = _step(random, side, lean) if random.random() < 0.5 else side * float(random.uniform(0.8, 1.5))
    long = side * float(random.uniform(4, 9))
    return _thing("book", [_slab(long * float(random.uniform(0.6, 0.8)), long, height)], height)


def wall(random: np.random.Generator, side: float, lean: float) -> TableProp:  # noqa: ARG001
    """Return an upright board."""
    height = side * float(random.uniform(1.5, 4))
    return _thing("wall", [_slab(float(random.uniform(3, 12)), side * float(random.uniform(6, 12)), height)], height)


def coins(random: np.random.Generator, side: float, lean: float) -> TableProp:
    """Return a coin, or a stack of coins that do not lie exactly on each other."""
    height = _step(random, side, lean, (0.5, 0.85))
    count = max(1, round(height / 2.0))
    radius = float(random.uniform(9, 13.5))
    bodies = []
    for level in range(count):
        by = np.array([radius, 0, level * height / count])
        shift = random.uniform(-0.05, 0.05, 2) * radius if level < count - 1 else np.zeros(2)
        bodies.append(prism(disc(radius), height / count).moved(np.eye(3), by + np.array([*shift, 0])))
    return _thing("coins", bodies, height)


def pencil(random: np.random.Generator, side: float, lean: float) -> TableProp:  # noqa: ARG001
    """Return a round or a hexagonal pencil, or a thicker pen."""
    thick = float(random.uniform(6.5, 11))
    sides = int(random.choice([6, 24]))
    outline = disc(thick / 2, sides)
    body = prism(outline, float(random.uniform(110, 180)))
    low = float(body.corners[:, 1].min())
    reach = float(body.corners[:, 2].max())
    return _thing("pencil", [body.moved(ALONG_Y, (thick / 2, reach / 2, -low))], -2 * low)


def fold(random: np.random.Generator, side: float, lean: float) -> TableProp:
    """Return a fold of the table's cloth; its profile is a parabola."""
    height = _step(random, side, lean)
    half = height * float(random.uniform(0.8, 1.6))
    x = np.linspace(1, -1, 15)
    outline = np.column_stack([half * x, height * (1 - x**2)])
    length = side * float(random.uniform(3, 6))
    body = prism(outline, length).moved(ALONG_Y, (half, length / 2, 0))
    return TableProp("fold", (body,), np.eye(3), np.array([half, 0, 0]), height, half)


def can(random: np.random.Generator, side: float, lean: float) -> TableProp:  # noqa: ARG001
    """Return an upright cylinder, such as a tin or a candle."""
    radius, height = side * float(random.uniform(0.9, 2.2)), side * float(random.uniform(0.9, 2))
    return _thing("can", [prism(disc(radius, 32), height).moved(np.eye(3), (radius, 0, 0))], height)


MAKERS: dict[PropKind, Callable[[np.random.Generator, float, float], TableProp]] = {
    "tray": tray,
    "book": book,
    "wall": wall,
    "coins": coins,
    "pencil": pencil,
    "fold": fold,
    "can": can,
}
