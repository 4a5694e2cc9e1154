"""Draws the clear lid over the wells with its slots and reflections, and the levers that reach through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.lens import CameraLens
from hardware.sim.light import KINDS, ROOM, ROOM_STRENGTH, Light
from hardware.sim.scenery import grain
from hardware.sim.wells import Wells, outline_of, within

Floats = NDArray[np.floating[Any]]
Box = tuple[int, int, int, int]

LID_SHINE = 0.055
ARM_WIDTH = 4.6


def lid(wells: Wells, lens: CameraLens, light: Light, box: Box) -> tuple[Floats, Floats, Floats]:
    """Return the lid's transmission (h, w, 1), the light of its edges and screws, and the ring's image (3, h, w, 1)."""
    rays = lens.rays(box)
    left, top, right, bottom = wells.outline
    over = wells.lid_overhang
    sheet = (left - over, top - over, right + over, bottom + over)
    clear = np.ones(rays.shape[:2], np.float32)
    shine = np.zeros((3, *clear.shape), np.float32)
    image = np.zeros((3, *clear.shape), np.float32)
    smudge = 1 + 0.22 * grain(31, clear.shape, ((6, 9, 0.6), (20, 30, 0.4), (90, 120, 0.25)))
    for height, edge_dark, edge_bright in ((wells.top, 0.28, 0.05), (wells.lid_top, 0.10, 0.16)):
        x, y = lens.at_height(rays, height)
        solid = within(x, y, sheet, 0.35)
        line = outline_of(x, y, sheet, 0.32)
        for well in range(1, len(wells.centres) + 1):
            slot = wells.slot_of(well)
            solid *= 1 - within(x, y, slot, 0.35)
            line = np.maximum(line, outline_of(x, y, slot, 0.24))
        clear *= (1 - 0.045 * solid) * (1 - edge_dark * line)
        for kind in KINDS:
            if kind == ROOM:
                shine[kind] += 0.0012 * solid + 0.1 * ROOM_STRENGTH * line
            else:
                ring = light.mirrored(kind, (x, y, height), (rays[..., 0], rays[..., 1], np.float32(1.0)), 13.0)
                falling = light.falling(kind, x, y, height)
                image[kind] += solid * smudge * LID_SHINE * ring
                shine[kind] += solid * 0.002 + edge_bright * falling * line
    x, y = lens.at_height(rays, wells.lid_top + 1)
    for screw_x in (left + 1.8, right - 1.8):
        for screw_y in (top + 1.8, bottom - 1.8):
            away = np.hypot(x - screw_x, y - screw_y)
            head = np.clip((1.9 - away) / 0.35 + 0.5, 0, 1)
            hollow = np.clip((0.9 - away) / 0.35 + 0.5, 0, 1)
            clear *= 1 - head
            for kind in KINDS:
                lit = ROOM_STRENGTH if kind == ROOM else light.falling(kind, x, y, wells.top)
                shine[kind] = shine[kind] * (1 - head) + head * lit * (0.34 - 0.27 * hollow + 0.1 * (y - screw_y))
    return clear[..., None], shine[..., None], image[..., None]


@dataclass(frozen=True, slots=True, eq=False)
class Lever:
    """A closed lever, in the box of the picture that it changes.

    The coverage (h, w, 1) of its `tip` under the lid and of its `arm` above it, the `shade` (h, w, 1) of both, and the
    light of the arm (3, h, w, 1).
    """

    box: Box
    tip: Floats
    arm: Floats
    shade: Floats
    arm_light: Floats

    @classmethod
    def drawn(cls, wells: Wells, well: int, lens: CameraLens, light: Light, *, box: Box, die_side: float) -> Self:
        """Draw a lever that lies on a well's die, within a box of the picture."""
        rays = lens.rays(box)
        way, (x0, y0) = wells.outward(well), wells.centres[well - 1]
        wall = wells.outline[1] if way < 0 else wells.outline[3]
        tip = np.zeros(rays.shape[:2], np.float32)
        for height in np.linspace(wells.floor + die_side + 0.3, wells.top, 9):
            x, y = lens.at_height(rays, float(height))
            tip = np.maximum(tip, np.clip((wells.tip_radius - np.hypot(x - x0, y - y0 - way * 1.5)) / 0.35 + 0.5, 0, 1))
        x, y = lens.at_height(rays, wells.arm_height)
        ends = sorted((y0 - way * 1.0, wall + way * 9.0))
        arm = within(x, y, (x0 - ARM_WIDTH / 2, ends[0], x0 + ARM_WIDTH / 2, ends[1]), 0.35)
        inner = np.clip((ARM_WIDTH / 2 - np.abs(x - x0)) / 1.1, 0, 1)
        layer = np.stack(
            [
                (0.3 + 0.3 * inner) * (ROOM_STRENGTH if kind == ROOM else light.falling(kind, x, y, wells.arm_height))
                for kind in KINDS
            ]
        )
        shade = np.asarray(cv2.GaussianBlur(np.maximum(arm, tip), (0, 0), 5.0), np.float32)
        return cls._cut(box, tip, arm, shade, layer)

    @classmethod
    def lifted(
        cls,
        wells: Wells,
        well: int,
        lens: CameraLens,
        light: Light,
        *,
        box: Box,
        hinge: Mapping[str, Any],
        angle: float,
    ) -> Self:
        """Draw a lever at an angle in degrees above the horizontal; `hinge` is its part of the machine's dimensions."""
        rays = lens.rays(box)
        way, (x0, _) = wells.outward(well), wells.centres[well - 1]
        axis = (wells.outline[1] if way < 0 else wells.outline[3]) + way * hinge["outside"]
        arm = np.zeros(rays.shape[:2], np.float32)
        high = hinge["height"] + hinge["arm"] * np.sin(np.radians(angle))
        for share in np.linspace(0, 1, 15):
            reach = share * hinge["arm"] * np.cos(np.radians(angle))
            height = hinge["height"] + share * (high - hinge["height"])
            x, y = lens.at_height(rays, float(height))
            away = np.hypot(x - x0, y - (axis - way * reach))
            arm = np.maximum(arm, np.clip((ARM_WIDTH / 2 - away) / 0.35 + 0.5, 0, 1))
        x, y = lens.at_height(rays, float(high))
        layer = np.stack(
            [
                np.broadcast_to(
                    0.45 * (ROOM_STRENGTH if kind == ROOM else light.falling(kind, x, y, float(high))), x.shape
                )
                for kind in KINDS
            ]
        )
        shade = np.asarray(cv2.GaussianBlur(arm, (0, 0), 5.0), np.float32)
        return cls._cut(box, np.zeros_like(arm), arm, shade, layer)

    @classmethod
    def _cut(cls, box: Box, tip: Floats, arm: Floats, shade: Floats, layer: Floats) -> Self:
        """Return the part of a box of the picture that a lever changes."""
        down, across = (np.flatnonzero(np.maximum(shade, arm).any(axis=axis)) for axis in (1, 0))
        part = np.s_[down[0] : down[-1] + 1, across[0] : across[-1] + 1]
        own = int(box[0] + across[0]), int(box[1] + down[0]), int(box[0] + across[-1] + 1), int(box[1] + down[-1] + 1)
        kept = (tip[part], arm[part], shade[part], layer[:, *part].astype(np.float32))
        return cls(own, *(drawn[..., None].copy() for drawn in kept))
