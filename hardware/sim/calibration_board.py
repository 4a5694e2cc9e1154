"""The calibration board, held under the simulated camera or laid on the lid."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.lens import HEIGHT, WIDTH, CameraLens

Image = NDArray[np.uint8]

TEXTURE = 8
"""Pixels per mm of the drawn board."""
SPREAD = 0.66
"""Blur in pixels (standard deviation)."""
INK, PAPER = 0.08, 0.78


@dataclass(frozen=True, slots=True)
class BoardPose:
    """The board's centre (x, y and height in mm) and its rotation in degrees about the picture's x, y and optical axis.

    `size` is the scale of the print, 1 if it is true to scale.
    """

    x: float
    y: float
    height: float
    pitch: float = 0.0
    yaw: float = 0.0
    roll: float = 0.0
    size: float = 1.0


@dataclass(slots=True)
class Hand:
    """What somebody holds under the camera at present."""

    held: BoardPose | None = None


class BoardDrawer:
    """Draws the board into finished pictures, as seen through one lens."""

    def __init__(self, dimensions: Mapping[str, Any], lens: CameraLens) -> None:
        self._lens = lens
        board = dimensions["board"]
        (across, down), (width, height) = board["squares"], board["paper"]
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
        drawn = cv2.aruco.CharucoBoard((across, down), board["square"], board["marker"], dictionary)
        size = round(across * board["square"] * TEXTURE), round(down * board["square"] * TEXTURE)
        self._paper = np.full((round(height * TEXTURE), round(width * TEXTURE)), 255, np.uint8)
        top, left = (self._paper.shape[0] - size[1]) // 2, (self._paper.shape[1] - size[0]) // 2
        self._paper[top : top + size[1], left : left + size[0]] = drawn.generateImage(size)
        self._paper = np.asarray(cv2.GaussianBlur(self._paper, (0, 0), 1.2), np.uint8)

    def over(self, picture: Image, held: BoardPose, light: float, seed: tuple[int, ...]) -> None:
        """Draw the board into a picture (720, 1280, 3) with a brightness `light` (0..1) and noise by `seed`."""
        a, b, c = np.radians([held.pitch, held.yaw, held.roll])
        turn = cv2.Rodrigues(np.array([a, 0, 0]))[0] @ cv2.Rodrigues(np.array([0, b, 0]))[0]
        right, down, away = (np.asarray(turn @ cv2.Rodrigues(np.array([0, 0, c]))[0], float) * [[1], [1], [-1]]).T
        middle = np.array([held.x, held.y, held.height]) - self._lens.place
        half = np.array([side / TEXTURE / 2 * held.size for side in self._paper.shape[::-1]])
        corners = [i * half[0] * right + j * half[1] * down for i in (-1, 1) for j in (-1, 1)]
        box = self._lens.box_of(np.array(corners) + middle + self._lens.place, margin=6)
        box = max(0, box[0]), max(0, box[1]), min(WIDTH, box[2]), min(HEIGHT, box[3])
        rays = self._lens.rays(box)
        along = rays @ np.column_stack([right, down, away]).astype(np.float32)
        far = np.float32(middle @ away) / along[..., 2]
        u, v = (
            (along[..., which] * far - np.float32(middle @ axis)) * np.float32(TEXTURE / held.size)
            + np.float32(side / 2 - 0.5)
            for which, axis, side in ((0, right, self._paper.shape[1]), (1, down, self._paper.shape[0]))
        )
        levels = 255 * light * (INK + (PAPER - INK) * np.arange(256) / 255) ** (1 / 2.2)
        ink = levels.astype(np.float32)[cv2.remap(self._paper, u, v, cv2.INTER_LINEAR)]
        inside = ((u > 0) & (v > 0) & (u < self._paper.shape[1]) & (v < self._paper.shape[0])).astype(np.float32)
        cover = cv2.GaussianBlur(inside, (0, 0), SPREAD)[..., None]
        drawn = np.random.default_rng(seed).normal(0, 1.5, rays.shape).astype(np.float32)
        drawn += cv2.GaussianBlur(ink, (0, 0), SPREAD)[..., None]
        under = picture[box[1] : box[3], box[0] : box[2]]
        drawn -= under
        drawn *= cover
        drawn += under
        under[:] = np.clip(drawn, 0, 255, out=drawn).astype(np.uint8)
