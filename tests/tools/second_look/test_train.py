"""The training of the second look learns, and goes on where it was stopped."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")

from tests.support.second_look.stub_renderer import StubRenderer  # noqa: E402
from tools.second_look.net import load_weights, save_weights  # noqa: E402
from tools.second_look.patches import NOT_A_DIE, PATCH, Patches  # noqa: E402
from tools.second_look.renderer import FLAT, OTHER  # noqa: E402
from tools.second_look.train import LookPlan, LookTraining, train  # noqa: E402

pytestmark = [pytest.mark.check, pytest.mark.usefixtures("one_thread")]

PLAN = LookPlan(3, steps=4, batch=9, fresh=3, pool=8, warm=2)


def make_patches() -> Patches:
    """Return a dark four, a dark unreadable face and a bright thing that is no face."""
    images = np.zeros((3, PATCH, PATCH, 3), np.uint8)
    images[2] = 250
    return Patches(images, np.array([4, 0, NOT_A_DIE]), np.array([1, 1, 2], np.float32))


def begin(plan: LookPlan = PLAN, patches: Patches | None = None) -> LookTraining:
    return LookTraining(plan, StubRenderer(), patches, torch.device("cpu"))  # type: ignore[arg-type]


def read_weights(trainee: LookTraining) -> list[np.ndarray]:
    return [part.detach().numpy().copy() for net in (trainee.net, trainee.mean) for part in net.state_dict().values()]


@pytest.mark.parametrize("ahead", [1, 2])
def test_a_stopped_training_that_goes_on_equals_one_that_ran_through(ahead: int, tmp_path: Path) -> None:
    stopped = 3  # the pool has been filled from its beginning again
    plan = replace(PLAN, ahead=ahead)
    whole = begin(plan, make_patches())
    assert train(whole, tmp_path / "whole")
    first = begin(plan, make_patches())
    assert not train(first, tmp_path / "parts", seconds=stopped, clock=lambda: float(first.step))
    assert first.step == stopped
    assert load_weights(tmp_path / "parts" / first.weights)
    second = begin(plan, make_patches())
    assert second.load(tmp_path / "parts")
    assert train(second, tmp_path / "parts")
    for a, b in zip(read_weights(whole), read_weights(second), strict=True):
        np.testing.assert_array_equal(a, b)


def test_each_seed_is_rendered_once_and_seeds_of_trainings_do_not_meet() -> None:
    trainee = begin()
    trainee.fill_pool()
    for _ in range(4):
        trainee.learn()
    asked = [seed + n for seed, count, _ in trainee.renderer.asked for n in range(count)]  # type: ignore[attr-defined]
    assert asked == list(range(300_000_000, 300_000_000 + 8 + 4 * 3))


def test_steps_learn_what_crops_show() -> None:
    trainee = begin(LookPlan(1, steps=200, batch=16, fresh=1, pool=48, warm=1, rate=1e-3))
    trainee.fill_pool()
    kinds = [trainee.learn()["kind"] for _ in range(12)]
    assert np.mean(kinds[-3:]) < 0.6 * kinds[0]


def test_a_share_of_the_crops_is_real_and_a_third_of_it_shows_no_face(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.second_look.augment.expose", lambda x: x)
    trainee = begin(LookPlan(1, steps=6, batch=50, fresh=3, pool=8), make_patches())
    trainee.fill_pool()
    torch.manual_seed(1)
    x, answers = trainee.draw_batch()
    real = answers.drawn == 0
    assert int(real.sum()) == 18
    kinds, values = answers.kind[real].tolist(), answers.value[real].tolist()
    assert {*zip(kinds, values, strict=True)} == {(FLAT, 4), (OTHER, 0)}
    assert not answers.posed[real].any()
    bright = x[real].mean((1, 2, 3)) > 0.5
    assert int(bright.sum()) == 6  # counterexamples are bright here
    assert all(kind == OTHER for kind, one in zip(kinds, bright.tolist(), strict=True) if one)


def test_weights_are_written_in_half_precision_and_begin_another_training(tmp_path: Path) -> None:
    trainee = begin()
    trainee.fill_pool()
    trainee.learn()
    save_weights(trainee.mean, tmp_path / "second-look.pt")
    state = load_weights(tmp_path / "second-look.pt").state_dict()
    other = begin(LookPlan(9, steps=6, batch=4, fresh=3, pool=8))
    other.begin_with(state)
    for net in (other.net, other.mean):
        for name, part in net.state_dict().items():
            np.testing.assert_array_equal(part.numpy(), state[name].numpy())
            np.testing.assert_allclose(part.numpy(), trainee.mean.state_dict()[name].numpy(), rtol=1e-3, atol=1e-6)
    assert (tmp_path / "second-look.pt").stat().st_size < 8_000_000
