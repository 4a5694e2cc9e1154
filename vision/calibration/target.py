"""The printed calibration board: a chessboard with a marker in each white square (ChArUco)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BlurredError, BoardNotSeenError, VisionError

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
        """Make the board from the parsed dimensions of the machine (see machine.toml); raises VisionError."""
        try:
            board = dimensions["board"]
            across, down = (int(count) for count in board["squares"])
            width, height = (float(side) for side in board["paper"])
            return cls((across, down), float(board["square"]), float(board["marker"]), (width, height))
        except (KeyError, TypeError, ValueError) as error:
            raise VisionError(
                f"the machine's dimensions lack or misspell {error}: compare with machine.toml"
            ) from error

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

    Raises BoardNotSeenError if fewer than LEAST_CORNERS corners are found, and BlurredError if they are not sharp.
    """
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    board = target.board()
    corners, names, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if corners is None or names is None or len(names) < LEAST_CORNERS:
        raise BoardNotSeenError("the board is not visible: hold all of it, sharp and lit, under the camera")
    found = np.asarray(corners, float).reshape(-1, 2)
    if edge_sharpness(grey, found) < LEAST_SLOPE:
        raise BlurredError("the board is blurred: hold it still, and check the camera's focus")
    places = np.asarray(board.getChessboardCorners(), float)[np.asarray(names).ravel()]
    return Seen(found, places)


def edge_sharpness(grey: Image, corners: Floats, reach: int = 14) -> float:
    """Return the sharpness of edges around corners (n, 2): the largest step between pixels, divided by the contrast."""
    steep = []
    for x, y in np.round(corners).astype(int):
        patch = grey[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].astype(float)
        step = float(np.percentile(patch, 95) - np.percentile(patch, 5))
        if min(patch.shape) > 2 and step > 0:
            steps = np.concatenate([np.abs(np.diff(patch, axis=axis)).ravel() for axis in (0, 1)])
            steep.append(float(np.percentile(steps, 98)) / step)
    return float(np.median(steep)) if steep else 0.0
