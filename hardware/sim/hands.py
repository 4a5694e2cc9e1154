"""Hands at the simulated table: they hold the calibration board, throw dice, open the lid and press the stop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.sim.lens import CameraLens, Image, clip_box
from hardware.sim.sensor import SPREAD
from hardware.sim.wells import Wells

TEXTURE = 8
"""Pixels per mm of the drawn board."""
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
    """The board that somebody holds under the camera, None for no board."""

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

    def draw_over(self, picture: Image, held: BoardPose, light: float, seed: tuple[int, ...]) -> None:
        """Draw the board into a picture (720, 1280, 3) with a brightness `light` (0..1) and noise by `seed`."""
        a, b, c = np.radians([held.pitch, held.yaw, held.roll])
        turn = cv2.Rodrigues(np.array([a, 0, 0]))[0] @ cv2.Rodrigues(np.array([0, b, 0]))[0]
        right, down, away = (np.asarray(turn @ cv2.Rodrigues(np.array([0, 0, c]))[0], float) * [[1], [1], [-1]]).T
        middle = np.array([held.x, held.y, held.height]) - self._lens.place
        half = np.array([side / TEXTURE / 2 * held.size for side in self._paper.shape[::-1]])
        corners = [i * half[0] * right + j * half[1] * down for i in (-1, 1) for j in (-1, 1)]
        box = clip_box(self._lens.box_of(np.array(corners) + middle + self._lens.place, margin=6))
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


POSES = (
    BoardPose(0, 0, 60),
    BoardPose(-55, -30, 60, pitch=25),
    BoardPose(55, 30, 60, pitch=-25),
    BoardPose(-55, 30, 70, yaw=25),
    BoardPose(55, -30, 70, yaw=-25),
    BoardPose(-105, -20, 40, pitch=15, yaw=-15),
    BoardPose(115, 20, 40, pitch=-15, yaw=15),
    BoardPose(-95, 30, 30, pitch=-20, yaw=-10),
    BoardPose(105, -40, 30, pitch=20, yaw=10),
    BoardPose(0, 0, 120, pitch=30, roll=20),
    BoardPose(-15, -10, 110, yaw=-30, roll=-25),
    BoardPose(15, 10, 90, pitch=-30, yaw=20, roll=90),
    BoardPose(-125, -60, 10, pitch=-10, yaw=12),
    BoardPose(125, -60, 10, pitch=-10, yaw=-12),
    BoardPose(-125, 60, 10, pitch=10, yaw=12),
    BoardPose(125, 60, 10, pitch=10, yaw=-12),
)
"""The poses in which the board is held, in order; x and y are relative to the point below the lens."""


class Touched(Protocol):
    """A table whose dice people can touch."""

    def truth(self) -> tuple[int, ...]: ...

    def throw_in_tray(self, count: int, kept: Sequence[int] = ()) -> None: ...

    def put(self, well: int, value: int) -> None: ...

    def lay_dice(self, wells: Sequence[int]) -> None: ...


def compute_held_poses(dimensions: Mapping[str, Any]) -> tuple[BoardPose, ...]:
    """Return the poses in which the board is held at a machine, in plate coordinates."""
    camera = dimensions["camera"]
    return tuple(replace(pose, x=pose.x + camera["x"], y=pose.y + camera["y"]) for pose in POSES)


class SwitchedBoard(Protocol):
    """A board whose lid and emergency stop people can move."""

    def move(self, *, lid_closed: bool | None = None, estop: bool | None = None) -> None: ...


OPERATIONS: Mapping[str, Mapping[str, bool]] = {
    "open-lid": {"lid_closed": False},
    "close-lid": {"lid_closed": True},
    "press-stop": {"estop": True},
    "release-stop": {"estop": False},
}


class SimulatedHands:
    """Does what people do at a real table: holds the board, throws dice, opens the lid and presses the stop."""

    def __init__(self, table: Touched, hand: Hand, dimensions: Mapping[str, Any], board: SwitchedBoard) -> None:
        self._table, self._hand, self._board = table, hand, board
        camera_place, height = dimensions["camera"], Wells(dimensions).lid_top
        self._poses = compute_held_poses(dimensions)
        self._on_lid = BoardPose(float(camera_place["x"]), float(camera_place["y"]), height)

    def board(self, number: int) -> None:
        """Hold the board in the pose of this number (from 0 on)."""
        self._hand.held = self._poses[number % len(self._poses)]

    def lid(self) -> None:
        """Lay the board on the lid."""
        self._hand.held = self._on_lid

    def dice(self) -> tuple[int, ...]:
        """Take the board away, and return the faces of the dice in the wells, 0 for an empty one."""
        self._hand.held = None
        return self._table.truth()

    def throw(self, count: int, kept: Sequence[int]) -> None:
        """Take all dice out of the open tray except those that show `kept`, and throw `count` of them."""
        self._table.throw_in_tray(count, kept)

    def lay_dice(self, wells: tuple[int, ...]) -> None:
        """Lay the die that was in well 1 at first into the first of `wells`, and so on; the others go where room is."""
        self._table.lay_dice(wells)

    def turn_dice(self, faces: Mapping[int, int]) -> None:
        """Turn the die in each of these wells so that this face is up; an empty or missing well stays as it is."""
        shown = self._table.truth()
        for well, face in faces.items():
            if any(shown[well - 1 : well]):
                self._table.put(well, face)

    def operate(self, what: str) -> None:
        """Do one of OPERATIONS to the lid or the emergency stop."""
        self._board.move(**OPERATIONS[what])
