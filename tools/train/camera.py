"""The pinhole camera of drawn scenes: the table is z = 0, dice have side 1, pixels are those of a crop."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PinholeCamera:
    """Where the table is seen from: ``turn`` (3, 3) from table to camera, ``eye`` (3,) in the table's frame.

    ``focal`` and ``middle`` (2,) are in pixels; the camera looks along its z, its y points down in the picture.
    """

    turn: Matrix
    eye: Matrix
    focal: float
    middle: Matrix

    def project(self, points: Matrix) -> Matrix:
        """Return the pixels (n, 2) of points (n, 3) of the table's frame."""
        seen = (points - self.eye) @ self.turn.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + self.middle)

    def on_table(self, pixels: Matrix) -> Matrix:
        """Return the points (n, 3) of the table that are seen at ``pixels`` (n, 2)."""
        rays = np.column_stack([(pixels - self.middle) / self.focal, np.ones(len(pixels))]) @ self.turn
        return np.asarray(self.eye - rays * (self.eye[2] / rays[:, 2:]))

    def distance(self, point: Matrix) -> float:
        """Return how far a point (3,) is from the eye."""
        return float(np.linalg.norm(point - self.eye))


def random_camera(rng: np.random.Generator, size: int, side: float) -> PinholeCamera:
    """Return a camera that shows dice of about ``side`` pixels in the middle of a crop of ``size``.

    Most look down steeply and may be turned any way; one in four looks so obliquely that the side of a die may look
    as large as its top: these stand upright, as people hold them. A few see hardly more than the sides.
    """
    kind = rng.random()
    tilt = min(abs(rng.normal(0, 22)), 56)
    if kind < 0.3:
        tilt = rng.uniform(34, 64) if kind < 0.25 else rng.uniform(70, 84)
    tilt = math.radians(float(tilt))
    roll = math.radians(float(rng.normal(0, 8) if tilt > math.radians(38) else rng.uniform(-180, 180)))
    # A crop is a small part of a photograph: it spans a few degrees, seldom more than thirty.
    focal = size * math.exp(float(rng.uniform(math.log(1.8), math.log(9))))
    distance = max(focal / side, 4.5)
    focal = distance * side
    # A crop off the picture's middle sees dice from the side too.
    off = np.clip(rng.normal(0, 0.16, 2), -0.35, 0.35) * focal
    turn = _about_z(roll) @ _about_x(math.pi - tilt)
    middle = np.array([size / 2, size / 2]) + off
    origin = np.array([*(-off / focal * distance), distance])
    return PinholeCamera(turn, -turn.T @ origin, focal, middle)


def _about_x(angle: float) -> Matrix:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _about_z(angle: float) -> Matrix:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def turned(spin: float, lean: float = 0.0, towards: float = 0.0) -> Matrix:
    """Return the turn (3, 3) of a die that is spun about the vertical and then leans towards a side; radians."""
    axis = _about_z(towards)
    return np.asarray(axis @ _about_x(lean) @ axis.T @ _about_z(spin))
