import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tools.path_traced.__main__ import label, poses
from tools.path_traced.bodies import distance
from tools.path_traced.layout import COVERED, HEIGHT, LARGEST, SMALLEST, WIDTH, TableLayout, layouts, measure_side
from vision.evaluation.labels import load_labels


@pytest.fixture(scope="module")
def scenes() -> list[TableLayout]:
    return list(layouts(5, 36, 0.2))


def test_a_share_of_the_dice_leans(scenes: list[TableLayout]) -> None:
    dice = [die for scene in scenes for die in scene.dice]
    assert 0.14 < np.mean([die.leans for die in dice]) < 0.26
    assert {len(scene.dice) for scene in scenes} == {2, 3, 4, 5, 6}


def test_upright_dice_are_to_be_read_by_construction(scenes: list[TableLayout]) -> None:
    for scene in scenes:
        for number, die in enumerate(scene.dice):
            assert SMALLEST <= measure_side(scene.view, die) <= LARGEST
            if not die.leans:
                assert die.lean == pytest.approx(0, abs=1e-4)
                assert scene.covered(number) <= COVERED


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
