"""Draws one die as seen through the lens: rounded cube, pips, shading, and its shadow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.cube import CORNERS, PIPS, DiePose
from hardware.sim.lens import Box, CameraLens, Floats, clip_box
from hardware.sim.light import KINDS, ROOM, ROOM_STRENGTH, Light

Bools = NDArray[np.bool_]
Opening = tuple[float, float, float, float]

FINE = 2
"""Sub-pixels along the side of a pixel: dice at rest are drawn finer and averaged."""
ATLAS = 14
"""Pixels per mm of the drawn faces."""
SHINE = 0.045
GLINT = 0.3
BOUNCE = 0.07
SMALL = np.float32(1e-6)


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a die: the share (0 to 1) of blue, green and red light that they reflect."""

    body: tuple[float, float, float] = (0.47, 0.62, 0.68)
    pips: tuple[float, float, float] = (0.024, 0.022, 0.022)


IVORY = Paint()
PAINTS: Mapping[str, Paint] = {
    "ivory": IVORY,
    "white": Paint((0.76, 0.77, 0.77)),
    "red": Paint((0.035, 0.03, 0.42), (0.75, 0.76, 0.76)),
    "blue": Paint((0.36, 0.12, 0.035), (0.75, 0.76, 0.76)),
    "green": Paint((0.07, 0.24, 0.04), (0.75, 0.76, 0.76)),
    "black": Paint((0.022, 0.021, 0.021), (0.75, 0.76, 0.76)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """An object's part of the picture: `box`, light (3, h, w, 3) premultiplied by its coverage `alpha` (h, w, 3)."""

    box: Box
    light: Floats
    alpha: Floats

    @classmethod
    def shrink(cls, box: Box, layers: Floats, alpha: Floats) -> Self:
        """Return the patch of a box by its light (3, h, w, 3) and coverage (h, w), both finer than its pixels."""
        size = (box[2] - box[0], box[3] - box[1])
        light = np.stack([cv2.resize(layer, size, interpolation=cv2.INTER_AREA) for layer in layers])
        cover = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
        return cls(box, light, np.asarray(cv2.merge([cover] * 3), np.float32))


def part_of(layers: Floats, inner: Box, box: Box) -> Floats:
    """Return the part of a box's layers (kinds, h, w, colours) that lies in an inner box."""
    return layers[:, inner[1] - box[1] : inner[3] - box[1], inner[0] - box[0] : inner[2] - box[0]]


def lay(layers: Floats, patch: Patch, box: Box) -> None:
    """Lay a patch over the layers of a box of the picture."""
    inner = max(patch.box[0], box[0]), max(patch.box[1], box[1]), min(patch.box[2], box[2]), min(patch.box[3], box[3])
    if inner[0] < inner[2] and inner[1] < inner[3]:
        part = part_of(layers, inner, box)
        part *= 1 - part_of(patch.alpha[None], inner, patch.box)
        part += part_of(patch.light, inner, patch.box)


class DieDrawer:
    """Draws dice of one size, seen through one lens under one light."""

    def __init__(self, die: Mapping[str, Any], lens: CameraLens, light: Light) -> None:
        self._side = float(die["side"])
        self._round = float(die["corner_radius"])
        self._atlas = _faces(self._side, float(die["pip_diameter"]), float(die["pip_spacing"]))
        self._lens, self._light = lens, light

    def draw(self, pose: DiePose, paint: Paint, opening: Opening | None, fine: int = FINE) -> Patch | None:
        """Return the die's patch, or None if it is outside the picture.

        `opening` describes its well (centre x, y, half side, height of the upper edge), whose walls hide and shade it.
        `fine` are the sub-pixels along the side of a pixel.
        """
        box = clip_box(self._lens.box_of(pose.corners(self._side), margin=2))
        if box[0] >= box[2] or box[1] >= box[3]:
            return None
        rays = self._lens.rays(box, fine)
        mask = self._silhouette(pose, box, fine)
        if opening is not None:
            x, y = self._lens.intersect(rays, opening[3])
            mask *= (np.abs(x - opening[0]) < opening[2]) & (np.abs(y - opening[1]) < opening[2])
        seen = np.flatnonzero(mask)
        layers = np.zeros((3, mask.size, 3), np.float32)
        flat = rays.reshape(-1, 3)
        for kind, light in zip(KINDS, self._shade(pose, paint, opening, flat[seen, 0], flat[seen, 1]), strict=True):
            layers[kind, seen] = light * mask.reshape(-1)[seen, None]
        return Patch.shrink(box, layers.reshape(3, *rays.shape), mask)

    def _silhouette(self, pose: DiePose, box: Box, finer: int) -> Floats:
        """Return a mask of the rounded cube: the hull of the eight spheres at its corners."""
        inner = CORNERS * (self._side / 2 - self._round) @ pose.matrix.T + np.array(pose.middle)
        # From this far, spheres look like discs to a fraction of a pixel, before lens distortion.
        angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        ring = np.column_stack([np.cos(angles), np.sin(angles)]) * self._round / (self._lens.place[2] - pose.middle[2])
        outline = self._lens.pixels(self._lens.directions(inner)[:, None] + ring[None]).reshape(-1, 2)
        fine = (outline - np.array(box[:2]) + 0.5) * finer - 0.5
        hull = cv2.convexHull(fine.astype(np.float32))
        mask = np.zeros(((box[3] - box[1]) * finer, (box[2] - box[0]) * finer), np.uint8)
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        return mask.astype(np.float32) / 255

    def _shade(
        self, pose: DiePose, paint: Paint, opening: Opening | None, right: Floats, down: Floats
    ) -> Iterator[Floats]:
        """Yield the light of the die (n, 3) along rays (n,), for each kind of light."""
        turn, half = pose.matrix.astype(np.float32), np.float32(self._side / 2)
        inner = half - np.float32(self._round)
        start = ((self._lens.place - np.array(pose.middle)) @ pose.matrix).astype(np.float32)
        way = [right * turn[0, i] + down * turn[1, i] - turn[2, i] for i in range(3)]
        # A ray parallel to a face never enters through it: the smallest step stands for none.
        way = [np.where(np.abs(step) < SMALL, SMALL, step) for step in way]
        enter = [(-np.sign(way[i]) * half - start[i]) / way[i] for i in range(3)]
        far = np.maximum(np.maximum(enter[0], enter[1]), enter[2])
        # At the soft edge of the outline a ray may miss the cube; it is treated as a hit.
        deep = np.float32(self._lens.place[2] - pose.middle[2])
        far = np.clip(far, deep - 2 * half, deep + 2 * half)
        hit = [start[i] + far * way[i] for i in range(3)]
        # Beyond the flat part of a face its edge is round: the normal turns towards the neighbouring face.
        out = [hit[i] - np.clip(hit[i], -inner, inner) for i in range(3)]
        cover = self._dent(out, hit, enter[0] >= np.maximum(enter[1], enter[2]), enter[2] > np.maximum(*enter[:2]))
        length = np.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2])
        nx, ny, nz = ((out[0] * row[0] + out[1] * row[1] + out[2] * row[2]) / length for row in turn)
        place = self._lens.place.astype(np.float32)
        x, y, height = right * far + place[0], down * far + place[1], place[2] - far
        albedo = np.array(paint.body, np.float32) * (1 - cover) + np.array(paint.pips, np.float32) * cover
        mirror = 2 * (right * nx + down * ny - nz)
        bounced = (right - mirror * nx, down - mirror * ny, -1 - mirror * nz)
        rise = np.clip((height - np.float32(pose.middle[2]) + half) / (2 * half), 0, 1)
        sky = (0.45 + 0.55 * rise) * (0.7 + 0.3 * nz) * (0.6 if opening else 1.0)
        gloss = (SHINE + GLINT * (1 - nz) * (nz > 0.2)) * (1 - 0.6 * cover[:, 0])
        for kind in KINDS:
            if kind == ROOM:
                yield albedo * (ROOM_STRENGTH * sky)[:, None]
                continue
            direct = np.float32(1) if opening is None else self._light.see_through(kind, x, y, height, opening)
            amount = self._light.shine(kind, x, y, height, (nx, ny, nz)) * direct + BOUNCE * sky
            glint = self._light.reflect(kind, (x, y, height), bounced, 22.0) * gloss * direct
            yield albedo * amount[:, None] + glint[:, None]

    def _dent(self, out: list[Floats], hit: list[Floats], on_x: Bools, on_z: Bools) -> Floats:
        """Return the share of pip (n, 1) at each point, and tilt the normals `out` in the hollows of the pips."""
        along, across = np.where(on_x, hit[1], hit[0]), np.where(on_z, hit[1], hit[2])
        # Numbers of the faces at the positive and the negative end of each axis, less 1: see NORMALS.
        face = np.where(
            on_x, np.where(hit[0] > 0, 0, 5), np.where(on_z, np.where(hit[2] > 0, 3, 2), np.where(hit[1] > 0, 1, 4))
        )
        cells = self._atlas.shape[0]
        half = np.float32(self._side / 2)
        row = np.clip(((across + half) * ATLAS).astype(np.int32), 0, cells - 1)
        column = np.clip(((along + half) * ATLAS).astype(np.int32), 0, cells - 1) + face * cells
        drawn = self._atlas[row, column] * np.array([1, self._round, self._round], np.float32)
        first, second = drawn[:, 1], drawn[:, 2]
        out[0] = out[0] + np.where(on_x, 0, first)
        out[1] = out[1] + np.where(on_x, first, np.where(on_z, second, 0))
        out[2] = out[2] + np.where(on_z, 0, second)
        return np.asarray(drawn[:, :1])

    def shadows(self, pose: DiePose, floor: float, box: Box) -> Floats:
        """Return the share (3, h, w) of each kind of light that the die blocks on its floor, in a box of pixels."""
        corners = pose.corners(self._side - 0.6 * self._round)
        samples = np.stack([self._light.samples[kind] for kind in self._light.lamps])[:, :, None]
        rise = corners[:, 2:] - floor
        thrown = np.empty((*samples.shape[:2], 8, 3))
        thrown[..., :2] = corners[:, :2] + (corners[:, :2] - samples[..., :2]) * rise / (
            samples[..., 2:] - corners[:, 2:]
        )
        thrown[..., 2] = floor
        hulls = self._lens.project(thrown) - np.array(box[:2])
        base = self._lens.project(np.column_stack([corners[:, :2], np.full(8, floor)])) - np.array(box[:2])
        size = (box[3] - box[1], box[2] - box[0])
        near = cv2.GaussianBlur(_fill_hull(base, size), (0, 0), 4.0)
        shade = np.empty((3, *size), np.float32)
        shade[:] = 0.9 * near
        for kind, outlines in enumerate(hulls):
            total = np.add.reduce([_fill_hull(outline, size) for outline in outlines]) / (len(outlines) + 0.5)
            soft = cv2.GaussianBlur(np.asarray(total, np.float32), (0, 0), 1.2)
            shade[kind] = 1 - (1 - soft) * (1 - 0.5 * near)
        return shade


def _fill_hull(outline: Floats, size: tuple[int, int]) -> Floats:
    """Return a mask (h, w): 1 inside the hull of points (n, 2) in pixels, 0 outside."""
    mask = np.zeros(size, np.uint8)
    hull = cv2.convexHull(outline.astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


@cache
def _faces(side: float, diameter: float, spacing: float) -> Floats:
    """Draw the six faces side by side (h, 6 h, 3): the share of pip, and the slopes of its hollow along both axes."""
    cell = round(side * ATLAS)
    at = (np.arange(cell, dtype=np.float32) + 0.5) / ATLAS - side / 2
    across, along = np.meshgrid(at, at)
    faces = np.zeros((cell, 6 * cell, 3), np.float32)
    for value, places in PIPS.items():
        face = faces[:, (value - 1) * cell : value * cell]
        for i, j in places:
            dx, dy = across - i * spacing, along - j * spacing
            away = np.hypot(dx, dy)
            inside = np.clip((diameter / 2 - away) * ATLAS * 0.7 + 0.5, 0, 1)
            face[..., 0] = np.maximum(face[..., 0], inside)
            face[..., 1] -= inside * dx / diameter * 1.1
            face[..., 2] -= inside * dy / diameter * 1.1
    return faces.astype(np.float16)
