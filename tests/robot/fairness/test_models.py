"""Models and effect sizes agree with what they are for an exact reader, and find the die that they describe."""

import numpy as np
import pytest
from scipy.stats import chi2, chisquare, ncx2

from robot.fairness.models import DieModel, check_models, covariance, effect_size
from robot.fairness.planning import opposed
from robot.fairness.reading_law import FACES, erring_reader, exact_reader, fair_die

NOTHING = np.zeros((FACES, FACES))


def test_centre_and_shape_are_the_parts_of_pearsons_chi_square() -> None:
    counts = np.array([12.0, 31, 17, 22, 26, 19, 0])
    found = {check.model: check for check in check_models(counts, exact_reader(), NOTHING)}
    whole = chisquare(counts[:FACES]).statistic
    assert found[DieModel.CENTRE].statistic + found[DieModel.SHAPE].statistic == pytest.approx(whole, rel=1e-4)
    odd = counts[:FACES:2].sum()
    assert found[DieModel.PARITY].statistic == pytest.approx((2 * odd - counts.sum()) ** 2 / counts.sum(), rel=1e-4)


def test_the_covariance_is_that_of_a_multinomial() -> None:
    die = opposed(4)
    expected = (np.diag(die) - np.outer(die, die)) / 500
    assert np.allclose(covariance(die, exact_reader(), 500), expected)


def test_each_model_finds_its_own_die_though_the_reader_errs() -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.2, 0.1, 0.05, 0.02, 0.0, 0.15]))
    heavy = opposed(3)
    flat = fair_die() + np.array([0.02, -0.01, -0.01, -0.01, -0.01, 0.02])
    for die, model, other in ((heavy, DieModel.CENTRE, DieModel.SHAPE), (flat, DieModel.SHAPE, DieModel.CENTRE)):
        found = {check.model: check.p for check in check_models(law.of_readings(die) * 20_000, law, NOTHING)}
        assert found[model] < 1e-6
        assert found[other] > 0.9


def test_the_interval_of_an_effect_size_is_where_the_noncentral_law_puts_it() -> None:
    found = effect_size(40.0, 5, 1000, 0.95)
    assert ncx2.sf(40, 5, 1000 * found.low**2) == pytest.approx(0.025, abs=1e-6)
    assert ncx2.cdf(40, 5, 1000 * found.high**2) == pytest.approx(0.025, abs=1e-6)
    assert found.low < found.likeliest < found.high
    nothing = effect_size(float(chi2.median(5)) / 10, 5, 1000, 0.95)
    assert (nothing.likeliest, nothing.low, nothing.high) == (0, 0, 0)
