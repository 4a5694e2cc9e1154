"""Things on the table, and dice that lean on them, placed by geometry and checked by statics; lengths are in mm."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from tools.odd_things.view import Reals
from tools.path_traced.bodies import ConvexBody, box, disc, intersect, prism, slide
from tools.path_traced.dice import PosedDie, about, any_die

PropKind = Literal["tray", "book", "wall", "coins", "pencil", "fold", "can", "die"]
PROP_KINDS: tuple[PropKind, ...] = get_args(PropKind)

ALONG_Y = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
"""The rotation that lays an upright prism along y; the second coordinate of its outline becomes the height."""


@dataclass(frozen=True, slots=True, eq=False)
class TableProp:
    """A thing: its `bodies`, and the place of its frame. A `fold` of the cloth is `height` high and `breadth` broad.

    A die that another one leans on has no bodies here: it is one of the scene's dice.
    """

    kind: PropKind
    bodies: tuple[ConvexBody, ...]
    turn: Reals
    at: Reals
    height: float
    breadth: float = 0.0

    def move(self, turn: Reals, by: ArrayLike) -> "TableProp":
        """Return the thing turned about the origin by a rotation (3, 3), then moved by (3)."""
        bodies = tuple(body.move(turn, by) for body in self.bodies)
        return TableProp(
            self.kind, bodies, turn @ self.turn, turn @ self.at + np.asarray(by), self.height, self.breadth
        )


def _thing(kind: PropKind, bodies: list[ConvexBody], height: float) -> TableProp:
    return TableProp(kind, tuple(bodies), np.eye(3), np.zeros(3), height)


def _slab(depth: float, length: float, height: float) -> ConvexBody:
    return box([depth, length, height]).move(np.eye(3), (depth / 2, 0, 0))


def _step(random: np.random.Generator, side: float, lean: float, share: tuple[float, float] = (0.5, 0.95)) -> float:
    """Return the height of an edge that supports a die's face at a random place along the face."""
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
        bodies.append(rim.move(turn, middle - turn @ middle))
    return _thing("tray", bodies, height)


def book(random: np.random.Generator, side: float, lean: float) -> TableProp:
    """Return a lying book or box of cards."""
    height = _step(random, side, lean) if random.random() < 0.5 else side * float(random.uniform(0.8, 1.5))
    long = side * float(random.uniform(4, 9))
    return _thing("book", [_slab(long * float(random.uniform(0.6, 0.8)), long, height)], height)


def wall(random: np.random.Generator, side: float, lean: float) -> TableProp:  # noqa: ARG001
    """Return an upright board."""
    height = side * float(random.uniform(1.5, 4))
    return _thing("wall", [_slab(float(random.uniform(3, 12)), side * float(random.uniform(6, 12)), height)], height)


def coins(random: np.random.Generator, side: float, lean: float) -> TableProp:
    """Return a coin, or an uneven stack of coins."""
    height = _step(random, side, lean, (0.5, 0.85))
    count = max(1, round(height / 2.0))
    radius = float(random.uniform(9, 13.5))
    bodies = []
    for level in range(count):
        by = np.array([radius, 0, level * height / count])
        shift = random.uniform(-0.05, 0.05, 2) * radius if level < count - 1 else np.zeros(2)
        bodies.append(prism(disc(radius), height / count).move(np.eye(3), by + np.array([*shift, 0])))
    return _thing("coins", bodies, height)


def pencil(random: np.random.Generator, side: float, lean: float) -> TableProp:  # noqa: ARG001
    """Return a round or a hexagonal pencil, or a thicker pen."""
    thick = float(random.uniform(6.5, 11))
    sides = int(random.choice([6, 24]))
    outline = disc(thick / 2, sides)
    body = prism(outline, float(random.uniform(110, 180)))
    low = float(body.corners[:, 1].min())
    reach = float(body.corners[:, 2].max())
    return _thing("pencil", [body.move(ALONG_Y, (thick / 2, reach / 2, -low))], -2 * low)


def fold(random: np.random.Generator, side: float, lean: float) -> TableProp:
    """Return a fold of the table's cloth; its profile is a parabola."""
    height = _step(random, side, lean)
    half = height * float(random.uniform(0.8, 1.6))
    x = np.linspace(1, -1, 15)
    outline = np.column_stack([half * x, height * (1 - x**2)])
    length = side * float(random.uniform(3, 6))
    body = prism(outline, length).move(ALONG_Y, (half, length / 2, 0))
    return TableProp("fold", (body,), np.eye(3), np.array([half, 0, 0]), height, half)


def can(random: np.random.Generator, side: float, lean: float) -> TableProp:  # noqa: ARG001
    """Return an upright cylinder, such as a tin or a candle."""
    radius, height = side * float(random.uniform(0.9, 2.2)), side * float(random.uniform(0.9, 2))
    return _thing("can", [prism(disc(radius, 32), height).move(np.eye(3), (radius, 0, 0))], height)


MAKERS: dict[PropKind, Callable[[np.random.Generator, float, float], TableProp]] = {
    "tray": tray,
    "book": book,
    "wall": wall,
    "coins": coins,
    "pencil": pencil,
    "fold": fold,
    "can": can,
}


LEAST, MOST = 10.0, 50.0
"""The range of the angle in degrees by which dice lean."""

FRICTION = 0.5
SINK = 0.02
"""Depth in mm by which touching bodies are pressed together to find the touching points."""

TRIES = 400
TOWARDS = np.array([1.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class DiceGroup:
    """A group: the `dice`, of which only the first may lean, and the thing that they touch."""

    dice: tuple[PosedDie, ...]
    prop: TableProp | None = None

    def move(self, degrees: float, x: float, y: float, z: float = 0.0) -> "DiceGroup":
        """Return the group turned about the vertical and moved, so that its first die, if any, stands over a place."""
        turn = about(degrees)
        middle = self.dice[0].centre if self.dice else np.zeros(3)
        by = np.array([x, y, z]) - turn @ middle * [1, 1, 0]
        prop = None if self.prop is None else self.prop.move(turn, by)
        return DiceGroup(tuple(die.move(turn, by) for die in self.dice), prop)

    @property
    def bodies(self) -> tuple[ConvexBody, ...]:
        """The bodies of the dice and the thing."""
        return (*(die.body for die in self.dice), *(self.prop.bodies if self.prop else ()))


def lean_die(random: np.random.Generator, kind: PropKind, side: float, rounding: float) -> DiceGroup:
    """Return a die that leans stably on a thing of a kind, by 10 to 50 degrees. Raises ValueError if all tries fail."""
    for _ in range(TRIES):
        lean = float(random.uniform(LEAST, MOST))
        if kind == "die":
            other_side = side if random.random() < 0.7 else side * float(random.uniform(0.5, 0.8))
            skew = float(random.choice([0.0, random.uniform(-45, 45)]))
            other = any_die(random, other_side, rounding).move(about(skew), (0, 0, 0))
            other = other.move(np.eye(3), (other.body.radius - float(other.body.corners[:, 0].min()), 0, 0))
            support = DiceGroup((other,))
        else:
            support = DiceGroup((), MAKERS[kind](random, side, lean))
        supports = support.bodies
        skew = float(random.choice([0.0, 0.0, random.uniform(-45, 45)]))
        die = tilt_die(any_die(random, side, rounding), lean, skew)
        reach = min(side * 2.5, float(supports[0].corners[:, 1].max()))
        aside = float(random.uniform(-0.9, 0.9)) * (reach if kind in ("tray", "book", "wall", "pencil") else side / 2)
        placed = put_against(die.move(np.eye(3), (-8 * side if kind != "tray" else -2 * side, aside, 0)), supports)
        if placed is not None and abs(placed.lean - lean) < 1:
            return DiceGroup((placed, *support.dice), support.prop)
    raise ValueError(f"no die of {side} mm can be made to lean on: {kind}")


def tilt_die(die: PosedDie, lean: float, skew: float) -> PosedDie:
    """Return a flat die with its lower face raised towards +x by `lean` degrees; it stands on an edge or a corner.

    Before that it is turned by `skew` degrees about the vertical.
    """
    c, s = math.cos(math.radians(lean)), math.sin(math.radians(lean))
    up = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
    turned = die.move(up @ about(skew), (0, 0, 0))
    return turned.move(np.eye(3), (0, 0, -turned.body.lowest))


def put_against(die: PosedDie, supports: tuple[ConvexBody, ...]) -> PosedDie | None:
    """Return the die after it slides along +x until it touches a support; None if it would not stay there."""
    body = die.body
    ways = enumerate(slide(body, support, TOWARDS) for support in supports)
    met = [(*found, n) for n, found in ways if found and found[0] >= 0]
    if not met:
        return None
    far, normal, first = min(met, key=lambda entry: entry[0])
    placed = die.move(np.eye(3), TOWARDS * far)
    pressed = die.move(np.eye(3), TOWARDS * (far + SINK)).body
    touched = intersect(pressed, supports[first])
    if not len(touched) or not is_balanced(placed, touched, normal):
        return None
    return placed


def is_balanced(die: PosedDie, touched: Reals, normal: Reals) -> bool:
    """Return whether a die on the table stays in place that touches a thing at points (n, 3) with one normal."""
    corners = die.body.corners
    feet = corners[corners[:, 2] < corners[:, 2].min() + 0.01] - [0, 0, die.body.radius]
    if not _surrounds(np.vstack([feet, touched])[:, :2], die.centre[:2], die.side * 0.03):
        return False
    foot, at = feet.mean(axis=0), touched.mean(axis=0) - feet.mean(axis=0)
    x, z = float(at[0]), float(at[2])
    n_x, n_z = float(normal[0]), float(normal[2])
    lever = float(die.centre[0] - foot[0])
    for grip in np.linspace(-FRICTION, FRICTION, 9).tolist():
        # The force at the support for a unit of normal force, with a share `grip` of friction upward.
        f_x, f_z = n_x + grip * n_z, n_z - grip * n_x
        turning = x * f_z - z * f_x
        if turning <= 1e-6:
            continue
        force = lever / turning
        below, aside = 1 - force * f_z, abs(force * f_x)
        if force >= 0 and below > 0 and aside <= FRICTION * below:
            return True
    return False


def _surrounds(points: Reals, middle: Reals, margin: float) -> bool:
    """Return whether the convex hull of points (n, 2) contains a point and a `margin` around it."""
    ways = np.array([(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 72, endpoint=False)])
    return bool(((points - middle) @ ways.T).max(axis=0).min() > margin)
