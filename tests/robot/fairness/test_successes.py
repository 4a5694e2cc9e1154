"""Throws of which only the number of dice that show something was counted are judged as those of all dice."""

import numpy as np
import pytest
from scipy.stats import chisquare

from robot.fairness.checks import Suspicion
from robot.fairness.findings import pearson, summarise_successes


def thrown(rng: np.random.Generator, chances: list[float], throws: int, together: float = 0) -> list[int]:
    """How many throws showed 0, 1, 2 …: with chance `together` all dice do what the first one does."""
    shown = rng.random((throws, len(chances))) < np.array(chances)
    same = rng.random(throws) < together
    shown[same] = shown[same, :1]
    return [int(count) for count in np.bincount(shown.sum(axis=1), minlength=len(chances) + 1)]


def test_good_dice_are_accused_as_seldom_as_said() -> None:
    rng, studies = np.random.default_rng(1), 40
    found = [summarise_successes(thrown(rng, [1 / 3] * 6, 2000), 1 / 3, 0.95) for _ in range(studies)]
    error = (0.05 * 0.95 / studies) ** 0.5
    assert np.mean([bool(die.accused) for die, _ in found]) <= 0.05 + 3 * error
    assert abs(np.mean([whole.p <= 0.05 for _, whole in found]) - 0.05) <= 3.5 * error
    assert abs(np.mean([die.verdicts[1].p <= 0.05 for die, _ in found]) - 0.05) <= 3.5 * error


def test_dice_that_depend_on_each_other_are_told_from_loaded_ones() -> None:
    rng = np.random.default_rng(2)
    tied = summarise_successes(thrown(rng, [1 / 3] * 6, 3000, together=0.1), 1 / 3, 0.95)[0]
    loaded = summarise_successes(thrown(rng, [0.36] * 6, 3000), 1 / 3, 0.95)[0]
    assert Suspicion.TABLE in {one.topic for one in tied.accused}
    assert "depend on each other" in tied.sentence
    assert [one.topic for one in loaded.accused] == [Suspicion.FACES]


@pytest.mark.parametrize("table", [[1, 0, 0], [0, 0, 9], [1, 1, 1], [100, 0, 0, 0]])
def test_few_throws_and_tables_with_one_row_say_nothing_against_independence(table: list[int]) -> None:
    die, _ = summarise_successes(table, 1 / 3, 0.95)
    assert all(one.topic is Suspicion.FACES for one in die.accused)


def test_small_classes_are_put_together_at_both_ends() -> None:
    throws = np.array([1.0, 30, 50, 15, 4, 0])
    found = pearson(throws, 0.5, known=True)
    classes = np.array([31, 50, 15, 4])  # 0 and 1, 2, 3, 4 and 5
    assert found.statistic == pytest.approx(chisquare(classes, np.array([6, 10, 10, 6]) * 100 / 32).statistic)
    assert found.freedom == 3
