from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("bpy", reason="rendering needs Blender: make add EXTRA=train")

from tools.odd_things.view import PhotoView
from tools.path_traced.__main__ import write
from tools.path_traced.dice import PipShape, any_die
from tools.path_traced.layout import HEIGHT, WIDTH, TableLayout, measure_box
from tools.path_traced.looks import DieFinish, LightLook, SceneLook, SurfaceLook
from tools.path_traced.render import render_scene
from vision.evaluation.labels import load_labels

pytestmark = pytest.mark.check


def test_a_die_is_seen_in_its_box() -> None:
    view = PhotoView.over((WIDTH, HEIGHT), 900.0, 260.0, (50.0, 30.0, 8.0))
    die = any_die(np.random.default_rng(2), 16.0, 0.1).move(np.eye(3), (12, -9, 0))
    white, black = (0.9, 0.9, 0.9), (0.0, 0.0, 0.0)
    look = SceneLook(
        (DieFinish("plastic", white, white, white, white, 0.5, PipShape(0.25, 0.09, 0.0)),),
        SurfaceLook("plain", black, black, 1.0, 1.0),
        LightLook("area", 75.0, 20.0, 400.0, 0.0, 0.5, 1),
        (),
        0.0,
    )
    light = render_scene(TableLayout((die,), (), view), look, 4, 1)
    assert light.shape == (HEIGHT, WIDTH, 3)
    rows, columns = np.nonzero(light.mean(axis=2) > 0.12)
    seen = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert seen == pytest.approx(tuple(measure_box(view, die.body)), abs=4)


def test_pictures_and_labels_are_written(tmp_path: Path) -> None:
    write(tmp_path, 3, 1, 0.5, 1)
    (label,) = load_labels(tmp_path)
    assert (tmp_path / label.file).stat().st_size > 10_000
    assert label.odd
    assert (tmp_path / "poses.jsonl").read_text(encoding="utf-8").count("\n") == 1
