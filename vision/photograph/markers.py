"""Printed markers, as on the robot's own board: what is read as one is no die, whatever its cells look like."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from vision.photograph.joined import Sized, shown

ACROSS, WIDE = 64, 150
"""Pixels in which a face is looked at, and in which it and what is around it are."""

NEAR = 0.35
"""How far from the middle of a face, in its sides, the middle of the marker that it is lies at most."""

DICTIONARIES = (cv2.aruco.DICT_5X5_1000, cv2.aruco.DICT_6X6_1000, cv2.aruco.DICT_APRILTAG_36h11)
"""The board's, and what others print most. Those of 4 x 4 cells are not among them: their number 35 is a five."""


def is_marker(seen: Sequence[Sized], face: tuple[float, float, float]) -> bool:
    """Return whether what is seen as a face is a marker; ``face`` is x, y and side in pixels of the picture."""
    x, y, side = face
    view = cv2.cvtColor(shown(seen, (x, y), ACROSS / side, WIDE), cv2.COLOR_BGR2GRAY)
    for detector in _detectors():
        for quad in detector.detectMarkers(view)[0]:
            if np.linalg.norm(np.asarray(quad).reshape(4, 2).mean(axis=0) - (WIDE - 1) / 2) < NEAR * ACROSS:
                return True
    return False


@cache
def _detectors() -> tuple[cv2.aruco.ArucoDetector, ...]:
    one = cv2.aruco.DetectorParameters()
    one.adaptiveThreshWinSizeMin = one.adaptiveThreshWinSizeMax = WIDE // 4 | 1
    one.minMarkerPerimeterRate = 2 * ACROSS / WIDE
    return tuple(cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(d), one) for d in DICTIONARIES)
