"""A die of the twin with its weight moved is found in the throws that the plan says; a fair one is seldom accused."""

import numpy as np
import pytest

from robot.fairness.findings import Readings
from robot.fairness.plan import loaded_die
from robot.fairness.reader import FACES, UNREAD
from tools.campaigns.heavy_dice import STUDIES, judge_throws, shares, throw_dice


def fallen(points: float, throws: int, seed: int) -> Readings:
    faces = loaded_die(points) if points else np.full(FACES, 1 / FACES)
    return np.random.default_rng(seed).choice(FACES, p=faces, size=(throws, FACES))


@pytest.mark.check
def test_studies_are_as_long_as_the_plan_says_for_what_the_heavy_dice_are_off_by() -> None:
    found = judge_throws(fallen(8, 400, 1), fallen(0, 1500, 2))
    assert found.points == pytest.approx(8, abs=1.5)
    assert found.throws == pytest.approx(167 * (8 / found.points) ** 2, rel=0.02)
    assert found.heavy[1] == 2_400 // found.throws
    assert found.heavy[0] / found.heavy[1] == pytest.approx(0.8, abs=3 * (0.16 / found.heavy[1]) ** 0.5)
    assert found.fair_throws == 450
    assert found.fair[0] <= 3
    assert found.fair[1] == STUDIES
    assert all(0.001 < p <= 1 for p in found.whole.values())


@pytest.mark.check
def test_a_slice_of_the_campaign() -> None:
    heavy = np.array(list(throw_dice("heavy", 3, 1)))
    assert heavy.shape == (3, FACES)
    assert set(np.unique(heavy)) <= {UNREAD, *range(FACES)}
    assert shares(heavy).sum() == pytest.approx(1)
    assert (heavy != np.array(list(throw_dice("fair", 3, 1)))).any()
