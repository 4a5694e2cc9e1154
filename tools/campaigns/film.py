"""A drawn arm that reaches into a picture."""

import math
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.support.vision.spoiled import blur_by_motion, blur_picture
from vision.pictures import Image

Floats = NDArray[np.float32]

SKINS = ((150, 180, 225), (120, 155, 205), (85, 115, 165), (55, 80, 120))
"""Colours of skin in BGR."""
SLEEVES = ((60, 55, 50), (120, 70, 40), (190, 190, 195), (50, 50, 130))
OUTSIDE = 0.4
"""The distance from the picture's edge to an arm's beginning, in diagonals of the picture."""
FINGERS = ((-34, 0.95), (-12, 1.3), (4, 1.4), (20, 1.3), (58, 0.9))
"""For each finger, degrees from the arm's direction, and length in widths of the hand."""
COARSE = 240
"""The shorter side of the picture in pixels when an arm is drawn; enlarging it makes the arm soft."""
SHADOW = 0.6
"""Share of the light that remains in the hand's shadow."""


@dataclass(frozen=True, slots=True)
class DrawnArm:
    """An arm from `start`, outside of the picture, to a hand at `end`, in pixels; the hand is `wide` pixels wide."""

    start: tuple[float, float]
    end: tuple[float, float]
    wide: float
    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    seed: int

    @classmethod
    def draw_random(cls, random: np.random.Generator, shape: tuple[int, ...], wide: float) -> Self:
        """Return an arm that reaches from a random side to about the middle of a picture (h, w, 3)."""
        height, width = shape[:2]
        end = width * random.uniform(0.35, 0.65), height * random.uniform(0.35, 0.65)
        way, far = random.uniform(0, 2 * math.pi), OUTSIDE * math.hypot(height, width) + max(height, width) / 2
        start = width / 2 + far * math.cos(way), height / 2 + far * math.sin(way)
        skin, sleeve = (colours[int(random.integers(len(colours)))] for colours in (SKINS, SLEEVES))
        return cls(start, end, wide, skin, sleeve, int(random.integers(2**31)))

    def over(self, image: Image, reach: float, smear: float = 0.0) -> Image:
        """Return a picture with the arm and its shadow; `reach` is from 0, out of sight, to 1, fully stretched out.

        The arm is smeared by `smear` pixels in its direction, as by motion while the shutter is open.
        """
        height, width = image.shape[:2]
        by = min(1.0, COARSE / min(height, width))
        small = replace(
            self,
            start=(self.start[0] * by, self.start[1] * by),
            end=(self.end[0] * by, self.end[1] * by),
            wide=self.wide * by,
        )
        parts = small._layers((round(height * by), round(width * by)), reach, smear * by)
        shown, alpha, light = (cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR) for part in parts)
        return np.asarray(image * (light * (1 - alpha))[..., None] + shown * alpha[..., None], np.uint8)

    def _layers(self, shape: tuple[int, int], reach: float, smear: float) -> tuple[Floats, Floats, Floats]:
        """Return the arm (h, w, 3), its coverage (h, w), and the share of light (h, w) that its shadow leaves."""
        colours, cover = np.zeros((*shape, 3), np.uint8), np.zeros(shape, np.uint8)
        tip = tuple(a + (b - a) * reach for a, b in zip(self.start, self.end, strict=True))
        way = math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])
        self._draw(colours, cover, (tip[0], tip[1]), way)
        folds = cv2.resize(self._folds(*shape), shape[::-1], interpolation=cv2.INTER_CUBIC)
        shown = np.clip(blur_picture(colours, max(0.7, self.wide / 24)) * folds[..., None], 0, 255).astype(np.uint8)
        if smear >= 1:
            shown, cover = blur_by_motion(shown, smear, way), blur_by_motion(cover, smear, way)
        down = max(1, round(self.wide / 6))
        moved = np.array([[1, 0, down], [0, 1, down]], np.float32)
        shade = np.asarray(cv2.warpAffine(blur_picture(cover, self.wide / 8), moved, shape[::-1]), np.float32)
        return np.asarray(shown, np.float32), np.float32(1 / 255) * cover, 1 - np.float32((1 - SHADOW) / 255) * shade

    def _draw(self, colours: Image, cover: Image, tip: tuple[float, float], way: float) -> None:
        """Draw sleeve, forearm, palm and fingers."""

        def point(forward: float, angle: float = 0.0) -> tuple[int, int]:
            return (
                round(tip[0] + forward * self.wide * math.cos(way + angle)),
                round(tip[1] + forward * self.wide * math.sin(way + angle)),
            )

        dark = tuple(round(0.8 * part) for part in self.skin)
        far = math.hypot(*colours.shape[:2]) / self.wide + 3
        for canvas, sleeve, skin, edge in ((colours, self.sleeve, self.skin, dark), (cover, *(((255,),) * 3))):
            cv2.line(canvas, point(-far), point(-2.0), sleeve, max(1, round(0.95 * self.wide)), cv2.LINE_AA)
            cv2.line(canvas, point(-2.2), point(-0.3), skin, max(1, round(0.62 * self.wide)), cv2.LINE_AA)
            axes = round(0.55 * self.wide), round(0.48 * self.wide)
            cv2.ellipse(canvas, point(0), axes, math.degrees(way), 0, 360, skin, cv2.FILLED, cv2.LINE_AA)
            for degrees, length in FINGERS:
                ends = point(0.35, math.radians(degrees)), point(length, 0.55 * math.radians(degrees))
                cv2.line(canvas, *ends, edge, max(1, round(0.23 * self.wide)), cv2.LINE_AA)
                cv2.line(canvas, *ends, skin, max(1, round(0.17 * self.wide)), cv2.LINE_AA)

    def _folds(self, height: int, width: int) -> Floats:
        """Return uneven brightness about 1, as a small picture."""
        cells = (max(2, round(4 * height / self.wide)), max(2, round(4 * width / self.wide)))
        return np.random.default_rng(self.seed).normal(0.95, 0.08, cells).astype(np.float32)
