"""Printed markers, as on the calibration board: a detection that decodes as a marker is no die."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from vision.photograph.merged_scales import ScaledImage, crop

ACROSS, WIDE = 64, 150
"""Pixels across the face, and across the crop that holds it and its surroundings."""

NEAR = 0.35
"""Largest distance between the centres of face and marker, in sides of the face."""

DICTIONARIES = (cv2.aruco.DICT_5X5_1000, cv2.aruco.DICT_6X6_1000, cv2.aruco.DICT_APRILTAG_36h11)
"""The dictionary of the board, and those that are common elsewhere. The dictionaries of 4 x 4 cells are left out: their
marker 35 looks like a five."""


def is_marker(seen: Sequence[ScaledImage], face: tuple[float, float, float]) -> bool:
    """Return whether a detected face is a printed marker; ``face`` is x, y and side in pixels of the picture."""
    x, y, side = face
    view = cv2.cvtColor(crop(seen, (x, y), ACROSS / side, WIDE), cv2.COLOR_BGR2GRAY)
    for quad in _detector().detectMarkersMultiDict(view)[0]:
        if np.linalg.norm(np.asarray(quad).reshape(4, 2).mean(axis=0) - (WIDE - 1) / 2) < NEAR * ACROSS:
            return True
    return False


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    one = cv2.aruco.DetectorParameters()
    one.adaptiveThreshWinSizeMin = one.adaptiveThreshWinSizeMax = WIDE // 4 | 1
    one.minMarkerPerimeterRate = 2 * ACROSS / WIDE
    return cv2.aruco.ArucoDetector([cv2.aruco.getPredefinedDictionary(d) for d in DICTIONARIES], one)
