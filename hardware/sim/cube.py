"""A die as a solid: where its pips are, how it can lie, and how its corners stand."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

# Plate coordinates with height are left-handed, so that a western die, whose 1, 2, 3 run counter-clockwise round their
# common corner, carries its 3 on the far side of the third axis.
NORMALS = np.array([[1, 0, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [0, -1, 0], [-1, 0, 0]], np.float64)
"""Outward normals of the faces 1..6 in the die's own axes: opposite faces sum to 7."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Places of the pips of each face in rows of pips, along the two axes of the die that its face does not look along."""


@dataclass(frozen=True, slots=True)
class DiePose:
    """How a die stands: the middle of the cube in mm (x, y, height) and its turn, a 3 x 3 matrix row by row."""

    middle: tuple[float, float, float]
    turn: tuple[float, ...]

    @property
    def matrix(self) -> Matrix:
        """The turn (3, 3): its columns are the die's own axes in plate coordinates."""
        return np.array(self.turn).reshape(3, 3)

    @property
    def up(self) -> int:
        """The value of the face that looks up, or most nearly so."""
        return int(np.argmax(NORMALS @ self.matrix[2])) + 1

    @property
    def lean(self) -> float:
        """Degrees by which the top face leans against the horizontal."""
        return float(np.degrees(np.arccos(min(1.0, float(np.max(NORMALS @ self.matrix[2]))))))

    def corners(self, side: float) -> Matrix:
        """Return the eight corners (8, 3) of a sharp-edged cube of this side."""
        return np.asarray(CORNERS * (side / 2) @ self.matrix.T + np.array(self.middle))


CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


def about(axis: tuple[float, float, float], degrees: float) -> Matrix:
    """Return the turn (3, 3) about an axis of length 1 (Rodrigues' formula)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.radians(degrees)
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


_UPRIGHT: dict[int, Matrix] = {
    1: about((0, 1, 0), -90),
    2: about((1, 0, 0), 90),
    3: about((1, 0, 0), 180),
    4: np.eye(3),
    5: about((1, 0, 0), -90),
    6: about((0, 1, 0), 90),
}


def lying(value: int, place: tuple[float, float, float], side: float, yaw: float) -> DiePose:
    """Return a die that lies flat, `value` up, with its underside's middle at a place, turned by `yaw` degrees."""
    turn = about((0, 0, 1), yaw) @ _UPRIGHT[value]
    return DiePose((place[0], place[1], place[2] + side / 2), _flat(turn))


def leaning(pose: DiePose, side: float, floor: float, direction: float, degrees: float) -> DiePose:
    """Return the die tipped by `degrees` towards a direction (degrees in the plane), still standing on its floor."""
    along = np.radians(direction)
    turn = about((-float(np.sin(along)), float(np.cos(along)), 0.0), degrees) @ pose.matrix
    reach = float(np.abs(turn[2]).sum()) * side / 2
    return DiePose((pose.middle[0], pose.middle[1], floor + reach), _flat(turn))


def overlap(one: DiePose, other: DiePose, side: float) -> float:
    """Return by how many mm two cubes overlap, or are apart when below 0 (separating axes: 3 + 3 + 9 directions)."""
    first, second = one.matrix.T, other.matrix.T
    crossed = np.cross(first[:, None], second[None]).reshape(-1, 3)
    length = np.linalg.norm(crossed, axis=1)
    axes = np.concatenate([first, second, crossed[length > 1e-6] / length[length > 1e-6, None]])
    along, across = one.corners(side) @ axes.T, other.corners(side) @ axes.T
    return float(np.min(np.minimum(along.max(0), across.max(0)) - np.maximum(along.min(0), across.min(0))))


def _flat(turn: NDArray[Any]) -> tuple[float, ...]:
    return tuple(float(v) for v in turn.ravel())
