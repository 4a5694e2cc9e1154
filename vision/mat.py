"""The mat on which people throw dice of their own: where its markers are, and its reader."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.reader import PhotographReader
from vision.pictures import Image, check_image
from vision.reading import Box, Reading, middle_of

SIZE = (297.0, 210.0)
"""Width and height."""

MARKER = 24.0
"""Side of a marker."""

EDGE = 8.0
"""Distance of the markers from the edges of the sheet, which printers leave white."""

DICTIONARY = cv2.aruco.DICT_5X5_50
"""No value of a die looks like its markers, and the reader of photographs knows them."""

FIRST = 40
"""Number of the marker in the top left corner; the others follow clockwise. The calibration board has lower ones."""


def marker_corners() -> NDArray[np.float64]:
    """Return where the markers' corners lie, (4, 4, 2): clockwise from the top left one, as they are detected."""
    far_x, far_y = SIZE[0] - EDGE - MARKER, SIZE[1] - EDGE - MARKER
    places = np.array([(EDGE, EDGE), (far_x, EDGE), (far_x, far_y), (EDGE, far_y)])
    square = np.array([(0, 0), (MARKER, 0), (MARKER, MARKER), (0, MARKER)])
    return np.asarray(places[:, None] + square, np.float64)


LEAST_MARKERS = 3
"""Number of the four markers that must be seen: a hand or a die may lie on one."""

MOST_PIXELS = 6.0
"""Pixels a millimetre of the mat that is read, at most: a die of 16 mm is then 96 pixels large."""

MARGIN = 12.0
"""Millimetres around the mat that are read too, so that a die on its edge is seen whole."""

Matrix = NDArray[np.float64]


class MatReader:
    """Reads dice on the mat. Where it is not in view a picture is read as a photograph."""

    def __init__(self) -> None:
        self._reader = PhotographReader()
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        self._detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)

    def read(self, *exposures: Image) -> Reading:
        """Return the dice on the mat in the first picture, with their boxes in its pixels. Raises VisionError."""
        image = exposures[0]
        check_image(image)
        markers = self._markers(image)
        plane = _plane(markers)
        if plane is None:
            return self._reader.read(image)
        scale = min(MOST_PIXELS, _pixels(plane))
        to_sheet = np.array([[scale, 0, MARGIN * scale], [0, scale, MARGIN * scale], [0, 0, 1]]) @ np.linalg.inv(plane)
        width, height = (round((side + 2 * MARGIN) * scale) for side in SIZE)
        sheet = cv2.warpPerspective(image, to_sheet, (width, height), flags=cv2.INTER_AREA, borderValue=(128,) * 3)
        reading = self._reader.read(np.asarray(sheet, np.uint8))
        back, size = np.linalg.inv(to_sheet), (image.shape[1], image.shape[0])
        dice = [replace(die, box=_map_box(back, die.box, size)) for die in reading.dice if _is_on_mat(die.box, scale)]
        return Reading(tuple(die for die in dice if not _is_marker(die.box, markers.values())), reading.scene)

    def find(self, image: Image) -> Matrix | None:
        """Return the matrix (3, 3) from millimetres of the mat to pixels of a picture, None if too little is seen."""
        return _plane(self._markers(image))

    def _markers(self, image: Image) -> dict[int, Matrix]:
        """Return the corners (4, 2), in pixels, of the mat's markers that are seen, by their numbers from 0."""
        corners, names, _ = self._detector.detectMarkers(image)
        if not len(corners):
            return {}
        quads = (np.asarray(quad, np.float64).reshape(4, 2) for quad in corners)
        seen = {int(name) - FIRST: quad for quad, name in zip(quads, names, strict=True)}
        return {number: quad for number, quad in seen.items() if 0 <= number < len(marker_corners())}


def _plane(markers: Mapping[int, Matrix]) -> Matrix | None:
    if len(markers) < LEAST_MARKERS:
        return None
    places = marker_corners()
    there = np.concatenate([places[number] for number in markers])
    found, _ = cv2.findHomography(there, np.concatenate([*markers.values()]), cv2.RANSAC, 3.0)
    return None if found is None else np.asarray(found, np.float64)


def _is_marker(box: Box, markers: Iterable[Matrix]) -> bool:
    """Return whether the middle of a box lies in a marker that is seen, on which no die can lie."""
    return any(
        cv2.pointPolygonTest(quad.astype(np.float32), middle_of(box), measureDist=False) >= 0 for quad in markers
    )


def _pixels(plane: Matrix) -> float:
    """Return how many pixels a millimetre has where the mat is seen largest."""
    width, height = SIZE
    ends = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)[None]
    seen = cv2.perspectiveTransform(ends, plane)[0]
    sides = np.linalg.norm(seen - np.roll(seen, -1, axis=0), axis=1)
    return float((sides / [width, height, width, height]).max())


def _is_on_mat(box: Box, scale: float) -> bool:
    x, y = (at / scale - MARGIN for at in middle_of(box))
    return 0 <= x <= SIZE[0] and 0 <= y <= SIZE[1]


def _map_box(back: Matrix, box: Box, size: tuple[int, int]) -> Box:
    x0, y0, x1, y1 = box
    ends = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)[None]
    seen = np.clip(cv2.perspectiveTransform(ends, back)[0], 0, size)
    (left, top), (right, bottom) = seen.min(axis=0).tolist(), seen.max(axis=0).tolist()
    return left, top, right, bottom
