"""Geometry's opinion of a face, without any net."""

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import BLACK, RED, WHITE, DrawnDie, draw, erase_pip
from vision.photograph.features import GEOMETRY
from vision.photograph.merged_scales import Detections, ScaledImage
from vision.photograph.net import Floats
from vision.photograph.patterns import PATTERNS, cluster_colours, pattern_scores, templates
from vision.pictures import Image

DARK_RED = (35, 30, 120)


def of(image: Image, x: float, y: float, side: float, weights: tuple[float, float] = GEOMETRY) -> Floats:
    row = np.array([[x], [y], [side]], np.float32)
    nothing = (np.zeros((1, *rest), np.float32) for rest in ((1,), (1, 7), (1, 2), (2, 6)))
    return np.average(pattern_scores([ScaledImage(1.0, image)], Detections(*row, *nothing))[0], axis=0, weights=weights)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn", [0, 20, 45, 77])
@pytest.mark.parametrize(("colour", "pips"), [(WHITE, BLACK), (BLACK, WHITE), (RED, WHITE), (BLACK, DARK_RED)])
def test_the_pattern_that_was_drawn_lies_best(
    value: int, turn: float, colour: tuple[int, int, int], pips: tuple[int, int, int]
) -> None:
    fits = of(draw([DrawnDie(value, 60, 60, 60, turn, colour, pips)], (120, 120)), 60, 60, 54)
    assert 1 + int(fits.argmax()) == value
    assert fits.max() > 0.7


def test_a_streak_of_white_light_does_not_hide_red_pips() -> None:
    image = draw([DrawnDie(5, 320, 240, 60, 15, BLACK, DARK_RED)])
    cv2.ellipse(image, (320, 240), (24, 20), 30, 0, 150, (250, 250, 250), 4, cv2.LINE_AA)
    assert 1 + int(of(image, 320, 240, 54).argmax()) == 5


@pytest.mark.parametrize("value", range(1, 7))
def test_light_that_falls_off_over_a_face_does_not_hide_what_differs_from_it(value: int) -> None:
    image = draw([DrawnDie(value, 320, 240, 60, 25, (150, 150, 150), (90, 90, 90))]).astype(np.float32)
    light = np.interp(np.arange(image.shape[1]), (290, 350), (0.26, 1.3))
    lit = np.clip(image * light[:, None], 0, 255).astype(np.uint8)
    assert 1 + int(of(lit, 320, 240, 54, (1, 0)).argmax()) == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_body_of_two_colours_does_not_hide_pips_of_a_third(value: int) -> None:
    image = draw([DrawnDie(value, 320, 240, 60, 25, (150, 90, 30), DARK_RED)])
    image[240:][(image[240:] == (150, 90, 30)).all(axis=-1)] = (35, 28, 25)
    assert 1 + int(of(image, 320, 240, 54, (0, 1)).argmax()) == value


def test_three_pips_of_a_four_are_no_two() -> None:
    image = draw([DrawnDie(4, 320, 240, 80)])
    cv2.rectangle(image, (290, 205), (312, 232), WHITE, cv2.FILLED)
    fits = of(image, 320, 240, 70)
    assert fits[3] > fits[1] + 0.02


@pytest.mark.parametrize("turn", [0, 20, 45, 77])
@pytest.mark.parametrize("apart", [0.36, 0.44, 0.52])
def test_two_large_pips_close_together_are_a_two(apart: float, turn: float) -> None:
    die = DrawnDie(1, 60, 60, 60, 0, BLACK, WHITE)
    image = draw([die], (120, 120))
    erase_pip(image, die, (0, 0))
    for end in (-1, 1):
        right, down = (end * apart / 2 * die.side * part(np.radians(turn)) for part in (np.cos, np.sin))
        middle = round(8 * (die.x + right)), round(8 * (die.y + down))
        cv2.circle(image, middle, round(8 * 0.12 * die.side), die.pips, cv2.FILLED, cv2.LINE_AA, 3)
    fits = of(image, 60, 60, 54)
    assert fits[1] == fits.max() > 0.7


def test_a_face_seen_aslant_keeps_its_pattern() -> None:
    image = draw([DrawnDie(6, 320, 240, 60, 33)])
    squeezed = np.asarray(cv2.resize(image, (640, 340), interpolation=cv2.INTER_AREA), np.uint8)
    assert 1 + int(of(squeezed, 320, 170, 54 * np.sqrt(340 / 480)).argmax()) == 6


def test_templates_are_halves_of_one_length_and_all_values_have_some() -> None:
    rows, values = templates()
    assert np.allclose(np.linalg.norm(rows, axis=1), np.sqrt(0.5), atol=1e-5)
    assert np.allclose(rows.mean(axis=1), 0, atol=1e-6)
    assert len(values) == len(PATTERNS) + 1
    assert all(value.stop > value.start for value in values)
    assert values[-1].stop == len(rows)


def test_no_faces_have_no_opinions() -> None:
    row = np.zeros(0, np.float32)
    nobody = Detections(row, row, row, *(np.zeros((0, *rest), np.float32) for rest in ((1,), (1, 7), (1, 2), (2, 6))))
    assert pattern_scores([ScaledImage(1.0, np.zeros((10, 10, 3), np.uint8))], nobody).shape == (0, 2, 6)


BLUE, BLACK, RED, WHITE = (150, 90, 30), (35, 28, 25), (40, 30, 120), (250, 250, 250)


@pytest.mark.parametrize(("body", "other", "pips"), [(BLUE, BLACK, RED), (BLACK, WHITE, RED), (BLUE, WHITE, BLACK)])
def test_pips_are_told_from_a_body_of_two_colours(
    body: tuple[int, int, int], other: tuple[int, int, int], pips: tuple[int, int, int]
) -> None:
    view = np.full((26, 26, 3), body, np.float32)
    view[:, 15:] = other
    where = np.zeros((26, 26), np.uint8)
    for x, y in ((7, 7), (19, 19), (13, 13)):
        cv2.circle(where, (x, y), 2, 1, cv2.FILLED)
    view[where > 0] = pips
    view += np.random.default_rng(1).normal(0, 3, view.shape)
    (maps,) = cluster_colours(np.clip(view, 0, 255)[None], np.ones((26, 26), np.bool_))
    assert maps.sum(axis=0) == pytest.approx(255, abs=0.1)
    correlation = [float(np.corrcoef(m.ravel(), where.ravel())[0, 1]) for m in maps]
    assert max(correlation) > 0.9


def test_one_colour_alone_is_no_error() -> None:
    maps = cluster_colours(np.full((1, 26, 26, 3), 90, np.float32), np.ones((26, 26), np.bool_))
    assert np.isfinite(maps).all()
