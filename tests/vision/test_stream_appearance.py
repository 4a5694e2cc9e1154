"""A face is found again where it lies, and one that shows something else is not taken for it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.vision import drawn_dice
from tests.support.vision.drawn_dice import BLACK, RED, WHITE, DrawnDie, known, without
from vision.pictures import Image
from vision.stream import Appearance, pyramid, remember

DIE = DrawnDie(5, 180, 140, 50, 25)
SIZE = (400, 300)
NEAR = 1.6
"""Pixels by which a face may be found beside its place."""


def draw(dice: list[DrawnDie], seed: int = 1, noise: float = 2.0) -> Image:
    return drawn_dice.draw(dice, SIZE, seed=seed, noise=noise)


def remembered(die: DrawnDie = DIE) -> Appearance:
    appearance = remember(pyramid(draw([die])), known(die).box)
    assert appearance is not None
    return appearance


def found(appearance: Appearance, picture: Image, die: DrawnDie = DIE) -> tuple[float, float] | None:
    return appearance.found_in(pyramid(picture), (die.x, die.y))


@pytest.mark.parametrize("moved", [(0, 0), (7, -5), (-15, 12)])
@pytest.mark.parametrize("side", [28.0, 50.0, 110.0])
def test_a_die_that_was_pushed_a_little_is_found(side: float, moved: tuple[int, int]) -> None:
    die = replace(DIE, side=side)
    shift = [part * side / 50 for part in moved]
    pushed = replace(die, x=die.x + shift[0], y=die.y + shift[1])
    place = found(remembered(die), draw([pushed], seed=2), die)
    assert place == pytest.approx((pushed.x, pushed.y), abs=NEAR * max(1, side / 50))


@pytest.mark.parametrize("light", [0.6, 1.05])
def test_a_die_under_other_light_is_the_same(light: float) -> None:
    relit = np.clip(draw([DIE], seed=3, noise=4.0) * light + 4, 0, 255).astype(np.uint8)
    assert found(remembered(), cv2.GaussianBlur(relit, (0, 0), 0.6)) is not None


@pytest.mark.parametrize("value", [1, 2, 3, 4, 6])
def test_another_value_in_the_same_place_is_another_face(value: int) -> None:
    assert found(remembered(), draw([replace(DIE, value=value)], seed=2)) is None


def test_a_pip_less_is_another_face() -> None:
    picture = draw([DIE], seed=2)
    without(picture, DIE, (1, 1))
    assert found(remembered(), picture) is None


def test_a_pip_that_differs_from_the_body_in_hue_alone_is_seen() -> None:
    red = replace(DIE, colour=BLACK, pips=(0, 0, 66))
    grey = cv2.cvtColor(np.array([[red.colour, red.pips]], np.uint8), cv2.COLOR_BGR2GRAY).ravel().tolist()
    assert abs(grey[0] - grey[1]) < 5
    appearance = remembered(red)
    assert found(appearance, draw([red], seed=2), red) is not None
    assert found(appearance, draw([replace(red, value=4)], seed=2), red) is None


@pytest.mark.parametrize("other", [replace(DIE, turn=70), replace(DIE, colour=RED, pips=WHITE), replace(DIE, x=260)])
def test_a_die_that_was_turned_or_changed_or_is_gone_is_not_found(other: DrawnDie) -> None:
    assert found(remembered(), draw([other], seed=2)) is None


def test_a_finger_on_a_die_hides_it() -> None:
    picture = draw([DIE], seed=2)
    cv2.line(picture, (180, 0), (192, 155), (120, 150, 200), 22)
    assert found(remembered(), picture) is None


@pytest.mark.parametrize("die", [replace(DIE, x=31), replace(DIE, y=269, turn=0), replace(DIE, x=30, y=30, turn=0)])
def test_a_die_at_the_edge_is_followed_as_far_as_it_was_seen(die: DrawnDie) -> None:
    appearance = remembered(die)
    assert found(appearance, draw([die], seed=2), die) is not None
    assert found(appearance, draw([replace(die, value=3)], seed=2), die) is None


def test_a_tiny_die_is_not_remembered() -> None:
    tiny = replace(DIE, side=7)
    assert remember(pyramid(draw([tiny])), known(tiny).box) is None
