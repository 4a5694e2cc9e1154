"""Dice with a pose, and their mesh with rounded edges and sunken pips; lengths are in mm, the table is z = 0."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tools.odd_things.solids import AXES, PLACES, turn_about
from tools.odd_things.view import Reals
from tools.path_traced.bodies import ConvexBody, box

VALUES = ((1, 6, 2, 5, 3, 4), (1, 6, 5, 2, 3, 4))
"""The values of the faces +x, -x, +y, -y, +z, -z, on right-handed and left-handed dice."""

LEANS = 5.0
"""The least angle in degrees of a die that leans."""


@dataclass(frozen=True, slots=True, eq=False)
class PosedDie:
    """A die of a `side`, whose edges have a radius of `rounding` sides, and the `values` (6) of its faces.

    The pips of each face are turned by `quarters` (6) of a turn.
    """

    side: float
    rounding: float
    turn: Reals
    centre: Reals
    values: tuple[int, ...]
    quarters: tuple[int, ...]

    @property
    def body(self) -> ConvexBody:
        """The die as a body."""
        lying = box([self.side] * 3, self.rounding * self.side).move(np.eye(3), (0, 0, -self.side / 2))
        return lying.move(self.turn, self.centre)

    @property
    def top(self) -> int:
        """The index of the uppermost face."""
        return int((AXES @ self.turn.T)[:, 2].argmax())

    @property
    def value(self) -> int:
        """The value of the uppermost face."""
        return self.values[self.top]

    @property
    def lean(self) -> float:
        """The angle in degrees, 0 to 54.7, between the top face and the table."""
        return math.degrees(math.acos(min(1.0, float((AXES @ self.turn.T)[self.top, 2]))))

    @property
    def leans(self) -> bool:
        """Whether the die must not get a value."""
        return self.lean >= LEANS

    def face(self, index: int, across: ArrayLike) -> Reals:
        """Return points (n, 3) of a face; `across` (n, 2) has their places on it in sides, from -0.5 to 0.5."""
        normal = AXES[index]
        axis = index // 2
        places = np.asarray(across, float)
        local = np.zeros((len(places), 3))
        local[:, (axis + 1) % 3], local[:, (axis + 2) % 3] = places[:, 0], places[:, 1]
        return np.asarray((local + normal / 2) * self.side @ self.turn.T + self.centre)

    def move(self, turn: Reals, by: ArrayLike) -> "PosedDie":
        """Return the die turned about the origin by a rotation (3, 3), then moved by (3)."""
        return replace(self, turn=turn @ self.turn, centre=turn @ self.centre + np.asarray(by))


def about(degrees: float) -> Reals:
    """Return the rotation (3, 3) about the vertical."""
    return turn_about([0, 0, 1], degrees)


def any_die(random: np.random.Generator, side: float, rounding: float) -> PosedDie:
    """Return a die at the origin on a random face, with edges along x and y."""
    turn = np.eye(3)
    for axis, quarters in ((0, int(random.integers(4))), (1, int(random.integers(4))), (2, int(random.integers(4)))):
        turn = np.round(turn_about(np.eye(3)[axis].tolist(), 90.0 * quarters)) @ turn
    values = VALUES[int(random.integers(2))]
    quarters_of = tuple(int(n) for n in random.integers(0, 2, 6))
    return PosedDie(side, rounding, turn, np.array([0, 0, side / 2]), values, quarters_of)


@dataclass(frozen=True, slots=True)
class PipShape:
    """The shape of pips, in sides: the `spread` of the outer ones, their `radius`, and their `depth` (0: painted).

    The pip of a one is `one` times as large.
    """

    spread: float
    radius: float
    depth: float
    one: float = 1.0

    def places(self, value: int, quarters: int) -> Reals:
        """Return the middles (n, 2) of a face's pips, in sides from its middle."""
        places = np.array(PLACES[value], float) * self.spread
        return np.column_stack([-places[:, 1], places[:, 0]]) if quarters % 2 else places

    def radius_of(self, value: int) -> float:
        """Return the radius of the pips of a face."""
        return self.radius * (self.one if value == 1 else 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceMesh:
    """Points (n, 3) in mm from the die's middle, along its axes, and quadrilaterals (m, 4) of them.

    `outside` (n) is the signed distance in sides from the nearest pip, below zero within it; `values` (n) has the
    values of the points' faces.
    """

    points: Reals
    quads: NDArray[np.int32]
    outside: Reals
    values: NDArray[np.int32]


def die_mesh(die: PosedDie, pips: PipShape, cells: int) -> SurfaceMesh:
    """Return the surface of a die with `cells` along each side."""
    steps = np.linspace(-0.5, 0.5, cells + 1)
    u, v = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    first = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    grid = np.column_stack([first, first + cells + 1, first + cells + 2, first + 1])
    parts = [_face(die, face, pips, u, v) for face in range(6)]
    points = np.vstack([part[0] for part in parts])
    outside = np.concatenate([part[1] for part in parts])
    values = np.repeat(np.array(die.values, np.int32), len(u))
    quads = np.vstack([(grid if face % 2 == 0 else grid[:, ::-1]) + face * len(u) for face in range(6)])
    # Faces share points at the edges; 20 bits for each coordinate distinguish points.
    x, y, z = np.round((points + 0.5) * 1e6).astype(np.int64).T
    _, kept, named = np.unique((x << 40) + (y << 20) + z, return_index=True, return_inverse=True)
    quads = named[quads].astype(np.int32)
    return SurfaceMesh(points[kept] * die.side, quads, outside[kept], values[kept])


def _face(die: PosedDie, face: int, pips: PipShape, u: Reals, v: Reals) -> tuple[Reals, Reals]:
    axis, value = face // 2, die.values[face]
    flat = np.zeros((len(u), 3))
    flat[:, (axis + 1) % 3], flat[:, (axis + 2) % 3] = u, v
    flat += AXES[face] / 2
    core = np.clip(flat, die.rounding - 0.5, 0.5 - die.rounding)
    outwards = flat - core
    outwards /= np.linalg.norm(outwards, axis=1, keepdims=True)
    far = np.column_stack([np.hypot(u - x, v - y) for x, y in pips.places(value, die.quarters[face])]).min(axis=1)
    radius = pips.radius_of(value)
    sunk = pips.depth * np.maximum(0.0, 1 - (far / radius) ** 2)
    points = core + outwards * (die.rounding - sunk)[:, None]
    return points, np.asarray(far - radius)
