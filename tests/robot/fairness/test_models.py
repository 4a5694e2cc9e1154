"""Models and effect sizes agree with what they are for an exact reader, and find the die that they describe."""

import numpy as np
import pytest
from scipy.stats import chi2, chisquare, ncx2

from robot.fairness.checks import DIRECTIONS, Suspicion, anytime_evidence, check_models, covariance, effect_size
from robot.fairness.plan import opposed
from robot.fairness.reader import FACES, erring_reader, exact_reader, fair_die

NOTHING = np.zeros((FACES, FACES))


def test_centre_and_shape_are_the_parts_of_pearsons_chi_square() -> None:
    counts = np.array([12.0, 31, 17, 22, 26, 19, 0])
    found = {check.topic: check for check in check_models(counts, exact_reader(), NOTHING, prior=None)}
    whole = chisquare(counts[:FACES]).statistic
    assert found[Suspicion.CENTRE].statistic + found[Suspicion.SHAPE].statistic == pytest.approx(whole, rel=1e-4)
    odd = counts[:FACES:2].sum()
    assert found[Suspicion.PARITY].statistic == pytest.approx((2 * odd - counts.sum()) ** 2 / counts.sum(), rel=1e-4)


def test_the_covariance_is_that_of_a_multinomial() -> None:
    die = opposed(4)
    expected = (np.diag(die) - np.outer(die, die)) / 500
    assert np.allclose(covariance(die, exact_reader(), 500), expected)


def test_each_model_finds_its_own_die_though_the_reader_errs() -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.2, 0.1, 0.05, 0.02, 0.0, 0.15]))
    heavy = opposed(3)
    flat = fair_die() + np.array([0.02, -0.01, -0.01, -0.01, -0.01, 0.02])
    for die, model, other in ((heavy, Suspicion.CENTRE, Suspicion.SHAPE), (flat, Suspicion.SHAPE, Suspicion.CENTRE)):
        found = {
            check.topic: check.p for check in check_models(law.of_readings(die) * 20_000, law, NOTHING, prior=None)
        }
        assert found[model] < 1e-6
        assert found[other] > 0.9


def test_the_interval_of_an_effect_size_is_where_the_noncentral_law_puts_it() -> None:
    spread = covariance(fair_die(), exact_reader(), 1000)
    found = effect_size(opposed(5) - fair_die(), spread, 0.95)
    statistic = 1000 * 2 * 0.05**2 * FACES
    assert ncx2.sf(statistic, 5, 1000 * found[1] ** 2) == pytest.approx(0.025, abs=1e-6)
    assert ncx2.cdf(statistic, 5, 1000 * found[2] ** 2) == pytest.approx(0.025, abs=1e-6)
    assert found[0] == pytest.approx(((statistic - 5) / 1000) ** 0.5)
    fair = effect_size(np.zeros(FACES), spread, 0.95)
    assert fair[:2] == (0, 0)
    assert ncx2.cdf(chi2.isf(0.5, 5), 5, 1000 * fair[2] ** 2) == pytest.approx(0.025, abs=1e-6)
    assert effect_size((opposed(5) - fair_die()) / 12, spread, 0.95)[2] == fair[2]


@pytest.mark.parametrize("points", [0.5, 3])
def test_an_effect_size_is_held_as_often_as_said_though_the_reader_is_uncertain(points: float) -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.2, 0.1, 0.05, 0.02, 0.0, 0.15]))
    reader = covariance(fair_die(), law, 1000)
    off, rng, studies = opposed(points) - fair_die(), np.random.default_rng(1), 80
    spread = covariance(fair_die(), law, 2000) + reader
    drawn = off + rng.multivariate_normal(np.zeros(FACES), spread, studies)
    w = float(np.sqrt(FACES) * np.linalg.norm(off))
    ends = [effect_size(one, spread, 0.95) for one in drawn]
    assert np.mean([low <= w <= high for _, low, high in ends]) >= 0.95 - 3 * (0.05 * 0.95 / studies) ** 0.5
    without = [effect_size(one, spread - reader, 0.95) for one in drawn]
    assert np.mean([low <= w <= high for _, low, high in without]) < 0.9
    assert np.mean([end[0] ** 2 for end in ends]) == pytest.approx(w**2, abs=0.1 * w**2 + 3e-3)


def test_evidence_against_a_fair_die_is_seldom_large_at_any_look_though_the_reader_is_uncertain() -> None:
    law, rng, studies = exact_reader(), np.random.default_rng(2), 60
    prior, reader = covariance(fair_die(), law, 1500), covariance(fair_die(), law, 3000)
    steps = np.array([100, 200, 400, 800, 1600, 3200, 6400])
    biased = rng.multivariate_normal(np.zeros(FACES), reader, studies)
    for directions in (np.eye(FACES)[1:], DIRECTIONS[Suspicion.CENTRE]):
        alarms = 0
        for bias in biased:
            counts = np.cumsum([rng.multinomial(step, fair_die()) for step in steps], axis=0)
            offs = counts / steps.cumsum()[:, None] - fair_die() + bias
            spreads = [covariance(fair_die(), law, float(throws)) + reader for throws in steps.cumsum()]
            nats = [anytime_evidence(*one, prior) for one in zip(offs, [directions] * 7, spreads, strict=True)]
            alarms += max(nats) > np.log(5)
        assert alarms / studies <= 0.2
        assert alarms > 0
