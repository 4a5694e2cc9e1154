"""What a scene is made of, which needs no Blender: bodies, dice, looks, layouts, and dice that lean."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tools.path_traced.__main__ import expose_picture, label, poses
from tools.path_traced.bodies import box, distance, intersect
from tools.path_traced.dice import PipShape, PosedDie, any_die, die_mesh
from tools.path_traced.layout import COVERED, HEIGHT, LARGEST, SMALLEST, WIDTH, TableLayout, layouts, measure_side
from tools.path_traced.leaning import PROP_KINDS, PropKind, lean_die, put_against, tilt_die
from vision.evaluation.labels import load_labels


def test_distance_is_below_zero_where_bodies_overlap() -> None:
    one = box([2, 2, 2])
    assert distance(one, one.move(np.eye(3), (1.5, 0, 0))) == pytest.approx(-0.5)
    assert distance(one, one.move(np.eye(3), (2.5, 0, 0))) == pytest.approx(0.5)


def test_common_is_what_lies_in_both() -> None:
    corners = intersect(box([2, 2, 2]), box([2, 2, 2]).move(np.eye(3), (1, 1, 1)))
    assert corners.min(axis=0) == pytest.approx([0, 0, 1])
    assert corners.max(axis=0) == pytest.approx([1, 1, 2])


def test_a_body_hides_what_is_behind_it_or_within() -> None:
    points = np.array([[0, 0, 0.5], [0, 0, 3.0], [5, 0, 0.5], [0, 0, -1]])
    assert box([2, 2, 2]).hides(points, np.array([0.0, 0, 10])).tolist() == [True, False, False, True]


DIE = PosedDie(16.0, 0.1, np.eye(3), np.array([0, 0, 8.0]), (1, 6, 2, 5, 3, 4), (0, 1, 0, 1, 0, 1))


def test_the_surface_is_closed_and_looks_outwards() -> None:
    mesh = die_mesh(DIE, PipShape(0.25, 0.09, 0.03), 40)
    edges = np.concatenate([mesh.quads[:, [n, (n + 1) % 4]] for n in range(4)])
    assert len({tuple(edge) for edge in edges.tolist()}) == len(edges)
    assert {tuple(edge) for edge in edges.tolist()} == {tuple(edge) for edge in edges[:, ::-1].tolist()}
    a, b, c, d = (mesh.points[mesh.quads[:, n]] for n in range(4))
    volume = float((np.cross(c - a, d - b) / 2 * (a + b + c + d) / 4).sum()) / 3
    assert 0.93 * 16**3 < volume < 0.98 * 16**3


def test_pips_are_sunk_and_edges_are_round() -> None:
    sunk, painted = (die_mesh(DIE, PipShape(0.25, 0.09, depth), 60) for depth in (0.03, 0.0))
    top = (sunk.values == 3) & (np.hypot(*sunk.points[:, :2].T) < 0.5)
    assert sunk.points[top, 2].min() == pytest.approx(16 * (0.5 - 0.03), abs=0.02)
    assert np.abs(painted.points).max() == pytest.approx(8)
    assert np.linalg.norm(painted.points, axis=1).max() == pytest.approx(16 * (0.4 * np.sqrt(3) + 0.1), abs=0.05)


def test_each_face_has_as_many_pips_as_its_value() -> None:
    mesh = die_mesh(DIE, PipShape(0.25, 0.09, 0.0), 100)
    inside = np.array([(mesh.outside[mesh.values == value] < 0).sum() for value in range(1, 7)])
    assert inside / inside[0] == pytest.approx([1, 2, 3, 4, 5, 6], rel=0.05)


def test_the_pip_of_a_one_may_be_larger() -> None:
    pips = PipShape(0.25, 0.08, 0.0, 1.5)
    assert pips.radius_of(1) == pytest.approx(0.12)
    assert pips.radius_of(2) == pytest.approx(0.08)
    assert pips.places(2, 0).tolist() != pips.places(2, 1).tolist()


def test_an_exposure_is_neither_dark_nor_burnt() -> None:
    random = np.random.default_rng(1)
    light = np.asarray(np.linspace(0.001, 0.02, 90_000).reshape(150, 200, 3), np.float32)
    for strength in (1, 1000):
        photo = expose_picture(random, light * np.float32(strength))
        assert photo.shape == (150, 200, 3)
        assert 60 < photo.mean() < 200
        assert (photo == 255).mean() < 0.1


@pytest.fixture(scope="module")
def scenes() -> list[TableLayout]:
    return list(layouts(5, 36, 0.2))


def test_upright_dice_are_to_be_read_by_construction(scenes: list[TableLayout]) -> None:
    for scene in scenes:
        for number, die in enumerate(scene.dice):
            assert SMALLEST <= measure_side(scene.view, die) <= LARGEST
            if not die.leans:
                assert die.lean == pytest.approx(0, abs=1e-4)
                assert scene.measure_cover(number) <= COVERED


def test_nothing_stands_within_something_else(scenes: list[TableLayout]) -> None:
    for scene in scenes:
        bodies = [die.body for die in scene.dice]
        rest = [body for prop in scene.props for body in prop.bodies]
        pairs = [*combinations(bodies, 2), *((body, other) for body in bodies for other in rest)]
        assert all(distance(one, other) > -0.01 for one, other in pairs)


def test_a_scene_depends_on_seed_and_number_alone(scenes: list[TableLayout]) -> None:
    again, other = list(layouts(5, 3, 0.2)), list(layouts(6, 3, 0.2))
    for n, scene in enumerate(again):
        assert poses(scene, "a") == poses(scenes[n], "a")
        assert poses(scene, "a") != poses(other[n], "a")


def test_labels_give_upright_dice_a_value_and_leaning_ones_none(scenes: list[TableLayout], tmp_path: Path) -> None:
    lines = [json.dumps(label(scene, f"{n}.jpg", "seed 5")) for n, scene in enumerate(scenes)]
    (tmp_path / "labels.jsonl").write_text("\n".join(lines), encoding="utf-8")
    for read, scene in zip(load_labels(tmp_path), scenes, strict=True):
        assert list(read.values) == sorted(die.value for die in scene.dice if not die.leans)
        assert [odd.what for odd in read.odd] == ["cocked" for die in scene.dice if die.leans]
        assert all(0 < b[0] < b[2] < WIDTH and 0 < b[1] < b[3] < HEIGHT for b, _ in read.boxes or ())


def test_poses_tell_where_the_top_face_is_and_which_way_is_up(scenes: list[TableLayout]) -> None:
    for scene in scenes:
        for told, die in zip(poses(scene, "a")["dice"], scene.dice, strict=True):
            x0, y0, x1, y1 = told["box"]
            middle = np.mean(told["top"], axis=0)
            assert x0 < middle[0] < x1
            assert y0 < middle[1] < y1
            assert told["leans"] == die.leans
            assert told["value"] == die.value
            below = middle - told["up"]
            assert x0 - 1 < below[0] < x1 + 1
            assert y0 - 1 < below[1] < y1 + 1


BOARD = (box([8, 200, 60]).move(np.eye(3), (104, 0, 0)),)


@pytest.mark.parametrize("kind", PROP_KINDS)
def test_a_leaning_die_stands_on_the_table_and_touches_what_it_leans_on(kind: PropKind) -> None:
    random = np.random.default_rng(3)
    for _ in range(6):
        group = lean_die(random, kind, 16.0, 0.1)
        die, supports = group.dice[0], group.bodies[1:]
        assert die.leans
        assert 9 < die.lean < 51
        assert die.body.lowest == pytest.approx(0, abs=1e-6)
        assert min(distance(die.body, support) for support in supports) == pytest.approx(0, abs=1e-6)
        assert not any(other.leans for other in group.dice[1:])


@pytest.mark.parametrize("lean", [20, 45])
def test_a_tilted_die_leans_by_its_angle(lean: float) -> None:
    random = np.random.default_rng(1)
    for skew in (0.0, 45.0):
        assert tilt_die(any_die(random, 16.0, 0.08), lean, skew).lean == pytest.approx(lean)


def test_a_die_slides_down_a_wall_if_it_leans_too_little() -> None:
    die = any_die(np.random.default_rng(1), 16.0, 0.08)
    assert put_against(tilt_die(die, 5, 0), BOARD) is None
    steep = put_against(tilt_die(die, 40, 0), BOARD)
    assert steep is not None
    assert steep.lean == pytest.approx(40)
    assert put_against(tilt_die(die, 40, 30), BOARD) is None, "it does not stand on a corner"


def test_a_die_does_not_rest_on_an_edge_beside_its_middle() -> None:
    die = tilt_die(any_die(np.random.default_rng(1), 16.0, 0.08), 20, 0)
    narrow = box([8, 6, 4])
    assert put_against(die, (narrow.move(np.eye(3), (104, 0, 0)),)) is not None
    # Low, it would bear the die between its foot and its middle.
    assert put_against(die, (box([8, 6, 1]).move(np.eye(3), (104, 0, 0)),)) is None


def test_opposite_faces_sum_to_seven() -> None:
    random = np.random.default_rng(2)
    dice = [any_die(random, 16.0, 0.08) for _ in range(60)]
    assert {die.values[n] + die.values[n + 1] for die in dice for n in (0, 2, 4)} == {7}
    assert {die.value for die in dice} == {1, 2, 3, 4, 5, 6}
    assert all(np.linalg.det(die.turn) == pytest.approx(1) and die.lean == 0 for die in dice)
