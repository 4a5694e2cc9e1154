import math

import cv2
import numpy as np
import pytest

from vision.photograph.merged_scales import ScaledMaps
from vision.photograph.net import Maps
from vision.photograph.reader import edge_angle
from vision.pictures import Image


def square(side: float, degrees: float, at: tuple[float, float] = (150, 120)) -> Image:
    image = np.full((260, 300, 3), 60, np.uint8)
    corners = cv2.boxPoints((at, (side, side), degrees))
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), (220, 230, 235), cv2.LINE_AA, 4)
    return image


@pytest.mark.parametrize("degrees", [0, 12, 33, 45, 70, 85])
def test_the_turn_of_a_square_is_seen(degrees: float) -> None:
    seen = [ScaledMaps(1.0, square(50, degrees), Maps(np.zeros((11, 1, 1), np.float32)))]
    turn = edge_angle(seen, (150, 120, 42))
    assert math.cos(math.radians(4 * (turn - degrees))) > math.cos(math.radians(4 * 3))
    assert 0 <= turn < 90
