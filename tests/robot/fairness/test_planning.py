"""The throws that a plan asks for reach its power, and agree with the printed figures."""

import numpy as np
import pytest
from scipy.stats import chi2, ncx2

from robot.errors import UsageError
from robot.fairness.checks import FREE, check_faces, covariance, reader_spread, wald
from robot.fairness.likelihood import most_likely
from robot.fairness.plan import (
    bound_of,
    noncentrality,
    opposed,
    power_of,
    smallest_seen,
    throws_for_points,
    throws_needed,
)
from robot.fairness.reader import FACES, ReaderCounts, erring_reader, exact_reader, fair_die


@pytest.mark.parametrize(("points", "throws"), [(5, 428), (2, 2673), (1, 10690)])
def test_the_usual_questions_need_the_usual_throws(points: float, throws: int) -> None:
    assert throws_needed(opposed(points), exact_reader(), 0.05, 0.8) == throws
    assert smallest_seen(exact_reader(), bound_of(0.05, 0.8, 5), 0.8, throws) == pytest.approx(points, rel=2e-3)
    assert power_of(opposed(points), exact_reader(), 0.05, throws) == pytest.approx(0.8, abs=2e-3)


def test_the_planned_power_is_reached_by_a_reader_that_errs() -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.2, 0.1, 0.05, 0.02, 0.0, 0.15]))
    throws = throws_needed(opposed(5), law, 0.05, 0.8)
    assert throws > 428
    rng = np.random.default_rng(3)
    studies = rng.multinomial(throws, law.of_readings(opposed(5)), size=1000).astype(np.float64)
    found = np.mean([check_faces(counts, law, fair_die(), rng).p <= 0.05 for counts in studies])
    assert found == pytest.approx(0.8, abs=0.02 + 3 * (0.16 / 1000) ** 0.5)


def test_the_planned_power_is_reached_by_a_reader_that_is_only_estimated() -> None:
    known = tuple(tuple(300 if face == read else 5 for read in range(FACES + 1)) for face in range(FACES))
    reader, rng, studies = ReaderCounts(known), np.random.default_rng(4), 400
    law, fair = reader.law(), fair_die()
    spread = reader_spread(known, law.of_readings(fair))
    throws = throws_for_points(2, law, 0.05, 0.8, spread)
    assert throws > 1.2 * throws_for_points(2, law, 0.05, 0.8)
    laws = reader.drawn(studies, rng)
    found = []
    for faces in (opposed(2), fair):
        counts = rng.multinomial(throws, faces @ laws).astype(np.float64)
        offs = most_likely(counts, law) - fair
        found.append(np.mean([wald(off, FREE, covariance(fair, law, throws) + spread)[1] <= 0.05 for off in offs]))
    assert found[0] == pytest.approx(0.8, abs=0.02 + 3 * (0.16 / studies) ** 0.5)
    assert found[1] <= 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    with pytest.raises(UsageError, match="known dice"):
        throws_for_points(0.2, law, 0.05, 0.8, spread)


def test_the_noncentrality_is_the_one_that_has_the_power() -> None:
    assert ncx2.sf(chi2.isf(0.01, 5), 5, noncentrality(bound_of(0.01, 0.9, 5), 0.9, 5)) == pytest.approx(0.9)


def test_what_was_seen_is_found_as_often_as_said_by_an_uneven_reader_at_the_face_it_reads_worst() -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.0, 0.5, 0.0, 0.0, 0.0, 0.0]))
    bound = bound_of(0.05, 0.8, 5)
    points = smallest_seen(law, bound, 0.8, 2000)
    assert points is not None
    assert min(power_of(opposed(points, rare), law, 0.05, 2000) for rare in range(1, FACES + 1)) == pytest.approx(
        0.8, abs=0.02
    )
    spread = smallest_seen(law, bound, 0.8, 2000, covariance(fair_die(), law, 1000))
    assert spread == pytest.approx(points * 3**0.5, rel=1e-6)
    assert smallest_seen(law, bound, 0.8, 10) is None


def test_plans_that_cannot_be_are_refused() -> None:
    for points in (0, -1, 16.7, float("nan")):
        with pytest.raises(UsageError, match="points"):
            opposed(points)
    for level, power in ((0, 0.8), (0.05, 1), (0.8, 0.5)):
        with pytest.raises(UsageError, match="level"):
            throws_needed(opposed(1), exact_reader(), level, power)
    with pytest.raises(UsageError, match="is fair"):
        throws_needed(fair_die(), exact_reader(), 0.05, 0.8)
