"""Draws what does not belong on the table: things in wells, a hand, dirt on the lid, and a window's glare in it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.dice import FINE, Patch
from hardware.sim.lens import Box, CameraLens, Floats
from hardware.sim.light import HALF_STRENGTH, KINDS, ROOM, ROOM_STRENGTH, Light
from hardware.sim.scene import Thing, ThingKind

_SIZES = {ThingKind.COIN: 10.0, ThingKind.NUT: 7.5, ThingKind.BUTTON: 7.0}
_COLOURS = {ThingKind.COIN: (0.1, 0.2, 0.36), ThingKind.NUT: (0.36, 0.36, 0.34), ThingKind.BUTTON: (0.5, 0.56, 0.58)}
_THICKNESS = 2.4


def draw_thing(
    thing: Thing, lens: CameraLens, light: Light, opening: tuple[float, float, float, float] | None
) -> Patch:
    """Return the patch of a foreign object; `opening` describes its well as for a die."""
    reach = _SIZES[thing.kind]
    top = thing.floor + _THICKNESS
    corners = np.array([[thing.x + i * reach, thing.y + j * reach, top] for i in (-1, 1) for j in (-1, 1)])
    box = lens.box_of(corners, margin=4)
    rays = lens.rays(box, FINE)
    alpha = np.zeros(rays.shape[:2], np.float32)
    colour = np.zeros(rays.shape, np.float32)
    x = y = alpha
    for height in np.linspace(thing.floor, top, 6):
        x, y = lens.at_height(rays, float(height))
        shape, relief = _shape(thing, x, y)
        paint = np.array(_COLOURS[thing.kind], np.float32) * (relief if height == top else 0.5 + 0 * relief)[..., None]
        colour = np.where(shape[..., None], paint, colour)
        alpha = np.maximum(alpha, shape)
    if opening is not None:
        over_x, over_y = lens.at_height(rays, opening[3])
        alpha = alpha * ((np.abs(over_x - opening[0]) < opening[2]) & (np.abs(over_y - opening[1]) < opening[2]))
    layers = np.empty((3, *colour.shape), np.float32)
    for kind in KINDS:
        amount = np.full_like(x, ROOM_STRENGTH * 0.5) if kind == ROOM else light.falling(kind, x, y, top)
        if kind != ROOM and opening is not None:
            amount = amount * light.through(kind, x, y, top, opening) + 0.05
        layers[kind] = colour * (amount * alpha)[..., None]
    return Patch.shrunk(box, layers, np.asarray(alpha, np.float32))


def _shape(thing: Thing, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the mask of an object (1 or 0) and the brightness of its upper side."""
    turn = np.radians(thing.angle)
    along = (x - thing.x) * np.cos(turn) + (y - thing.y) * np.sin(turn)
    across = (y - thing.y) * np.cos(turn) - (x - thing.x) * np.sin(turn)
    away = np.hypot(along, across)
    reach = _SIZES[thing.kind]
    if thing.kind == ThingKind.NUT:
        wide = np.maximum(np.abs(along), np.abs(along) * 0.5 + np.abs(across) * np.sqrt(0.75))
        solid = (wide < reach * 0.87) & (away > 3.4)
        relief = 0.75 + 0.25 * np.cos(away * 2.0) * (away < 5) + 0.15 * along / reach
    elif thing.kind == ThingKind.BUTTON:
        holes = np.hypot(np.abs(along) - 1.7, np.abs(across) - 1.7) < 0.9
        solid = away < reach
        relief = np.where(
            holes, 0.05, 0.85 + 0.25 * np.exp(-((away - 5.6) ** 2)) - 0.2 * np.exp(-((away - 4.6) ** 2) * 2)
        )
    else:
        solid = away < reach
        number = (np.abs(along) < 1.2) & (np.abs(across) < 5) | (np.abs(across - 4) < 1) & (np.abs(along) < 2.8)
        relief = 0.8 + 0.3 * (np.abs(away - 9.2) < 0.6) + 0.2 * number + 0.1 * np.sin(along + 2)
    return np.asarray(solid, np.float32), np.asarray(relief, np.float32)


def hand_over(picture: NDArray[np.uint8], number: int, brightness: float) -> None:
    """Draw a hand over the wells into a finished picture (h, w, 3), with a brightness of 0 to 1."""
    random = np.random.default_rng((number, 0x4A7D))
    height, width = picture.shape[:2]
    wrist = np.array([width * random.uniform(0.3, 0.55), height + 60.0])
    palm = np.array([width * random.uniform(0.42, 0.56), height * random.uniform(0.62, 0.72)])
    mask = np.zeros((height, width), np.uint8)

    def stroke(a: NDArray[np.float64], b: NDArray[np.float64], thick: float) -> None:
        ends = [(round(float(p[0])), round(float(p[1]))) for p in (a, b)]
        cv2.line(mask, ends[0], ends[1], 255, round(thick), cv2.LINE_AA)

    stroke(wrist, palm, 150)
    stroke(palm - np.array([30, 0]), palm + np.array([35, -30]), 160)
    for finger, (angle, length) in enumerate(((-150, 120), (-112, 190), (-94, 210), (-76, 195), (-56, 160))):
        bend = np.radians(angle + random.uniform(-6, 6))
        root = palm + np.array([(-85, -52, -14, 24, 60)[finger], (10, -70, -82, -80, -62)[finger]])
        stroke(root, root + length * np.array([np.cos(bend), np.sin(bend)]), 50 - 4 * (finger == 4))
    solid = cv2.GaussianBlur(mask, (0, 0), 3).astype(np.float32)[..., None] / 255
    round_ = cv2.GaussianBlur(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5), (0, 0), 4)
    lit = (0.55 + 0.45 * np.clip(round_ / 26, 0, 1))[..., None] * brightness
    skin = np.array([138.0, 168.0, 219.0], np.float32) * lit
    moved = cv2.warpAffine(mask, np.array([[1, 0, 14], [0, 1, 18]], np.float32), (width, height))
    shadow = cv2.GaussianBlur(moved, (0, 0), 16).astype(np.float32)[..., None] / 255
    under = picture * (1 - 0.55 * shadow)
    picture[:] = np.clip(under * (1 - solid) + skin * solid, 0, 255).astype(np.uint8)


def lamp_on_lid(number: int, lens: CameraLens, box: Box, outline: tuple[float, ...], top: float) -> Floats:
    """Return the reflection (h, w) of a bright window in the lid over the wells; it dazzles from 1 on."""
    random = np.random.default_rng((number, 0x61A2))
    x, y = lens.at_height(lens.rays(box), top)
    left, upper, right, lower = outline
    middle_x, middle_y = random.uniform(left + 12, right - 12), random.uniform(upper + 12, lower - 12)
    turn = np.radians(random.uniform(-25, 25))
    along = (x - middle_x) * np.cos(turn) + (y - middle_y) * np.sin(turn)
    across = (y - middle_y) * np.cos(turn) - (x - middle_x) * np.sin(turn)
    pane = np.clip((13 - np.abs(along)) / 3, 0, 1) * np.clip((9 - np.abs(across)) / 3, 0, 1)
    bars = 1 - 0.6 * np.exp(-(along**2) / 0.6)
    inside = (x > left) & (x < right) & (y > upper) & (y < lower)
    return np.asarray(1.3 * pane * bars * inside, np.float32)


SCALE = 8.0
"""Pixels per mm of the drawn lid."""
DUST, CRUMBS, HAIRS, FINGERS = (40, 120), (2, 8), (1, 5), (1, 5)
"""Their numbers: at least the first, less than the second."""
LARGEST_CRUMB = 1.0
"""Largest radius in mm. It is less than a pip's, because a larger crumb looks like a pip."""


def dirt_on_lid(
    number: int, lens: CameraLens, box: Box, outline: tuple[float, ...], top: float
) -> tuple[Floats, Floats]:
    """Return the transmission (h, w) of dirt number `number` in a box of pixels, and its haze (3, h, w).

    `outline` is the outline of the lid (left, top, right, bottom) in mm, `top` its height in mm.
    """
    random = np.random.default_rng((number, 0xD127))
    left, upper, right, lower = outline
    size = (round((lower - upper) * SCALE), round((right - left) * SCALE))
    hides = np.zeros(size, np.float32)
    for least, most, opaque, count in (
        (0.1, 0.45, 0.55, DUST),
        (0.45, LARGEST_CRUMB, 0.85, CRUMBS),
    ):
        for _ in range(int(random.integers(*count))):
            place, radius = random.uniform(0, 1, 2) * size[::-1], random.uniform(least, most) * SCALE
            axes = radius * random.uniform(0.6, 1.0, 2)
            spot = np.zeros(size, np.uint8)
            _ellipse(spot, place, axes, float(random.uniform(0, 180)))
            hides = np.maximum(hides, spot.astype(np.float32) * (opaque * float(random.uniform(0.5, 1)) / 255))
    for _ in range(int(random.integers(*HAIRS))):
        hides = np.maximum(hides, _hair(random, size) * float(random.uniform(0.3, 0.7)))
    hides = np.asarray(cv2.GaussianBlur(hides, (0, 0), 0.12 * SCALE), np.float32)
    smear = np.zeros(size, np.float32)
    for _ in range(int(random.integers(*FINGERS))):
        smear += _finger(random, size)
    x, y = lens.at_height(lens.rays(box), top)
    at = ((x - left) * SCALE - 0.5).astype(np.float32), ((y - upper) * SCALE - 0.5).astype(np.float32)
    hidden, smeared = (cv2.remap(layer, *at, cv2.INTER_LINEAR, borderValue=0.0) for layer in (hides, smear))
    veil = np.empty((3, *x.shape), np.float32)
    for kind in KINDS:
        veil[kind] = (0.11 * hidden + 0.05 * smeared) * (ROOM_STRENGTH if kind == ROOM else HALF_STRENGTH)
    clear = (1 - hidden) * (1 - 0.12 * np.minimum(smeared, 1))
    return np.asarray(clear, np.float32), veil


def _ellipse(spot: NDArray[np.uint8], place: Floats, axes: Floats, turn: float) -> None:
    middle, reach = ((round(float(v) * 16) for v in pair) for pair in (place, axes))
    cv2.ellipse(spot, tuple(middle), tuple(reach), turn, 0, 360, 255.0, -1, cv2.LINE_AA, 4)


def _hair(random: np.random.Generator, size: tuple[int, int]) -> Floats:
    start, way = random.uniform(0, 1, 2) * size[::-1], float(random.uniform(0, 2 * np.pi))
    bends = way + np.cumsum(random.normal(0, 0.12, 40))
    steps = np.column_stack([np.cos(bends), np.sin(bends)]) * float(random.uniform(0.2, 0.8)) * SCALE
    places = np.round((start + np.cumsum(steps, axis=0)) * 16).astype(np.int32)
    drawn = np.zeros(size, np.uint8)
    cv2.polylines(drawn, [places], False, 255, 1, cv2.LINE_AA, 4)
    return drawn.astype(np.float32) / 255


def _finger(random: np.random.Generator, size: tuple[int, int]) -> Floats:
    """Return a fingerprint: an oval of about 11 by 15 mm with ridges 0.5 mm apart."""
    place, turn = random.uniform(0, 1, 2) * size[::-1], float(random.uniform(0, np.pi))
    rows, columns = np.mgrid[: size[0], : size[1]].astype(np.float32)
    dx, dy = (columns - place[0]) / SCALE, (rows - place[1]) / SCALE
    along, across = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
    away = np.hypot(along / 7.5, across / 5.5)
    ridges = 0.6 + 0.4 * np.sin(2 * np.pi / 0.5 * (across + 0.04 * along * along))
    return np.asarray(np.clip((1 - away) / 0.3, 0, 1) * ridges * float(random.uniform(0.4, 1.0)), np.float32)
