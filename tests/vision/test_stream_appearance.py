"""A face is found again where it lies; what changes between two pictures is seen, and noise is not."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import BLACK, RED, WHITE, DrawnDie, draw, erase_pip, read_die
from vision.pictures import Image
from vision.stream import Appearance, find_changed, find_shift, has_refocused, pyramid, remember, sharpness, shrink

DIE = DrawnDie(5, 180, 140, 50, 25)
SIZE = (400, 300)
NEAR = 1.6
"""Pixels by which a face may be found beside its place."""


def draw_dice(dice: list[DrawnDie], seed: int = 1, noise: float = 2.0) -> Image:
    return draw(dice, SIZE, seed=seed, noise=noise)


def learn(die: DrawnDie = DIE) -> Appearance:
    appearance = remember(pyramid(draw_dice([die])), read_die(die).box)
    assert appearance is not None
    return appearance


def find(appearance: Appearance, picture: Image, die: DrawnDie = DIE) -> tuple[float, float] | None:
    return appearance.find_in(pyramid(picture), (die.x, die.y))


@pytest.mark.parametrize("moved", [(0, 0), (7, -5), (-15, 12)])
@pytest.mark.parametrize("side", [28.0, 50.0, 110.0])
def test_a_die_that_was_pushed_a_little_is_found(side: float, moved: tuple[int, int]) -> None:
    die = replace(DIE, side=side)
    shift = [part * side / 50 for part in moved]
    pushed = replace(die, x=die.x + shift[0], y=die.y + shift[1])
    place = find(learn(die), draw_dice([pushed], seed=2), die)
    assert place == pytest.approx((pushed.x, pushed.y), abs=NEAR * max(1, side / 50))


@pytest.mark.parametrize("light", [0.6, 1.05])
def test_a_die_under_other_light_is_the_same(light: float) -> None:
    relit = np.clip(draw_dice([DIE], seed=3, noise=4.0) * light + 4, 0, 255).astype(np.uint8)
    assert find(learn(), cv2.GaussianBlur(relit, (0, 0), 0.6)) is not None


@pytest.mark.parametrize("value", [1, 2, 3, 4, 6])
def test_another_value_in_the_same_place_is_another_face(value: int) -> None:
    assert find(learn(), draw_dice([replace(DIE, value=value)], seed=2)) is None


def test_a_pip_less_is_another_face() -> None:
    picture = draw_dice([DIE], seed=2)
    erase_pip(picture, DIE, (1, 1))
    assert find(learn(), picture) is None


def test_a_pip_that_differs_from_the_body_in_hue_alone_is_seen() -> None:
    red = replace(DIE, colour=BLACK, pips=(0, 0, 66))
    grey = cv2.cvtColor(np.array([[red.colour, red.pips]], np.uint8), cv2.COLOR_BGR2GRAY).ravel().tolist()
    assert abs(grey[0] - grey[1]) < 5
    appearance = learn(red)
    assert find(appearance, draw_dice([red], seed=2), red) is not None
    assert find(appearance, draw_dice([replace(red, value=4)], seed=2), red) is None


@pytest.mark.parametrize("other", [replace(DIE, turn=70), replace(DIE, colour=RED, pips=WHITE), replace(DIE, x=260)])
def test_a_die_that_was_turned_or_changed_or_is_gone_is_not_found(other: DrawnDie) -> None:
    assert find(learn(), draw_dice([other], seed=2)) is None


def test_a_finger_on_a_die_hides_it() -> None:
    picture = draw_dice([DIE], seed=2)
    cv2.line(picture, (180, 0), (192, 155), (120, 150, 200), 22)
    assert find(learn(), picture) is None


@pytest.mark.parametrize("die", [replace(DIE, x=31), replace(DIE, y=269, turn=0), replace(DIE, x=30, y=30, turn=0)])
def test_a_die_at_the_edge_is_followed_as_far_as_it_was_seen(die: DrawnDie) -> None:
    appearance = learn(die)
    assert find(appearance, draw_dice([die], seed=2), die) is not None
    assert find(appearance, draw_dice([replace(die, value=3)], seed=2), die) is None


def test_a_tiny_die_is_not_remembered() -> None:
    tiny = replace(DIE, side=7)
    assert remember(pyramid(draw_dice([tiny])), read_die(tiny).box) is None


DICE = [DrawnDie(5, 300, 220, 50, 25), DrawnDie(2, 150, 120, 50, 70), DrawnDie(6, 480, 330, 50, 10)]
FIELD = (960, 540)


def small(dice: list[DrawnDie], seed: int, noise: float = 2.0) -> Image:
    return shrink(draw(dice, FIELD, seed=seed, noise=noise))


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_noise_is_no_change(noise: float) -> None:
    assert not find_changed(small(DICE, 1, noise), small(DICE, 2, noise)).any()


def test_other_light_is_no_change() -> None:
    darker = np.asarray(small(DICE, 2) * 0.7, np.uint8)
    assert np.count_nonzero(find_changed(small(DICE, 1), darker)) < 5


def test_a_shaken_camera_is_no_change() -> None:
    picture = draw(DICE, FIELD)
    shaken = np.roll(picture, (14, -20), (0, 1))
    small_pictures = shrink(picture), shrink(shaken)
    mask = find_changed(*small_pictures, find_shift(*small_pictures))
    assert not mask[8:-8, 10:-10].any()


def test_a_die_that_comes_is_a_change_where_it_lies() -> None:
    mask = find_changed(small(DICE[:2], 1), small(DICE, 2))
    rows, columns = np.nonzero(mask)
    by = FIELD[0] / mask.shape[1]
    assert (columns.mean() * by, rows.mean() * by) == pytest.approx((480, 330), abs=6)
    assert np.count_nonzero(mask) * by**2 > 0.5 * 50**2


def test_pictures_are_compared_at_one_size_however_they_are_held() -> None:
    upright = np.ascontiguousarray(np.rot90(draw(DICE, FIELD)))
    assert sorted(shrink(upright).shape) == sorted(small(DICE, 1).shape) == [270, 480]


def test_pictures_of_another_size_differ_everywhere() -> None:
    assert find_changed(small(DICE, 1), shrink(draw(DICE))).all()


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_noise_and_light_are_no_change_of_focus(noise: float) -> None:
    assert not has_refocused(sharpness(small(DICE, 1, noise)), sharpness(small(DICE, 2, noise)))
    dimmed = np.asarray(small(DICE, 2, noise) * 0.7, np.uint8)
    assert not has_refocused(sharpness(small(DICE, 1, noise)), sharpness(dimmed))


@pytest.mark.parametrize(("before", "now"), [(0.0, 1.6), (3.2, 1.6), (3.2, 4.0), (0.8, 0.0)])
def test_a_lens_that_looks_for_its_focus_is_noticed(before: float, now: float) -> None:
    was, seen = (draw(DICE, FIELD, seed=seed) for seed in (1, 2))
    was, seen = (
        np.asarray(cv2.GaussianBlur(image, (0, 0), sigma) if sigma else image, np.uint8)
        for image, sigma in ((was, before), (seen, now))
    )
    assert has_refocused(sharpness(shrink(was)), sharpness(shrink(seen)))
