"""A report accuses an innocent die as seldom as it says, finds what is wrong with another one, and says how much."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.stats import chi2, chisquare, ncx2

from robot.fairness.checks import (
    DIRECTIONS,
    LOOKS,
    Check,
    DieThrows,
    Readings,
    Suspicion,
    adjust,
    anytime_evidence,
    check_drift,
    check_faces,
    check_models,
    check_runs,
    check_transitions,
    check_wells,
    covariance,
    effect_size,
    order_checks,
    shares,
    stopped_checks,
)
from robot.fairness.plan import loaded_die
from robot.fairness.reader import FACES, UNREAD, Floats, erring_reader, exact_reader, fair_die
from tools.campaigns.fair_studies import READERS


def thrown(rng: np.random.Generator, throws: int, faces: Floats | None = None, sticks: float = 0) -> Readings:
    """Throws of a die that stays as it lay with chance `sticks`."""
    readings = rng.choice(FACES, p=fair_die() if faces is None else faces, size=throws)
    for late in np.flatnonzero(rng.random(throws) < sticks)[1:]:
        readings[late] = readings[late - 1]
    return readings


def accused(rng: np.random.Generator, readings: Readings) -> set[Suspicion]:
    throws = DieThrows(readings, np.arange(len(readings)) % FACES)
    checks = (check_faces(throws.counts, exact_reader(), fair_die(), rng), *order_checks(throws, rng))
    together = adjust([check.p for check in checks], shares(checks))
    return {check.topic for check, p in zip(checks, together, strict=True) if p <= 0.05}


def test_a_whole_report_accuses_a_fair_die_in_at_most_a_twentieth_of_studies() -> None:
    rng, studies = np.random.default_rng(4), 120
    alarms = sum(bool(accused(rng, thrown(rng, 600))) for _ in range(studies))
    assert alarms / studies <= 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    assert alarms > 0


def test_a_die_that_sticks_is_told_from_a_loaded_one() -> None:
    rng = np.random.default_rng(5)
    for _ in range(8):
        assert Suspicion.RUNS in accused(rng, thrown(rng, 6000, sticks=0.05))
        assert accused(rng, thrown(rng, 6000, loaded_die(4))) == {Suspicion.FACES}


def test_a_die_that_changes_and_a_well_that_differs_are_found() -> None:
    rng = np.random.default_rng(6)
    worn = np.concatenate([thrown(rng, 3000), thrown(rng, 3000, loaded_die(5))])
    assert Suspicion.DRIFT in accused(rng, worn)
    tilted = np.where(np.arange(6000) % FACES == 2, thrown(rng, 6000, loaded_die(15)), thrown(rng, 6000))
    assert Suspicion.WELLS in accused(rng, tilted)


def test_a_reader_that_errs_unevenly_does_not_make_throws_look_dependent() -> None:
    law, rng, studies = READERS["uneven"], np.random.default_rng(11), 250
    alarms = np.zeros(4)
    for _ in range(studies):
        readings = rng.choice([*range(FACES), UNREAD], p=law.of_readings(loaded_die(4)), size=900)
        found = order_checks(DieThrows(readings, np.arange(900) // 150), rng)
        alarms += [check.p <= 0.05 for check in found]
    assert (np.abs(alarms / studies - 0.05) < 3.5 * (0.05 * 0.95 / studies) ** 0.5).all()


def test_a_reader_that_leaves_dice_unread_in_a_well_shows_there_and_not_as_throws_that_depend_on_each_other() -> None:
    rng, studies = np.random.default_rng(15), 120
    dirty = erring_reader(np.zeros((FACES, FACES)), np.array([0.4, 0, 0, 0, 0, 0]))
    laws = [(dirty if well == 2 else exact_reader()).of_readings(fair_die()) for well in range(FACES)]
    alarms = dict.fromkeys(Suspicion, 0.0)
    for _ in range(studies):
        readings = np.concatenate([rng.choice([*range(FACES), UNREAD], p=law, size=900) for law in laws])
        for check in order_checks(DieThrows(readings, np.arange(5400) // 900), rng):
            alarms[check.topic] += (check.p <= 0.05) / studies
    most = 0.05 + 3.5 * (0.05 * 0.95 / studies) ** 0.5
    assert max(alarms[Suspicion.TRANSITIONS], alarms[Suspicion.RUNS]) <= most
    assert alarms[Suspicion.WELLS] > 3 * most


def test_a_study_that_is_stopped_at_what_looks_worst_accuses_a_good_die_as_seldom() -> None:
    rng, studies, alarms = np.random.default_rng(12), 40, 0
    for _ in range(studies):
        throws = DieThrows(thrown(rng, 3600))
        stops = [DieThrows(throws.readings[:end]) for end in range(370, 3600, 360)]
        alarms += any(check.p <= 0.05 / 3 for stop in stops for check in stopped_checks(stop, 3600, rng))
    assert alarms / studies <= 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5


def test_a_study_that_is_stopped_is_judged_by_the_parts_that_were_full() -> None:
    rng = np.random.default_rng(13)
    throws = DieThrows(thrown(rng, 1000, sticks=0.3))
    assert stopped_checks(DieThrows(throws.readings[:199]), 2000, rng) == ()
    full = order_checks(DieThrows(throws.readings[:800]), rng)
    stopped = stopped_checks(DieThrows(throws.readings[:999]), 2000, rng)
    assert [check.statistic for check in stopped] == [check.statistic for check in full]
    assert [check.p for check in stopped] == pytest.approx([min(1, LOOKS * check.p) for check in full])
    assert Suspicion.RUNS in {check.topic for check in stopped if check.p < 1e-6}


def test_moments_of_runs_and_drift_are_those_of_all_orders() -> None:
    readings = np.array([0, 0, 1, 1, 1, 2, 2, 3])
    orders = [np.array(order) for order in set(itertools.permutations(readings.tolist()))]
    padded = [np.tile(order, 4) for order in orders]  # checks need twenty readings and more
    assert all(check_runs(order) is not None and check_drift(order) is not None for order in padded[:5])
    rng = np.random.default_rng(7)
    long = np.repeat(np.arange(FACES), [3, 5, 4, 6, 2, 5])
    drawn = [rng.permutation(long) for _ in range(1500)]
    runs = np.array([found.statistic for order in drawn if (found := check_runs(order))])
    drift = np.array([found.statistic for order in drawn if (found := check_drift(order))])
    assert abs(runs.mean()) < 4 / 1500**0.5
    assert runs.var() == pytest.approx(1, abs=0.15)
    assert drift.mean() == pytest.approx(FACES - 1, abs=4 * (2 * (FACES - 1) / 1500) ** 0.5)


def test_few_counts_are_judged_by_simulation() -> None:
    rng = np.random.default_rng(8)
    found = check_faces(np.array([0.0, 0, 0, 0, 0, 6, 0]), exact_reader(), fair_die(), rng)
    exact = 6 / 6**6  # six equal faces are the farthest that six throws can be
    assert found.p == pytest.approx(exact, abs=4 * (exact / 10_000) ** 0.5 + 1e-4)


def test_a_die_that_counts_up_is_found_in_few_throws_though_all_other_checks_are_made() -> None:
    found = check_transitions(np.arange(60) % FACES, np.random.default_rng(14))
    assert found is not None
    assert found.p == pytest.approx(1e-5)  # none of the simulated tables is as far off


def test_what_cannot_be_asked_is_not_answered() -> None:
    rng = np.random.default_rng(9)
    one = np.zeros(40, dtype=np.int64)
    assert check_runs(one) is None
    assert check_drift(one) is None
    assert check_wells(DieThrows(one, np.zeros(40, dtype=np.int64)), rng) is None
    unread = np.full(40, UNREAD)
    assert order_checks(DieThrows(one[:1]), rng) == ()
    assert check_runs(unread) is None


def by_hand(p: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The same by its definition: the largest level at which closed testing by weighted Bonferroni keeps each."""
    answer = []
    for test in range(len(p)):
        sets = [
            group
            for size in range(1, len(p) + 1)
            for group in itertools.combinations(range(len(p)), size)
            if test in group
        ]
        answer.append(
            max(
                min(1.0, *(p[other] * sum(weights[each] for each in group) / weights[other] for other in group))
                for group in sets
            )
        )
    return answer


def test_holms_method_is_closed_testing() -> None:
    rng = np.random.default_rng(10)
    for _ in range(50):
        p, weights = rng.random(4) ** 3, rng.random(4) + 0.1
        assert adjust(list(p), list(weights)) == pytest.approx(by_hand(list(p), list(weights)))


def test_shares_are_all_that_is_allowed() -> None:
    alone = [Check(Suspicion.FACES, 0, 5, 1)]
    assert shares(alone) == [1.0]
    assert sum(shares([*alone, Check(Suspicion.RUNS, 0, 0, 1), Check(Suspicion.DRIFT, 0, 5, 1)])) == pytest.approx(1)


NOTHING = np.zeros((FACES, FACES))


def test_centre_and_shape_are_the_parts_of_pearsons_chi_square() -> None:
    counts = np.array([12.0, 31, 17, 22, 26, 19, 0])
    found = {check.topic: check for check in check_models(counts, exact_reader(), NOTHING, prior=None)}
    whole = chisquare(counts[:FACES]).statistic
    assert found[Suspicion.CENTRE].statistic + found[Suspicion.SHAPE].statistic == pytest.approx(whole, rel=1e-4)
    odd = counts[:FACES:2].sum()
    assert found[Suspicion.PARITY].statistic == pytest.approx((2 * odd - counts.sum()) ** 2 / counts.sum(), rel=1e-4)


def test_the_covariance_is_that_of_a_multinomial() -> None:
    die = loaded_die(4)
    expected = (np.diag(die) - np.outer(die, die)) / 500
    assert np.allclose(covariance(die, exact_reader(), 500), expected)


def test_each_model_finds_its_own_die_though_the_reader_errs() -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.2, 0.1, 0.05, 0.02, 0.0, 0.15]))
    heavy = loaded_die(3)
    flat = fair_die() + np.array([0.02, -0.01, -0.01, -0.01, -0.01, 0.02])
    for die, model, other in ((heavy, Suspicion.CENTRE, Suspicion.SHAPE), (flat, Suspicion.SHAPE, Suspicion.CENTRE)):
        found = {
            check.topic: check.p for check in check_models(law.of_readings(die) * 20_000, law, NOTHING, prior=None)
        }
        assert found[model] < 1e-6
        assert found[other] > 0.9


def test_the_interval_of_an_effect_size_is_where_the_noncentral_law_puts_it() -> None:
    spread = covariance(fair_die(), exact_reader(), 1000)
    found = effect_size(loaded_die(5) - fair_die(), spread, 0.95)
    statistic = 1000 * 2 * 0.05**2 * FACES
    assert ncx2.sf(statistic, 5, 1000 * found[1] ** 2) == pytest.approx(0.025, abs=1e-6)
    assert ncx2.cdf(statistic, 5, 1000 * found[2] ** 2) == pytest.approx(0.025, abs=1e-6)
    assert found[0] == pytest.approx(((statistic - 5) / 1000) ** 0.5)
    fair = effect_size(np.zeros(FACES), spread, 0.95)
    assert fair[:2] == (0, 0)
    assert ncx2.cdf(chi2.isf(0.5, 5), 5, 1000 * fair[2] ** 2) == pytest.approx(0.025, abs=1e-6)
    assert effect_size((loaded_die(5) - fair_die()) / 12, spread, 0.95)[2] == fair[2]


@pytest.mark.parametrize("points", [0.5, 3])
def test_an_effect_size_is_held_as_often_as_said_though_the_reader_is_uncertain(points: float) -> None:
    law = erring_reader(np.full((FACES, FACES), 0.01), np.array([0.2, 0.1, 0.05, 0.02, 0.0, 0.15]))
    reader = covariance(fair_die(), law, 1000)
    off, rng, studies = loaded_die(points) - fair_die(), np.random.default_rng(1), 80
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
