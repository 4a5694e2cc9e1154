"""The surface of a die as a mesh: rounded edges, and pips that are sunk into it or painted on it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.odd_things.shapes import AXES
from tools.odd_things.view import Reals
from tools.path_traced.dice import PosedDie

PATTERNS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of a face are, in shares of the outer ones' distance from the middle."""


@dataclass(frozen=True, slots=True)
class PipShape:
    """How pips are made, in sides: how far out the outer ones are, their `radius`, and their `depth` (0: painted).

    The single pip of a one is `one` times as large.
    """

    spread: float
    radius: float
    depth: float
    one: float = 1.0

    def places(self, value: int, quarters: int) -> Reals:
        """Return the middles (n, 2) of a face's pips, in sides from its middle."""
        places = np.array(PATTERNS[value], float) * self.spread
        return np.column_stack([-places[:, 1], places[:, 0]]) if quarters % 2 else places

    def radius_of(self, value: int) -> float:
        """Return the radius of the pips of a face."""
        return self.radius * (self.one if value == 1 else 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceMesh:
    """Points (n, 3) in mm around the die's middle, its axes along the faces, and quadrilaterals (m, 4) of them.

    `outside` (n) is how far a point lies outside the nearest pip, in sides, below zero within it; `values` (n) is what
    the face shows.
    """

    points: Reals
    quads: NDArray[np.int32]
    outside: Reals
    values: NDArray[np.int32]


def die_mesh(die: PosedDie, pips: PipShape, cells: int) -> SurfaceMesh:
    """Return the surface of a die with so many cells along a side."""
    steps = np.linspace(-0.5, 0.5, cells + 1)
    u, v = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    first = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    grid = np.column_stack([first, first + cells + 1, first + cells + 2, first + 1])
    parts = [_face(die, face, pips, u, v) for face in range(6)]
    points = np.vstack([part[0] for part in parts])
    outside = np.concatenate([part[1] for part in parts])
    values = np.repeat(np.array(die.values, np.int32), len(u))
    quads = np.vstack([(grid if face % 2 == 0 else grid[:, ::-1]) + face * len(u) for face in range(6)])
    # The faces meet in the same points: 20 bits for each coordinate tell points apart.
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
