"""The test set of odd things: reproducible, labelled as evaluation reads it, every kind to be seen in its pictures."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tools.odd_things import scenes
from tools.odd_things.__main__ import write
from tools.odd_things.scenes import KINDS, photograph, photographs
from tools.odd_things.solids import SolidPaint, block, coat, faces_of, make_cocked, make_edgeways, make_polyhedron
from tools.odd_things.view import Canvas, DistantLight, PhotoView
from vision.evaluation.labels import load_labels


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "SIZES", ((240, 180),))


@pytest.mark.usefixtures("small")
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, 5, 2)
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
        for name in ("one", "two")
    )
    assert len(one) == 3
    assert one == two
    labels = load_labels(tmp_path / "one")
    assert [label.folder for label in labels] == list(KINDS)[:2]
    assert all((label.kind, label.values, label.boxes) == ("empty", (), ()) for label in labels)


@pytest.mark.usefixtures("small")
def test_another_seed_or_number_is_another_picture() -> None:
    first = photograph("blanks", 1, 0)
    assert not any(np.array_equal(first, other) for other in (photograph("blanks", 2, 0), photograph("blanks", 1, 22)))


def test_every_kind_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "photograph", lambda *_: np.zeros((1, 1, 3), np.uint8))
    names = [name.split("/")[0] for name, _ in photographs(1, 2 * len(KINDS))]
    assert names == [*KINDS, *KINDS]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["keys", "hands", "braille", "dominoes"])
def test_things_are_to_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = photograph(name, 3, 1).astype(int)
    monkeypatch.setattr(scenes, "_lay", lambda *_: None)
    ground = photograph(name, 3, 1).astype(int)
    assert shown.shape == ground.shape
    assert float((np.abs(shown - ground).max(axis=2) > 25).mean()) > 0.01


@pytest.mark.parametrize(("sides", "corners"), [(4, 4), (6, 8), (8, 6), (10, 12), (12, 20), (20, 12)])
def test_polyhedra_have_the_corners_that_they_should(sides: int, corners: int) -> None:
    normals = faces_of(sides)
    assert normals.shape == (sides, 3)
    body = replace(block((9, 9, 9), SolidPaint(np.ones(3, np.float32))), normals=normals, distances=np.ones(sides))
    assert len(np.unique(body.corners.round(6), axis=0)) == corners


def test_bodies_stand_on_the_table_and_of_cocked_dice_no_face_is_up_and_of_others_one_is() -> None:
    random = np.random.default_rng(5)
    for _ in range(25):
        for make in (make_polyhedron, make_cocked, make_edgeways):
            assert float(make(random)[0].corners[:, 2].min()) == pytest.approx(0, abs=1e-6)
        (leaning,), (upright,) = make_cocked(random), make_edgeways(random)
        steepest, flattest = (float((body.normals @ body.turn.T)[:, 2].max()) for body in (leaning, upright))
        assert np.degrees(np.arccos(steepest)) > 30
        assert flattest == pytest.approx(1)
        towards = (upright.normals @ upright.turn.T)[:, 0]
        assert float(towards.max()) < np.cos(np.radians(34))


def test_rays_meet_a_body_where_its_corners_are_seen() -> None:
    random = np.random.default_rng(6)
    view = PhotoView.over((400, 300), 500.0, 120.0, (50.0, 30.0, 10.0))
    canvas = Canvas(view, DistantLight.of(random), np.full((300, 400, 3), -1, np.float32))
    body = block((20, 20, 20), coat(random)[0], (), 30.0).put(3, -4)
    body.draw(canvas)
    rows, columns = np.nonzero(canvas.pixels[..., 0] >= 0)
    corners = view.pixels(body.corners)
    assert np.allclose([columns.min(), rows.min()], corners.min(axis=0), atol=2.5)
    assert np.allclose([columns.max(), rows.max()], corners.max(axis=0), atol=2.5)
