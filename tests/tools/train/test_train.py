from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")

from tests.support.labelled import add_photograph  # noqa: E402
from tools.train.batches import BatchRecipe, batches  # noqa: E402
from tools.train.labels import LabelledFace  # noqa: E402
from tools.train.train import POOL, Training, TrainingPlan, mix_batches, train, vary_crop  # noqa: E402
from tools.train.view import CropTruth  # noqa: E402

pytestmark = [pytest.mark.check, pytest.mark.usefixtures("one_thread")]


@pytest.fixture
def recipe(tmp_path: Path) -> BatchRecipe:
    """Return a recipe of few small drawn crops."""
    add_photograph(tmp_path, "cup/1.png", [1], kind="crop")
    return BatchRecipe(tmp_path, (), seed=3, size=64, count=2, drawn=1.0)


def weights(trainee: Training) -> list[np.ndarray]:
    return [part.detach().numpy().copy() for part in trainee.mean.state_dict().values()]


def test_training_goes_on_where_it_was_stopped(recipe: BatchRecipe, tmp_path: Path) -> None:
    plan = TrainingPlan(recipe, steps=4)
    whole = Training(plan)
    assert train(whole, tmp_path / "whole")
    first = Training(plan)
    assert not train(first, tmp_path / "parts", seconds=50, clock=lambda: 99.0 * (first.step >= 2))
    second = Training(plan)
    assert second.load(tmp_path / "parts")
    assert 0 < second.step < 4
    assert train(second, tmp_path / "parts")
    for a, b in zip(weights(whole), weights(second), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)


def test_steps_learn(recipe: BatchRecipe) -> None:
    trainee = Training(TrainingPlan(recipe, steps=1000, warm=1))
    images, truths = next(iter(batches(recipe)))
    first = float(trainee.learn(images, truths).total.detach())
    for _ in range(12):
        last = float(trainee.learn(images, truths).total.detach())
    assert last < 0.8 * first


def test_each_step_has_its_own_new_batch_and_earlier_crops(recipe: BatchRecipe) -> None:
    stream = mix_batches(batches(recipe), recipe.seed, 0)
    next(stream)
    images, truths = next(stream)
    assert images.shape == (4, 64, 64, 3)
    assert len(truths) == 4
    later = next(mix_batches(batches(recipe, start=1), recipe.seed, 1))
    np.testing.assert_array_equal(later[0], images)
    assert later[1] == truths
    new = next(batches(recipe, start=1 + POOL - 1))
    np.testing.assert_array_equal(images[:2], new[0])


def test_a_changed_crop_is_mirrored_with_what_is_true_of_it() -> None:
    image = np.zeros((20, 40, 3), np.uint8)
    image[4:8, 3:9] = 200
    other, truth = vary_crop(
        np.random.default_rng(1), image, CropTruth((LabelledFace(6, 6, 5, 2),), ((3.0, 4.0, 9.0, 8.0),))
    )
    rows, columns = np.nonzero(other.sum(axis=2) > 250)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (4, 7, 31, 36)
    assert truth == CropTruth((LabelledFace(34, 6, 5, 2),), ((31.0, 4.0, 37.0, 8.0),))
