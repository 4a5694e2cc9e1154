import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.vision.scripted_net import ScriptedFace, ScriptedNet
from vision.photograph.merged_scales import AREA, GROW, SHORTEST, SIDES, STEP, maps_at_scales, merge_scales, scales
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
