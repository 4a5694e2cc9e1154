"""What a camera makes of the rendered light."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.odd_things.view import Floats


def exposed(random: np.random.Generator, light: Floats) -> NDArray[np.uint8]:
    """Return the photograph (h, w, 3) of linear light (h, w, 3), both blue, green, red."""
    seen = np.maximum(light, 0)
    middling = float(np.exp(np.log(seen.mean(axis=2) + 1e-4).mean()))
    bright = float(np.quantile(seen, 0.985))
    grey_world = seen.mean(axis=(0, 1)) / max(float(seen.mean()), 1e-6)
    seen = seen / (grey_world ** float(random.uniform(0, 0.5))).astype(np.float32)
    seen *= np.float32(min(0.24 / middling, 1.15 / bright) * 2 ** random.normal(0, 0.25))
    noise = float(random.choice([0.002, 0.005, 0.012]))
    grain = cv2.GaussianBlur(random.standard_normal(seen.shape, np.float32), (0, 0), 0.6)
    seen += np.asarray(grain, np.float32) * 2 * noise * np.sqrt(seen + 0.02)
    seen = np.maximum(seen, 0)
    knee = np.where(seen < 0.7, seen, 0.7 + 0.3 * np.tanh((seen - 0.7) / 0.42))
    shown = np.clip(knee, 0, 1) ** (1 / 2.2)
    contrast = float(random.uniform(0, 0.35))
    shown = shown + contrast * (shown**2 * (3 - 2 * shown) - shown)
    if random.random() < 0.5:
        shown = shown + float(random.uniform(0.2, 0.6)) * (shown - cv2.GaussianBlur(shown, (0, 0), 1.0))
    return np.asarray(np.round(255 * np.clip(shown, 0, 1)), np.uint8)
