"""A pinhole camera over a table, its light, and random textures; the table is z = 0, lengths are in mm."""

import colorsys
import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]
Reals = NDArray[np.float64]
Numbers = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class PhotoView:
    """A camera's pose and picture: the rows of `turn` are right, down and forward; `focal` is in pixels."""

    width: int
    height: int
    focal: float
    eye: Reals
    turn: Reals

    @classmethod
    def over(
        cls, size: tuple[int, int], focal: float, distance: float, angles: tuple[float, float, float]
    ) -> "PhotoView":
        """Return a camera that looks at the origin from `distance` mm.

        Its elevation (90 is straight down), azimuth and roll are in degrees.
        """
        e, a, r = (math.radians(angle) for angle in angles)
        forward = -np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
        right = np.array([-math.sin(a), math.cos(a), 0.0])
        down = np.cross(forward, right)
        turned = (math.cos(r) * right + math.sin(r) * down, math.cos(r) * down - math.sin(r) * right)
        return cls(*size, focal, -forward * distance, np.array([*turned, forward]))

    def pixels(self, points: ArrayLike) -> Reals:
        """Return the pixels (n, 2) of points (n, 3)."""
        seen = (np.asarray(points, np.float64) - self.eye) @ self.turn.T
        ahead = np.maximum(seen[:, 2:], 1e-3)
        return np.asarray(seen[:, :2] / ahead * self.focal + [self.width / 2, self.height / 2])

    def plane(self, height: float) -> Reals:
        """Return the homography (3, 3) from x, y at a height to pixels."""
        lens = np.array([[self.focal, 0, self.width / 2], [0, self.focal, self.height / 2], [0, 0, 1]])
        moved = self.turn @ (np.array([0, 0, height]) - self.eye)
        return np.asarray(lens @ np.column_stack([self.turn[:, 0], self.turn[:, 1], moved]))

    def table(self, across: float, down: float) -> tuple[float, float]:
        """Return x and y of the table in mm at a place of the picture, which is in shares of its sides."""
        seen = np.array([(across - 0.5) * self.width, (down - 0.5) * self.height, self.focal]) @ self.turn
        x, y = (self.eye - self.eye[2] / min(float(seen[2]), -1e-6) * seen)[:2]
        return float(x), float(y)

    def rays(self, box: tuple[int, int, int, int]) -> Floats:
        """Return the unit directions (h, w, 3) of the pixels in a box x0, y0, x1, y1."""
        x = (np.arange(box[0], box[2]) + 0.5 - self.width / 2).astype(np.float32)[None, :, None]
        y = (np.arange(box[1], box[3]) + 0.5 - self.height / 2).astype(np.float32)[:, None, None]
        right, down, forward = self.turn.astype(np.float32)
        ways = x * right + y * down + np.float32(self.focal) * forward
        return np.asarray(ways / np.sqrt(x * x + y * y + np.float32(self.focal**2)), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class DistantLight:
    """A lamp far away in the unit direction `towards`, and ambient light."""

    towards: Reals
    colour: Floats
    ambient: Floats
    softness: float

    @classmethod
    def of(cls, random: np.random.Generator) -> "DistantLight":
        """Return a random lamp in a room: warm or cool, steep or low, bare or shaded."""
        height, around = math.radians(random.uniform(32, 80)), random.uniform(0, 2 * math.pi)
        towards = np.array([math.cos(height) * math.cos(around), math.cos(height) * math.sin(around), math.sin(height)])
        strength, fill = random.uniform(0.45, 1.1), random.uniform(0.15, 0.5)
        warmth = random.normal(0, 0.09, 2)
        tints = [np.array([1 - w, 1, 1 + w], np.float32) for w in warmth]
        lamp, room = np.float32(strength) * tints[0], np.float32(fill) * tints[1]
        return cls(towards, np.asarray(lamp), np.asarray(room), float(random.uniform(0.03, 0.35)))

    def on(self, normals: ArrayLike, lit: ArrayLike = 1.0) -> Floats:
        """Return the light on surfaces with these unit normals (..., 3); `lit` (..., 1) is the lamp's share, 0 to 1."""
        normal = np.asarray(normals, np.float32)
        facing = np.maximum(normal @ self.towards.astype(np.float32), 0)[..., None]
        above = 0.6 + 0.4 * normal[..., 2:]
        return np.asarray(self.colour * facing * np.asarray(lit, np.float32) + self.ambient * above, np.float32)

    def gloss(self, normals: ArrayLike, to_eye: ArrayLike, sharpness: float) -> Floats:
        """Return the lamp's reflection (..., 1) on surfaces seen from the unit directions `to_eye` (..., 3)."""
        half = np.asarray(to_eye, np.float32) + self.towards.astype(np.float32)
        half = half / np.linalg.norm(half, axis=-1, keepdims=True)
        met = np.maximum(np.einsum("...i,...i", np.asarray(normals, np.float32), half), 0)
        return np.asarray(met**sharpness, np.float32)[..., None]


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A picture to paint on: linear light (h, w, 3) in blue, green, red, with its camera and light."""

    view: PhotoView
    light: DistantLight
    pixels: Floats

    def shade(self, mask: Floats, blur: float, strength: float) -> None:
        """Darken the picture under a mask (h, w) of 0 to 1, which is blurred by `blur` pixels."""
        x, y, width, height = cv2.boundingRect((mask > 0).astype(np.uint8))
        if not width or not height:
            return
        edge = round(3 * blur) + 1
        rows, columns = slice(max(0, y - edge), y + height + edge), slice(max(0, x - edge), x + width + edge)
        soft = cv2.GaussianBlur(mask[rows, columns], (0, 0), max(0.6, blur))
        self.pixels[rows, columns] *= (1 - strength * soft)[..., None]

    def scale_at(self, x: float, y: float) -> float:
        """Return the pixels per mm at a place of the table."""
        ahead = float((np.array([x, y, 0.0]) - self.view.eye) @ self.view.turn[2])
        return self.view.focal / max(ahead, 1e-3)

    def shadow(self, x: float, y: float, height: float) -> tuple[float, float]:
        """Return the blur in pixels and the strength of the shadow of a thing of this height in mm."""
        lamp, room = float(self.light.colour[1]) * float(self.light.towards[2]), float(self.light.ambient[1])
        return self.scale_at(x, y) * height * self.light.softness, 0.92 * lamp / (lamp + room)


TILE = 512


def clouds(random: np.random.Generator, coarsest: int = 4, rough: float = 0.5) -> Floats:
    """Return a repeating tile (512, 512) of 0 to 1: octaves from `coarsest` cells on, each `rough` times as strong."""
    tile, weight = random.random((coarsest, coarsest), np.float32), 1.0
    while len(tile) < TILE:
        weight *= rough
        wide = cv2.resize(np.pad(tile, 2, mode="wrap"), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        grain = random.random((2 * len(tile), 2 * len(tile)), np.float32)
        tile = np.asarray(wide, np.float32)[4:-4, 4:-4] + np.float32(weight) * grain
    low, high = np.quantile(tile[::4, ::4], [0.005, 0.995])
    return np.asarray(np.clip((tile - low) / (high - low), 0, 1), np.float32)


def at(tile: Floats, x: Numbers, y: Numbers) -> Floats:
    """Return a tile's values at places (h, w) in units of its side."""
    u, v = (np.asarray((side % 1.0) * TILE, np.float32) for side in (x, y))
    return np.asarray(cv2.remap(tile, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.float32)


def linearize(colour: NDArray[np.float64]) -> Floats:
    """Return the linear light of a screen's colour, both 0 to 1."""
    return np.asarray(colour**2.2, np.float32)


def paint(
    random: np.random.Generator, dark: float = 0.05, bright: float = 0.95, vivid: tuple[float, float] = (0.0, 1.0)
) -> Floats:
    """Return a random colour (3,) in linear light; `dark` and `bright` limit its value, `vivid` its saturation."""
    red, green, blue = colorsys.hsv_to_rgb(
        float(random.random()), float(random.uniform(*vivid)), float(random.uniform(dark, bright))
    )
    return linearize(np.array([blue, green, red]))


def mix(one: Floats, other: Floats, share: Numbers) -> Floats:
    """Return colours between `one` and `other`, for shares (...) of the other."""
    return np.asarray(one + (other - one) * share[..., None], np.float32)
