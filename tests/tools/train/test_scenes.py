"""Drawn scenes: what they say of themselves is what others see in them."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tools.train.cubes import Cube, compute_turn, random_camera, random_lamp, render_cube
from tools.train.faces import NEEDED, SPOTS, TOP, random_die_look, strip
from tools.train.labels import UNREADABLE, LabelledFace
from tools.train.scenes import DiePlacement, layout, scene
from tools.train.surfaces import make_tiles
from tools.train.view import CropTruth
from vision.pictures import Image

TILES = make_tiles()
SIZE = 256
TURNS = (np.array([1, 1]), np.array([1, -1]))


@cache
def _scene(seed: int) -> tuple[Image, CropTruth]:
    """Return the scene of a seed, drawn once for all tests."""
    return scene(np.random.default_rng(seed), SIZE, TILES)


def test_scenes_are_pictures_with_faces_of_all_kinds_and_some_are_empty() -> None:
    values, empty, unknown = set(), 0, 0
    for seed in range(24):
        picture, truth = _scene(seed)
        assert picture.shape == (SIZE, SIZE, 3)
        assert picture.dtype == np.uint8
        values |= {face.value for face in truth.faces}
        empty += not truth.faces and not truth.ignore
        unknown += bool(truth.ignore)
        for face in truth.faces:
            assert -0.1 * SIZE < min(face.x, face.y) < max(face.x, face.y) < 1.1 * SIZE
            assert 1 < face.side < 400
        for box in truth.ignore:
            assert 0 <= box[0] < box[2] <= SIZE
            assert 0 <= box[1] < box[3] <= SIZE
    assert values == {UNREADABLE, 1, 2, 3, 4, 5, 6}
    assert empty
    assert unknown >= 4


def _spots(picture: Image, face: LabelledFace) -> int:
    """Return how many round spots of a pip's size stand out from the colour of a face: no more than a blob detector."""
    grow, wide = 60 / face.side, 72
    matrix = np.array([[grow, 0, wide / 2 - face.x * grow], [0, grow, wide / 2 - face.y * grow]])
    view = np.asarray(cv2.warpAffine(picture, matrix, (wide, wide), flags=cv2.INTER_CUBIC), np.float32)
    far = np.hypot(*np.meshgrid(*(np.arange(wide) - wide / 2,) * 2))
    apart = np.abs(view - np.median(view[far < 28], axis=0)).max(axis=2)
    level, _ = cv2.threshold(apart[far < 28].astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
    marked = ((apart > level) & (far < 34)).astype(np.uint8)
    _, _, measures, middles = cv2.connectedComponentsWithStats(marked)
    _, _, width, height, area = np.asarray(measures)[1:].T
    round_ = (area > 0.55 * width * height) & (np.maximum(width, height) < 1.7 * np.minimum(width, height))
    near = np.hypot(*(np.asarray(middles)[1:] - wide / 2).T) < 30
    return int((round_ & near & (area > 25) & (area < 400)).sum())


def test_as_many_spots_are_seen_as_pips_were_drawn() -> None:
    agreed = total = 0
    for seed in range(24):
        picture, truth = _scene(seed)
        for face in truth.faces:
            inside = min(face.x, face.y, SIZE - face.x, SIZE - face.y) > 0.6 * face.side
            if face.side > 36 and face.value != UNREADABLE and inside:
                total += 1
                agreed += _spots(picture, face) == face.value
    assert total > 9
    # Chance would be a fifth; the sides of leaning views, glare, marble and shadows fool so simple an eye.
    assert agreed > 0.5 * total


@pytest.mark.parametrize("seeds", [range(300, 320), pytest.param(range(150, 1500), marks=pytest.mark.soak)])
def test_a_face_of_which_the_edge_hides_a_pip_is_never_asked_for(seeds: Sequence[int]) -> None:
    """A square turned by any angle has its pips' centres 0.25 of its side from both of its own centre lines."""
    near = {UNREADABLE: 0, 6: 0}
    for seed in seeds:
        _, truth = scene(np.random.default_rng(seed), SIZE, TILES)
        for face in truth.faces:
            inside = min(face.x, face.y, SIZE - face.x, SIZE - face.y) / face.side
            assert inside >= 0
            near[UNREADABLE if face.value == UNREADABLE else 6] += inside < 0.5
            # Seen aslant a face is narrower one way than the root of its area.
            assert inside > 0.2 or face.value == UNREADABLE
    assert near[UNREADABLE] > len(seeds) / 15
    assert near[6] > len(seeds) / 30


@pytest.mark.parametrize(("scenes", "most"), [(15, 0.04), pytest.param(120, 0.02, marks=pytest.mark.check)])
def test_dice_drawn_into_a_photograph_cover_its_own_or_leave_them_to_be_seen(scenes: int, most: float) -> None:
    """Black squares on white stand for the dice of the photograph: whatever was laid on one changes it."""
    base = np.full((SIZE, SIZE, 3), 250, np.uint8)
    own = tuple(LabelledFace(x + 0.5, y + 0.5, 20, 3) for x in range(20, 256, 40) for y in range(20, 256, 40))
    for face in own:
        base[int(face.y) - 8 : int(face.y) + 9, int(face.x) - 8 : int(face.x) + 9] = 0
    before = base.copy()
    kept = lost = changed = 0
    for seed in range(180, 180 + scenes):
        picture, truth = scene(np.random.default_rng(seed), SIZE, TILES, (base, CropTruth(own, ((0, 0, 5, 5),))))
        assert (0, 0, 5, 5) in truth.ignore
        assert picture.shape == base.shape
        for face in own:
            if face in truth.faces:
                inner = picture[int(face.y) - 6 : int(face.y) + 7, int(face.x) - 6 : int(face.x) + 7].astype(int)
                kept, changed = kept + 1, changed + (np.ptp(inner, axis=(0, 1)).max() > 30)
            else:
                lost += 1
                assert any(b[0] <= face.x <= b[2] and b[1] <= face.y <= b[3] for b in truth.ignore)
    assert np.array_equal(base, before)
    # Glare on the table and deep shadows reach a few.
    assert kept > 10 * scenes
    assert lost > 8
    assert changed < most * kept


@pytest.mark.parametrize("side", [15.0, 40.0, 70.0])
def test_a_camera_sees_the_table_under_its_pixels_and_a_die_in_as_many_as_it_is_asked_for(side: float) -> None:
    rng = np.random.default_rng(5)
    for _ in range(14):
        camera = random_camera(rng, SIZE, side)
        pixels = rng.uniform(0, SIZE, (20, 2))
        table = camera.on_table(pixels)
        assert table[:, 2] == pytest.approx(0, abs=1e-9)
        assert camera.project(table) == pytest.approx(pixels, abs=1e-6)
        assert camera.eye[2] > 0
        assert camera.turn @ camera.turn.T == pytest.approx(np.eye(3), abs=1e-9)
        seen = camera.project(np.array([[0.0, 0, 0], [0.5, 0, 0], [-0.5, 0, 0], [0, 0.5, 0], [0, -0.5, 0]]))
        assert seen[0] == pytest.approx((SIZE / 2, SIZE / 2))
        assert 0.65 * side < max(math.dist(seen[1], seen[2]), math.dist(seen[3], seen[4])) < 1.35 * side


def _cube(*, rounding: float) -> Cube:
    strip = np.repeat(np.repeat(np.arange(6, dtype=np.uint8)[None, :, None] * 40 + 30, 32, axis=1), 32, axis=0)
    return Cube(np.eye(3), np.array([0, 0, 0.5]), 0.5, np.repeat(strip, 3, axis=2), rounding, 2.0, 1.0, 0.0)


def test_the_cover_of_a_cube_is_the_hull_of_its_corners() -> None:
    rng = np.random.default_rng(7)
    for _ in range(10):
        camera, lamp = random_camera(rng, SIZE, 50), random_lamp(rng)
        cube = _cube(rounding=0.02)
        view = render_cube(cube, camera, lamp, SIZE)
        assert view is not None
        hull = cv2.convexHull(camera.project(cube.corners).astype(np.float32))
        assert float(view.cover.sum()) == pytest.approx(float(cv2.contourArea(hull)), rel=0.06)
        top = cv2.convexHull(camera.project(cube.top).astype(np.float32))
        assert float(view.top.sum()) == pytest.approx(float(cv2.contourArea(top)), rel=0.1)
        rows, columns = np.nonzero(view.top)
        middle = camera.project(cube.top).mean(axis=0)
        assert columns.mean() + view.columns.start == pytest.approx(middle[0], abs=1.0)
        assert rows.mean() + view.rows.start == pytest.approx(middle[1], abs=1.0)


def test_a_cube_outside_the_picture_is_not_seen() -> None:
    camera, lamp = random_camera(np.random.default_rng(1), SIZE, 20), random_lamp(np.random.default_rng(1))
    far = camera.on_table(np.array([[-3.0 * SIZE, SIZE / 2]]))[0]
    cube = Cube(np.eye(3), far + np.array([0, 0, 0.5]), 0.5, np.zeros((16, 96, 3), np.uint8), 0.1, 2.0, 1.0, 0.0)
    assert render_cube(cube, camera, lamp, SIZE) is None


def test_a_leaning_die_leans_as_far_as_it_says() -> None:
    for lean in (0.0, 0.3, 0.7):
        turn = compute_turn(1.1, lean, 2.2)
        assert math.acos(min(1.0, turn[2, 2])) == pytest.approx(lean, abs=1e-6)
        assert np.linalg.det(turn) == pytest.approx(1)


def test_dice_of_a_layout_stand_beside_each_other() -> None:
    touching = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        camera = random_camera(rng, SIZE, 30)
        flat = [pose for pose in layout(rng, camera, SIZE, 30) if pose.foot == 0]
        for n, one in enumerate(flat):
            for other in flat[:n]:
                common = _common(one, other)
                assert common < 0.06 * min(one.size, other.size) ** 2
                touching += math.hypot(one.x - other.x, one.y - other.y) < 1.1
    assert touching > 20


def _common(one: DiePlacement, other: DiePlacement) -> float:
    """Return the area that the feet of two dice share, by OpenCV's polygons."""
    squares = []
    for pose in (one, other):
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * pose.size / 2
        c, s = math.cos(pose.spin), math.sin(pose.spin)
        squares.append((square @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)).astype(np.float32))
    return float(cv2.intersectConvexConvex(squares[0], squares[1])[0])


@pytest.mark.parametrize("value", sorted(NEEDED))
def test_a_face_that_lost_a_pip_is_no_other_face(value: int) -> None:
    spots = np.array(SPOTS[value])
    whole = [frozenset(map(tuple, (turn * np.array(other)).tolist())) for other in SPOTS.values() for turn in TURNS]
    for lost in NEEDED[value]:
        assert frozenset(map(tuple, np.delete(spots, lost, axis=0).tolist())) not in whole
    rng = np.random.default_rng(value)
    look = replace(random_die_look(rng), opacity=1.0, grain=0.0, speckle=0.0, disc=0.0)
    order = [*[n for n in range(1, 7) if n != value][:4], value, 7 - value]
    pair = [
        strip(np.random.default_rng(1), look, order, [None] * 6, pixels=96, tile=TILES.clouds, lost=lost)
        for lost in (None, NEEDED[value][0])
    ]
    changed = np.flatnonzero((pair[0] != pair[1]).any(axis=(0, 2)))
    assert len(changed)
    assert set((changed // 96).tolist()) == {TOP}
