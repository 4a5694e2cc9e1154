"""Draws what holds the dice: a block of wells with servos and levers, or boxes, and their lids."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np

from hardware.sim.lens import Box, CameraLens, Floats
from hardware.sim.light import KINDS, ROOM, ROOM_STRENGTH, Light
from hardware.sim.scenery import grain
from hardware.sim.wells import Wells, mask_area, outline_of, square_of

LID_SHINE = 0.055
ARM_WIDTH = 4.6
SCATTERED_UP = 0.3
"""Share of the light scattered by a clouded lid that comes back to the camera."""


def lid(wells: Wells, lens: CameraLens, light: Light, box: Box) -> tuple[Floats, Floats, Floats]:
    """Return the lids' transmission (h, w), the light of their edges and screws, and the lamps' image (3, h, w)."""
    rays = lens.rays(box)
    clear = np.ones(rays.shape[:2], np.float32)
    shine = np.zeros((3, *clear.shape), np.float32)
    image = np.zeros((3, *clear.shape), np.float32)
    smudge = 1 + 0.22 * grain(31, clear.shape, ((6, 9, 0.6), (20, 30, 0.4), (90, 120, 0.25)))
    for height, edge_dark, edge_bright in ((wells.top, 0.28, 0.05), (wells.lid_top, 0.10, 0.16)):
        x, y = lens.intersect(rays, height)
        solid = np.maximum.reduce([mask_area(x, y, sheet, 0.35) for sheet in wells.lids])
        line = np.maximum.reduce([outline_of(x, y, sheet, 0.32) for sheet in wells.lids])
        for slot in wells.slots:
            solid *= 1 - mask_area(x, y, slot, 0.35)
            line = np.maximum(line, outline_of(x, y, slot, 0.24))
        clear *= (1 - 0.045 * solid) * (1 - edge_dark * line)
        for kind in KINDS:
            if kind == ROOM:
                shine[kind] += 0.0012 * solid + 0.1 * ROOM_STRENGTH * line
            else:
                ring = light.reflect(kind, (x, y, height), (rays[..., 0], rays[..., 1], np.float32(1.0)), 13.0)
                falling = light.shine(kind, x, y, height)
                image[kind] += solid * smudge * (LID_SHINE * light.brilliance) * ring
                shine[kind] += solid * 0.002 + edge_bright * falling * line
        if height == wells.lid_top and wells.lid_haze:
            clear *= 1 - wells.lid_haze * solid
            for kind in KINDS:
                falls = ROOM_STRENGTH if kind == ROOM else light.shine(kind, x, y, height)
                shine[kind] += SCATTERED_UP * wells.lid_haze * solid * falls
    x, y = lens.intersect(rays, wells.lid_top + 1)
    if wells.apart:
        _tape(clear, shine, (x, y), wells, light)
        return clear, shine, image
    left, top, right, bottom = wells.outline
    for screw_x in (left + 1.8, right - 1.8):
        for screw_y in (top + 1.8, bottom - 1.8):
            away = np.hypot(x - screw_x, y - screw_y)
            head = np.clip((1.9 - away) / 0.35 + 0.5, 0, 1)
            hollow = np.clip((0.9 - away) / 0.35 + 0.5, 0, 1)
            clear *= 1 - head
            for kind in KINDS:
                lit = light.shine(kind, x, y, wells.top)
                shine[kind] = shine[kind] * (1 - head) + head * lit * (0.34 - 0.27 * hollow + 0.1 * (y - screw_y))
    return clear, shine, image


def _tape(clear: Floats, shine: Floats, places: tuple[Floats, Floats], wells: Wells, light: Light) -> None:
    """Stick the tapes onto the closed lids of boxes; `places` are x and y (h, w) in mm."""
    x, y = places
    for well in set(range(1, len(wells.centres) + 1)) - wells.open:
        tape = mask_area(x, y, wells.tape_of(well), 0.35)
        clear *= 1 - tape
        for kind in KINDS:
            shine[kind] = shine[kind] * (1 - tape) + TAPE * tape * light.shine(kind, x, y, wells.lid_top)


@dataclass(frozen=True, slots=True, eq=False)
class Lever:
    """A lever, drawn in the box of the picture that it changes.

    `tip` and `arm` (h, w, 1) are the coverage of its tip under the lid and of its arm above it. `shade` (h, w, 1) is
    the shadow of both, `arm_light` (3, h, w, 1) the light of the arm.
    """

    box: Box
    tip: Floats
    arm: Floats
    shade: Floats
    arm_light: Floats

    @classmethod
    def draw(cls, wells: Wells, well: int, lens: CameraLens, light: Light, *, box: Box, die_side: float) -> Self:
        """Draw a lever that lies on a well's die, within a box of the picture."""
        rays = lens.rays(box)
        way, (x0, y0) = wells.outward(well), wells.centres[well - 1]
        wall = wells.outline[1] if way < 0 else wells.outline[3]
        tip = np.zeros(rays.shape[:2], np.float32)
        for height in np.linspace(wells.floor + die_side + 0.3, wells.top, 9):
            x, y = lens.intersect(rays, float(height))
            tip = np.maximum(tip, np.clip((wells.tip_radius - np.hypot(x - x0, y - y0 - way * 1.5)) / 0.35 + 0.5, 0, 1))
        x, y = lens.intersect(rays, wells.arm_height)
        ends = sorted((y0 - way * 1.0, wall + way * 9.0))
        arm = mask_area(x, y, (x0 - ARM_WIDTH / 2, ends[0], x0 + ARM_WIDTH / 2, ends[1]), 0.35)
        inner = np.clip((ARM_WIDTH / 2 - np.abs(x - x0)) / 1.1, 0, 1)
        layer = np.stack([(0.3 + 0.3 * inner) * light.shine(kind, x, y, wells.arm_height) for kind in KINDS])
        shade = np.asarray(cv2.GaussianBlur(np.maximum(arm, tip), (0, 0), 5.0), np.float32)
        return cls._crop(box, tip, arm, shade, layer)

    @classmethod
    def draw_lifted(
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
            x, y = lens.intersect(rays, float(height))
            away = np.hypot(x - x0, y - (axis - way * reach))
            arm = np.maximum(arm, np.clip((ARM_WIDTH / 2 - away) / 0.35 + 0.5, 0, 1))
        x, y = lens.intersect(rays, float(high))
        layer = np.stack([np.broadcast_to(0.45 * (light.shine(kind, x, y, float(high))), x.shape) for kind in KINDS])
        shade = np.asarray(cv2.GaussianBlur(arm, (0, 0), 5.0), np.float32)
        return cls._crop(box, np.zeros_like(arm), arm, shade, layer)

    @classmethod
    def _crop(cls, box: Box, tip: Floats, arm: Floats, shade: Floats, layer: Floats) -> Self:
        """Return the lever, cut to the part of a box of the picture that it changes."""
        down, across = (np.flatnonzero(np.maximum(shade, arm).any(axis=axis)) for axis in (1, 0))
        part = np.s_[down[0] : down[-1] + 1, across[0] : across[-1] + 1]
        own = int(box[0] + across[0]), int(box[1] + down[0]), int(box[0] + across[-1] + 1), int(box[1] + down[-1] + 1)
        kept = (tip[part], arm[part], shade[part], layer[:, *part].astype(np.float32))
        return cls(own, *(drawn[..., None].copy() for drawn in kept))


SERVO_HEIGHT = 38.0
PLASTIC = (0.075, 0.07, 0.067)
FLOOR = (0.075, 0.05, 0.04)
WALLS = (0.15, 0.15, 0.15)
FLAP = (0.055, 0.055, 0.06)
"""What the walls and the flap of a box reflect."""
TAPE = 0.7
GAP, SIDES = 0.3, 24
"""Share of the light that falls between boxes, and number of frames that draw their sides."""
FINE = 2


def carriage(wells: Wells, lens: CameraLens, light: Light) -> tuple[Box, Floats, Floats]:
    """Draw the carriage at home without its lid.

    Return its box of the picture, the light (3, h, w, 3) it reflects premultiplied by its coverage, and this (h, w).
    """
    box = _box_of(wells, lens)
    return box, *_block(wells, lens, light, box)


def _box_of(wells: Wells, lens: CameraLens) -> Box:
    left, top, right, bottom = wells.outline
    reach = 30.0
    corners = np.array([[x, y, wells.arm_height] for x in (left, right) for y in (top - reach, bottom + reach)])
    return lens.box_of(corners, margin=6)


def _block(wells: Wells, lens: CameraLens, light: Light, box: Box) -> tuple[Floats, Floats]:
    rays = lens.rays(box, FINE)
    place = lens.place.astype(np.float32)
    x, y = lens.intersect(rays, wells.top)
    cover = np.maximum.reduce([mask_area(x, y, block, 0.15) for block in wells.blocks])
    layers = np.empty((3, *x.shape, 3), np.float32)
    speckle = grain(21, x.shape, ((x.shape[0], x.shape[1], 0.5), (x.shape[0] // 4, x.shape[1] // 4, 0.35)))
    # The top of the printed block shows the lines of its last layer.
    matt = (1 + 0.1 * speckle) * (1 + 0.06 * np.sin((x + y) * 7.0)) * cover
    walls = WALLS if wells.apart else PLASTIC
    for kind in KINDS:
        falling = light.shine(kind, x, y, wells.top)
        np.multiply((matt * falling)[..., None], np.array(walls, np.float32), out=layers[kind])
    del matt
    for centre in wells.centres:
        across, along = x - centre[0], y - centre[1]
        seen_in = (np.abs(across) < wells.reach) & (np.abs(along) < wells.reach)
        rows, columns = np.flatnonzero(seen_in.any(axis=1)), np.flatnonzero(seen_in.any(axis=0))
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        inside = mask_area(x[part], y[part], square_of(centre, wells.reach), 0.15)[..., None]
        seen = _well(wells, centre, light, rays=rays[part], place=place, speckle=speckle[part])
        layers[:, *part] = layers[:, *part] * (1 - inside) + inside * seen
    alpha = cover[..., None].copy()
    if wells.apart:
        _add_sides(layers, alpha, wells, lens, light)
        return _average(box, layers, alpha)
    wide, high = lens.intersect(rays, SERVO_HEIGHT)
    for well, (middle, _) in enumerate(wells.centres, 1):
        edge = wells.outline[1] if wells.outward(well) < 0 else wells.outline[3]
        near = (np.abs(wide - middle) < wells.servo[0]) & ((high - edge) * wells.outward(well) > -12)
        rows, columns = np.nonzero(near.any(axis=1))[0], np.nonzero(near.any(axis=0))[0]
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        x, y = wide[part], high[part]
        here, colour = _servo(wells, well, x, y)
        here = here * (1 - cover[part][..., None])
        for kind in KINDS:
            amount = light.shine(kind, x, y, SERVO_HEIGHT)
            layers[kind, *part] = layers[kind, *part] * (1 - here) + here * colour * np.asarray(amount)[..., None]
        alpha[part] = np.maximum(alpha[part], here)
    return _average(box, layers, alpha)


def _average(box: Box, layers: Floats, alpha: Floats) -> tuple[Floats, Floats]:
    """Return layers (3, h, w, 3) and coverage (h, w), averaged over the pixels of a box of the picture."""
    size = (box[2] - box[0], box[3] - box[1])
    small = np.stack([cv2.resize(layer, size, interpolation=cv2.INTER_AREA) for layer in layers])
    covered = np.asarray(cv2.resize(np.asarray(alpha, np.float32), size, interpolation=cv2.INTER_AREA), np.float32)
    return small, covered


def _add_sides(layers: Floats, alpha: Floats, wells: Wells, lens: CameraLens, light: Light) -> None:
    """Draw the outer sides of boxes as stacks of thin frames: higher frames hide lower ones."""
    rays = lens.rays(_box_of(wells, lens), FINE)
    x, y = lens.intersect(rays, wells.top)
    falling = np.stack([light.shine(kind, x, y, 0.0) + 0 * x for kind in KINDS])
    lit = GAP * np.array(WALLS, np.float32) * falling[..., None]
    for height in np.linspace(wells.top, 0, SIDES)[1:]:
        x, y = lens.intersect(rays, float(height))
        here = np.maximum.reduce([mask_area(x, y, block, 0.15) for block in wells.blocks])[..., None] * (1 - alpha)
        layers += here * lit * np.float32(0.3 + 0.7 * height / wells.top)
        alpha += here


def _well(
    wells: Wells, centre: tuple[float, float], light: Light, *, rays: Floats, place: Floats, speckle: Floats
) -> Floats:
    """Return the light (3, h, w, 3) of a well's floor and walls along rays."""
    reach, floor, top = np.float32(wells.reach), np.float32(wells.floor), np.float32(wells.top)
    start_x, start_y = place[0] - np.float32(centre[0]), place[1] - np.float32(centre[1])
    with np.errstate(divide="ignore"):
        to_x = (np.sign(rays[..., 0]) * reach - start_x) / rays[..., 0]
        to_y = (np.sign(rays[..., 1]) * reach - start_y) / rays[..., 1]
    to_floor = np.float32(place[2] - floor)
    far = np.minimum(np.minimum(to_x, to_y), to_floor)
    on_floor = far >= to_floor
    on_x = ~on_floor & (to_x <= to_y)
    across, along = start_x + far * rays[..., 0], start_y + far * rays[..., 1]
    height = place[2] - far
    x, y = across + np.float32(centre[0]), along + np.float32(centre[1])
    rise = np.clip((height - floor) / (top - floor), 0, 1)
    nearest = np.where(on_floor, reach - np.maximum(np.abs(across), np.abs(along)), height - floor)
    corner = 1 - 0.42 * np.exp(-np.maximum(nearest, 0) / 3.0)
    corner *= 1 - 0.25 * np.exp(-np.maximum(reach - np.minimum(np.abs(across), np.abs(along)), 0) / 2.5)
    ring = 1 + 0.05 * np.sin(height * 9.0)
    paints = (FLAP, WALLS) if wells.apart else (FLOOR, PLASTIC)
    floor_of, wall_of = (np.array(paint, np.float32) for paint in paints)
    colour = np.where(on_floor[..., None], floor_of, wall_of * ring[..., None])
    colour = colour * (1 + np.where(on_floor, 0.18, 0.08) * speckle)[..., None]
    normal = (
        np.where(on_x, -np.sign(across), 0).astype(np.float32),
        np.where(~on_floor & ~on_x, -np.sign(along), 0).astype(np.float32),
        on_floor.astype(np.float32),
    )
    opening = (*centre, wells.reach, wells.top)
    seen = np.empty((3, *far.shape, 3), np.float32)
    for kind in KINDS:
        if kind == ROOM:
            amount = ROOM_STRENGTH * (0.2 + 0.7 * rise**1.5) * corner
        else:
            amount = light.shine(kind, x, y, height, normal) * light.see_through(kind, x, y, height, opening)
            amount = (amount + light.bounce * (0.5 + rise)) * corner
        seen[kind] = colour * amount[..., None]
    return seen


def _servo(wells: Wells, well: int, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return a mask (h, w, 1) of a well's servo beside the block, and its colours (h, w, 3)."""
    way, (x0, _) = wells.outward(well), wells.centres[well - 1]
    wall = wells.outline[1] if way < 0 else wells.outline[3]
    away = (y - wall) * way
    body = (np.abs(x - x0) < wells.servo[0] / 2) & (away > 1.0) & (away < 1.0 + wells.servo[1])
    ears = (np.abs(x - x0) < wells.servo[0] / 2 - 0.4) & (away > -2.0) & (away < 4.0 + wells.servo[1])
    shaft = np.hypot(x - x0, away - 8.0)
    label = (np.abs(x - x0) < 4.4) & (np.abs(away - 17.0) < 5.0)
    colour = np.where(
        body[..., None], np.array([0.2, 0.085, 0.03], np.float32), np.array([0.09, 0.05, 0.03], np.float32)
    )
    colour = np.where((body & label)[..., None], np.array([0.32, 0.34, 0.36], np.float32), colour)
    colour = np.where((label & (np.sin(away * 4) > 0.5) & (np.abs(x - x0) < 3.4))[..., None], np.float32(0.08), colour)
    colour = np.where((body & (shaft < 5.2))[..., None], np.array([0.16, 0.07, 0.03], np.float32), colour)
    colour = np.where((shaft < 3.4)[..., None], np.float32(0.62), colour)
    colour = np.where((shaft < 1.2)[..., None], np.float32(0.2), colour)
    edge = np.minimum(wells.servo[0] / 2 - np.abs(x - x0), np.minimum(away - 1.0, 1.0 + wells.servo[1] - away))
    colour = colour * (1 + 0.5 * np.exp(-np.abs(edge) / 0.3))[..., None]
    return np.asarray((body | ears)[..., None], np.float32), np.asarray(colour, np.float32)
