"""A die as a solid: its pips, its poses, and its corners."""

from collections import Counter
from collections.abc import Iterable, Sequence
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
"""Positions of each face's pips on a 3 x 3 grid, along the two axes of the die in the plane of the face."""


@dataclass(frozen=True, slots=True)
class DiePose:
    """The pose of a die: its centre in mm (x, y, height) and its rotation, a 3 x 3 matrix row by row."""

    middle: tuple[float, float, float]
    turn: tuple[float, ...]

    @property
    def matrix(self) -> Matrix:
        """The rotation (3, 3). Its columns are the die's own axes in plate coordinates."""
        return np.array(self.turn).reshape(3, 3)

    @property
    def up(self) -> int:
        """The value of the uppermost face."""
        return int(np.argmax(NORMALS @ self.matrix[2])) + 1

    @property
    def lean(self) -> float:
        """The angle in degrees between the top face and the horizontal."""
        return float(np.degrees(np.arccos(min(1.0, float(np.max(NORMALS @ self.matrix[2]))))))

    def corners(self, side: float) -> Matrix:
        """Return the eight corners (8, 3) in mm of a sharp-edged cube with this side."""
        return np.asarray(CORNERS * (side / 2) @ self.matrix.T + np.array(self.middle))


CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


def rotate(axis: tuple[float, float, float], degrees: float) -> Matrix:
    """Return the rotation (3, 3) about an axis of length 1 (Rodrigues' formula)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.radians(degrees)
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


_UPRIGHT: dict[int, Matrix] = {
    1: rotate((0, 1, 0), -90),
    2: rotate((1, 0, 0), 90),
    3: rotate((1, 0, 0), 180),
    4: np.eye(3),
    5: rotate((1, 0, 0), -90),
    6: rotate((0, 1, 0), 90),
}


def lay_die(value: int, place: tuple[float, float, float], side: float, yaw: float) -> DiePose:
    """Return a flat die with `value` up, the centre of its underside at `place` (mm), rotated by `yaw` degrees."""
    turn = rotate((0, 0, 1), yaw) @ _UPRIGHT[value]
    return DiePose((place[0], place[1], place[2] + side / 2), _flatten(turn))


def tilt_die(pose: DiePose, side: float, floor: float, direction: float, degrees: float) -> DiePose:
    """Return the die tilted by `degrees` towards a direction (degrees in the plane), still touching its floor."""
    along = np.radians(direction)
    turn = rotate((-float(np.sin(along)), float(np.cos(along)), 0.0), degrees) @ pose.matrix
    reach = float(np.abs(turn[2]).sum()) * side / 2
    return DiePose((pose.middle[0], pose.middle[1], floor + reach), _flatten(turn))


def find_showing(dice: Sequence[DiePose], faces: Iterable[int]) -> list[int]:
    """Return the indices of dice that show these faces, at most as many of each as `faces` asks for."""
    left, found = Counter(faces), []
    for place, die in enumerate(dice):
        if left[die.up]:
            left[die.up] -= 1
            found.append(place)
    return found


def overlap(one: DiePose, other: DiePose, side: float) -> float:
    """Return the overlap of two cubes in mm, negative if they are apart (separating axes: 3 + 3 + 9 directions)."""
    first, second = one.matrix.T, other.matrix.T
    crossed = np.cross(first[:, None], second[None]).reshape(-1, 3)
    length = np.linalg.norm(crossed, axis=1)
    axes = np.concatenate([first, second, crossed[length > 1e-6] / length[length > 1e-6, None]])
    along, across = one.corners(side) @ axes.T, other.corners(side) @ axes.T
    return float(np.min(np.minimum(along.max(0), across.max(0)) - np.maximum(along.min(0), across.min(0))))


def _flatten(turn: NDArray[Any]) -> tuple[float, ...]:
    return tuple(float(v) for v in turn.ravel())
