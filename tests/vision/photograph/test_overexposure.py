"""Overexposure is a doubt only where it can hide a pip."""

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import RED, DrawnDie, draw
from vision.photograph.clarity import BURNT, PIP_LEVEL, clarity_of, pips_on_plain_body
from vision.photograph.merged_scales import ScaledImage
from vision.pictures import Image

BRIGHT = (255, 255, 255)


def face(value: int, pips: tuple[int, int, int] = (25, 22, 20), body: tuple[int, int, int] = BRIGHT) -> Image:
    return draw([DrawnDie(value, 36, 36, 53, 20, body, pips)], (72, 72), noise=0)


@pytest.mark.parametrize("value", range(1, 7))
def test_all_pips_on_a_plain_white_body_are_counted(value: int) -> None:
    assert pips_on_plain_body(face(value), 48) == (value, True)


@pytest.mark.parametrize("body", [(235, 238, 240), (190, 215, 225)])
def test_pips_on_a_plain_body_are_counted_too_but_light_may_have_hidden_some(body: tuple[int, int, int]) -> None:
    assert pips_on_plain_body(face(5, body=body), 48) == (5, False)


def test_a_highlight_with_an_edge_on_the_body_may_hide_a_pip() -> None:
    image = face(5, body=(200, 200, 200))
    cv2.circle(image, (36, 36), 14, BRIGHT, cv2.FILLED)
    assert pips_on_plain_body(image, 48)[0] == 0


@pytest.mark.parametrize("pips", [RED, (140, 140, 140), (110, 110, 110)])
def test_pips_that_more_light_would_hide_are_not_counted(pips: tuple[int, int, int]) -> None:
    assert pips_on_plain_body(face(4, pips), 48)[0] == 0


def test_a_pip_that_glare_has_shrunk_is_not_counted() -> None:
    image = face(1)
    cv2.circle(image, (40, 36), 5, BRIGHT, cv2.FILLED)
    cv2.circle(image, (24, 24), 5, (20, 20, 20), cv2.FILLED)
    assert pips_on_plain_body(image, 48)[0] == 0


@pytest.mark.parametrize("value", [3, 5])
def test_what_glare_has_left_of_a_pip_is_no_dirt(value: int) -> None:
    image = face(value)
    cv2.circle(image, (34, 36), 6, BRIGHT, cv2.FILLED)
    assert 0 < (image[30:43, 30:43].max(axis=2) < PIP_LEVEL).sum() < 7
    assert pips_on_plain_body(image, 48)[0] == 0


@pytest.mark.parametrize("quarters", range(4))
def test_what_reaches_in_from_beyond_the_picture_is_no_pip(quarters: int) -> None:
    image = face(4)
    image[34:38, 40:] = 20
    assert pips_on_plain_body(np.rot90(image, quarters).copy(), 48) == (4, True)


def test_a_plain_face_has_no_pips() -> None:
    assert pips_on_plain_body(np.full((72, 72, 3), 255, np.uint8), 48)[0] == 0
    assert pips_on_plain_body(np.zeros((72, 72, 3), np.uint8), 48)[0] == 0


def test_the_clarity_of_an_overexposed_face_holds_its_pips() -> None:
    clarity = clarity_of([ScaledImage(1.0, face(3))], (36, 36, 48))
    assert clarity.burnt > BURNT
    assert not clarity.is_glaring(3, 0.95)
    assert clarity.is_glaring(2, 0.95)
