"""Pips found, and faces made of them, on drawn dice whose places are known."""

import numpy as np
import pytest

from tests.vision.drawn_dice import SPOTS, DrawnDie, draw
from vision.patterns import PATTERNS, Face, askance, diagonals, neighbours, quads, settle_tilt, shape_of, tilt_of
from vision.pips import Floats, Pips, find_pips


def true_pips(die: DrawnDie) -> Floats:
    angle = np.radians(die.turn)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(np.array(SPOTS[die.value]) * 0.25 @ turn.T * die.side + (die.x, die.y), np.float32)


def pips_of(*places: tuple[float, float], radius: float = 4.0) -> Pips:
    n = len(places)
    one = np.ones(n, np.float32)
    return Pips(
        np.array(places, np.float32).reshape(n, 2),
        np.repeat(np.eye(2, dtype=np.float32)[None] * radius**2, n, axis=0),
        radius * one,
        np.zeros((n, 3), np.float32),
        np.full((n, 3), 230, np.float32),
        398 * one,
        0 * one,
        0 * one,
    )


def faces_of(pips: Pips) -> list[Face]:
    near = neighbours(pips)
    return quads(pips, near) + diagonals(pips, near, np.zeros(2, np.float32), 1.0)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("side", [24, 60, 240])
def test_every_pip_is_found_where_it_is(value: int, side: float) -> None:
    die = DrawnDie(value, 200.3, 150.6, side, 25)
    pips = find_pips(draw([die], (400, 300)))
    for place in true_pips(die):
        gap = np.linalg.norm(pips.centre - place, axis=1)
        nearest = gap.argmin()
        assert gap[nearest] < 0.012 * side + 0.3
        assert pips.radius[nearest] == pytest.approx(0.1 * side, rel=0.15, abs=0.6)


def test_an_ellipse_keeps_its_axes() -> None:
    picture = draw([DrawnDie(1, 200, 150, 120)], (400, 300), noise=0.0)
    stretched = np.repeat(picture, 2, axis=1)
    pips = find_pips(np.ascontiguousarray(stretched))
    nearest = int(np.linalg.norm(pips.centre - (400, 150), axis=1).argmin())
    assert tilt_of(pips.shape)[nearest] == pytest.approx((np.log(2), 0), abs=0.12)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("turn", [0, 30, 77])
def test_the_pattern_of_each_value_is_among_the_faces(value: int, turn: float) -> None:
    die = DrawnDie(value, 100, 100, 60, turn)
    found = [face for face in faces_of(pips_of(*map(tuple, true_pips(die).tolist()))) if len(face.members) == value]
    assert {face.value for face in found} == {value}
    face = found[0]
    assert face.complete
    assert face.misfit < 0.01
    assert face.centre == pytest.approx((100, 100), abs=0.1)
    assert abs(np.linalg.det(face.frame)) ** 0.5 == pytest.approx(15, abs=0.2)


def test_five_pips_of_a_six_make_no_whole_face_of_four_or_five() -> None:
    six = true_pips(DrawnDie(6, 100, 100, 60)).tolist()
    for lost in range(6):
        left = [tuple(place) for n, place in enumerate(six) if n != lost]
        assert not any(face.complete and len(face.members) == 5 for face in faces_of(pips_of(*left)))


def test_unlike_pips_make_no_face() -> None:
    pips = pips_of(*map(tuple, true_pips(DrawnDie(4, 100, 100, 60)).tolist()))
    pips.contrast[2] = 120
    assert not any(len(face.members) == 4 for face in faces_of(pips))


def test_few_pips_make_no_faces() -> None:
    for n in range(2):
        assert faces_of(pips_of(*[(10.0 * k, 5.0) for k in range(n)])) == []


def test_patterns_have_as_many_pips_as_their_value() -> None:
    assert {value: len(set(pattern)) for value, pattern in PATTERNS.items()} == {n: n for n in range(1, 7)}


@pytest.mark.parametrize("tilt", [(0.0, 0.0), (0.4, 0.0), (-0.3, 0.5), (0.0, -1.0)])
def test_a_shape_has_the_tilt_that_it_was_made_of(tilt: tuple[float, float]) -> None:
    root = shape_of(np.array(tilt, np.float32))
    assert np.linalg.det(root) == pytest.approx(1, abs=1e-5)
    angle = 0.7
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turned = root @ turn
    assert tilt_of((9 * turned @ turned.T)[None])[0] == pytest.approx(tilt, abs=1e-4)


def test_small_pips_lean_on_the_scene_and_large_ones_on_themselves() -> None:
    own, scene = np.array([0.6, 0.0], np.float32), np.array([0.0, 0.0], np.float32)
    small, large = (float(settle_tilt(own, radius, scene, 1.0)[0]) for radius in (1.5, 12.0))
    assert small < 0.1
    assert large > 0.25


def test_an_upright_camera_sees_planes_wider_than_high() -> None:
    assert askance(np.array([0.5, 0.0], np.float32)) == 0
    assert askance(np.array([-0.5, 0.0], np.float32)) == 0.5
