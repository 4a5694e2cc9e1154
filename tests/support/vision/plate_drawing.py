"""Plain drawings of the plate with cubes on it, for tests of the reader that want to set every angle themselves."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dimensions import dimensions
from vision.table.plate import Plate
from vision.table.rectify import View

PLATE = Plate.from_dimensions(dimensions())
WALL = float(dimensions()["wells"]["wall"])
SIZE = (1280, 720)
FINE = 3
CURVE = 2.2
GRID = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
# Each side as its normal and the direction of its first axis, for a die that shows 1 upwards (z is down).
SIDES = {
    1: ((0, 0, -1), (1, 0, 0)),
    6: ((0, 0, 1), (1, 0, 0)),
    2: ((1, 0, 0), (0, 1, 0)),
    5: ((-1, 0, 0), (0, 1, 0)),
    3: ((0, 1, 0), (1, 0, 0)),
    4: ((0, -1, 0), (1, 0, 0)),
}
TURNS = {
    1: (0, 0, 0),
    2: (0, np.pi / 2, 0),
    5: (0, -np.pi / 2, 0),
    3: (-np.pi / 2, 0, 0),
    4: (np.pi / 2, 0, 0),
    6: (np.pi, 0, 0),
}


@dataclass(frozen=True, slots=True)
class DrawnCube:
    """A die to draw: its middle's place in mm, what lies up, turns in degrees, grey levels of body, pips."""

    x: float
    y: float
    value: int
    yaw: float = 0.0
    lean: float = 0.0
    lean_towards: float = 0.0
    floor: float = PLATE.well_floor
    body: int = 215
    pips: int = 25
    side: float = PLATE.die_side


def camera(tilt: tuple[float, float, float] = (0, 0, 0), moved: tuple[float, float, float] = (0, 0, 0)) -> View:
    """Return a camera turned by `tilt` (radians about the picture's x, y, axis) and moved (mm) from its place."""
    focal = PLATE.focal(SIZE[0])
    lens = np.array([[focal, 0, (SIZE[0] - 1) / 2], [0, focal, (SIZE[1] - 1) / 2], [0, 0, 1.0]])
    rotation = np.asarray(cv2.Rodrigues(np.array(tilt, dtype=float))[0], dtype=float)
    place = np.array([*PLATE.camera_place, -PLATE.camera_height]) + np.array(moved)
    return View(lens, rotation, -rotation @ place, 0.0)


def draw(
    cubes: list[DrawnCube],
    view: View | None = None,
    *,
    markers: tuple[int, ...] = (0, 1, 2, 3),
    noise: float = 2.0,
    blur: float = 0.8,
    light: float = 1.0,
    floor: int = 70,
    seed: int = 1,
) -> NDArray[np.uint8]:
    """Draw the plate (BGR, 1280 x 720) with these cubes on it."""
    canvas = _Canvas(view or camera())
    canvas.polygon([(0, 0, 0), (320, 0, 0), (320, 200, 0), (0, 200, 0)], 200)
    for which in markers:
        canvas.marker(which)
    left, top, side = PLATE.tray_left, PLATE.tray_top, PLATE.tray_right - PLATE.tray_left
    corners = [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]
    canvas.polygon([(x, y, PLATE.tray_floor) for x, y in corners], floor)
    for well in PLATE.well_centres:
        canvas.well(well, floor)
    for cube in sorted(
        cubes, key=lambda cube: -np.hypot(cube.x - canvas.view.camera[0], cube.y - canvas.view.camera[1])
    ):
        canvas.cube(cube)
    canvas.walls()
    return canvas.picture(noise, blur, light, seed)


def box_of(cube: DrawnCube, view: View | None = None) -> tuple[float, float, float, float]:
    """Return the upright box of the cube in pixels, without regard to what hides it."""
    seen = (view or camera()).project(_corners(cube))
    low, high = seen.min(axis=0), seen.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _turn(cube: DrawnCube) -> NDArray[np.float64]:
    axis = np.deg2rad(cube.lean_towards)
    lean = cv2.Rodrigues(np.deg2rad(cube.lean) * np.array([-np.sin(axis), np.cos(axis), 0.0]))[0]
    yaw = cv2.Rodrigues(np.array([0, 0, np.deg2rad(cube.yaw)]))[0]
    up = cv2.Rodrigues(np.array(TURNS[cube.value], dtype=float))[0]
    return np.asarray(lean @ yaw @ up, dtype=float)


def _place(cube: DrawnCube, local: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return places (n, 3) with heights of points in the cube's own axes; its lowest corner rests on the floor."""
    half = cube.side / 2
    turned = local @ _turn(cube).T
    corners = np.array([[a, b, c] for a in (-half, half) for b in (-half, half) for c in (-half, half)]) @ _turn(cube).T
    return np.asarray(turned * (1, 1, -1) + (cube.x, cube.y, cube.floor + corners[:, 2].max()))


def _corners(cube: DrawnCube) -> NDArray[np.float64]:
    half = cube.side / 2
    return _place(cube, np.array([[a, b, c] for a in (-half, half) for b in (-half, half) for c in (-half, half)]))


class _Canvas:
    def __init__(self, view: View) -> None:
        self.view = view
        self.grey = np.full((SIZE[1] * FINE, SIZE[0] * FINE), 60, np.uint8)

    def _pixels(self, places: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round(((self.view.project(places) + 0.5) * FINE - 0.5) * 16).astype(np.int32)

    def polygon(self, places: object, level: float) -> None:
        pixels = self._pixels(np.array(places, dtype=float))
        cv2.fillPoly(self.grey, [pixels], float(level), shift=4)

    def marker(self, which: int) -> None:
        size, half = 6 * 16, PLATE.marker_side / 2
        drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), which, size)
        x, y = PLATE.marker_centres[which]
        for row in range(6):
            for column in range(6):
                a, b = x - half + column * half / 3, y - half + row * half / 3
                places = [(a, b, 0), (a + half / 3, b, 0), (a + half / 3, b + half / 3, 0), (a, b + half / 3, 0)]
                self.polygon(places, int(drawn[row * 16 + 8, column * 16 + 8]))

    def well(self, centre: tuple[float, float], level: int) -> None:
        half, low, high = PLATE.well_side / 2, PLATE.well_floor, PLATE.lid
        square = [(centre[0] + a * half, centre[1] + b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        for side in range(4):
            (ax, ay), (bx, by) = square[side], square[(side + 1) % 4]
            self.polygon([(ax, ay, high), (bx, by, high), (bx, by, low), (ax, ay, low)], 95 + 8 * side)
        self.polygon([(x, y, low) for x, y in square], level)

    def cube(self, cube: DrawnCube) -> None:
        half, turn = cube.side / 2, _turn(cube)
        outline = cv2.convexHull(self._pixels(_corners(cube)))
        cv2.fillPoly(self.grey, [np.asarray(outline)], float(cube.body * 0.6), shift=4)
        for value, (normal, first) in SIDES.items():
            n, u = np.array(normal, dtype=float), np.array(first, dtype=float)
            v = np.cross(n, u)
            middle = _place(cube, (n * half)[None])[0]
            facing = (turn @ n) * (1, 1, -1)
            if facing @ (self.view.camera - middle) <= 0:
                continue
            shade = 0.6 + 0.4 * max(0.0, float(facing[2]))
            square = np.array([n * half + a * u * half + b * v * half for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            self.polygon(_place(cube, square), cube.body * shade)
            for a, b in GRID[value]:
                round_about = np.linspace(0, 2 * np.pi, 24, endpoint=False)
                middle = n * half + PLATE.pip_spacing * (a * u + b * v)
                rim = PLATE.pip_diameter / 2 * (np.outer(np.cos(round_about), u) + np.outer(np.sin(round_about), v))
                self.polygon(_place(cube, middle + rim), cube.pips * shade)

    def walls(self) -> None:
        """Cover what the walls' upper sides hide."""
        xs, ys = zip(*PLATE.well_centres, strict=True)
        reach, high = PLATE.well_side / 2 + WALL, PLATE.lid
        under = self.grey.copy()
        block = [(min(xs) - reach, min(ys) - reach), (max(xs) + reach, min(ys) - reach)]
        block += [(max(xs) + reach, max(ys) + reach), (min(xs) - reach, max(ys) + reach)]
        self.polygon([(x, y, high) for x, y in block], 150)
        holes = np.zeros_like(self.grey)
        half = PLATE.well_side / 2
        for x, y in PLATE.well_centres:
            square = [(x + a * half, y + b * half, high) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            cv2.fillPoly(holes, [self._pixels(np.array(square, dtype=float))], 255.0, shift=4)
        self.grey = np.where(holes > 0, under, self.grey)

    def picture(self, noise: float, blur: float, light: float, seed: int) -> NDArray[np.uint8]:
        # The lens blurs light; the camera's curve bends it afterwards.
        fallen = cv2.LUT(self.grey, (np.arange(256, dtype=np.float32) / 255) ** CURVE)
        small = cv2.resize(fallen, SIZE, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), blur) if blur else small
        found = 255 * light * soft ** (1 / CURVE)
        noisy = found[:, :, None] + noise * _grain(seed)
        return np.asarray(np.clip(np.round(noisy), 0, 255), dtype=np.uint8)


@lru_cache(maxsize=4)
def _grain(seed: int) -> NDArray[np.float32]:
    """Return a picture's noise with deviation 1, which many drawings share."""
    return np.random.default_rng(seed).standard_normal((SIZE[1], SIZE[0], 3), np.float32)
