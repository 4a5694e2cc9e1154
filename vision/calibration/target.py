"""The printed calibration board, a chessboard with a marker in each white square (ChArUco), and the lens by it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BLURRED, BoardNotSeenError, CalibrationError
from vision.table.plate import Lens
from vision.table.rectify import View

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

DICTIONARY = cv2.aruco.DICT_5X5_50
LEAST_CORNERS = 8
LEAST_SLOPE = 0.14  # of the step from black to white, in one pixel; sharp, it is 0.4, blurred by 3 pixels 0.15


@dataclass(frozen=True, slots=True)
class Target:
    """The board: squares across and down, sides of squares and markers in mm, and size of the paper in mm."""

    squares: tuple[int, int]
    square: float
    marker: float
    paper: tuple[float, float]

    @classmethod
    def from_dimensions(cls, dimensions: Mapping[str, Any]) -> "Target":
        """Make the board from the dimensions of the machine, as `hardware.dimensions` checks them."""
        board = dimensions["board"]
        (across, down), (width, height) = board["squares"], board["paper"]
        return cls((across, down), board["square"], board["marker"], (width, height))

    def board(self) -> cv2.aruco.CharucoBoard:
        """Return OpenCV's object for the board, in mm."""
        return cv2.aruco.CharucoBoard(
            self.squares, self.square, self.marker, cv2.aruco.getPredefinedDictionary(DICTIONARY)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The board in one picture: `corners` (n, 2) of its squares in pixels, and their `places` (n, 3) in mm."""

    corners: Floats
    places: Floats


def find_board(image: Image, target: Target) -> Seen:
    """Return the board in a BGR or grey picture.

    Raises BoardNotSeenError if fewer than LEAST_CORNERS corners are found, with the key BLURRED if they are not sharp.
    """
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    board = target.board()
    corners, names, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if corners is None or names is None or len(names) < LEAST_CORNERS:
        raise BoardNotSeenError("the board is not visible: hold all of it under the camera, in focus and well lit")
    found = np.asarray(corners, float).reshape(-1, 2)
    if edge_sharpness(grey, found) < LEAST_SLOPE:
        raise BoardNotSeenError("the board is blurred: hold it still, and check the camera's focus", key=BLURRED)
    places = np.asarray(board.getChessboardCorners(), float)[np.asarray(names).ravel()]
    return Seen(found, places)


REACH = 14
"""Pixels around a corner in which edges are looked for."""


def edge_sharpness(grey: Image, corners: Floats) -> float:
    """Return the sharpness of edges around corners (n, 2): the largest step between pixels, divided by the contrast."""
    steep = []
    for x, y in np.round(corners).astype(int):
        patch = grey[max(0, y - REACH) : y + REACH + 1, max(0, x - REACH) : x + REACH + 1].astype(float)
        step = float(np.percentile(patch, 95) - np.percentile(patch, 5))
        if min(patch.shape) > 2 and step > 0:
            steps = np.concatenate([np.abs(np.diff(patch, axis=axis)).ravel() for axis in (0, 1)])
            steep.append(float(np.percentile(steps, 98)) / step)
    return float(np.median(steep)) if steep else 0.0


FEWEST_VIEWS = 8
CELLS = (6, 4)  # of the picture, across and down
MOST_EMPTY = 4  # cells in which no corner was seen
LEAST_TILT = 0.4  # sine of the angles by which it leans to one side and to the other, added
MOST_UNSURE = 0.004  # standard deviation of the focal length, as a share of it
MOST_RESIDUAL = 0.7  # pixels of a picture 1280 wide
MOST_MISPRINT = 0.02  # share by which the board may be too large or too small


def find_lens(views: Sequence[Seen], size: tuple[int, int]) -> tuple[Lens, float]:
    """Return the lens of a camera with pictures of `size` (width, height), and the residual in pixels.

    Source of the method: Zhang, A flexible new technique for camera calibration, IEEE PAMI 22 (2000), in OpenCV's
    implementation. The residual is the root mean square distance between found and expected corners. Raises
    CalibrationError if there are too few views, if they leave parts of the picture empty or if the board was tilted too
    little, or if the views contradict each other.
    """
    if len(views) < FEWEST_VIEWS:
        raise CalibrationError(
            f"the board was seen in {len(views)} pictures: at least {FEWEST_VIEWS} are needed",
            key="fault-too-few-views",
        )
    empty = _find_unseen(views, size)
    if len(empty) > MOST_EMPTY:
        raise CalibrationError(
            f"the board was never seen in the picture's {empty[0]}: hold it there too", key="fault-too-few-views"
        )
    residual, matrix, distortion, turns, _, unsure, _, _ = cv2.calibrateCameraExtended(
        [view.places.astype(np.float32) for view in views],
        [view.corners.astype(np.float32) for view in views],
        size,
        np.eye(3),
        np.zeros(5),
    )
    if residual > MOST_RESIDUAL * size[0] / 1280:
        raise CalibrationError(
            f"the pictures of the board contradict each other by {residual:.1f} pixels: "
            "glue it to something stiff, hold it still, and let nothing change the focus"
        )
    share = float(np.max(np.asarray(unsure).ravel()[:2])) / float(matrix[0, 0])
    away = np.array([np.asarray(cv2.Rodrigues(turn)[0], float)[:2, 2] for turn in turns])
    if share > MOST_UNSURE or np.ptp(away, axis=0).min() < LEAST_TILT:
        raise CalibrationError(
            "the board was tilted too little to measure the lens: tilt it to all four sides, by 30°",
            key="fault-too-few-views",
        )
    k1, k2, p1, p2, k3 = (float(value) for value in np.asarray(distortion).ravel()[:5])
    focal, middle = (float(matrix[0, 0]), float(matrix[1, 1])), (float(matrix[0, 2]), float(matrix[1, 2]))
    return Lens(size, focal, middle, (k1, k2, p1, p2, k3)), float(residual)


def _find_unseen(views: Sequence[Seen], size: tuple[int, int]) -> list[str]:
    """Return the parts of the picture, in words, in which no view has a corner."""
    corners = np.concatenate([view.corners for view in views])
    column, row = (
        np.clip((corners[:, axis] + 0.5) * CELLS[axis] / size[axis], 0, CELLS[axis] - 1).astype(int) for axis in (0, 1)
    )
    seen = set(zip(row.tolist(), column.tolist(), strict=True))
    cells = [(row, column) for row in range(CELLS[1]) for column in range(CELLS[0])]
    empty = [(row * 3 // CELLS[1], column * 3 // CELLS[0]) for row, column in cells if (row, column) not in seen]
    return [f"{('upper', 'middle', 'lower')[row]} {('left', 'middle', 'right')[column]} part" for row, column in empty]


def distance(seen: Seen, lens: Lens) -> float:
    """Return the distance in mm from the lens to the board's plane, if the board is printed true to scale."""
    solved, turn, translation = cv2.solvePnP(
        seen.places, seen.corners, lens.matrix(lens.size[0]), np.array(lens.distortion)
    )
    if not solved:
        raise CalibrationError("the board's place cannot be determined: lay it flat on the lid")
    rotation: Floats = np.asarray(cv2.Rodrigues(turn)[0], float)
    # The perpendicular distance to the plane does not depend on where the board's corner lies.
    return abs(float(rotation[:, 2] @ np.asarray(translation, float).ravel()))


def check_size(seen: Seen, lens: Lens, view: View, height: float) -> float:
    """Return the printed scale of a board that lies flat at a height in mm over the plate; 1 is true to scale.

    `view` is the same camera's view of the plate. Raises CalibrationError.
    """
    scale = (float(view.camera[2]) - height) / distance(seen, lens)
    if abs(scale - 1) > MOST_MISPRINT:
        raise CalibrationError(
            f"the board seems to be printed at {100 * scale:.0f} % of its size: print it at 100 %, "
            "not fitted to the page",
            key="fault-printed-size",
        )
    return scale
