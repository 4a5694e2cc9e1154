"""Data augmentation: turn, stretch, recolour, blur, add noise to, and compress crops."""

import math

import cv2
import numpy as np

from tools.train.view import Matrix, turn_by
from vision.pictures import Image

SIDES = (13.0, 72.0)
"""Sides of faces in the crops, in pixels; the net must find those of 15 to 62."""

STRETCH = 1.5

LEAST_HUE = 100.0
"""Smallest difference, in at least one channel, of the two colours for repainting a picture."""


def random_view(
    rng: np.random.Generator, size: int, place: tuple[float, float], scale: float, *, upright: bool
) -> Matrix:
    """Return a matrix (2, 3) that maps ``place`` of a picture to a random place in a view of ``size``.

    It scales, turns by any angle (by at most 35 degrees if ``upright``), mirrors, and stretches by up to ``STRETCH``.
    """
    turn = rng.normal(0, 14) if upright else rng.uniform(-180, 180)
    angle = math.radians(float(np.clip(turn, -35, 35)) if upright else float(turn))
    stretch = STRETCH ** float(np.clip(rng.normal(0, 0.4), -1, 1))
    lean = math.radians(float(rng.uniform(0, 180)))
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    grow = turn_by(lean) @ np.diag([math.sqrt(stretch), 1 / math.sqrt(stretch)]) @ turn_by(-lean)
    linear = scale * grow @ turn_by(angle) @ np.diag([mirror, 1.0])
    at = rng.uniform(0.12, 0.88, 2) * size
    return np.column_stack([linear, at - linear @ place])


class Recolour:
    """Changes of light, lens, noise and compression that do not move dice."""

    def __init__(self, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        fine = rng.normal(0, 1, (640, 640, 3)).astype(np.float32)
        coarse = cv2.GaussianBlur(fine, (0, 0), 0.9)
        self._tiles = tuple((tile / tile.std() * 16).astype(np.int16) for tile in (fine, np.asarray(coarse)))

    def __call__(self, rng: np.random.Generator, image: Image, side: float) -> Image:
        """Return the picture (h, w, 3), at most 640 a side, as if by another camera in other light.

        Pips of faces with sides of ``side`` pixels or more remain distinct.
        """
        if rng.random() < 0.12:
            image = repaint_picture(rng, image)
        if rng.random() < 0.75:
            image = _tone(rng, image)
        if rng.random() < 0.12:
            image = np.repeat(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)[..., None], 3, axis=2)
        if rng.random() < 0.25:
            image = _light_unevenly(rng, image)
        if rng.random() < 0.45:
            image = _blur(rng, image, side)
        if rng.random() < 0.5:
            image = self._add_noise(rng, image, side)
        if rng.random() < 0.08:
            image = _sharpen(rng, image)
        if rng.random() < 0.45:
            image = _compress(rng, image, side)
        return image

    def _add_noise(self, rng: np.random.Generator, image: Image, side: float) -> Image:
        tile = self._tiles[int(rng.integers(len(self._tiles)))]
        height, width = image.shape[:2]
        y, x = int(rng.integers(tile.shape[0] - height + 1)), int(rng.integers(tile.shape[1] - width + 1))
        noise = tile[y : y + height, x : x + width]
        sigma = min(24.0, side / 2.5, float(rng.exponential(5.0)))
        if rng.random() < 0.4:
            noise = np.repeat(noise[..., :1], 3, axis=2)
        return np.asarray(cv2.addWeighted(image, 1.0, noise, sigma / 16, 0.0, dtype=cv2.CV_8U), np.uint8)


def repaint_picture(rng: np.random.Generator, image: Image) -> Image:
    """Return the picture in shades between two colours, which differ only in hue half of the time."""
    dark, light = rng.uniform(0, 255, (2, 3))
    if rng.random() < 0.5:
        light = np.clip(light - light.mean() + dark.mean(), 0, 255)
    if np.abs(light - dark).max() < LEAST_HUE:
        return image
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    ramp = np.arange(256)[:, None] / 255
    table = np.round(dark + ramp * (light - dark)).astype(np.uint8)
    return np.asarray(table[grey], np.uint8)


def _tone(rng: np.random.Generator, image: Image) -> Image:
    """Return the picture with other gains, contrast and gamma, and sometimes with swapped or inverted channels."""
    ramp = np.arange(256, dtype=np.float32)[:, None] / 255
    gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.18))
    tone = np.clip(ramp * gain, 0, 1) ** math.exp(float(rng.normal(0, 0.28)))
    if rng.random() < 0.35:
        low, high = rng.uniform(-0.1, 0.3), rng.uniform(0.55, 1.2)
        tone = low + tone * (high - low)
    if rng.random() < 0.08:
        tone = 1 - tone
    table = np.clip(np.round(tone * 255), 0, 255).astype(np.uint8)[None]
    if rng.random() < 0.25:
        image = np.ascontiguousarray(image[..., rng.permutation(3)])
    toned = cv2.LUT(image, np.ascontiguousarray(table))
    if rng.random() < 0.2:
        grey = np.repeat(np.asarray(cv2.cvtColor(toned, cv2.COLOR_BGR2GRAY), np.uint8)[..., None], 3, axis=2)
        share = float(rng.uniform(-0.6, 1.0))
        toned = cv2.addWeighted(toned, 1 - share, grey, share, 0.0)
    return np.asarray(toned, np.uint8)


def _light_unevenly(rng: np.random.Generator, image: Image) -> Image:
    """Return the picture under uneven light: brighter towards one side, or with the edge of a shadow."""
    height, width = image.shape[:2]
    corners = rng.uniform(0.45, 1.25, (2, 2)) if rng.random() < 0.6 else rng.uniform(0.3, 1.3, (4, 4))
    light = np.asarray(cv2.resize(corners.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC))
    light = np.clip(light, 0.15, 1.6)
    return np.asarray(cv2.multiply(image, np.repeat(light[..., None], 3, axis=2), dtype=cv2.CV_8U), np.uint8)


def _blur(rng: np.random.Generator, image: Image, side: float) -> Image:
    if rng.random() < 0.75 or side < 24:
        sigma = 0.3 + min(2.2, 0.06 * side, float(rng.exponential(0.55)))
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    length = int(rng.integers(2, min(6, int(side / 8)) + 1))
    kernel = np.zeros((7, 7), np.float32)
    angle = float(rng.uniform(0, math.pi))
    dx, dy = math.cos(angle) * length / 2, math.sin(angle) * length / 2
    start, end = (round((3 - dx) * 16), round((3 - dy) * 16)), (round((3 + dx) * 16), round((3 + dy) * 16))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _sharpen(rng: np.random.Generator, image: Image) -> Image:
    soft = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.8, 1.6)))
    share = float(rng.uniform(0.5, 1.5))
    return np.asarray(cv2.addWeighted(image, 1 + share, soft, -share, 0.0), np.uint8)


def _compress(rng: np.random.Generator, image: Image, side: float) -> Image:
    # At low quality the pips of small dice are illegible.
    quality = int(rng.integers(int(np.clip(95 - 2 * side, 22, 70)), 92))
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8) if done else image
