"""Draws the picture that the simulated camera takes of a scene, with NumPy and OpenCV only."""

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.carriage import Carriage
from hardware.sim.cube import DiePose
from hardware.sim.dice import DieDrawer, Patch
from hardware.sim.dirt import dirt_on_lid
from hardware.sim.foreign_objects import draw_thing, hand_over, lamp_on_lid
from hardware.sim.lens import HEIGHT, WIDTH, CameraLens, Mounting
from hardware.sim.lid import Lever
from hardware.sim.light import ROOM, Light
from hardware.sim.scene import Exposure, Scene
from hardware.sim.scenery import background
from hardware.sim.sensor import Sensor, gains, out_of_focus
from hardware.sim.wells import Wells

Floats = NDArray[np.floating[Any]]
Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]

GLARE = 9.0
KEPT_SCENES, KEPT_PICTURES, KEPT_GROUNDS = 2, 3, 4
"""A look at one scene takes three pictures: under both halves of the ring, and under each half."""
KEPT_TABLES = 2
"""Number of drawn empty tables to keep, so that a camera can be reopened without drawing again."""
SWEEP_STEPS = 5
STROKE_ROOM = 64
EDGE = 3


Key = TypeVar("Key", bound=Hashable)
Drawn = TypeVar("Drawn")


class LruCache(OrderedDict[Key, Drawn]):
    """A cache of the `most` latest drawn things."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def drawn(self, key: Key, draw: Callable[[], Drawn]) -> Drawn:
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

    `behind` (3, h, w, 3) is everything except the carriage. In the carriage's box, the lid transmits `clear` (h, w, 3)
    and adds `shine` (3, h, w, 3); `through` (h, w, 3) is the share of the plate seen through both.
    """

    lens: CameraLens
    wells: Wells
    light: Light
    carriage: Carriage
    behind: Floats
    clear: Floats
    shine: Floats
    through: Floats


class Renderer:
    """Draws scenes of one machine as one camera sees them. Not thread-safe."""

    def __init__(self, dimensions: Mapping[str, Any], mounting: Mounting, noise: float = 1.0) -> None:
        empty = _empty_table(mounting, json.dumps(dimensions, sort_keys=True))
        self.lens, self.wells, self._light = empty.lens, empty.wells, empty.light
        self._carriage, self._behind = empty.carriage, empty.behind
        self._clear, self._shine, self._through = empty.clear, empty.shine, empty.through
        self._dice = DieDrawer(dimensions["die"], self.lens, self._light)
        self._die_side = float(dimensions["die"]["side"])
        self._tray_floor = float(dimensions["tray"]["floor"])
        self._sensor = Sensor(noise)
        self._levers: dict[int, Lever] = {}
        self._plain: LruCache[tuple[float, ...], Image] = LruCache(KEPT_GROUNDS)
        self._scenes: LruCache[Scene, list[tuple[Box, Floats]]] = LruCache(KEPT_SCENES)
        self._pictures: LruCache[tuple[Scene, Exposure], tuple[Image, Image]] = LruCache(KEPT_PICTURES)

    def picture(self, scene: Scene, exposure: Exposure, seed: tuple[int, ...]) -> Image:
        """Return the picture (720, 1280, 3) BGR; the noise depends on `seed` (whole numbers, >= 0) alone."""
        return self._sensor.noisy(*self._pictures.drawn((scene, exposure), lambda: self._still(scene, exposure)), seed)

    def close(self) -> None:
        """Drop the cached pictures."""
        for kept in (self._scenes, self._pictures, self._plain):
            kept.clear()

    def _still(self, scene: Scene, exposure: Exposure) -> tuple[Image, Image]:
        """Return the picture without noise, and the strength of the noise in each value."""
        image = self._developed(scene, exposure)
        return image, self._sensor.noise(image)

    def _developed(self, scene: Scene, exposure: Exposure) -> Image:
        image = self._empty(exposure).copy()
        for box, layers in self._drawn(scene):
            part = self._sensor.exposed(layers, exposure, box)
            rows, columns = _well_inside(box[1], box[3], HEIGHT), _well_inside(box[0], box[2], WIDTH)
            image[box[1] : box[3], box[0] : box[2]][rows, columns] = part[rows, columns]
        if scene.hand is not None:
            hand_over(image, scene.hand, 0.15 + 0.42 * exposure.strength * (exposure.left + exposure.right))
        return image if exposure.sharp else out_of_focus(image)

    def _empty(self, exposure: Exposure) -> Image:
        whole = (0, 0, WIDTH, HEIGHT)
        return self._plain.drawn(gains(exposure), lambda: self._sensor.exposed(self._behind, exposure, whole))

    def _drawn(self, scene: Scene) -> list[tuple[Box, Floats]]:
        """Return the parts of the picture that differ from the empty plate: their boxes and layers (3, h, w, 3)."""
        return self._scenes.drawn(scene, lambda: [self._with_carriage(scene), *self._in_the_open(scene)])

    def _in_the_open(self, scene: Scene) -> list[tuple[Box, Floats]]:
        dice = [die for die in scene.dice if die.well is None]
        things = [thing for thing in scene.things if thing.well is None]
        if not dice and not things:
            return []
        patches = [draw_thing(thing, self.lens, self._light, None) for thing in things]
        patches += [patch for die in dice if (patch := self._dice.draw(die.pose, die.paint, None)) is not None]
        box = _clip(_around([patch.box for patch in patches], 24))
        layers = self._behind[:, box[1] : box[3], box[0] : box[2]].copy()
        for die in dice:
            near = _clip(self.lens.box_of(die.pose.corners(self._die_side), margin=20))
            _part(layers, near, box)[...] *= 1 - self._dice.shadows(die.pose, self._tray_floor, near)[..., None]
        for patch in patches:
            _lay(layers, patch, box)
        return [(box, layers)]

    def _with_carriage(self, scene: Scene) -> tuple[Box, Floats]:
        box = self._carriage.box
        layers = self._filled(scene)
        arms = [self._lever(well) for well in sorted(scene.clamped)]
        for arm in arms:
            _part(layers, arm.box, box)[...] *= (1 - 0.5 * arm.shade) * (1 - 0.9 * arm.tip)
        layers *= self._clear
        layers += self._shine if scene.glare is None else self._blinding(scene.glare)
        through: Floats = self._through
        if scene.dirt is not None:
            clear, veil = dirt_on_lid(scene.dirt, self.lens, box, self.wells.outline, self.wells.top)
            layers *= clear
            layers += veil
            through = through * clear
        elif arms:
            through = through.copy()
        for arm in arms:
            part = _part(layers, arm.box, box)
            part *= 1 - arm.arm
            part += arm.arm * arm.arm_light
            _part(through[None], arm.box, box)[...] *= 1 - arm.arm
        if scene.offset or scene.sweep:
            box, layers, through = self._moved(scene, layers, through)
        seen = _clip(box)
        layers, through = _part(layers, seen, box), _part(through[None], seen, box)[0]
        layers += self._behind[:, seen[1] : seen[3], seen[0] : seen[2]] * through
        return seen, layers

    def _filled(self, scene: Scene) -> Floats:
        """Return the carriage without its lid, with the contents of its wells, lowest first."""
        layers: Floats = self._carriage.light.copy()
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
            _lay(layers, patch, self._carriage.box)
        return layers

    def _blinding(self, number: int) -> Floats:
        """Return the light of a glaring lid: a much stronger image of the ring, and one of a window."""
        home = self._carriage
        window = lamp_on_lid(number, self.lens, home.box, self.wells.outline, self.wells.top)
        shine = home.shine + GLARE * home.ring
        shine[ROOM] += window[..., None]
        return np.asarray(np.repeat(shine, 3, axis=-1), np.float32)

    def _shade_floor(self, layers: Floats, pose: DiePose, well: int) -> None:
        x, y, reach, _ = self._opening(well)
        corners = np.array([[x + i * reach, y + j * reach, self.wells.floor] for i in (-1, 1) for j in (-1, 1)])
        box = self.lens.box_of(corners)
        shade = self._dice.shadows(pose, self.wells.floor, box)
        _part(layers, box, self._carriage.box)[...] *= 1 - 0.9 * shade[..., None]

    def _moved(self, scene: Scene, layers: Floats, through: Floats) -> tuple[Box, Floats, Floats]:
        """Return the carriage away from home, with the motion blur of the exposure."""
        box, room = self._carriage.box, STROKE_ROOM
        wide = (box[0] - room, box[1], box[2] + room, box[3])
        scale = self.lens.focal / (self.lens.place[2] - self.wells.top)
        size = (wide[2] - wide[0], wide[3] - wide[1])
        seen: Floats = np.zeros((3, size[1], size[0], 3), np.float32)
        open_: Floats = np.zeros((size[1], size[0], 3), np.float32)
        for step in np.linspace(-0.5, 0.5, SWEEP_STEPS) if scene.sweep else (0.0,):
            shift = np.array([[1, 0, room + (scene.offset + step * scene.sweep) * scale], [0, 1, 0]], np.float32)
            for kind in range(3):
                seen[kind] += cv2.warpAffine(layers[kind], shift, size)
            open_ += cv2.warpAffine(through, shift, size, borderMode=cv2.BORDER_CONSTANT, borderValue=(1.0, 1.0, 1.0))
        steps = SWEEP_STEPS if scene.sweep else 1
        return wide, seen / steps, open_ / steps

    def _opening(self, well: int) -> tuple[float, float, float, float]:
        return (*self.wells.centres[well - 1], self.wells.reach, self.wells.top)

    def _lever(self, well: int) -> Lever:
        if well not in self._levers:
            self._levers[well] = Lever.drawn(
                self.wells, well, self.lens, self._light, box=self._carriage.box, die_side=self._die_side
            )
        return self._levers[well]


@lru_cache(maxsize=KEPT_TABLES)
def _empty_table(mounting: Mounting, dimensions_json: str) -> EmptyTable:
    dimensions = json.loads(dimensions_json)
    lens, wells, light = CameraLens(dimensions, mounting), Wells.from_dimensions(dimensions), Light(dimensions)
    carriage = Carriage.drawn(wells, lens, light)
    behind = background(dimensions, lens, light, wells.outline)
    # With three channels, because arrays of equal shape multiply much faster.
    clear = np.repeat(carriage.clear, 3, axis=-1)
    shine = np.repeat(carriage.shine + carriage.ring, 3, axis=-1)
    through = np.repeat((1 - carriage.alpha) * carriage.clear, 3, axis=-1)
    for layers in (behind, clear, shine, through):
        layers.flags.writeable = False
    return EmptyTable(lens, wells, light, carriage, behind, clear, shine, through)


def _well_inside(first: int, last: int, end: int) -> slice:
    """Return the pixels of a part that have all their neighbours; at the picture's edges none are missing."""
    return slice(EDGE if first > 0 else 0, last - first - (EDGE if last < end else 0))


def _part(layers: Floats, inner: Box, box: Box) -> Floats:
    """Return the part of a box's layers (kinds, h, w, colours) that lies in an inner box."""
    return layers[:, inner[1] - box[1] : inner[3] - box[1], inner[0] - box[0] : inner[2] - box[0]]


def _lay(layers: Floats, patch: Patch, box: Box) -> None:
    """Lay a patch over the layers of a box of the picture."""
    inner = max(patch.box[0], box[0]), max(patch.box[1], box[1]), min(patch.box[2], box[2]), min(patch.box[3], box[3])
    if inner[0] < inner[2] and inner[1] < inner[3]:
        part = _part(layers, inner, box)
        part *= 1 - _part(patch.alpha[None], inner, patch.box)
        part += _part(patch.light, inner, patch.box)


def _around(boxes: list[Box], margin: int) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts) - margin, min(tops) - margin, max(rights) + margin, max(bottoms) + margin


def _clip(box: Box) -> Box:
    return max(box[0], 0), max(box[1], 0), min(box[2], WIDTH), min(box[3], HEIGHT)
