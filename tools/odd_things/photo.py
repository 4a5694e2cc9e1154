"""What a lens, a sensor and a file make of the light."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.odd_things.view import Floats


def developed(random: np.random.Generator, light: Floats, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a photograph (h, w, 3) of `size` (width, height) of linear light, exposed as cameras do, or nearly."""
    seen = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    if random.random() < 0.35:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(random.uniform(0.5, 1.6))), np.float32)
    if random.random() < 0.12:
        seen = _shaken(random, seen)
    height, width = seen.shape[:2]
    y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    seen *= (1 - float(random.uniform(0, 0.35)) * (x**2 + y**2) / 2).astype(np.float32)[..., None]
    middling = float(np.mean(seen)) + 1e-6
    grey_world = seen.mean(axis=(0, 1)) / middling
    seen /= (grey_world ** float(random.uniform(0, 0.6))).astype(np.float32)
    bright = float(np.quantile(seen, 0.98))
    seen *= np.float32(min(0.25 / middling, 1.0 / bright) * 2 ** random.normal(0, 0.4))
    noise = float(random.choice([0.002, 0.006, 0.015, 0.03]))
    seen += random.standard_normal(seen.shape, np.float32) * noise * np.sqrt(np.maximum(seen, 0) + 0.02)
    curve = np.clip(seen, 0, None)
    knee = curve / (1 + np.maximum(curve - 0.8, 0) * 0.6)
    shown = np.clip(knee, 0, 1) ** (1 / 2.2)
    if random.random() < 0.3:
        shown = shown + 0.5 * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2))
    if random.random() < 0.08:
        shown = np.repeat(shown.mean(axis=2, keepdims=True), 3, axis=2)
    return np.asarray(np.round(255 * np.clip(shown, 0, 1)), np.uint8)


def _shaken(random: np.random.Generator, seen: Floats) -> Floats:
    length = int(random.integers(3, 8))
    way = np.zeros((length, length), np.float32)
    cv2.line(way, (0, int(random.integers(length))), (length - 1, int(random.integers(length))), 1.0)
    return np.asarray(cv2.filter2D(seen, -1, way / way.sum()), np.float32)


def filed(random: np.random.Generator, picture: NDArray[np.uint8]) -> bytes:
    """Return the bytes of a JPEG, well kept or squeezed."""
    quality = int(random.choice([95, 90, 82, 70, 50], p=[0.3, 0.3, 0.2, 0.12, 0.08]))
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()
