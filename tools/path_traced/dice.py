"""Dice with a pose: which face is on top, and how far it leans; lengths in mm, the table is z = 0."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from tools.odd_things.shapes import AXES, turn_about
from tools.odd_things.view import Reals
from tools.path_traced.bodies import ConvexBody, box

VALUES = ((1, 6, 2, 5, 3, 4), (1, 6, 5, 2, 3, 4))
"""What the faces +x, -x, +y, -y, +z, -z show, on dice of either hand."""

LEANS = 5.0
"""Degrees from which on a die leans."""


@dataclass(frozen=True, slots=True, eq=False)
class PosedDie:
    """A die of a `side`, whose edges have a radius of `rounding` sides, with the `values` of its faces (6).

    The pattern of each face is turned by so many `quarters`.
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
        lying = box([self.side] * 3, self.rounding * self.side).moved(np.eye(3), (0, 0, -self.side / 2))
        return lying.moved(self.turn, self.centre)

    @property
    def top(self) -> int:
        """The index of the face that is turned upwards most."""
        return int((AXES @ self.turn.T)[:, 2].argmax())

    @property
    def value(self) -> int:
        """The value of the face that is turned upwards most."""
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
        """Return points (n, 3) of a face; `across` (n, 2) are places on it in sides, from -0.5 to 0.5."""
        normal = AXES[index]
        axis = index // 2
        places = np.asarray(across, float)
        local = np.zeros((len(places), 3))
        local[:, (axis + 1) % 3], local[:, (axis + 2) % 3] = places[:, 0], places[:, 1]
        return np.asarray((local + normal / 2) * self.side @ self.turn.T + self.centre)

    def moved(self, turn: Reals, by: ArrayLike) -> "PosedDie":
        """Return the die turned about the origin by a rotation (3, 3), then moved by (3)."""
        return replace(self, turn=turn @ self.turn, centre=turn @ self.centre + np.asarray(by))


def about(degrees: float) -> Reals:
    """Return the rotation (3, 3) about the vertical."""
    return turn_about([0, 0, 1], degrees)


def any_die(random: np.random.Generator, side: float, rounding: float) -> PosedDie:
    """Return a die that lies on any of its faces at the origin, its edges along x and y."""
    turn = np.eye(3)
    for axis, quarters in ((0, int(random.integers(4))), (1, int(random.integers(4))), (2, int(random.integers(4)))):
        turn = np.round(turn_about(np.eye(3)[axis].tolist(), 90.0 * quarters)) @ turn
    values = VALUES[int(random.integers(2))]
    quarters_of = tuple(int(n) for n in random.integers(0, 2, 6))
    return PosedDie(side, rounding, turn, np.array([0, 0, side / 2]), values, quarters_of)
