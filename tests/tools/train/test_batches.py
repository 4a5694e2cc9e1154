"""Batches: the same bytes for the same seed and step, wherever they are made."""

import multiprocessing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.labelled import add_photograph
from tools.train.batches import Batch, BatchMaker, BatchRecipe, TrainingError, batches, crop_at_edge, prefetch
from tools.train.labels import FOLDERS, UNREADABLE, LabelledFace
from tools.train.view import CropTruth
from vision.errors import VisionError


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three labelled pictures of two folders, each in a grey of its own."""
    root = tmp_path_factory.mktemp("photos")
    for folder, number, grey in (("nell", 1, 60), ("nell", 2, 120), ("aws", 1, 200)):
        picture = np.full((240, 320, 3), grey, np.uint8)
        cv2.rectangle(picture, (100, 80), (140, 120), (20, 20, 200), -1)
        add_photograph(root, f"{folder}/{number}.png", [number], [[90, 70, 150, 130, number]], picture)
    return root


def _same(one: Batch, other: Batch) -> bool:
    return np.array_equal(one[0], other[0]) and one[1] == other[1]


@pytest.mark.parametrize("folders", [FOLDERS, ()], ids=["photographs", "drawn alone"])
def test_a_batch_of_images_and_targets_depends_on_seed_and_step_alone(root: Path, folders: tuple[str, ...]) -> None:
    recipe = BatchRecipe(root, folders, seed=5, size=96, count=4)
    first = list(islice(batches(recipe), 4))
    for images, targets in first:
        assert images.shape == (4, 96, 96, 3)
        assert images.dtype == np.uint8
        assert images.std() > 5
        assert len(targets) == 4
        assert any(target.faces for target in targets)
        assert all(0 <= face.value <= 6 for target in targets for face in target.faces)
    later = list(islice(batches(recipe, start=2), 2))
    assert _same(first[2], later[0])
    assert _same(first[3], later[1])
    assert not _same(first[0], first[1])
    assert not _same(first[0], BatchMaker(replace(recipe, seed=6)).batch(0))


def test_batches_made_ahead_are_the_same(root: Path) -> None:
    recipe = BatchRecipe(root, seed=5, size=96, count=4)
    here = list(islice(batches(recipe, start=1), 3))
    with prefetch(recipe, start=1) as made:
        for one, other in zip(here, made, strict=False):
            assert _same(one, other)


@pytest.mark.parametrize("seed", range(4))
def test_beyond_a_picture_s_edge_its_last_pixels_go_on_and_no_die_lies(seed: int) -> None:
    image = np.random.default_rng(seed).integers(0, 256, (90, 90, 3), dtype=np.uint8)
    faces = tuple(LabelledFace(x + 0.5, y + 0.5, 6, 5) for x in range(90) for y in range(90))
    before = image.copy()
    seen, truth = crop_at_edge(np.random.default_rng(seed), image, CropTruth(faces))
    assert np.array_equal(image, before)
    gone = (seen != image).any(axis=2)
    hidden = np.argwhere(gone)
    (top, left), (bottom, right) = hidden.min(axis=0), hidden.max(axis=0) + 1
    assert gone[top:bottom, left:right].mean() > 0.99
    assert (right - left == 90) + (bottom - top == 90) == 1
    assert all(seen[top:bottom, left:right].std(axis=0 if right - left == 90 else 1).ravel() == 0)
    kept = {(int(face.x), int(face.y)): face.value for face in truth.faces}
    assert not any(left <= x < right and top <= y < bottom for x, y in kept)
    depth = 90 - (bottom - top if right - left == 90 else right - left)
    # Of 90 rows as long as the frame is deep, those two sides away from an edge are whole.
    assert list(kept.values()).count(5) == (90 - 6) * (depth - 6)


def test_an_error_of_the_process_that_works_ahead_is_raised_here(tmp_path: Path) -> None:
    with prefetch(BatchRecipe(tmp_path)) as made, pytest.raises(VisionError):
        next(made)


def test_a_process_that_dies_is_noticed(root: Path) -> None:
    with prefetch(BatchRecipe(root, size=64, count=1)) as made:
        next(made)
        (worker,) = multiprocessing.active_children()
        worker.kill()
        with pytest.raises(TrainingError, match="ended with code -9"):
            for _ in made:
                pass


def test_a_folder_that_is_left_out_is_never_seen(root: Path) -> None:
    kitchen = BatchMaker(BatchRecipe(root, folders=("aws",), size=96, count=24, drawn=0.0))
    values = {face.value for step in range(2) for target in kitchen.batch(step)[1] for face in target.faces}
    assert values == {UNREADABLE, 1}


def test_crops_of_photographs_show_the_die_where_the_target_says(root: Path) -> None:
    """The only red thing in these pictures is the die: its middle is where the face is said to be."""
    kitchen = BatchMaker(BatchRecipe(root, folders=("nell",), drawn=0.0, count=1))
    checked = 0
    for seed in range(40):
        view, target = kitchen.photographs.crop(np.random.default_rng(seed), 256)
        red = (view[..., 2] > 150) & (view[..., 1] < 60) & (view[..., 0] < 60)
        if len(target.faces) == 1 and not target.ignore and 12 < target.faces[0].side < 70:
            ys, xs = np.nonzero(red)
            face = target.faces[0]
            if len(xs) > 0.6 * face.side**2 and np.ptp(xs) < 2 * face.side:
                assert xs.mean() + 0.5 == pytest.approx(face.x, abs=0.06 * face.side + 0.6)
                assert ys.mean() + 0.5 == pytest.approx(face.y, abs=0.06 * face.side + 0.6)
                checked += 1
    assert checked > 10


@pytest.mark.check
def test_batches_of_the_photographs_hold_all_values(photos: Path) -> None:
    kitchen = BatchMaker(BatchRecipe(photos, folders=("nell", "damian"), size=192, count=24))
    values = [face.value for step in range(2) for target in kitchen.batch(step)[1] for face in target.faces]
    assert set(range(1, 7)) <= set(values)
