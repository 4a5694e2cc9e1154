"""The light of drawn scenes: a lamp, shadows of cubes and of things out of view, glare."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.camera import Floats, Matrix, PinholeCamera
from tools.train.cubes import Cube, Lamp

SHOULDER = 170

HALOED = 0.28
"""Share of the scenes in which the rounded edges of the dice reflect a ring light or a window."""


def random_lamp(rng: np.random.Generator) -> Lamp:
    """Return a random light: overhead to low, soft to hard, dim to harsh."""
    around, height = rng.uniform(0, 2 * math.pi), math.radians(float(rng.uniform(20, 88)))
    away = math.exp(float(rng.uniform(math.log(5), math.log(60))))
    place = away * np.array(
        [math.cos(around) * math.cos(height), math.sin(around) * math.cos(height), math.sin(height)]
    )
    share = float(rng.uniform(0.1, 0.75))
    whole = math.exp(float(rng.normal(0.12, 0.25)))
    sharp = math.exp(float(rng.uniform(math.log(8), math.log(250))))
    lamp = Lamp(place, whole * share, whole * (1 - share) * 1.1, sharp, np.exp(rng.normal(0, 0.06, 3)))
    if rng.random() >= HALOED:
        return lamp
    # Rings of light hang about the lens, windows anywhere.
    leaning = math.radians(float(rng.uniform(0, 12 if rng.random() < 0.6 else 60)))
    turn, inner = rng.uniform(0, 2 * math.pi), float(rng.uniform(4, 40))
    halo = np.array([math.sin(leaning) * math.cos(turn), math.sin(leaning) * math.sin(turn), math.cos(leaning)])
    outer = inner + float(rng.uniform(4, 22))
    band = math.cos(math.radians(outer)), math.cos(math.radians(inner))
    return replace(lamp, halo=halo, band=band, mirrored=float(rng.uniform(0.25, 1.2)))


def shadows(rng: np.random.Generator, ground: Floats, cubes: Sequence[Cube], camera: PinholeCamera, lamp: Lamp) -> None:
    """Darken the ground (size, size, 3) in the shadows of the cubes, and where they touch it."""
    size = ground.shape[0]
    cast, contact = np.zeros((size, size), np.uint8), np.zeros((size, size), np.uint8)
    reach = 0.0
    for cube in cubes:
        corners = cube.corners
        way = corners - lamp.place
        way[:, 2] = np.minimum(way[:, 2], -0.05 * np.linalg.norm(way, axis=1))
        fallen = corners + way * (-corners[:, 2] / way[:, 2])[:, None]
        near = corners[np.argsort(corners[:, 2])[:4]]
        low = np.column_stack([near[:, :2], np.zeros(4)])
        fill(cast, camera.project(np.concatenate([fallen, low])), 255)
        if near[:, 2].max() < 0.3:
            wide = (low - low.mean(axis=0)) * 1.06 + low.mean(axis=0)
            fill(contact, camera.project(wide), 255)
        reach = max(reach, camera.focal / camera.distance(cube.middle))
    soft = reach * float(np.clip(rng.exponential(0.1), 0.02, 0.4)) + 0.3
    strong = lamp.direct / (lamp.direct + lamp.ambient) * float(rng.uniform(0.5, 1.0))
    shade = np.asarray(cv2.GaussianBlur(cast, (0, 0), soft), np.float32) * np.float32(strong / 255)
    dark = np.asarray(cv2.GaussianBlur(contact, (0, 0), 0.1 * reach + 0.3), np.float32)
    shade = 1 - (1 - shade) * (1 - dark * np.float32(rng.uniform(0.2, 0.65) / 255))
    ground *= (1 - shade)[..., None]


def fill(mask: NDArray[np.uint8], points: Matrix, value: int) -> None:
    """Fill the hull of points (n, 2) in pixels; those far outside are drawn nearer."""
    near = np.clip(points, -4 * mask.shape[0], 5 * mask.shape[0]).astype(np.float32)
    hull = cv2.convexHull(near)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), value, cv2.LINE_AA, 4)


def shade_of_something(rng: np.random.Generator, picture: Floats) -> None:
    """Draw the shadow of something out of view over the whole picture: a hand, a lamp's stem, a window's bar."""
    size = picture.shape[0]
    mask = np.zeros((size, size), np.uint8)
    middle = rng.uniform(0, size, 2)
    turns = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(3, 8))))
    reach = rng.uniform(0.15, 0.9, len(turns)) * size
    corners = middle + np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None]
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), math.exp(float(rng.uniform(-0.5, 3)))), np.float32)
    share = soft * np.float32(rng.uniform(0.2, 0.75) / 255)
    picture *= (share if rng.random() < 0.3 else 1 - share)[..., None] * 0.85 + 0.15


def gloss(rng: np.random.Generator, picture: Floats, count: int) -> None:
    """Draw reflections of lamps on a glossy ground: bright patches, overexposed in the middle."""
    size = picture.shape[0]
    for _ in range(count):
        mask = np.zeros((size, size), np.float32)
        axes = np.exp(rng.uniform(math.log(3), math.log(size * 0.3), 2)).round().astype(int).tolist()
        middle = rng.integers(0, size, 2).tolist()
        cv2.ellipse(mask, (middle[0], middle[1]), (axes[0], axes[1]), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.2 * min(axes) + 0.5), np.float32)
        picture += soft[..., None] * np.float32(rng.uniform(30, 260))


def expose(rng: np.random.Generator, picture: Floats) -> None:
    """Adjust the exposure as a camera does, so that hardly any picture is nearly black or white."""
    bright = float(np.percentile(picture[::4, ::4].mean(axis=2), 70))
    wanted = float(np.clip(rng.normal(135, 48), 22, 245))
    picture *= np.float32(np.clip((wanted / max(bright, 2)) ** float(rng.uniform(0.5, 1.0)), 0.3, 8))


def glint(rng: np.random.Generator, picture: Floats, at: tuple[float, float], side: float) -> None:
    """Draw the reflection of a lamp or a ring light on the top of a die: a white spot, streak or arc."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    place = rng.normal(at, 0.22 * side)
    axes = rng.uniform(0.05, 0.2, 2) * side
    start, turn = float(rng.uniform(0, 360)), float(rng.uniform(0, 180))
    thick, end = cv2.FILLED, start + 360
    if rng.random() < 0.6:
        axes = rng.uniform(0.25, 0.55, 2) * side
        thick, end = max(1, round(side * float(rng.uniform(0.03, 0.09)))), start + float(rng.uniform(40, 200))
    sizes = (round(float(axes[0]) * 16), round(float(axes[1]) * 16))
    middle = (round(float(place[0]) * 16), round(float(place[1]) * 16))
    cv2.ellipse(mask, middle, sizes, turn, start, end, 255, thick, cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.03 * side + 0.3), np.float32)
    picture += soft[..., None] * np.float32(rng.uniform(0.25, 1.1))


def shoulder(picture: Floats) -> None:
    """Compress the highlights as cameras do, so that white dice keep their edges."""
    bright = picture > SHOULDER
    over = picture[bright] - np.float32(SHOULDER)
    room = np.float32(256 - SHOULDER)
    picture[bright] = SHOULDER + room * (1 - np.exp(-over / (room * np.float32(1.3))))


def vignette(rng: np.random.Generator, picture: Floats) -> None:
    """Darken the picture with the distance from a point."""
    size = picture.shape[0]
    ys, xs = np.mgrid[:size, :size].astype(np.float32) / size
    x, y = rng.uniform(-0.2, 1.2, 2)
    far = (xs - np.float32(x)) ** 2 + (ys - np.float32(y)) ** 2
    picture *= np.maximum(1 - far * np.float32(rng.uniform(0.1, 0.7)), 0.15)[..., None]
