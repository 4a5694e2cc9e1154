"""Faces at several sizes, closer views of them, and how they are turned."""

import itertools
import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.scripted_net import ScriptedFace, ScriptedNet
from vision.photograph.merged_scales import (
    AREA,
    GROW,
    MOST_CROPS,
    SHORTEST,
    SIDES,
    STEP,
    VIEWS,
    Detections,
    ScaledMaps,
    image_pyramid,
    look_closer,
    maps_at_scales,
    merge_scales,
    scales,
)
from vision.photograph.net import Maps, Net
from vision.photograph.reader import edge_angle
from vision.pictures import Image


def blank(width: int, height: int) -> Image:
    return np.full((height, width, 3), 90, np.uint8)


@given(st.integers(1, 6000), st.integers(1, 6000))
def test_sizes_are_affordable_and_leave_no_gap(width: int, height: int) -> None:
    sizes = scales(width, height)
    assert width * height * sizes[0] ** 2 <= AREA * 1.001
    assert sizes[0] <= GROW
    assert all(a / b == pytest.approx(STEP) for a, b in itertools.pairwise(sizes))
    assert len(sizes) == 1 or min(width, height) * sizes[-1] >= SHORTEST
    assert SIDES[1] / SIDES[0] > STEP**2


def test_a_die_seen_at_several_sizes_is_one() -> None:
    net = ScriptedNet([ScriptedFace(400, 300, 60, 5)], 1600)
    found = merge_scales(maps_at_scales(net, blank(1600, 1200)))
    assert len(found) == 1
    assert (found.x[0], found.y[0], found.side[0]) == pytest.approx((400, 300, 60), abs=1)
    seen = ~np.isnan(found.heat[0])
    assert seen.sum() >= 2
    assert (found.heat[0][seen] == 6).all()
    assert (found.values[0][seen].argmax(axis=1) == 5).all()


def test_sizes_that_show_a_die_too_small_or_large_say_nothing_of_it() -> None:
    net = ScriptedNet([ScriptedFace(400, 300, 300, 2)], 1600)
    found = merge_scales(maps_at_scales(net, blank(1600, 1200)))
    across = 300 * np.array(scales(1600, 1200))
    assert (np.isnan(found.heat[0]) == ((across < SIDES[0]) | (across > SIDES[1]))).all()
    assert np.isnan(found.heat[0][0])


def test_touching_dice_stay_two() -> None:
    dice = [ScriptedFace(400, 300, 60, 5), ScriptedFace(460, 300, 60, 3)]
    found = merge_scales(maps_at_scales(ScriptedNet(dice, 1600), blank(1600, 1200)))
    assert sorted(found.x.tolist()) == pytest.approx([400, 460], abs=1)
    best = np.nanmean(found.values, axis=1).argmax(axis=1)
    assert dict(zip(np.round(found.x).astype(int).tolist(), best.tolist(), strict=True)) == {400: 5, 460: 3}


def test_a_die_in_a_die_of_another_size_is_another_sight() -> None:
    found = merge_scales(
        maps_at_scales(
            ScriptedNet([ScriptedFace(400, 300, 120, 4), ScriptedFace(410, 300, 25, 1)], 1600), blank(1600, 1200)
        )
    )
    assert sorted(np.round(found.side).astype(int).tolist()) == [25, 120]


@pytest.mark.parametrize("size", [(1, 1), (3, 700), (40, 2)])
def test_the_smallest_pictures_have_nothing_to_see(size: tuple[int, int]) -> None:
    assert len(merge_scales(maps_at_scales(ScriptedNet([], size[0]), blank(*size)))) == 0


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
