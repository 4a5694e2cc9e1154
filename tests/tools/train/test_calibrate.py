import itertools
from pathlib import Path

import numpy as np
import pytest

from tools.train.calibrate import FOLDER, SIDE, example, fit_first_look, fit_logistic, trap, traps
from tools.train.labels import UNREADABLE, LabelledFace, Picture
from vision.photograph.confidence_model import ConfidenceModel
from vision.photograph.merged_scales import Detections
from vision.photograph.reader import PictureDetections


def test_traps_are_the_same_each_time_and_hold_dice_that_nobody_should_read() -> None:
    first, again = (list(itertools.islice(traps(), 3)) for _ in range(2))
    for (picture, image), (same, bytes_again) in zip(first, again, strict=True):
        assert picture == same
        assert picture.folder == FOLDER
        assert image.shape == (SIDE, SIDE, 3)
        np.testing.assert_array_equal(image, bytes_again)
    faces = [face for picture, _ in first for face in picture.faces]
    assert any(face.value == UNREADABLE for face in faces)
    assert any(face.value != UNREADABLE for face in faces)


def picture(*faces: LabelledFace, name: str = "here/1.jpg") -> Picture:
    return Picture(name, Path(name), faces, ((400.0, 0.0, 500.0, 500.0),))


def look(rows: list[tuple[float, float, float, float, int, float]]) -> PictureDetections:
    """Return detections with x, y, side, heat, likeliest value and its log-odds."""
    x, y, side, heat, _, _ = np.array(rows, np.float32).T
    values = np.zeros((len(rows), 2, 7), np.float32)
    for n, row in enumerate(rows):
        values[n, :, row[4]] = row[5]
    values -= np.log(np.exp(values).sum(axis=2, keepdims=True))
    down, fits = (np.zeros((len(rows), 2, n), np.float32) for n in (2, 6))
    detections = Detections(x, y, side, np.repeat(heat[:, None], 2, axis=1), values, down, fits)
    return PictureDetections((600, 500), 1.0, detections)


def test_the_hottest_sight_on_a_face_is_the_die() -> None:
    seen = look([(100, 100, 40, 1, 3, 5), (104, 100, 38, 4, 3, 5), (300, 300, 40, 4, 3, 5), (450, 50, 40, 4, 3, 5)])
    made = example(picture(LabelledFace(102, 101, 41, 3)), seen)
    assert np.isnan(made.die[0])
    assert made.die[1] == 1
    assert made.value[1] == 3
    assert made.die[2] == 0
    assert np.isnan(made.die[3])


def test_a_sight_of_another_size_is_no_die() -> None:
    assert example(picture(LabelledFace(100, 100, 40, 3)), look([(100, 100, 12, 4, 1, 5)])).die.tolist() == [0]


def test_a_trap_claims_nothing_of_dice_that_can_be_read() -> None:
    seen = look([(100, 100, 40, 4, 3, 5), (200, 100, 40, 4, 3, 5), (300, 300, 40, 4, 3, 5)])
    made = trap(picture(LabelledFace(100, 100, 40, 3), LabelledFace(200, 100, 40, UNREADABLE)), seen)
    assert np.isnan(made.die[0])
    assert made.die[1:].tolist() == [1, 0]
    assert made.value[1] == UNREADABLE


def test_the_more_traps_look_like_dice_the_less_is_believed() -> None:
    dice = [(60.0 + 90 * k, 100.0, 40.0, 4.0, 1 + k, 4.0) for k in range(4)]
    dirt = [(60.0 + 90 * k, 300.0, 40.0, -1.0, 1 + k, 0.5) for k in range(4)]
    faces = [LabelledFace(x, y, side, value) for x, y, side, _, value, _ in dice]
    examples = [example(picture(*faces, name=f"here/{n}.jpg"), look(dice + dirt)) for n in range(40)]
    traps = [trap(picture(name=f"drawn/{n}"), look(dice[:2])) for n in range(40)]
    model = ConfidenceModel.load()
    plain, wary = fit_first_look(examples, model), fit_first_look(examples, model, traps)
    detections = look(dice).detections
    doubted, first = (1 - fitted.score(detections, (600, 500), 1.0).there for fitted in (wary, plain))
    assert (doubted > 2 * first).all()


def test_regression_finds_the_function_that_made_the_data() -> None:
    rng = np.random.default_rng(2)
    numbers = rng.normal(0, 1, (20000, 3)).astype(np.float32)
    truth = 1 / (1 + np.exp(-(2 * numbers[:, 0] + 0.5 * numbers[:, 1] - 1)))
    found = fit_logistic(numbers, (rng.random(20000) < truth).astype(float), np.ones(20000))
    assert found(numbers) == pytest.approx(truth, abs=0.05)


def test_no_number_counts_against_its_sense() -> None:
    rng = np.random.default_rng(2)
    numbers = rng.normal(0, 1, (2000, 2)).astype(np.float32)
    found = fit_logistic(numbers, (numbers[:, 0] < 0).astype(float), np.ones(2000))
    assert found.slope[0] == 0
    assert min(found.slope) >= 0
