import math

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.scripted_net import ScriptedFace, ScriptedNet
from vision.photograph.merged_scales import Detections, ScaledMaps, maps_at_scales, merge_scales
from vision.photograph.net import Maps, Net
from vision.photograph.reader import MOST_CROPS, VIEWS, edge_angle, refine
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


def test_each_die_gets_views_of_its_own() -> None:
    net = ScriptedNet([ScriptedFace(150, 120, 42, 3)], 300)
    seen = maps_at_scales(net, square(50, 0))
    first = merge_scales(seen)
    both = refine(net, seen, first)
    assert both.heat.shape == (1, first.heat.shape[1] + len(VIEWS))
    assert not np.isnan(both.heat[0, -len(VIEWS) :]).any()
    assert (both.values[0, -len(VIEWS) :].argmax(axis=1) == 3).all()


def test_the_more_dice_the_fewer_views_but_one_each() -> None:
    net = ScriptedNet([ScriptedFace(150, 120, 42, 3)], 300)
    seen = maps_at_scales(net, square(50, 0))
    for count, views in ((1, len(VIEWS)), (MOST_CROPS, 1), (MOST_CROPS + 1, 1)):
        row = np.full(count, 100, np.float32)
        empty = (np.zeros((count, *rest), np.float32) for rest in ((2,), (2, 7), (2, 2), (2, 6)))
        detections = Detections(row, row, row * 0.4, *empty)
        heat = refine(net, seen, detections).heat
        assert (~np.isnan(heat[:, 2:])).sum() == count * views


def test_no_dice_are_looked_at_no_closer() -> None:
    net = ScriptedNet([], 300)
    seen = maps_at_scales(net, square(50, 0))
    assert len(refine(net, seen, merge_scales(seen))) == 0


@pytest.mark.parametrize("count", [1, MOST_CROPS // 2])
@pytest.mark.parametrize("turn", [0, 15, 40])
def test_a_face_that_was_first_seen_a_little_off_is_put_where_it_is(turn: float, count: int) -> None:
    net = Net()
    seen = maps_at_scales(net, draw([DrawnDie(4, 320, 240, 80, turn)]))
    off = np.full((count, 3), (329, 232, 58), np.float32).T
    empty = (np.zeros((count, *rest), np.float32) for rest in ((2,), (2, 7), (2, 2), (2, 6)))
    face = refine(net, seen, Detections(*off, *empty))
    assert np.hypot(face.x - 320, face.y - 240).max() < math.hypot(9, 8) / 3
