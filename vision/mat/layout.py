"""The printed mat: an A4 sheet with a marker in each corner. Lengths are millimetres from its top left corner."""

import cv2
import numpy as np
from numpy.typing import NDArray

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
