import math

import numpy as np
import pytest

from tests.support.vision.drawn_dice import DrawnDie, draw
from vision.photograph.merged_scales import MOST_CROPS, VIEWS, Detections, image_pyramid, look_closer
from vision.photograph.net import Net

X, Y = 320, 240


def look(count: int, turn: float = 0.0) -> Detections:
    """Return detections of one drawn four, each seen a little off at first, with their closer views."""
    off = np.full((count, 3), (X + 9, Y - 8, 58), np.float32).T
    empty = (np.zeros((count, *rest), np.float32) for rest in ((2,), (2, 7), (2, 2), (2, 6)))
    return look_closer(Net(), image_pyramid(draw([DrawnDie(4, X, Y, 80, turn)])), Detections(*off, *empty))


@pytest.mark.parametrize(("count", "views"), [(0, 0), (1, len(VIEWS)), (MOST_CROPS, 1), (MOST_CROPS + 1, 1)])
def test_the_more_detections_the_fewer_views_but_one_each(count: int, views: int) -> None:
    faces = look(count)
    seen = ~np.isnan(faces.heat[:, 2:])
    assert seen.sum() == count * views
    assert (faces.values[:, 2:][seen].argmax(axis=1) == 4).all()


@pytest.mark.parametrize("count", [1, MOST_CROPS // 2])
@pytest.mark.parametrize("turn", [0, 15, 40])
def test_a_face_that_was_first_seen_a_little_off_is_put_where_it_is(turn: float, count: int) -> None:
    face = look(count, turn)
    assert np.hypot(face.x - X, face.y - Y).max() < math.hypot(9, 8) / 3
