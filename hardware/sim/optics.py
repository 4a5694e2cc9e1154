"""What stands between a simulated table and its picture: sensor mode, focus, dirty lens, a lamp on the mains."""

import math
from dataclasses import dataclass
from typing import ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Readout
from hardware.sim.lens import Image, Mounting

SENSOR = (4608, 2592)
BINNED, FAST = (2304, 1296), (1536, 864)
"""Camera Module 3: all of its pixels, and the sizes of its two faster modes."""
MAINS = 100.0
"""Hertz at which a lamp on the mains swings."""
ROWS_SECONDS = 0.014
"""Seconds from the read-out of the first row to that of the last."""
EXPOSED = 0.008
HALO = 45.0
"""Pixels, standard deviation: how far grease on a lens scatters light."""
GAMMA = 2.2
NOMINAL = Mounting()


@dataclass(frozen=True, slots=True)
class CameraOptics:
    """How a camera sees: `reads` is the share of its width that is read out, `blur` the pixels of what is unsharp.

    `veil` is the share of light that is scattered over the picture, `flicker` the share of it that swings with the
    mains, and `hung` how much else the camera hangs than it should.
    """

    reads: float = 1.0
    blur: float = 0.0
    veil: float = 0.0
    flicker: float = 0.0
    hung: Mounting = NOMINAL

    MIDDLE: ClassVar[float] = FAST[0] * 2 / SENSOR[0]
    UNSHARP: ClassVar[float] = 5.0
    GREASE: ClassVar[float] = 0.25
    LAMP: ClassVar[float] = 0.5

    @property
    def mode(self) -> Readout:
        """What the sensor says of how it is read out."""
        wide, high = (round(side * self.reads) for side in SENSOR)
        size = BINNED if self.reads == 1.0 else FAST
        return Readout("imx708", size, ((SENSOR[0] - wide) // 2, (SENSOR[1] - high) // 2, wide, high), SENSOR)

    def seen(self, image: Image, time: float) -> Image:
        """Return the picture (h, w, 3) of an exposure that began at `time` (s); `image` itself if nothing is wrong."""
        if self.reads < 1:
            image = self._middle(image)
        if self.blur:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), self.blur), np.uint8)
        if self.veil or self.flicker:
            light = np.asarray((image.astype(np.float32) / 255) ** GAMMA, np.float32)
            if self.veil:
                light = light * np.float32(1 - self.veil) + self._halo(light) * np.float32(self.veil)
            if self.flicker:
                light *= self._swing(time, image.shape[0])
            image = np.asarray(np.rint(255 * np.clip(light, 0, 1) ** (1 / GAMMA)), np.uint8)
        return image

    def _middle(self, image: Image) -> Image:
        height, width = image.shape[:2]
        down, right = (round(side * (1 - self.reads) / 2) for side in (height, width))
        part = image[down : height - down, right : width - right]
        return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)

    @staticmethod
    def _halo(light: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return light (h, w, 3) as scattered far, computed at an eighth of the size because nothing of it is fine."""
        size = light.shape[1::-1]
        small = cv2.resize(light, (size[0] // 8, size[1] // 8), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), HALO / 8), size), np.float32)

    def _swing(self, time: float, rows: int) -> NDArray[np.float32]:
        """Return the brightness (h, 1, 1) of each row: rows are exposed one after another, each for EXPOSED."""
        turn, half = 2 * math.pi * MAINS, math.pi * MAINS * EXPOSED
        began = time + np.linspace(0, ROWS_SECONDS, rows)
        swing = np.cos(turn * (began + EXPOSED / 2)) * (math.sin(half) / half)
        return np.asarray(1 + self.flicker * swing, np.float32)[:, None, None]
