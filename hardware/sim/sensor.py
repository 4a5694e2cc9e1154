"""The camera's optics and sensor: from light to values, with blur and noise, and with faults of lens or lamp."""

import math
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Readout
from hardware.sim.lens import HEIGHT, WIDTH, Box, Floats, Image, Mounting
from hardware.sim.light import Steps, repeat_channels
from hardware.sim.scene import Exposure

SPREAD = 0.66
"""Standard deviation in pixels of the image of a point of light, by lens and filter over the sensor."""
OUT_OF_FOCUS = 5.0
STEPS = 4096
BRIGHTEST = 1.6
TILE = 256
"""The grain is cut out of a picture that is larger than a frame by this many pixels, at one of 256 x 256 places."""
EDGE = 8
"""Rows at the top and at the bottom that have grain from places of their own, so that 2**48 frames differ. 65,536
places alone repeat within a long game, and no real sensor gives the same picture twice."""


class Sensor:
    """A sensor of 1280 x 720 pixels; `noise` 1.0 is the normal level."""

    def __init__(self, noise: float = 1.0) -> None:
        self._film = _film()
        self._noise_of = _noise_of_value(noise)
        self._grain = _grain_tile()

    def expose(self, amount: Floats, box: Box) -> Image:
        """Return the values (h, w, 3) of a box of the picture under this light (h, w, 3)."""
        fallen = amount * repeat_channels(_falloff(box, amount.shape))
        return self._values(np.asarray(cv2.GaussianBlur(fallen, (0, 0), SPREAD), np.float32))

    def expose_coarsely(self, amount: Floats, box: Box) -> Image:
        """Return the values (h, w, 3) of a box of the picture under light (h / 2, w / 2, 3) that is half as fine."""
        wide, high = box[2] - box[0], box[3] - box[1]
        values = self._values(amount * repeat_channels(_falloff(box, amount.shape)))
        return np.asarray(cv2.resize(values, (wide, high)), np.uint8)

    def _values(self, spread: Floats) -> Image:
        step = np.minimum(spread * np.float32(STEPS / BRIGHTEST), STEPS - 1).astype(np.uint16)
        return np.asarray(self._film[step], np.uint8)

    def add_noise(self, still: Image, seed: tuple[int, ...]) -> Image:
        """Return a picture (720, 1280, 3) with its noise, which depends on `seed` (whole numbers, >= 0) alone."""
        strength, random = cv2.LUT(still, self._noise_of), np.random.default_rng(seed)
        places = [random.integers(0, TILE, 2).tolist() for _ in range(3)]
        rows = (slice(EDGE, HEIGHT - EDGE), slice(0, EDGE), slice(HEIGHT - EDGE, HEIGHT))
        image = np.empty_like(still)
        for (down, right), band in zip(places, rows, strict=True):
            grain = self._grain[band.start + down : band.stop + down, right : right + WIDTH]
            noise = cv2.multiply(grain, strength[band], scale=1 / 512, dtype=cv2.CV_16S)
            cv2.add(still[band], noise, dst=image[band], dtype=cv2.CV_8U)
        return image


def mix_light(layers: Floats | Steps, exposure: Exposure, unit: float | np.float32 = 1.0) -> Floats:
    """Return the sum (h, w, 3) of the kinds of light (3, h, w, 3) that are on; `layers` are in units of `unit`."""
    amounts = [gain * unit for gain in gains(exposure)]
    amount: Floats = layers[0] * np.float32(amounts[0])
    for layer, gain in zip(layers[1:], amounts[1:], strict=True):
        if gain:
            amount += layer * np.float32(gain)
    return amount


def gains(exposure: Exposure) -> tuple[float, float, float]:
    """Return the amount of each kind of light."""
    return exposure.left * exposure.strength, exposure.right * exposure.strength, min(1.0, 0.2 + exposure.strength)


def defocus(image: Image) -> Image:
    """Return a picture as an unfocused lens makes it."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), OUT_OF_FOCUS), np.uint8)


def _falloff(box: Box, shape: tuple[int, ...]) -> Floats:
    """Return the brightness (h, w) of the lens in a box of the picture, 1 on the axis; `shape` is (h, w, ...).

    It falls with the fourth power of the cosine of the angle to the axis (vignetting).
    """
    y, x = (
        ((np.arange(count, dtype=np.float32) + 0.5) * ((last - first) / count) + first - size / 2) / WIDTH
        for count, first, last, size in zip(shape, box[1::-1], box[:1:-1], (HEIGHT, WIDTH), strict=False)
    )
    return np.square(1 / (1 + np.float32(0.9) * (x[None, :] ** 2 + y[:, None] ** 2)), dtype=np.float32)


def srgb(light: Floats) -> Floats:
    """Return the values (0 to 1) of amounts of light (0 to 1) by sRGB's curve (IEC 61966-2-1)."""
    return np.asarray(np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055))


@cache
def _film() -> Image:
    """Return the sensor's curve: values 0..255 for amounts of light 0..BRIGHTEST in STEPS steps.

    sRGB's curve behind a soft shoulder, as cameras bend bright light instead of cutting it.
    """
    amount = np.linspace(0, BRIGHTEST, STEPS)
    bent = np.where(amount < 0.6, amount, 0.6 + 0.4 * (1 - np.exp(-(amount - 0.6) / 0.4)))
    return np.asarray(np.clip(np.round(srgb(bent) * 252 + 2), 0, 255), np.uint8)


def _noise_of_value(noise: float) -> Image:
    """Return the noise's standard deviation for values 0..255, in 32nds: read noise and shot noise behind the curve."""
    value = np.arange(256) / 255
    deviation = 1.3 + 1.6 * np.exp(-value / 0.22) * np.sqrt(value / 0.05 + 0.4) * 0.6 - 0.5 * value
    return np.asarray(np.clip(np.round(deviation * noise * 32), 0, 255), np.uint8)


@cache
def _grain_tile() -> NDArray[np.int8]:
    """Return a picture of noise, larger than a frame, with deviation 16: colours go together, neighbours a little."""
    random = np.random.default_rng(0x6A11)
    size = (HEIGHT + TILE, WIDTH + TILE)
    grey = random.standard_normal((*size, 1), np.float32)
    colour = random.standard_normal((*size, 3), np.float32)
    grey *= np.float32(0.75)
    colour *= np.float32(0.66)
    colour += grey
    cv2.GaussianBlur(colour, (0, 0), 0.5, dst=colour)
    colour *= np.float32(16 / colour.std())
    np.round(colour, out=colour)
    return np.clip(colour, -127, 127, out=colour).astype(np.int8)


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
    """How a camera sees: `reads` is the share of its width that is read out, `blur` the pixels of its blur.

    `veil` is the share of light that is scattered over the picture, `flicker` the share that swings with the mains, and
    `hung` the deviation of the camera from its place.
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
        """The read-out that the sensor reports."""
        wide, high = (round(side * self.reads) for side in SENSOR)
        size = BINNED if self.reads == 1.0 else FAST
        return Readout("imx708", size, ((SENSOR[0] - wide) // 2, (SENSOR[1] - high) // 2, wide, high), SENSOR)

    def apply(self, image: Image, time: float) -> Image:
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
    def _halo(light: Floats) -> Floats:
        """Return light (h, w, 3), scattered widely; it has no detail, so it is computed at an eighth of the size."""
        size = light.shape[1::-1]
        small = cv2.resize(light, (size[0] // 8, size[1] // 8), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), HALO / 8), size), np.float32)

    def _swing(self, time: float, rows: int) -> Floats:
        """Return the brightness (h, 1, 1) of each row: rows are exposed one after another, each for EXPOSED."""
        turn, half = 2 * math.pi * MAINS, math.pi * MAINS * EXPOSED
        began = time + np.linspace(0, ROWS_SECONDS, rows)
        swing = np.cos(turn * (began + EXPOSED / 2)) * (math.sin(half) / half)
        return np.asarray(1 + self.flicker * swing, np.float32)[:, None, None]
