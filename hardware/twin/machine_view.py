"""A view of the whole machine for people who watch, from beside it, as the robot's own camera never sees it."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.sim.scene import Exposure, Scene
from hardware.twin.gl_model import RING_ANGLES
from hardware.twin.posed import PosedMachine
from hardware.twin.sight_history import SightHistory

WIDTH, HEIGHT = 800, 450
FAR, AROUND, ABOVE = 0.27, 78.0, -60.0
"""The eye's distance (m) from the middle of the wells, and its direction (degrees): from the front, seen downward."""
AMBIENT, LAMP, DARK_LAMP = 0.35, 0.75, 0.1
"""Light from everywhere, from a half of the ring, and from one that is off: people see the machine in any case."""
LAMPS = tuple(f"{half}{RING_ANGLES[len(RING_ANGLES) // 2]}" for half in ("left", "right"))
"""One point of light of each half of the ring."""
Image = NDArray[np.uint8]


class MachineView(Closing):
    """A camera beside the twin. It sees what `sights` has kept last, and renders what has changed since."""

    def __init__(self, sights: SightHistory, dimensions: Mapping[str, Any]) -> None:
        self._sights, self._dimensions = sights, dimensions
        self._posed: PosedMachine | None = None
        self._film = _curve()
        self._drawn = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        self._seen: tuple[Scene, Exposure] | None = None
        self._last: Frame | None = None

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        """Return what is to be seen now, the last frame itself as long as nothing changes; never waits."""
        time, sight = self._sights.latest
        if self._last is None or self._seen != (sight.scene, sight.exposure):
            if self._posed is None:  # takes a second, and a game that nobody watches needs none
                self._posed = self._set_up()
            for name, lit in zip(LAMPS, (sight.exposure.left, sight.exposure.right), strict=True):
                self._posed.model.light(name).diffuse = max(DARK_LAMP, LAMP * lit)
            self._posed.place(sight.scene)
            self._posed.look_by(lambda: None, self._drawn)
            self._seen = sight.scene, sight.exposure
            self._last = Frame(np.asarray(cv2.LUT(self._drawn[::-1, :, ::-1], self._film), np.uint8), time)
        return self._last

    def close(self) -> None:
        """Release OpenGL. Closing twice is harmless."""
        if self._posed is not None:
            self._posed.close()

    def _set_up(self) -> PosedMachine:
        posed = PosedMachine(self._dimensions, WIDTH, HEIGHT)
        model, camera = posed.model, posed.camera
        middle = np.array(self._dimensions["wells"]["centres"]).mean(axis=0) / 1000
        camera.type = posed.mujoco.mjtCamera.mjCAMERA_FREE
        camera.lookat[:] = middle[0], -middle[1], 0.0
        camera.distance, camera.azimuth, camera.elevation = FAR, AROUND, ABOVE
        model.vis.headlight.ambient[:] = AMBIENT
        model.light_castshadow[:] = False  # they take more time than all the rest
        model.light_active[:] = [model.light(light).name in LAMPS for light in range(model.nlight)]
        return posed


def _curve() -> Image:
    """Return the values of 0 to 255 parts of light by sRGB's curve (IEC 61966-2-1)."""
    light = np.arange(256) / 255
    curve = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(255 * curve), np.uint8)
