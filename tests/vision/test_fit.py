"""Fitting the weights of free faces: on numbers whose answer is known, and written so that they can be read back."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import vision.weights
from tests.vision.drawn_dice import DrawnDie, draw
from vision.crowd import gather
from vision.evaluate import Label
from vision.fit import FREE, Example, Weights, fit, fit_one, is_right, write_weights
from vision.free import propose
from vision.weights import ALONE, BESIDE, Logistic

DICE = [DrawnDie(1 + n, 80 + 100 * n, 90 + 50 * (n % 3), 50, 17 * n) for n in range(6)]
LABEL = Label(
    "drawn/1.png",
    "scene",
    (1, 2, 3, 4, 5, 6),
    tuple(((die.x - 30, die.y - 30, die.x + 30, die.y + 30), die.value) for die in DICE),
    pips_only=False,
)


def believed(weight: Logistic, numbers: np.ndarray) -> np.ndarray:
    z = (numbers - weight.mean) / weight.scale
    return np.asarray(1 / (1 + np.exp(-(z @ np.array(weight.slope) + weight.offset))))


def test_a_fit_finds_what_speaks_for_a_face_and_drops_what_would_count_against_its_sense() -> None:
    rng = np.random.default_rng(2)
    numbers = rng.normal(size=(4000, 3 + FREE))
    chance = 1 / (1 + np.exp(-(2 * numbers[:, 0] - 1.5 * numbers[:, 1] - 1 * numbers[:, -1])))
    weight = fit_one(numbers, (rng.random(4000) < chance).astype(float), np.ones(4000))
    assert weight.slope[0] > 1
    assert weight.slope[1] == 0
    assert abs(weight.slope[2]) < 0.2
    assert weight.slope[-1] < -0.4
    strong = believed(weight, np.eye(3 + FREE)[:1] * 3)
    assert strong > 0.9


def test_right_are_the_faces_with_the_value_the_place_and_the_size_of_a_label() -> None:
    candidates = propose(draw(DICE, (700, 300)))
    right = [c for c in candidates if is_right(LABEL, c, 1.0)]
    assert {c.face.value for c in right} == {1, 2, 3, 4, 5, 6}
    assert not any(is_right(LABEL, c, 3.0) for c in candidates)
    assert not any(is_right(Label("drawn/1.png", "empty", (), (), pips_only=False), c, 1.0) for c in candidates)


def test_a_fit_on_drawn_dice_believes_the_right_faces() -> None:
    candidates = tuple(propose(draw(DICE, (700, 300))))
    right = np.array([is_right(LABEL, c, 1.0) for c in candidates])
    weights = fit([Example(LABEL, candidates, right)])
    assert [len(stage) for stage in weights.beside] == [3, 3]
    rows = np.stack([c.alone for c in candidates])
    fours = np.array([c.face.value > 3 for c in candidates])
    belief = believed(weights.alone[2], rows[fours])
    assert belief[right[fours]].min() > belief[~right[fours]].mean()
    assert len(gather(candidates).candidates) == len(candidates)


def test_weights_are_written_so_that_they_can_be_read_back(tmp_path: Path) -> None:
    path = tmp_path / "weights.py"
    path.write_text(Path(vision.weights.__file__).read_text())
    other = Logistic((0.5,), (1.0,), (-2.0,), 0.25)
    write_weights(path, Weights((other,) * 3, BESIDE))
    spec = importlib.util.spec_from_file_location("weights_read_back", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert [weight.slope for weight in module.ALONE] == [(-2.0,)] * 3
    assert [w.mean for stage in module.BESIDE for w in stage] == [w.mean for stage in BESIDE for w in stage]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("weights", [ALONE, *BESIDE])
def test_the_weights_that_ship_count_nothing_against_its_sense(weights: tuple[Logistic, ...]) -> None:
    assert len(weights) == 3
    for weight in weights:
        assert len(weight.mean) == len(weight.scale) == len(weight.slope)
        assert min(weight.slope[:-FREE]) >= 0
        assert max(weight.slope) > 0.1
