"""Which dice lean, and where several faces of one are seen, against cubes in space."""

import math

import numpy as np
import pytest

from tools.train.cubes import PinholeCamera, compute_turn
from vision.photograph.merged_scales import Detections
from vision.photograph.net import Floats
from vision.photograph.pose import NOISE, find_second_faces, lean, mean_down, side_faces
from vision.photograph.second_look import Looks

SIZE = (800, 600)
FLAT = np.eye(3)


def camera(tilt: float) -> PinholeCamera:
    """Return a camera 20 sides from the table's middle, ``tilt`` degrees from straight above."""
    c, s = math.cos(math.radians(180 - tilt)), math.sin(math.radians(180 - tilt))
    turn = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    return PinholeCamera(turn, -turn.T @ [0, 0, 20], 900.0, np.array([400.0, 300.0]))


def corners(axis: int, sign: int) -> np.ndarray:
    """Return the corners (4, 3) of the face across ``axis`` of a cube of half side 1."""
    around = np.insert([[-1, -1], [1, -1], [1, 1], [-1, 1]], axis, sign, axis=1)
    return np.asarray(around, np.float64)


def see(view: PinholeCamera, place: tuple[float, float], turn: np.ndarray, axis: int = 2, sign: int = 1) -> list[float]:
    """Return x, y, side and ``down`` of a face of a die at a ``place`` on the table, as a faultless net tells them."""
    middle = np.array([*place, 0.5])
    face, far = (view.project(corners(axis, way) / 2 @ turn.T + middle) for way in (sign, -sign))
    side = math.sqrt(abs(np.linalg.det([face[2] - face[0], face[3] - face[1]])) / 2)
    return [*face.mean(axis=0), side, *((far.mean(axis=0) - face.mean(axis=0)) / side)]


def detections(rows: list[list[float]]) -> Detections:
    x, y, side, *down = np.array(rows, np.float32).T
    count = len(rows)
    heat, values, fits = (np.zeros((count, *shape), np.float32) for shape in ((1,), (1, 7), (2, 6)))
    return Detections(x, y, side, heat, values, np.stack(down, axis=-1)[:, None], fits)


def find_lean(faces: Detections, weight: Floats) -> tuple[Floats, Floats]:
    return lean(faces, mean_down(faces), NOISE, weight, SIZE)


def places(rng: np.random.Generator, count: int) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in rng.uniform((-7, -4), (7, 4), (count, 2))]


@pytest.mark.parametrize("tilt", [0, 25, 50])
def test_dice_that_lie_flat_agree_all_over_the_picture(tilt: float) -> None:
    rng = np.random.default_rng(1)
    rows = [see(camera(tilt), place, compute_turn(float(rng.uniform(0, 6)))) for place in places(rng, 6)]
    off, known = find_lean(detections(rows), np.ones(6, np.float32))
    assert off.max() < 2.5
    assert known.min() > 0.6


@pytest.mark.parametrize("tilt", [0, 25, 50])
@pytest.mark.parametrize("towards", [0.0, 1.6, 3.1, 4.7])
def test_a_die_that_leans_by_thirty_degrees_differs_from_the_others(tilt: float, towards: float) -> None:
    rng = np.random.default_rng(2)
    rows = [see(camera(tilt), place, compute_turn(1.0)) for place in places(rng, 4)]
    rows.append(see(camera(tilt), (1.0, 1.0), compute_turn(1.0, math.radians(30), towards)))
    weight = np.array([1, 1, 1, 1, 0.5], np.float32)
    off, _ = find_lean(detections(rows), weight)
    assert off.argmax() == 4
    assert off[4] > 2.5


@pytest.mark.parametrize("times", [1, 2])
def test_of_a_die_alone_nothing_is_known_however_often_it_is_found(times: int) -> None:
    off, known = find_lean(detections([see(camera(30), (0, 0), FLAT)] * times), np.ones(times, np.float32))
    assert known.max() < 0.05
    assert off.max() < 2


@pytest.mark.parametrize(("tilt", "found"), [(50, True), (15, False)])
def test_the_side_face_of_a_die_is_found_and_a_die_below_another_is_none(tilt: float, found: bool) -> None:
    view = camera(tilt)
    top = see(view, (0, 0), FLAT)
    # From a steep tilt on the front face is seen; a die before another is no side of it.
    front = see(view, (0, 0), FLAT, 1, 1 if view.eye[1] > 0 else -1)
    before = see(view, (0, 1.2 if view.eye[1] > 0 else -1.2), FLAT)
    rows = detections([top, front if found else before])
    assert side_faces(rows, np.array([True, False])).tolist() == [False, found]
    assert not side_faces(rows, np.array([False, False])).any()


@pytest.mark.parametrize(
    ("vectors", "apart", "second"),
    [
        (((0.0, 0.3), (0.1, -0.3)), 1.0, True),
        (((0.0, 0.3), (0.1, 0.3)), 1.0, False),  # two dice in a row
        (((0.0, 0.1), (0.0, -0.1)), 1.0, False),  # two dice from above
        (((0.0, -0.3), (0.0, 0.3)), 1.0, False),
        (((0.3, 0.0), (-0.3, 0.0)), 1.0, False),
        (((0.0, 0.3), (0.1, -0.3)), 1.2, False),
        (((np.nan, np.nan), (0.1, -0.3)), 1.0, False),
    ],
)
def test_vectors_of_two_faces_of_one_die_run_towards_each_other(
    vectors: tuple[tuple[float, float], tuple[float, float]], apart: float, second: bool
) -> None:
    x, y, side = (np.array(part, np.float32) for part in ((400, 400), (300, 300 + 60 * apart), (60, 60)))
    evidence = (np.zeros((2, *shape), np.float32) for shape in ((1,), (1, 7), (1, 2), (2, 6)))
    faces = Detections(x, y, side, *evidence)
    kinds, values, off = (np.zeros((2, wide), np.float32) for wide in (3, 6, 2))
    looks = Looks(kinds, values, off, np.array(vectors, np.float32))
    for sure in ((0.99, 0.95), (0.95, 0.99)):
        found = find_second_faces(faces, looks, np.array(sure, np.float32))
        assert found.tolist() == [second and (n == 1 or sure[n] == 0.95) for n in (0, 1)]  # the lower one always


def test_nothing_has_no_pose() -> None:
    nothing = detections([[0.0] * 5])[np.zeros(0, np.intp)]
    assert mean_down(nothing).shape == (0, 2)
    assert not len(side_faces(nothing, np.zeros(0, np.bool_)))
