"""Draws the picture that the simulated camera takes of a scene, with NumPy and OpenCV only."""

import json
import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.carriage import Lever, carriage, lid
from hardware.sim.chance import JUMBLES
from hardware.sim.cube import DiePose
from hardware.sim.dice import FINE, DieDrawer, Patch, lay, part_of
from hardware.sim.lens import HEIGHT, WIDTH, Box, CameraLens, Floats, Image, Mounting, clip_box
from hardware.sim.light import (
    HALF_STRENGTH,
    KINDS,
    ROOM,
    ROOM_STRENGTH,
    STEP,
    Light,
    Steps,
    light_of,
    quantize,
    repeat_channels,
)
from hardware.sim.scene import Exposure, Scene, SeenDie, Thing, ThingKind
from hardware.sim.scenery import background
from hardware.sim.sensor import Sensor, defocus, gains, mix_light
from hardware.sim.wells import Wells

HALF = 2
"""Pixels of the picture along the side of a coarse pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class ShakenCarriage:
    """A carriage without dice under one light, half as fine as the picture.

    `box` is the part of the picture in which it may be seen, `home` its own box at rest. It reflects `filled` (h, w,
    3). Lid and levers transmit `clear`, add `glow`, and leave the share `through` of the plate visible (all (h, w, 3)).
    `behind` (h, w, 3) is the plate's light in `box`.
    """

    box: Box
    home: Box
    filled: Floats
    clear: Floats
    glow: Floats
    through: Floats
    behind: Floats

    def compose(self, dice: Iterable[Patch | None], aside: float, sweep: float) -> Floats:
        """Return the light (h, w, 3) of `box` with coarse patches of dice, the lowest first.

        The carriage stands `aside` pixels of the picture to the right of home, and moves by `sweep` meanwhile.
        """
        light = self.filled.copy()
        whole = (0, 0, light.shape[1], light.shape[0])
        for patch in dice:
            if patch is not None:
                lay(light[None], patch, whole)
        light *= self.clear
        light += self.glow
        size = self.behind.shape[1::-1]
        right, down = (self.home[side] - self.box[side] for side in (0, 1))
        shift = np.array([[1, 0, (right + aside) / HALF], [0, 1, down / HALF]], np.float32)
        smear = (round(abs(sweep) / HALF) | 1, 1)
        seen = cv2.blur(cv2.warpAffine(light, shift, size), smear)
        plate = cv2.blur(cv2.warpAffine(self.through, shift, size, borderValue=(1.0, 1.0, 1.0)), smear)
        return np.asarray(seen + self.behind * plate, np.float32)


def coarsen_patch(patch: Patch, light: Floats, home: Box) -> Patch:
    """Return a patch half as fine, with this light (h, w, 3), in a carriage whose box at rest is `home`."""
    left, top = (patch.box[side] - home[side] for side in (0, 1))
    right, bottom = (home[side] - patch.box[side + 2] for side in (0, 1))
    # Its coarse pixels must coincide with those of the carriage.
    edges = ((top % HALF, bottom % HALF), (left % HALF, right % HALF), (0, 0))
    light, alpha = (_halve(np.pad(part, edges)) for part in (light, patch.alpha))
    left, top = left // HALF, top // HALF
    return Patch((left, top, left + light.shape[1], top + light.shape[0]), light[None], alpha)


def _halve(layer: Floats) -> Floats:
    size = (-(-layer.shape[1] // HALF), -(-layer.shape[0] // HALF))
    return np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), np.float32)


KEPT_GROUNDS, KEPT_FLYING = 4, 6 * JUMBLES
"""The empty table under both halves of the ring, each half, and none; and the flying dice of a shake."""
KEPT_LEVERS = 12
"""A lever that lies on its die and one at another angle, for each well."""
KEPT_TABLES = 2
"""Number of drawn empty tables to keep, so that a camera can be reopened without drawing again."""
STROKE_ROOM = 88
EDGE = 3


Key = TypeVar("Key", bound=Hashable)
Drawn = TypeVar("Drawn")


class LruCache(OrderedDict[Key, Drawn]):
    """A cache of the `most` drawn things that were used last."""

    def __init__(self, most: int = 1) -> None:
        super().__init__()
        self._most = most

    def fetch(self, key: Key, draw: Callable[[], Drawn]) -> Drawn:
        """Return the cached value of a key, drawing it if it is missing."""
        if key not in self:
            while len(self) >= self._most:
                self.popitem(last=False)
            self[key] = draw()
        self.move_to_end(key)
        return self[key]


@dataclass(frozen=True, slots=True, eq=False)
class EmptyTable:
    """What one camera sees of one machine without dice. It takes seconds to draw and is shared, so it never changes.

    `behind` (3, h, w, 3) is everything except the carriage, which at home is in `box` of the picture. It reflects
    `block` (3, h, w, 3) for each kind of light, premultiplied by its coverage `alpha` (h, w). The lid transmits `clear`
    (h, w), adds `shine` (3, h, w), and reflects the ring as `ring` (3, h, w). All amounts are in steps of light.
    """

    lens: CameraLens
    wells: Wells
    light: Light
    behind: Steps
    box: Box
    block: Steps
    alpha: Steps
    clear: Steps
    shine: Steps
    ring: Steps


class Renderer:
    """Draws scenes of one machine as one camera sees them. Not thread-safe."""

    def __init__(self, dimensions: Mapping[str, Any], mounting: Mounting, noise: float = 1.0) -> None:
        self._home = draw_empty_table(mounting, json.dumps(dimensions, sort_keys=True))
        self.lens, self.wells, self._light = self._home.lens, self._home.wells, self._home.light
        self._dice = DieDrawer(dimensions["die"], self.lens, self._light)
        self._die_side = float(dimensions["die"]["side"])
        self._hinge = dimensions.get("lever", {})
        self._tray_floor = float(dimensions["tray"]["floor"])
        self._sensor = Sensor(noise)
        self._levers: LruCache[tuple[int, float | None], Lever] = LruCache(KEPT_LEVERS)
        self._plain: LruCache[tuple[float, ...], Image] = LruCache(KEPT_GROUNDS)
        self._scenes: LruCache[Scene, tuple[Box, Steps]] = LruCache()
        self._pictures: LruCache[tuple[Scene, Exposure], Image] = LruCache()
        self._open: LruCache[Scene, tuple[Box, Steps]] = LruCache()
        self._shaken: LruCache[tuple[Scene, tuple[float, ...]], ShakenCarriage] = LruCache()
        self._flying: LruCache[tuple[SeenDie, tuple[float, ...]], Patch | None] = LruCache(KEPT_FLYING)

    def picture(self, scene: Scene, exposure: Exposure, seed: tuple[int, ...]) -> Image:
        """Return the picture (720, 1280, 3) BGR; the noise depends on `seed` (whole numbers, >= 0) alone."""
        still = self._pictures.fetch((scene, exposure), lambda: self._develop(scene, exposure))
        return self._sensor.add_noise(still, seed)

    def close(self) -> None:
        """Drop the cached pictures."""
        for kept in (self._scenes, self._pictures, self._plain, self._open, self._shaken, self._flying):
            kept.clear()

    def _develop(self, scene: Scene, exposure: Exposure) -> Image:
        """Return the picture without noise."""
        image = self._draw_empty(exposure).copy()
        for box, part in self._parts(scene, exposure):
            rows, columns = _trim(box[1], box[3], HEIGHT), _trim(box[0], box[2], WIDTH)
            image[box[1] : box[3], box[0] : box[2]][rows, columns] = part[rows, columns]
        if scene.hand is not None:
            draw_hand(image, scene.hand, 0.15 + 0.42 * exposure.strength * (exposure.left + exposure.right))
        return image if exposure.sharp else defocus(image)

    def _draw_empty(self, exposure: Exposure) -> Image:
        whole = (0, 0, WIDTH, HEIGHT)
        return self._plain.fetch(
            gains(exposure), lambda: self._sensor.expose(mix_light(self._home.behind, exposure, STEP), whole)
        )

    def _parts(self, scene: Scene, exposure: Exposure) -> Iterator[tuple[Box, Image]]:
        """Yield the parts of the picture that differ from the empty plate: their boxes and values (h, w, 3)."""
        if scene.sweep:
            yield self._draw_shaking(scene, exposure)
        else:
            box, layers = self._scenes.fetch(scene, lambda: self._draw_carriage(scene))
            yield box, self._sensor.expose(mix_light(layers, exposure, STEP), box)
        free = Scene(
            tuple(die for die in scene.dice if die.well is None),
            tuple(thing for thing in scene.things if thing.well is None),
        )
        if free.dice or free.things:
            box, layers = self._open.fetch(scene if self.wells.apart else free, lambda: self._draw_outside(free, scene))
            yield box, self._sensor.expose(mix_light(layers, exposure, STEP), box)

    def _draw_outside(self, scene: Scene, whole: Scene) -> tuple[Box, Steps]:
        """Return the box and the layers (3, h, w, 3) of what is outside the wells; `whole` is the whole scene."""
        patches = [draw_thing(thing, self.lens, self._light, None) for thing in scene.things]
        patches += [patch for die in scene.dice if (patch := self._dice.draw(die.pose, die.paint, None)) is not None]
        box = clip_box(_enclose([patch.box for patch in patches], 24))
        layers = self._home.behind[:, box[1] : box[3], box[0] : box[2]] * STEP
        if self.wells.apart:  # dice lie about the boxes
            stands, drawn = self._scenes.fetch(whole, lambda: self._draw_carriage(whole))
            both = max(stands[0], box[0]), max(stands[1], box[1]), min(stands[2], box[2]), min(stands[3], box[3])
            if both[0] < both[2] and both[1] < both[3]:
                part_of(layers, both, box)[...] = part_of(drawn * STEP, both, stands)
        for die in scene.dice:
            near = clip_box(self.lens.box_of(die.pose.corners(self._die_side), margin=20))
            part_of(layers, near, box)[...] *= 1 - self._dice.shadows(die.pose, self._tray_floor, near)[..., None]
        for patch in patches:
            lay(layers, patch, box)
        return box, quantize(layers)

    def _draw_carriage(self, scene: Scene) -> tuple[Box, Steps]:
        """Return the box and the layers (3, h, w, 3) of a carriage that does not move."""
        box, layers = self._home.box, self._fill_wells(scene)
        through = self._cover(layers, scene)
        if scene.offset:
            box, layers, through = self._shift(scene, layers, through)
        seen = clip_box(box)
        layers, through = part_of(layers, seen, box), part_of(through[None], seen, box)[0]
        layers += self._home.behind[:, seen[1] : seen[3], seen[0] : seen[2]] * (through * STEP)
        return seen, quantize(layers)

    def _cover(self, layers: Floats, scene: Scene) -> Floats:
        """Put the lid and the closed levers over the layers of the carriage; return the share of the plate seen."""
        box = self._home.box
        arms = [self._lever(well) for well in sorted(scene.clamped)]
        arms += [self._lever(well, angle) for well, angle in scene.lifted]
        for arm in arms:
            part_of(layers, arm.box, box)[...] *= (1 - 0.5 * arm.shade) * (1 - 0.9 * arm.tip)
        home, sheet = self._home, (self.lens, box, self.wells.outline, self.wells.top)
        shine, clear = home.shine * STEP, home.clear * STEP
        shine += home.ring * (STEP if scene.glare is None else self._light.dazzling * STEP)
        if scene.glare is not None:
            shine[ROOM] += draw_lamp(scene.glare, *sheet)
        _veil(layers, clear, shine)
        through = repeat_channels((1 - home.alpha * STEP) * clear)
        if scene.dirt is not None:
            clear, veil = draw_dirt(scene.dirt, *sheet)
            _veil(layers, clear, veil)
            through *= repeat_channels(clear)
        for arm in arms:
            part = part_of(layers, arm.box, box)
            part *= 1 - arm.arm
            part += arm.arm * arm.arm_light
            part_of(through[None], arm.box, box)[...] *= 1 - arm.arm
        return through

    def _fill_wells(self, scene: Scene) -> Floats:
        """Return the carriage without its lid, with the contents of its wells, lowest first."""
        layers: Floats = self._home.block * STEP
        patches = [
            (0.0, draw_thing(thing, self.lens, self._light, self._opening(thing.well)))
            for thing in scene.things
            if thing.well is not None
        ]
        for die in scene.dice:
            if die.well is not None:
                self._shade_floor(layers, die.pose, die.well)
                patch = self._dice.draw(die.pose, die.paint, self._opening(die.well))
                if patch is not None:
                    patches.append((die.pose.middle[2], patch))
        for _, patch in sorted(patches, key=lambda entry: entry[0]):
            lay(layers, patch, self._home.box)
        return layers

    def _shade_floor(self, layers: Floats, pose: DiePose, well: int) -> None:
        x, y, reach, _ = self._opening(well)
        corners = np.array([[x + i * reach, y + j * reach, self.wells.floor] for i in (-1, 1) for j in (-1, 1)])
        box = self.lens.box_of(corners)
        shade = self._dice.shadows(pose, self.wells.floor, box)
        part_of(layers, box, self._home.box)[...] *= 1 - 0.9 * shade[..., None]

    def _shift(self, scene: Scene, layers: Floats, through: Floats) -> tuple[Box, Floats, Floats]:
        """Return the carriage away from home."""
        wide = self._wide
        size = (wide[2] - wide[0], wide[3] - wide[1])
        shift = np.array([[1, 0, STROKE_ROOM + scene.offset * self._scale], [0, 1, 0]], np.float32)
        seen: Floats = np.stack([cv2.warpAffine(layer, shift, size) for layer in layers])
        through = np.asarray(cv2.warpAffine(through, shift, size, borderValue=(1.0, 1.0, 1.0)))
        return wide, seen, through

    @property
    def _wide(self) -> Box:
        """The part of the picture in which the carriage may stand."""
        left, top, right, bottom = self._home.box
        return left - STROKE_ROOM, top, right + STROKE_ROOM, bottom

    @property
    def _scale(self) -> float:
        """Pixels to the right for each mm of the carriage's motion, negative where the camera hangs turned round."""
        return math.copysign(float(self.lens.focal / (self.lens.place[2] - self.wells.top)), self.lens.turn[0, 0])

    def _draw_shaking(self, scene: Scene, exposure: Exposure) -> tuple[Box, Image]:
        """Return the box and the values of a carriage that moves."""
        lights = gains(exposure)
        without = replace(scene, dice=(), offset=0.0, sweep=0.0, hand=None)
        carriage = self._shaken.fetch((without, lights), lambda: self._draw_shaken(without, exposure))
        flying = [(die.pose.middle[2], die) for die in scene.dice if die.well is not None]
        patches = [
            self._flying.fetch((die, lights), lambda die=die: self._draw_flying(die, exposure))  # type: ignore[misc]
            for _, die in sorted(flying, key=lambda entry: entry[0])
        ]
        amount = carriage.compose(patches, scene.offset * self._scale, scene.sweep * self._scale)
        return carriage.box, self._sensor.expose_coarsely(amount, carriage.box)

    def _draw_shaken(self, scene: Scene, exposure: Exposure) -> ShakenCarriage:
        """Return the carriage of a scene without dice, ready to be shaken."""
        filled = self._fill_wells(scene)
        glow, lit = np.zeros_like(filled), np.ones_like(filled)
        through = self._cover(glow, scene)
        self._cover(lit, scene)
        seen = clip_box(self._wide)
        behind = self._home.behind[:, seen[1] : seen[3], seen[0] : seen[2]]
        plate = mix_light(behind, exposure, STEP)
        layers = mix_light(filled, exposure), lit[0] - glow[0], mix_light(glow, exposure), through, plate
        return ShakenCarriage(seen, self._home.box, *map(_halve, layers))

    def _draw_flying(self, die: SeenDie, exposure: Exposure) -> Patch | None:
        opening = None if die.well is None else self._opening(die.well)
        patch = self._dice.draw(die.pose, die.paint, opening, fine=1)
        return patch and coarsen_patch(patch, mix_light(patch.light, exposure), self._home.box)

    def _opening(self, well: int) -> tuple[float, float, float, float]:
        return (*self.wells.centres[well - 1], self.wells.reach, self.wells.top)

    def _lever(self, well: int, angle: float | None = None) -> Lever:
        return self._levers.fetch((well, angle), lambda: self._draw_lever(well, angle))

    def _draw_lever(self, well: int, angle: float | None) -> Lever:
        parts = self.wells, well, self.lens, self._light
        if angle is None:
            return Lever.draw(*parts, box=self._home.box, die_side=self._die_side)
        return Lever.draw_lifted(*parts, box=self._home.box, hinge=self._hinge, angle=angle)


@lru_cache(maxsize=KEPT_TABLES)
def draw_empty_table(mounting: Mounting, dimensions_json: str) -> EmptyTable:
    """Draw what a camera sees of the machine without dice; `dimensions_json` holds the machine's dimensions in mm."""
    dimensions = json.loads(dimensions_json)
    lens, wells, light = CameraLens(dimensions, mounting), Wells(dimensions), light_of(dimensions)
    box, block, alpha = carriage(wells, lens, light)
    layers = (block, alpha, *lid(wells, lens, light, box))
    behind = background(dimensions, lens, light, wells.outline)
    kept = [quantize(layer) for layer in layers]
    for layer in (behind, *kept):
        layer.flags.writeable = False
    return EmptyTable(lens, wells, light, behind, box, *kept)


def _veil(layers: Floats, clear: Floats, shine: Floats) -> None:
    """Cover layers (3, h, w, 3) with something that transmits `clear` (h, w) and adds `shine` (3, h, w)."""
    layers *= repeat_channels(clear)
    for kind, added in enumerate(shine):
        layers[kind] += repeat_channels(added)


def _trim(first: int, last: int, end: int) -> slice:
    """Return the pixels of a part that have all their neighbours; at the picture's edges none are missing."""
    return slice(EDGE if first > 0 else 0, last - first - (EDGE if last < end else 0))


def _enclose(boxes: list[Box], margin: int) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts) - margin, min(tops) - margin, max(rights) + margin, max(bottoms) + margin


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
        x, y = lens.intersect(rays, float(height))
        shape, relief = _shape(thing, x, y)
        paint = np.array(_COLOURS[thing.kind], np.float32) * (relief if height == top else 0.5 + 0 * relief)[..., None]
        colour = np.where(shape[..., None], paint, colour)
        alpha = np.maximum(alpha, shape)
    if opening is not None:
        over_x, over_y = lens.intersect(rays, opening[3])
        alpha = alpha * ((np.abs(over_x - opening[0]) < opening[2]) & (np.abs(over_y - opening[1]) < opening[2]))
    layers = np.empty((3, *colour.shape), np.float32)
    for kind in KINDS:
        amount = np.full_like(x, ROOM_STRENGTH * 0.5) if kind == ROOM else light.shine(kind, x, y, top)
        if kind != ROOM and opening is not None:
            amount = amount * light.see_through(kind, x, y, top, opening) + 0.05
        layers[kind] = colour * (amount * alpha)[..., None]
    return Patch.shrink(box, layers, np.asarray(alpha, np.float32))


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


def draw_hand(picture: NDArray[np.uint8], number: int, brightness: float) -> None:
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


def draw_lamp(number: int, lens: CameraLens, box: Box, outline: tuple[float, ...], top: float) -> Floats:
    """Return the reflection (h, w) of a bright window in the lid over the wells; it dazzles from 1 on."""
    random = np.random.default_rng((number, 0x61A2))
    x, y = lens.intersect(lens.rays(box), top)
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
"""How many of each: at least the first number, less than the second."""
LARGEST_CRUMB = 1.0
"""Largest radius in mm. It is less than a pip's, because a larger crumb looks like a pip."""


def draw_dirt(number: int, lens: CameraLens, box: Box, outline: tuple[float, ...], top: float) -> tuple[Floats, Floats]:
    """Return the transmission (h, w) of dirt number `number` in a box of pixels, and its haze (3, h, w).

    `outline` is the outline of the lid (left, top, right, bottom) in mm, `top` its height in mm.
    """
    random = np.random.default_rng((number, 0xD127))
    left, upper, right, lower = outline
    size = (round((lower - upper) * SCALE), round((right - left) * SCALE))
    hides = np.zeros(size, np.float32)
    for least, most, opaque, count in ((0.1, 0.45, 0.55, DUST), (0.45, LARGEST_CRUMB, 0.85, CRUMBS)):
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
    x, y = lens.intersect(lens.rays(box), top)
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
