"""What changes between two pictures is seen; noise, light and a shaken camera are not."""

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import DrawnDie, draw
from vision.pictures import Image
from vision.stream import find_changed, find_shift, refocused, sharpness, small_grey

DICE = [DrawnDie(5, 300, 220, 50, 25), DrawnDie(2, 150, 120, 50, 70), DrawnDie(6, 480, 330, 50, 10)]
SIZE = (960, 540)


def small(dice: list[DrawnDie], seed: int, noise: float = 2.0) -> Image:
    return small_grey(draw(dice, SIZE, seed=seed, noise=noise))


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_noise_is_no_change(noise: float) -> None:
    assert not find_changed(small(DICE, 1, noise), small(DICE, 2, noise)).any()


def test_other_light_is_no_change() -> None:
    darker = np.asarray(small(DICE, 2) * 0.7, np.uint8)
    assert np.count_nonzero(find_changed(small(DICE, 1), darker)) < 5


def test_a_shaken_camera_is_no_change() -> None:
    picture = draw(DICE, SIZE)
    shaken = np.roll(picture, (14, -20), (0, 1))
    small_pictures = small_grey(picture), small_grey(shaken)
    mask = find_changed(*small_pictures, find_shift(*small_pictures))
    assert not mask[8:-8, 10:-10].any()


def test_a_die_that_comes_is_a_change_where_it_lies() -> None:
    mask = find_changed(small(DICE[:2], 1), small(DICE, 2))
    rows, columns = np.nonzero(mask)
    by = SIZE[0] / mask.shape[1]
    assert (columns.mean() * by, rows.mean() * by) == pytest.approx((480, 330), abs=6)
    assert np.count_nonzero(mask) * by**2 > 0.5 * 50**2


def test_pictures_are_compared_at_one_size_however_they_are_held() -> None:
    upright = np.ascontiguousarray(np.rot90(draw(DICE, SIZE)))
    assert sorted(small_grey(upright).shape) == sorted(small(DICE, 1).shape) == [270, 480]


def test_pictures_of_another_size_differ_everywhere() -> None:
    assert find_changed(small(DICE, 1), small_grey(draw(DICE))).all()


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_noise_and_light_are_no_change_of_focus(noise: float) -> None:
    assert not refocused(sharpness(small(DICE, 1, noise)), sharpness(small(DICE, 2, noise)))
    dimmed = np.asarray(small(DICE, 2, noise) * 0.7, np.uint8)
    assert not refocused(sharpness(small(DICE, 1, noise)), sharpness(dimmed))


@pytest.mark.parametrize(("before", "now"), [(0.0, 1.6), (3.2, 1.6), (3.2, 4.0), (0.8, 0.0)])
def test_a_lens_that_looks_for_its_focus_is_noticed(before: float, now: float) -> None:
    was, seen = (draw(DICE, SIZE, seed=seed) for seed in (1, 2))
    was, seen = (
        np.asarray(cv2.GaussianBlur(image, (0, 0), sigma) if sigma else image, np.uint8)
        for image, sigma in ((was, before), (seen, now))
    )
    assert refocused(sharpness(small_grey(was)), sharpness(small_grey(seen)))
