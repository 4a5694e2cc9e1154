"""The simulated camera's lens: which pixel a place on the machine falls on, and which ray a pixel looks along."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True, slots=True)
class Mounting:
    """How far the camera hangs from where the drawings put it: mm for the place, degrees for the angles.

    `distortion` is the first radial coefficient of Brown's model, in units of the focal length.
    """

    right: float = 0.0
    down: float = 0.0
    up: float = 0.0
    pitch: float = 0.0
    yaw: float = 0.0
    roll: float = 0.0
    distortion: float = 0.0

    @classmethod
    def seeded(cls, seed: int) -> Self:
        """Return a careful assembly's errors: a millimetre, half a degree, a pixel of distortion at the markers."""
        random = np.random.default_rng((seed, 0x1E45))
        right, down, up = (float(v) for v in random.uniform(-1.5, 1.5, 3))
        pitch, yaw, roll = (float(v) for v in random.uniform(-0.6, 0.6, 3))
        return cls(right, down, up, pitch, yaw, roll, distortion=float(random.uniform(-0.005, 0.001)))


class Lens:
    """A pinhole with one radial coefficient over the plate; pixels are counted at their middles, (0, 0) at top left."""

    def __init__(self, dimensions: Mapping[str, Any], mounting: Mounting) -> None:
        camera = dimensions["camera"]
        self.focal = WIDTH * camera["height"] / camera["field_width"]
        """Focal length in pixels."""
        self.place = np.array(
            [camera["x"] + mounting.right, camera["y"] + mounting.down, camera["height"] + mounting.up], np.float64
        )
        """The lens in plate coordinates: x, y and height in mm."""
        self.distortion = mounting.distortion
        self._turn = _turned(mounting)
        self._middle = np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2])

    def project(self, places: Floats) -> Floats:
        """Return the pixels (..., 2) of places (..., 3) given as x, y and height in mm."""
        # Depth instead of height makes the axes right-handed and equal to the camera's own.
        seen = ((np.asarray(places, np.float64) - self.place) * (1.0, 1.0, -1.0)) @ self._turn
        flat = seen[..., :2] / seen[..., 2:]
        bent = flat * (1.0 + self.distortion * np.sum(flat * flat, axis=-1, keepdims=True))
        return np.asarray(bent * self.focal + self._middle)

    def rays(self, box: tuple[int, int, int, int] = (0, 0, WIDTH, HEIGHT), fine: int = 1) -> Floats:
        """Return the directions (h, w, 3) float32, x, y and height, along which the pixels of a box look.

        `box` is left, top, right, bottom in pixels, which may reach out of the picture; with `fine` n each pixel is
        divided into n x n. Directions are scaled to fall 1 mm for each mm of their length: the last column is -1.
        """
        left, top, right, bottom = box
        column = (np.arange((right - left) * fine, dtype=np.float32) + 0.5) / fine - 0.5 + left
        row = (np.arange((bottom - top) * fine, dtype=np.float32) + 0.5) / fine - 0.5 + top
        bent_x = ((column - self._middle[0]) / self.focal).astype(np.float32)[None, :]
        bent_y = ((row - self._middle[1]) / self.focal).astype(np.float32)[:, None]
        bent = bent_x * bent_x + bent_y * bent_y
        square = bent
        for _ in range(3 if self.distortion else 0):
            square = bent / (1.0 + np.float32(self.distortion) * square) ** 2
        straight = 1.0 / (1.0 + np.float32(self.distortion) * square)
        x, y = bent_x * straight, bent_y * straight
        t = self._turn.astype(np.float32)
        depth = t[2, 0] * x + t[2, 1] * y + t[2, 2]
        rays = np.empty((*depth.shape, 3), np.float32)
        rays[..., 0] = (t[0, 0] * x + t[0, 1] * y + t[0, 2]) / depth
        rays[..., 1] = (t[1, 0] * x + t[1, 1] * y + t[1, 2]) / depth
        rays[..., 2] = -1.0
        return rays

    def at_height(self, rays: Floats, height: float) -> tuple[Floats, Floats]:
        """Return x and y in mm of where rays (h, w, 3) meet the plane at a height."""
        fall = np.float32(self.place[2] - height)
        return (
            np.asarray(rays[..., 0] * fall + np.float32(self.place[0])),
            np.asarray(rays[..., 1] * fall + np.float32(self.place[1])),
        )

    def box_of(self, places: Floats, margin: int = 0) -> tuple[int, int, int, int]:
        """Return the upright box of pixels (left, top, right, bottom) that holds places (n, 3), and a margin."""
        pixels = self.project(places).reshape(-1, 2)
        low, high = np.floor(pixels.min(axis=0)) - margin, np.ceil(pixels.max(axis=0)) + margin + 1
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _turned(mounting: Mounting) -> NDArray[np.float64]:
    """Return the camera's axes as the columns of a matrix (3, 3): right, down and forward as x, y and depth."""
    a, b, c = np.radians([mounting.pitch, mounting.yaw, mounting.roll])
    pitch = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    yaw = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    roll = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    return np.asarray(pitch @ yaw @ roll)
