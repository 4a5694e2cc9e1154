"""The lens of the simulated camera: projects points to pixels, and pixels to rays."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

WIDTH, HEIGHT = 1280, 720


UNBENDING, UNBENT = 12, 1e-9
"""Iterations that make the inverse of the distortion exact to far less than 0.01 pixels, and the step below which no
further one is needed."""
GRID, MARGIN = 4, 192
"""Spacing in pixels of the grid of exact rays, and its margin around the picture."""


@dataclass(frozen=True, slots=True)
class Mounting:
    """The deviation of the camera from its nominal position, and of its lens from a pinhole.

    Positions are in mm, angles in degrees. `zoom` is the focal length over the nominal one, `middle` the principal
    point in pixels right and down of the picture's centre. `radial` (three) and `tangential` (two) are the coefficients
    of Brown's model (Decentering distortion of lenses, 1966) in units of the focal length.
    """

    right: float = 0.0
    down: float = 0.0
    up: float = 0.0
    pitch: float = 0.0
    yaw: float = 0.0
    roll: float = 0.0
    radial: tuple[float, float, float] = (0.0, 0.0, 0.0)
    tangential: tuple[float, float] = (0.0, 0.0)
    zoom: float = 1.0
    middle: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def from_seed(cls, seed: int) -> Self:
        """Return the errors of a careful assembly: 1 mm, 0.5 degrees, one pixel of distortion at the markers."""
        random = np.random.default_rng((seed, 0x1E45))
        right, down, up = (float(v) for v in random.uniform(-1.5, 1.5, 3))
        pitch, yaw, roll = (float(v) for v in random.uniform(-0.6, 0.6, 3))
        radial = float(random.uniform(-0.005, 0.001)), 0.0, 0.0
        aslant, beside = (random.uniform(-most, most, 2).tolist() for most in (2e-4, 4.0))
        zoom = float(random.uniform(0.997, 1.003))
        tangential, middle = (aslant[0], aslant[1]), (beside[0], beside[1])
        return cls(right, down, up, pitch, yaw, roll, radial, tangential, zoom, middle)

    def knock(self, by: Self) -> Self:
        """Return the mounting after a knock that shifts and turns the camera further."""
        place = {name: getattr(self, name) + getattr(by, name) for name in ("right", "down", "up")}
        turn = {name: getattr(self, name) + getattr(by, name) for name in ("pitch", "yaw", "roll")}
        return replace(self, **place, **turn)


class CameraLens:
    """A pinhole camera with lens distortion over the plate. Pixel coordinates refer to centres, (0, 0) at top left."""

    def __init__(self, dimensions: Mapping[str, Any], mounting: Mounting) -> None:
        camera = dimensions["camera"]
        self.focal = WIDTH * camera["height"] / camera["field_width"] * mounting.zoom
        """Focal length in pixels."""
        self.place = np.array(
            [camera["x"] + mounting.right, camera["y"] + mounting.down, camera["height"] + mounting.up], np.float64
        )
        """Position of the lens in plate coordinates: x, y and height in mm."""
        self.middle = np.array([(WIDTH - 1) / 2 + mounting.middle[0], (HEIGHT - 1) / 2 + mounting.middle[1]])
        """The principal point in pixels."""
        self._radial, self._tangential = mounting.radial, mounting.tangential
        self.turn = _compute_axes(mounting)
        """The camera's axes as the columns of a matrix (3, 3): right, down and forward as x, y and depth."""
        self._straight = self._undistort() if any((*mounting.radial, *mounting.tangential)) else None

    def project(self, places: Floats) -> Floats:
        """Return the pixels (..., 2) of points (..., 3) given as x, y and height in mm."""
        return self.pixels(self.directions(places))

    def directions(self, places: Floats) -> Floats:
        """Return the directions (..., 2), right and down per unit forward, of points (..., 3)."""
        # Depth instead of height makes the axes right-handed and equal to the camera's own.
        seen = ((np.asarray(places, np.float64) - self.place) * (1.0, 1.0, -1.0)) @ self.turn
        return np.asarray(seen[..., :2] / seen[..., 2:])

    def pixels(self, directions: Floats) -> Floats:
        """Return the pixels (..., 2) of directions, with distortion."""
        return np.asarray(self._distort(directions) * self.focal + self.middle)

    def _distort(self, flat: Floats) -> Floats:
        """Return distorted directions (..., 2), right and down per unit forward."""
        scale, aside = self._find_distortion(flat)
        return np.asarray(flat * scale + aside)

    def _find_distortion(self, flat: Floats) -> tuple[Floats, Floats]:
        """Return the radial factor (..., 1) and the tangential shift (..., 2) of directions: Brown's model."""
        (k1, k2, k3), (p1, p2) = self._radial, self._tangential
        x, y = flat[..., :1], flat[..., 1:]
        square = x * x + y * y
        scale = 1.0 + square * (k1 + square * (k2 + square * k3))
        right = 2 * p1 * x * y + p2 * (square + 2 * x * x)
        down = p1 * (square + 2 * y * y) + 2 * p2 * x * y
        return np.asarray(scale), np.concatenate([right, down], axis=-1)

    def _undistort(self) -> Floats:
        """Return the directions (rows, columns, 2) of every GRID-th pixel, including MARGIN around the picture."""
        columns, rows = (np.arange(-MARGIN, size + MARGIN + GRID, GRID) for size in (WIDTH, HEIGHT))
        seen = (np.stack(np.meshgrid(columns, rows), axis=-1) - self.middle) / self.focal
        flat = seen
        for _ in range(UNBENDING):
            scale, aside = self._find_distortion(flat)
            before, flat = flat, (seen - aside) / scale
            if np.abs(flat - before).max() < UNBENT:
                break
        return np.asarray(flat, np.float32)

    def shift_view(self, image: Image, right: float) -> Image:
        """Return a picture (720, 1280, 3) of the plate as the lens sees it from `right` mm further to the right."""
        way = np.array([[1, 0, -right * self.focal / self.place[2]], [0, 1, 0]])
        return np.asarray(cv2.warpAffine(image, way, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def rays(self, box: Box = (0, 0, WIDTH, HEIGHT), fine: int = 1) -> Floats:
        """Return the rays (h, w, 3) float32 of the pixels of a box, as x, y and height.

        `box` is left, top, right, bottom in pixels and may extend beyond the picture. With `fine` n each pixel is
        divided into n x n. Rays are scaled to fall by 1 mm: the last column is -1.
        """
        left, top, right, bottom = box
        column = (np.arange((right - left) * fine, dtype=np.float32) + 0.5) / fine - 0.5 + left
        row = (np.arange((bottom - top) * fine, dtype=np.float32) + 0.5) / fine - 0.5 + top
        if self._straight is None:
            x = ((column - self.middle[0]) / self.focal).astype(np.float32)[None, :]
            y = ((row - self.middle[1]) / self.focal).astype(np.float32)[:, None]
        else:
            (left_of, across), (above, down) = _locate(column, WIDTH), _locate(row, HEIGHT)
            near = self._straight[:, left_of[0] : left_of[-1] + 2]
            left_of = left_of - left_of[0]
            x, y = (_interpolate(_interpolate(near[..., axis], above, down).T, left_of, across).T for axis in (0, 1))
        t = self.turn.astype(np.float32)
        depth = t[2, 0] * x + t[2, 1] * y + t[2, 2]
        rays = np.empty((*depth.shape, 3), np.float32)
        rays[..., 0] = (t[0, 0] * x + t[0, 1] * y + t[0, 2]) / depth
        rays[..., 1] = (t[1, 0] * x + t[1, 1] * y + t[1, 2]) / depth
        rays[..., 2] = -1.0
        return rays

    def intersect(self, rays: Floats, height: float) -> tuple[Floats, Floats]:
        """Return x and y in mm at which rays (h, w, 3) meet the plane at a height (mm)."""
        fall = np.float32(self.place[2] - height)
        return (
            np.asarray(rays[..., 0] * fall + np.float32(self.place[0])),
            np.asarray(rays[..., 1] * fall + np.float32(self.place[1])),
        )

    def box_of(self, places: Floats, margin: int = 0) -> Box:
        """Return the box of pixels (left, top, right, bottom) that contains points (n, 3), plus a margin."""
        pixels = self.project(places).reshape(-1, 2)
        low, high = np.floor(pixels.min(axis=0)) - margin, np.ceil(pixels.max(axis=0)) + margin + 1
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def clip_box(box: Box) -> Box:
    """Return the part of a box that lies in the picture; if none does, left >= right or top >= bottom."""
    return max(box[0], 0), max(box[1], 0), min(box[2], WIDTH), min(box[3], HEIGHT)


def _locate(pixels: Floats, size: int) -> tuple[NDArray[np.intp], Floats]:
    """Return the grid point before each pixel (n,) of a row or column, and the weight of the next grid point.

    Linear interpolation on this grid costs less than 0.002 pixels.
    """
    last = (size + 2 * MARGIN) // GRID
    at = np.clip((pixels + MARGIN) / GRID, 0, last)
    before = np.minimum(at.astype(np.intp), last - 1)
    return before, np.asarray(at - before, np.float32)


def _interpolate(points: Floats, before: NDArray[np.intp], share: Floats) -> Floats:
    """Return rows (n, m), interpolated between rows `before` of `points` and the next ones, which weigh `share`."""
    low, high = points[before], points[before + 1]
    return np.asarray(low + (high - low) * share[:, None])


def _compute_axes(mounting: Mounting) -> NDArray[np.float64]:
    """Return the camera's axes: see CameraLens.turn."""
    a, b, c = np.radians([mounting.pitch, mounting.yaw, mounting.roll])
    pitch = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    yaw = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    roll = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    return np.asarray(pitch @ yaw @ roll)
