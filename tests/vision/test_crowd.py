"""Faces beside each other: the plane and the size they share, and sides told from tops."""

from functools import cache

import numpy as np
import pytest

from tests.vision.drawn_dice import DrawnDie, draw
from vision.crowd import believe, contested, describe_scene, gather, hopeful, select
from vision.free import propose
from vision.judge import Candidate

DICE = [
    DrawnDie(4, 120, 100, 60, 15),
    DrawnDie(5, 300, 110, 60, 40),
    DrawnDie(6, 480, 130, 60, 70),
    DrawnDie(2, 200, 300, 60, 5),
    DrawnDie(3, 400, 320, 60, 55),
]


@cache
def seen(height: float) -> tuple[Candidate, ...]:
    """Return the candidates of the dice with the picture made lower, as by a slanting view."""
    picture = draw(DICE)
    rows = np.linspace(0, len(picture) - 1, round(len(picture) * height)).round().astype(int)
    return tuple(hopeful(propose(np.ascontiguousarray(picture[rows]))))


@pytest.mark.parametrize("height", [1.0, 0.8, 0.65])
def test_the_scene_has_the_tilt_and_the_size_of_its_dice(height: float) -> None:
    candidates = seen(height)
    crowd = gather(candidates)
    scene = describe_scene(crowd, believe(crowd))
    assert scene.tilt == pytest.approx((-np.log(height), 0), abs=0.08)
    assert scene.side == pytest.approx(60 * height**0.5, rel=0.1)
    assert scene.known > 0.8


@pytest.mark.parametrize("height", [1.0, 0.8])
def test_the_faces_taken_are_those_that_were_drawn(height: float) -> None:
    candidates = seen(height)
    crowd = gather(candidates)
    taken = select(crowd, believe(crowd), 0.6)
    assert sorted(candidates[n].face.value for n in taken) == [2, 3, 4, 5, 6]


def test_no_two_faces_taken_share_a_pip_or_a_place() -> None:
    candidates = seen(1.0)
    crowd = gather(candidates)
    taken = select(crowd, np.ones(len(candidates), np.float32), 0.5)
    for n in taken:
        for m in taken:
            assert n == m or not (crowd.clash[n, m] or crowd.shared[n, m])


def test_pairs_are_the_same_from_both_sides() -> None:
    crowd = gather(seen(1.0))
    assert np.array_equal(crowd.clash, crowd.clash.T)
    assert np.array_equal(crowd.touching, crowd.touching.T)
    assert np.allclose(crowd.drop, -crowd.drop.T, atol=1e-5)
    for n, c in enumerate(crowd.candidates):
        for m, other in enumerate(crowd.candidates):
            assert crowd.shared[n, m] == bool(set(c.face.members) & set(other.face.members))


def test_dice_apart_are_not_contested_and_a_side_under_its_top_is() -> None:
    candidates = seen(0.65)
    crowd = gather(candidates)
    belief = believe(crowd)
    for n in select(crowd, belief, 0.6):
        assert contested(crowd, belief)[n] < 0.25
    above, below = DrawnDie(4, 200, 150, 60), DrawnDie(5, 200, 210, 60)
    picture = draw([above, below], (400, 340))
    rows = np.linspace(0, 339, 221).round().astype(int)
    stacked = hopeful(propose(np.ascontiguousarray(picture[rows])))
    crowd = gather(stacked)
    belief = np.array([float(c.face.value in {4, 5} and c.face.complete) for c in stacked], np.float32)
    rivals = contested(crowd, belief)
    lower = [n for n, c in enumerate(stacked) if c.face.value == 5 and abs(c.face.centre[1] - 210 * 0.65) < 5]
    assert lower
    assert all(rivals[n] == 1 for n in lower)
