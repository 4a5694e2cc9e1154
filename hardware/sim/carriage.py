"""The moving part of the table without its dice: wells block, servos on its sides, and the lid."""

from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.lens import CameraLens
from hardware.sim.lid import lid
from hardware.sim.light import KINDS, ROOM, ROOM_STRENGTH, Light
from hardware.sim.scenery import grain
from hardware.sim.wells import Wells, square_of, within

Floats = NDArray[np.floating[Any]]
Box = tuple[int, int, int, int]

SERVO_HEIGHT = 38.0
PLASTIC = (0.075, 0.07, 0.067)
FLOOR = (0.075, 0.05, 0.04)
BOUNCE = 0.055
FINE = 2


@dataclass(frozen=True, slots=True, eq=False)
class Carriage:
    """The carriage at home, drawn once.

    `box` is its part of the picture (left, top, right, bottom). `light` (3, h, w, 3) is the light it reflects for each
    kind of light, premultiplied by its coverage `alpha` (h, w, 1). The lid transmits `clear` (h, w, 1), adds `shine`
    (3, h, w, 1), and reflects the ring as `ring` (3, h, w, 1).
    """

    box: Box
    light: Floats
    alpha: Floats
    clear: Floats
    shine: Floats
    ring: Floats

    @classmethod
    def drawn(cls, wells: Wells, lens: CameraLens, light: Light) -> Self:
        """Draw the carriage at home as seen through the lens."""
        left, top, right, bottom = wells.outline
        reach = 30.0
        corners = np.array([[x, y, wells.arm_height] for x in (left, right) for y in (top - reach, bottom + reach)])
        box = lens.box_of(corners, margin=6)
        drawn, alpha = _block(wells, lens, light, box)
        clear, shine, ring = lid(wells, lens, light, box)
        return cls(box, drawn, alpha, clear, shine, ring)


def _block(wells: Wells, lens: CameraLens, light: Light, box: Box) -> tuple[Floats, Floats]:
    rays = lens.rays(box, FINE)
    place = lens.place.astype(np.float32)
    x, y = lens.at_height(rays, wells.top)
    cover = within(x, y, wells.outline, 0.15)
    layers = np.empty((3, *x.shape, 3), np.float32)
    speckle = grain(21, x.shape, ((x.shape[0], x.shape[1], 0.5), (x.shape[0] // 4, x.shape[1] // 4, 0.35)))
    # The top of the printed block shows the lines of its last layer.
    matt = (1 + 0.1 * speckle) * (1 + 0.06 * np.sin((x + y) * 7.0)) * cover
    for kind in KINDS:
        falling = ROOM_STRENGTH if kind == ROOM else light.falling(kind, x, y, wells.top)
        np.multiply((matt * falling)[..., None], np.array(PLASTIC, np.float32), out=layers[kind])
    del matt
    for centre in wells.centres:
        across, along = x - centre[0], y - centre[1]
        seen_in = (np.abs(across) < wells.reach) & (np.abs(along) < wells.reach)
        rows, columns = np.flatnonzero(seen_in.any(axis=1)), np.flatnonzero(seen_in.any(axis=0))
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        inside = within(x[part], y[part], square_of(centre, wells.reach), 0.15)[..., None]
        seen = _well(wells, centre, light, rays=rays[part], place=place, speckle=speckle[part])
        layers[:, *part] = layers[:, *part] * (1 - inside) + inside * seen
    alpha = cover[..., None].copy()
    wide, high = lens.at_height(rays, SERVO_HEIGHT)
    for well, (middle, _) in enumerate(wells.centres, 1):
        edge = wells.outline[1] if wells.outward(well) < 0 else wells.outline[3]
        near = (np.abs(wide - middle) < wells.servo[0]) & ((high - edge) * wells.outward(well) > -12)
        rows, columns = np.nonzero(near.any(axis=1))[0], np.nonzero(near.any(axis=0))[0]
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        x, y = wide[part], high[part]
        here, colour = _servo(wells, well, x, y)
        here = here * (1 - cover[part][..., None])
        for kind in KINDS:
            amount = ROOM_STRENGTH if kind == ROOM else light.falling(kind, x, y, SERVO_HEIGHT)
            layers[kind, *part] = layers[kind, *part] * (1 - here) + here * colour * np.asarray(amount)[..., None]
        alpha[part] = np.maximum(alpha[part], here)
    size = (box[2] - box[0], box[3] - box[1])
    small = np.stack([cv2.resize(layer, size, interpolation=cv2.INTER_AREA) for layer in layers])
    covered = np.asarray(cv2.resize(np.asarray(alpha, np.float32), size, interpolation=cv2.INTER_AREA), np.float32)
    return small, covered[..., None]


def _well(
    wells: Wells, centre: tuple[float, float], light: Light, *, rays: Floats, place: Floats, speckle: Floats
) -> Floats:
    """Return the light of a well's floor and walls along rays (3, h, w, 3)."""
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
    colour = np.where(on_floor[..., None], np.array(FLOOR, np.float32), np.array(PLASTIC, np.float32) * ring[..., None])
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
            amount = light.falling(kind, x, y, height, normal) * light.through(kind, x, y, height, opening)
            amount = (amount + BOUNCE * (0.5 + rise)) * corner
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
