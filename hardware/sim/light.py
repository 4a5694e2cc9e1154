"""The two halves of the LED ring and the room light: the light at a point, and the ring's reflection."""

from collections.abc import Mapping
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.lens import Floats

Steps = NDArray[np.uint16]
"""Amounts of light, in steps."""
LEFT, RIGHT, ROOM = 0, 1, 2
KINDS = (LEFT, RIGHT, ROOM)
CEILING = RIGHT
"""Without a ring, LEFT is the room's lamp, and this is the light that the ceiling reflects."""

HALF_STRENGTH = 0.55
ROOM_STRENGTH = 0.04
"""Light on the middle of the plate; at 1, white paper saturates the sensor."""
STEP: Final = np.float32(2.0**-15)
"""Light is stored in steps of this size, up to 2: this halves the memory, and is finer than the sensor's steps."""


def quantize(light: Floats) -> Steps:
    """Return amounts of light (0 to 2) as whole numbers of steps."""
    steps = np.asarray(light * (1 / STEP), np.float32)
    steps += 0.5
    return np.asarray(np.clip(steps, 0, 65535, out=steps), np.uint16)


def repeat_channels(layer: Floats) -> Floats:
    """Return a layer (h, w) with three equal channels (h, w, 3): arrays of equal shape multiply much faster."""
    return np.asarray(cv2.merge([layer] * 3), np.float32)


class Light:
    """The light of the table. Amounts are shares of the sensor's maximum. Room light comes from all directions."""

    lamps: tuple[int, ...] = (LEFT, RIGHT)
    """The kinds of light that come from one place; the others come from everywhere."""
    brilliance, dazzling = 1.0, 9.0
    """Brightness of its lamps in a mirror, and the factor by which they are brighter where they dazzle."""
    bounce = 0.055
    """Amount of light of each half that the walls of a well reflect into it."""
    soft = 0.9, 1.7
    """Width of the border of its light behind an opening, in radii of the lamp, across and down the picture."""

    def __init__(self, dimensions: Mapping[str, Any]) -> None:
        camera, ring = dimensions["camera"], dimensions["ring"]
        self._radius, self._width = float(ring["radius"]), float(ring["width"])
        self.height = float(camera["height"]) - float(ring["below_lens"])
        self.middle = (float(camera["x"]), float(camera["y"]))
        self.samples = tuple(self._arc(180.0 * (half == LEFT)) for half in (LEFT, RIGHT))
        """Seven points (7, 3) along each half of the ring, in plate coordinates."""
        self.centres = tuple(points.mean(axis=0).astype(np.float32) for points in self.samples)

    def _arc(self, middle: float) -> Floats:
        angles = np.radians(middle + np.linspace(-75, 75, 7))
        x, y = self.middle
        return np.column_stack(
            [x + self._radius * np.cos(angles), y + self._radius * np.sin(angles), np.full(7, self.height)]
        ).astype(np.float32)

    def shine(
        self, half: int, x: Floats, y: Floats, height: Floats | float, normal: tuple[Any, Any, Any] | None = None
    ) -> Floats:
        """Return the unobstructed light of one half on surfaces with this normal (Lambert, inverse square).

        Without a normal they lie flat. The room's light falls everywhere.
        """
        if half == ROOM:
            return np.full((), ROOM_STRENGTH, np.float32)
        sx, sy, sz = (float(v) for v in self.centres[half])
        dx, dy, dz = sx - x, sy - y, sz - height
        square = dx * dx
        square = square + dy * dy + dz * dz
        # Most surfaces lie flat: they need no arrays of products with their normal.
        towards = dz if normal is None else dx * normal[0] + dy * normal[1] + dz * normal[2]
        away = self._radius * self._radius * 0.8 + sz * sz
        # A flat ring shines mostly downward: the second cosine is that of the lamp.
        return np.asarray(HALF_STRENGTH * away * np.maximum(towards, np.float32(0)) * dz / (square * square))

    def see_through(
        self, half: int, x: Floats, y: Floats, height: Floats | float, opening: tuple[float, float, float, float]
    ) -> Floats:
        """Return the share (0..1) of a half seen through a square opening (centre x, y, half side, height)."""
        middle_x, middle_y, reach, top = opening
        sx, sy, sz = (float(v) for v in self.centres[half])
        share = (top - height) / (sz - height)
        across = x + (sx - x) * share - middle_x
        along = y + (sy - y) * share - middle_y
        soft_x = np.maximum(share * self._radius * self.soft[0], 0.25)
        soft_y = np.maximum(share * self._radius * self.soft[1], 0.25)
        lit = np.clip((reach - np.abs(across)) / soft_x + 0.5, 0, 1)
        lit *= np.clip((reach - np.abs(along)) / soft_y + 0.5, 0, 1)
        return np.asarray(lit)

    def reflect(
        self, half: int, place: tuple[Floats, Floats, Floats | float], towards: tuple[Any, Any, Any], rough: float
    ) -> Floats:
        """Return the brightness (0..1) of the ring's image at a point, seen in a direction.

        `rough` is the blur of the surface in mm at the ring.
        """
        x, y, height = place
        upward = np.maximum(towards[2], 1e-3)
        rise = (self.height - height) / upward
        from_x = x + towards[0] * rise - self.middle[0]
        from_y = y + towards[1] * rise - self.middle[1]
        width = self._width + rough
        distance = (np.sqrt(from_x * from_x + from_y * from_y) - self._radius) / width
        side = -from_x if half == LEFT else from_x
        end = np.clip(side / (4.0 + rough) + 0.5, 0, 1)
        return np.asarray(np.exp(-distance * distance) * end * (towards[2] > 1e-3))


LAMP, LAMP_SIZE = (-350.0, -450.0, 1500.0), 140.0
"""A lamp's usual place, seen from the point below the camera, and half its width, in mm."""
LAMP_STRENGTH, CEILING_STRENGTH, WHITE_CEILING = 0.5, 0.42, 0.35
BRILLIANCE = 60.0


class RoomLight(Light):
    """The light of a table without a ring: a lamp, and the light of it that ceiling and walls reflect.

    `lamp` in the dimensions is its place (x and y from the point below the camera, and height, in mm), by default LAMP.
    """

    lamps = (LEFT,)
    brilliance, dazzling = BRILLIANCE, 1.0
    bounce = 0.08
    soft = 2.0, 2.0

    def __init__(self, dimensions: Mapping[str, Any]) -> None:
        camera = dimensions["camera"]
        x, y, self.height = (float(v) for v in dimensions.get("lamp", LAMP))
        self._radius = LAMP_SIZE
        self.middle = camera["x"] + x, camera["y"] + y
        angles, reach = np.linspace(0, 2 * np.pi, 7, endpoint=False), LAMP_SIZE * 0.6
        across, down = (at + reach * along(angles) for at, along in zip(self.middle, (np.cos, np.sin), strict=True))
        self.samples = (np.column_stack([across, down, np.full(7, self.height)]).astype(np.float32),)
        self.centres = tuple(points.mean(axis=0).astype(np.float32) for points in self.samples)

    def shine(
        self, half: int, x: Floats, y: Floats, height: Floats | float, normal: tuple[Any, Any, Any] | None = None
    ) -> Floats:
        if half == ROOM:
            return super().shine(half, x, y, height, normal)
        if half == CEILING:
            return np.asarray(
                CEILING_STRENGTH * (0.5 + 0.5 * (1.0 if normal is None else normal[2])) + 0 * x, np.float32
            )
        dx, dy, dz = (centre - at for centre, at in zip(self.centres[half].tolist(), (x, y, height), strict=True))
        square = dx * dx + dy * dy + dz * dz
        towards = dz if normal is None else dx * normal[0] + dy * normal[1] + dz * normal[2]
        away = float(self.height) ** 2
        return np.asarray(LAMP_STRENGTH * away * np.maximum(towards, np.float32(0)) / square**1.5, np.float32)

    def see_through(
        self, half: int, x: Floats, y: Floats, height: Floats | float, opening: tuple[float, float, float, float]
    ) -> Floats:
        if half == LEFT:
            return super().see_through(half, x, y, height, opening)
        middle_x, middle_y, reach, top = opening
        deep = np.maximum(top - height, 0.1)
        (left, right), (above, below) = (
            ((middle - reach - at) / deep, (middle + reach - at) / deep)
            for middle, at in ((middle_x, x), (middle_y, y))
        )
        corners = _corner(right, below) - _corner(left, below) - _corner(right, above) + _corner(left, above)
        return np.asarray(np.clip(corners, 0, 1), np.float32)

    def reflect(
        self, half: int, place: tuple[Floats, Floats, Floats | float], towards: tuple[Any, Any, Any], rough: float
    ) -> Floats:
        x, y, height = place
        if half == CEILING:
            return np.asarray(WHITE_CEILING / self.brilliance * (towards[2] > 1e-3) + 0 * x, np.float32)
        upward = np.maximum(towards[2], 1e-3)
        rise = (self.height - height) / upward
        away = np.hypot(x + towards[0] * rise - self.middle[0], y + towards[1] * rise - self.middle[1])
        return np.asarray(np.clip((LAMP_SIZE - away) / (2 * rough) + 0.5, 0, 1) * (towards[2] > 1e-3), np.float32)


def _corner(a: Floats, b: Floats) -> Floats:
    """Return the share of the sky's light that comes through a rectangle a x b above one of its corners, 1 deep.

    Source: the view factor of a differential element to a parallel rectangle (Howell, configuration factor B-3).
    """
    over_a, over_b = np.sqrt(1 + a * a), np.sqrt(1 + b * b)
    return np.asarray(
        (a / over_a * np.arctan(b / over_a) + b / over_b * np.arctan(a / over_b)) / (2 * np.pi), np.float32
    )


def light_of(dimensions: Mapping[str, Any]) -> Light:
    """Return the light of a machine's own ring, or of the room."""
    return Light(dimensions) if "ring" in dimensions else RoomLight(dimensions)
