"""Renders pictures of the machine with OpenGL, with the lens and sensor of the drawn ones."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.camera import Painter
from hardware.sim.carriage import lid
from hardware.sim.lens import HEIGHT, WIDTH, Box, CameraLens, Image, Mounting, clip_box
from hardware.sim.light import KINDS, LEFT, RIGHT, ROOM, ROOM_STRENGTH, Light, in_colours
from hardware.sim.render import LruCache, Renderer
from hardware.sim.scene import Exposure, Scene
from hardware.sim.sensor import Sensor, gains, mix_light, out_of_focus
from hardware.sim.wells import Wells
from hardware.twin.gl_crank import CUTOFF
from hardware.twin.machine import MachineScene
from hardware.twin.measures import Measures
from hardware.twin.posed import PosedMachine, missing_opengl

Layers = NDArray[np.float32]
NEIGHBOURS = 3
"""Pixels around a part that contribute to it."""


class Part:
    """A `box` of the picture, its box in the pinhole picture, and the positions of its pixels there.

    Shadows are rendered in a cone about the direction from each light to `lit` (mm), `shadows` degrees to each side.
    """

    def __init__(
        self, places: tuple[Layers, Layers], box: Box, lit: tuple[float, float, float], shadows: float
    ) -> None:
        left, top, right, bottom = box
        across, along = (axis[top:bottom, left:right] for axis in places)
        x, y = (max(int(axis.min()) - NEIGHBOURS, 0) for axis in (across, along))
        right, bottom = (int(axis.max()) + 1 + NEIGHBOURS for axis in (across, along))
        self.box: Box = box
        self.drawn: Box = (x, y, right, bottom)
        self.places = across - np.float32(x), along - np.float32(y)
        self.lit, self.shadows = np.array(lit), shadows


FINE = 1.1
"""Rendered pixels per picture pixel, along a side."""
BOUNCE = 0.015
"""Ambient light while the ring is on, beside the ring's own."""
JITTER = ((0.0, 0.0), (0.2, -0.4), (-0.4, -0.2), (0.4, 0.2), (-0.2, 0.4))
"""Shift in pixels of the picture for each point of light, so that edges are smooth on average."""
SPREAD = 0.7
"""Blur in pixels of lens and sensor, with which bright edges grow as in the drawn pictures."""
KEPT_EMPTY = 2
"""Scenes without dice in the wells that are kept, each up to 33 MB."""
ALL_SHADOWS, SHADOWS_IN_WELLS = 36.0, 16.0
"""Half angles in degrees of the cones of shadows: a narrower cone has finer shadows."""
WHOLE = (0, 0, WIDTH, HEIGHT)


PainterMaker = Callable[[Mapping[str, Any], Mounting, float], Painter]


class GlRenderer:
    """Renders scenes of one machine as one camera sees them, with the interface of hardware.sim.render.Renderer."""

    def __init__(self, dimensions: Mapping[str, Any], mounting: Mounting, noise: float = 1.0) -> None:
        self.lens = CameraLens(dimensions, mounting)
        self._measures = Measures(dimensions)
        self._sensor = Sensor(noise, SPREAD)
        light, wells = Light(dimensions), Wells(dimensions)
        rays = self.lens.rays()
        self._map, self._reach, self._size = self._pinhole(rays)
        self._falling = [self._lit(light, kind, rays) for kind in KINDS]
        left, top, right, bottom = wells.outline
        corners = np.array([[x, y, wells.top] for x in (left, right) for y in (top, bottom)])
        self._lid_box = clip_box(self.lens.box_of(corners, margin=12))
        clear, shine, ring = lid(wells, self.lens, light, self._lid_box)
        self._clear, self._shine = in_colours(clear), np.stack([in_colours(layer) for layer in shine + ring])
        self._dark = np.zeros((HEIGHT, WIDTH, 3), np.float32)
        plate = dimensions["plate"]
        middle = (wells.outline[0] + wells.outline[2]) / 2, (wells.outline[1] + wells.outline[3]) / 2
        self._whole = Part(self._map, WHOLE, (plate["width"] / 2, plate["height"] / 2, 0.0), ALL_SHADOWS)
        self._wells = Part(self._map, self._lid_box, (*middle, wells.floor), SHADOWS_IN_WELLS)
        self._rise = self.lens.place[2] - wells.top
        self._posed = PosedMachine(dimensions, *self._size)
        self._model, self._data = self._posed.model, self._posed.data
        self._halves = [
            LEFT if self._model.light(light).name.startswith("left") else RIGHT for light in range(self._model.nlight)
        ]
        self._kept: LruCache[Scene, dict[int, Layers]] = LruCache()
        self._empty: LruCache[Scene, dict[int, Layers]] = LruCache(KEPT_EMPTY)
        self._still: tuple[Scene, Exposure, Image] | None = None

    def picture(self, scene: Scene, exposure: Exposure, seed: tuple[int, ...]) -> Image:
        """Return the picture (720, 1280, 3) BGR; the noise depends on `seed` (whole numbers, >= 0) alone."""
        if self._still is None or self._still[:2] != (scene, exposure):
            lit = [
                self._layer(scene, kind) if gain else self._dark
                for kind, gain in zip(KINDS, gains(exposure), strict=True)
            ]
            still = self._sensor.exposed(mix_light(np.stack(lit), exposure), WHOLE)
            still = still if exposure.sharp else out_of_focus(still)
            self._still = scene, exposure, still
        return self._sensor.noisy(self._still[2], seed)

    def close(self) -> None:
        """Release OpenGL."""
        self._posed.close()

    def _pinhole(self, rays: NDArray[Any]) -> tuple[tuple[Layers, Layers], tuple[float, float], tuple[int, int]]:
        """Return the position of each pixel in the pinhole picture, twice (h, w), its extent, and its size.

        OpenGL renders pinhole pictures only: they contain all that the lens sees, and are distorted afterwards.
        """
        seen = np.concatenate([rays[..., :2], np.ones_like(rays[..., :1])], axis=-1) @ self.lens.turn
        flat = seen[..., :2] / seen[..., 2:]
        reach = 1.005 * np.abs(flat).reshape(-1, 2).max(axis=0)
        size = np.ceil(2 * reach * self.lens.focal * FINE).astype(int)
        places = ((flat / reach + 1) / 2 * size - 0.5).astype(np.float32)
        return (places[..., 0], places[..., 1]), (float(reach[0]), float(reach[1])), (int(size[0]), int(size[1]))

    def _lit(self, light: Light, kind: int, rays: NDArray[Any]) -> Layers:
        """Return the factor (h, w, 1) of a decoded picture that makes level ground as bright as drawn."""
        if kind == ROOM:
            return np.full((HEIGHT, WIDTH, 1), ROOM_STRENGTH, np.float32)
        x, y = self.lens.at_height(rays, 0.0)
        cosine = np.zeros_like(x)
        for px, py, height in light.samples[kind]:
            cosine += height / np.sqrt((x - px) ** 2 + (y - py) ** 2 + height**2)
        return np.asarray(light.falling(kind, x, y, 0.0) / (cosine / len(light.samples[kind])), np.float32)[..., None]

    def _layer(self, scene: Scene, kind: int) -> Layers:
        """Return one kind of light on the sensor (h, w, 3)."""
        kept = self._kept.drawn(scene, dict)
        if kind not in kept:
            if _moving(scene):
                layer = self._rendered(scene, kind, self._whole)
            else:
                # The rest of the picture does not depend on dice in wells, and stays the same from throw to throw.
                empty = replace(scene, dice=tuple(die for die in scene.dice if die.well is None))
                around = self._empty.drawn(empty, dict)
                if kind not in around:
                    around[kind] = self._rendered(empty, kind, self._whole)
                layer = around[kind].copy()
                left, top, right, bottom = self._lid_box
                layer[top:bottom, left:right] = self._rendered(scene, kind, self._wells)
            kept[kind] = layer
            self._cover(layer, kind, scene)
        return kept[kind]

    def _cover(self, layer: Layers, kind: int, scene: Scene) -> None:
        """Put the lid over the picture, and add the motion blur of the block."""
        left, top, right, bottom = self._lid_box
        clear, shine = self._clear, self._shine[kind]
        if scene.offset:
            size = (right - left, bottom - top)
            shift = np.array([[1, 0, scene.offset * self.lens.focal / self._rise], [0, 1, 0]], np.float32)
            clear = np.asarray(cv2.warpAffine(clear, shift, size, borderValue=(1.0, 1.0, 1.0)))
            shine = np.asarray(cv2.warpAffine(shine, shift, size))
        part = layer[top:bottom, left:right]
        part *= clear
        part += shine
        if smear := round(abs(scene.sweep) * self.lens.focal / self._rise):
            part[...] = cv2.blur(part, (smear | 1, 1))

    def _rendered(self, scene: Scene, kind: int, part: Part) -> Layers:
        """Return the light (h, w, 3) of a part of the picture under one kind of light."""
        self._posed.place(scene)
        model = self._model
        self._posed.painter.shadowScale = part.shadows / CUTOFF
        self._data.light_xdir[:] = part.lit / 1000 * (1, -1, 1) - self._data.light_xpos
        left, top, right, bottom = part.drawn
        lights = [None] if kind == ROOM else [which for which in range(model.nlight) if self._halves[which] == kind]
        model.vis.headlight.ambient[:] = 1.0 if kind == ROOM else BOUNCE
        if len(lights) > 1 and _moving(scene):
            lights = lights[len(lights) // 2 :][:1]  # fine shadows do not show in motion blur
        total = np.zeros((bottom - top, right - left, 3), np.uint16)
        drawn = np.empty((bottom - top, right - left, 3), np.uint8)
        for light, jitter in zip(lights, JITTER, strict=False):
            model.light_active[:] = [which == light for which in range(model.nlight)]
            self._posed.look_by(partial(self._look, jitter, part.drawn), drawn)
            total += drawn
        shares = total[::-1, :, ::-1].astype(np.float32) / np.float32(255 * len(lights))
        seen = np.maximum(cv2.remap(shares, *part.places, cv2.INTER_CUBIC), np.float32(0))
        left, top, right, bottom = part.box
        return np.asarray(seen * self._falling[kind][top:bottom, left:right], np.float32)

    def _look(self, jitter: tuple[float, float], drawn: Box) -> None:
        """Point both OpenGL cameras of MuJoCo along the lens, at this box of the pinhole picture."""
        place = self.lens.place / 1000 * (1, -1, 1)
        _, down, forward = (self.lens.turn * np.array([[1], [-1], [-1]])).T
        (left, top, right, bottom), (width, height) = drawn, self._size
        across, along = self._reach
        for eye in self._posed.scene.camera:
            eye.pos[:], eye.forward[:], eye.up[:] = place, forward, -down
            near = eye.frustum_near
            eye.frustum_center = across * near * ((left + right + 2 * jitter[0]) / width - 1)
            eye.frustum_width = across * near * (right - left) / width
            eye.frustum_bottom = along * near * (1 - 2 * (bottom - jitter[1]) / height)
            eye.frustum_top = along * near * (1 - 2 * (top - jitter[1]) / height)


def choose_painter(dimensions: Mapping[str, Any]) -> tuple[PainterMaker, str | None]:
    """Return the maker of the camera's pictures, and one line that says why if there is no OpenGL.

    Pictures of boxes are drawn in any case: how a room lights them needs more than OpenGL's points of light.
    """
    reason = missing_opengl()
    if reason is None:
        return GlRenderer if "ring" in dimensions else Renderer, None
    return Renderer, f"no OpenGL, {reason}: the twin's pictures are drawn instead"


def _moving(scene: Scene) -> bool:
    if not isinstance(scene, MachineScene):
        return bool(scene.sweep)
    return bool(scene.sweep or scene.tilt or scene.swinging)
