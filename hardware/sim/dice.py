"""One die as the lens sees it: rounded cube, pips, shading, and the shadow that it throws."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.cube import CORNERS, PIPS, Pose
from hardware.sim.lens import HEIGHT, WIDTH, Lens
from hardware.sim.light import KINDS, ROOM, ROOM_STRENGTH, Light

Floats = NDArray[np.floating[Any]]

FINE = 3
"""Sub-pixels along a pixel's side: dice are drawn finer and averaged."""
ATLAS = 10
"""Pixels a mm in the drawn faces."""
SHINE = 0.045
GLINT = 0.3
BOUNCE = 0.07


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours of a die, blue, green and red from 0 to 1 as shares of the light that they send back."""

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
    """A die's part of the picture: `box`, what it sends (3, h, w, 3) times its coverage `alpha` (h, w, 1)."""

    box: tuple[int, int, int, int]
    light: Floats
    alpha: Floats


class DieDrawer:
    """Draws dice of one size as one lens sees them under one light."""

    def __init__(self, die: Mapping[str, Any], lens: Lens, light: Light) -> None:
        self._side = float(die["side"])
        self._round = float(die["corner_radius"])
        self._atlas = _faces(self._side, float(die["pip_diameter"]), float(die["pip_spacing"]))
        self._lens, self._light = lens, light

    def draw(self, pose: Pose, paint: Paint, opening: tuple[float, float, float, float] | None) -> Patch | None:
        """Return the die's patch, or None where it is out of the picture.

        `opening` is the well's (middle x, y, half side, height of its upper edge): its walls hide and shade.
        """
        box = _clipped(self._lens.box_of(pose.corners(self._side), margin=2))
        if box is None:
            return None
        rays = self._lens.rays(box, FINE)
        mask = self._silhouette(pose, box)
        if opening is not None:
            x, y = self._lens.at_height(rays, opening[3])
            mask *= (np.abs(x - opening[0]) < opening[2]) & (np.abs(y - opening[1]) < opening[2])
        size = (box[2] - box[0], box[3] - box[1])
        layers = self._shaded(pose, paint, opening, rays)
        layers *= mask[..., None]
        light = np.stack([cv2.resize(layer, size, interpolation=cv2.INTER_AREA) for layer in layers])
        alpha = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)
        return Patch(box, light, alpha[..., None])

    def _silhouette(self, pose: Pose, box: tuple[int, int, int, int]) -> Floats:
        """Return 1 where the rounded cube is seen: the hull of the eight balls that round its corners."""
        inner = CORNERS * (self._side / 2 - self._round) @ pose.matrix.T + np.array(pose.middle)
        # Balls look like discs to a fraction of a pixel: the lens is far away.
        angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        scale = self._lens.focal / (self._lens.place[2] - pose.middle[2])
        ring = np.column_stack([np.cos(angles), np.sin(angles)]) * self._round * scale
        outline = (self._lens.project(inner)[:, None] + ring[None]).reshape(-1, 2)
        fine = (outline - np.array(box[:2]) + 0.5) * FINE - 0.5
        hull = cv2.convexHull(fine.astype(np.float32))
        mask = np.zeros(((box[3] - box[1]) * FINE, (box[2] - box[0]) * FINE), np.uint8)
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        return mask.astype(np.float32)

    def _shaded(
        self, pose: Pose, paint: Paint, opening: tuple[float, float, float, float] | None, rays: Floats
    ) -> Floats:
        turn, half = pose.matrix.astype(np.float32), np.float32(self._side / 2)
        start = ((self._lens.place - np.array(pose.middle)) @ pose.matrix).astype(np.float32)
        way = rays @ turn
        with np.errstate(divide="ignore"):
            enter = (-np.sign(way) * half - start) / way
        axis = np.argmax(enter, axis=-1)
        far = np.take_along_axis(enter, axis[..., None], axis=-1)
        hit = start + far * way
        inner = half - np.float32(self._round)
        out = hit - np.clip(hit, -inner, inner)
        cover, dent = self._pips(hit, axis)
        out += dent
        out /= np.maximum(np.sqrt(np.einsum("...i,...i", out, out)), 1e-6)[..., None]
        normal = out @ turn.T
        place = rays * far + self._lens.place.astype(np.float32)
        x, y, height = place[..., 0], place[..., 1], place[..., 2]
        nx, ny, nz = normal[..., 0], normal[..., 1], normal[..., 2]
        albedo = np.array(paint.body, np.float32) * (1 - cover) + np.array(paint.pips, np.float32) * cover
        mirror = 2 * np.einsum("...i,...i", rays, normal)
        bounced = (rays[..., 0] - mirror * nx, rays[..., 1] - mirror * ny, rays[..., 2] - mirror * nz)
        low = np.clip((height - (pose.middle[2] - half)) / (2 * half), 0, 1)
        open_share = (0.45 + 0.55 * low) * (0.7 + 0.3 * nz) * (0.6 if opening else 1.0)
        layers = np.empty((3, *albedo.shape), np.float32)
        for kind in KINDS:
            if kind == ROOM:
                layers[kind] = albedo * (ROOM_STRENGTH * open_share)[..., None]
                continue
            amount = self._light.falling(kind, x, y, height, (nx, ny, nz))
            glint = self._light.mirrored(kind, (x, y, height), bounced, 22.0)
            glint *= (SHINE + GLINT * (1 - nz) * (nz > 0.2)) * (1 - 0.6 * cover[..., 0])
            if opening is not None:
                seen = self._light.through(kind, x, y, height, opening)
                amount, glint = amount * seen, glint * seen
            layers[kind] = albedo * (amount + BOUNCE * open_share)[..., None] + glint[..., None]
        return layers

    def _pips(self, hit: Floats, axis: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Return how much of each place (h, w, 1) is pip, and how the hollow bends the normal (h, w, 3)."""
        along = np.where(axis == 0, hit[..., 1], hit[..., 0])
        across = np.where(axis == 2, hit[..., 1], hit[..., 2])
        outer = np.take_along_axis(hit, axis[..., None], axis=-1)[..., 0] > 0
        value = np.where(outer, _POSITIVE[axis], 7 - _POSITIVE[axis])
        half = np.float32(self._side / 2)
        cell = self._atlas.shape[0]
        at_x = (along + half) * ATLAS - 0.5 + (value - 1) * cell
        at_y = (across + half) * ATLAS - 0.5
        at = at_x.astype(np.float32), at_y.astype(np.float32)
        drawn = np.asarray(cv2.remap(self._atlas, *at, cv2.INTER_LINEAR), np.float32)
        dent = np.zeros_like(hit)
        first, second = np.where(axis == 0, 1, 0), np.where(axis == 2, 1, 2)
        np.put_along_axis(dent, first[..., None], drawn[..., 1:2] * self._round, axis=-1)
        np.put_along_axis(dent, second[..., None], drawn[..., 2:3] * self._round, axis=-1)
        return drawn[..., :1], dent

    def shadows(self, pose: Pose, floor: float, box: tuple[int, int, int, int]) -> Floats:
        """Return how much (3, h, w) of each kind of light the die takes from its floor within a box of pixels."""
        corners = pose.corners(self._side - 0.6 * self._round)
        size = (box[3] - box[1], box[2] - box[0])
        shade = np.zeros((3, *size), np.float32)
        hull = np.empty_like(corners)
        for kind in KINDS:
            for sample in self._light.samples[kind] if kind != ROOM else ():
                share = (corners[:, 2:] - floor) / (sample[2] - corners[:, 2:])
                hull[:, :2] = corners[:, :2] + (corners[:, :2] - sample[:2]) * share
                hull[:, 2] = floor
                shade[kind] += self._filled(hull, box, size)
            shade[kind] /= 5.5
        base = corners.copy()
        base[:, 2] = floor
        contact = self._filled(base, box, size)
        near = cv2.GaussianBlur(contact, (0, 0), 4.0)
        for kind in KINDS:
            soft = cv2.GaussianBlur(shade[kind], (0, 0), 1.2)
            shade[kind] = 1 - (1 - soft) * (1 - (0.9 if kind == ROOM else 0.5) * near)
        return shade

    def _filled(self, places: Floats, box: tuple[int, int, int, int], size: tuple[int, int]) -> Floats:
        pixels = self._lens.project(places) - np.array(box[:2])
        mask = np.zeros(size, np.uint8)
        hull = cv2.convexHull(pixels.astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        return mask.astype(np.float32) / 255


_POSITIVE = np.array([1, 2, 4])
"""The face that looks along the positive end of each of the die's own axes."""


@cache
def _faces(side: float, diameter: float, spacing: float) -> Floats:
    """Draw the six faces side by side (h, 6 h, 3): how much is pip, and the slope of its hollow along both axes."""
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
    return faces


def _clipped(box: tuple[int, int, int, int]) -> tuple[int, int, int, int] | None:
    left, top, right, bottom = max(box[0], 0), max(box[1], 0), min(box[2], WIDTH), min(box[3], HEIGHT)
    return (left, top, right, bottom) if left < right and top < bottom else None
