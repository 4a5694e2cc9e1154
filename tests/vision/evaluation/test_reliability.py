"""Confidence: bins counted by hand, fits checked against searches of another kind."""

import itertools
import re

import numpy as np
import pytest

from vision.errors import VisionError
from vision.evaluation.reliability import CoveragePoint, Curve, Reliability, Share, coverage, isotonic
from vision.evaluation.report import coverage_svg


def test_bins_hold_what_is_said_with_their_confidence() -> None:
    told = Reliability.of([(0.95, True)] * 3 + [(0.96, False)] + [(0.992, True)] * 8 + [(1.0, True), (1.0, False)])
    assert [(b.low, b.high, b.share) for b in told.bins] == [
        (0.95, 0.98, Share(4, 3)),
        (0.99, 0.995, Share(8, 8)),
        (0.999, 1.0, Share(2, 1)),
    ]
    assert told.sure == Share(10, 9)
    assert told.error == pytest.approx((4 * abs(0.75 - 0.9525) + 8 * 0.008 + 2 * 0.5) / 14)


def test_nothing_said_has_neither_bins_nor_error() -> None:
    told = Reliability.of([])
    assert (told.bins, told.error, told.sure.value) == ((), None, None)
    assert told.to_json()["sure"]["share"] is None


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan")])
def test_what_is_no_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(VisionError):
        Reliability.of([(0.5, True), (confidence, True)])


def test_bounds_hold_the_true_share_in_95_of_100_cases() -> None:
    random = np.random.default_rng(5)
    held = 0
    for _ in range(2000):
        low, high = Share(200, int(random.binomial(200, 0.97))).bounds
        held += low <= 0.97 <= high
    assert 0.93 < held / 2000 < 0.98


def rising_least_squares(y: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Fit by trying every way to cut the row into pools: the best one that rises."""
    best, least = y, np.inf
    for cuts in itertools.product([False, True], repeat=len(y) - 1):
        edges = [0, *(n + 1 for n, cut in enumerate(cuts) if cut), len(y)]
        levels = [np.average(y[a:b], weights=weight[a:b]) for a, b in itertools.pairwise(edges)]
        if (np.diff(levels) < 0).any():
            continue
        fit = np.repeat(levels, np.diff(edges))
        loss = float((weight * (fit - y) ** 2).sum())
        if loss < least - 1e-12:
            best, least = fit, loss
    return best


@pytest.mark.parametrize("seed", range(20))
def test_isotonic_fits_are_the_best_that_rise(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.evaluation.reliability.RESTRAINT", 0.0)
    random = np.random.default_rng(seed)
    scores = random.integers(0, 7, 30) / 7
    right = random.random(30) < 0.3 + 0.6 * scores
    knots, where = np.unique(scores, return_inverse=True)
    weight = np.bincount(where).astype(float)
    best = rising_least_squares(np.bincount(where, weights=right) / weight, weight)
    curve = isotonic(scores, right)
    pools = [np.isclose(best, level) for level in curve.confidences]
    assert np.sum(pools, axis=0).tolist() == [1] * len(knots)
    assert curve.scores == pytest.approx([np.average(knots[pool], weights=weight[pool]) for pool in pools])


def test_pools_that_fall_when_they_are_drawn_in_are_joined() -> None:
    curve = isotonic([0.0] * 10 + [1.0], [True] * 9 + [False, True])
    assert curve.scores == pytest.approx([1 / 11])
    assert curve.confidences == pytest.approx([(10 * 10 / 12 + 2 / 3) / 11])


def test_scores_that_lie_as_close_as_numbers_can_have_their_own_middles() -> None:
    for score in np.random.default_rng(3).random(200).tolist():
        near = float(np.nextafter(score, 1))
        assert isotonic([score] * 3 + [near] * 3, [False] * 3 + [True] * 3).scores == (score, near)


def test_nothing_is_certain_from_few_examples() -> None:
    curve = isotonic([0.1] * 5 + [0.9] * 8, [False] * 5 + [True] * 8)
    assert curve([0.1, 0.9]) == pytest.approx([1 / 7, 9 / 10])
    assert isotonic([0.3], [True])(0.3) == pytest.approx(2 / 3)


def test_fitted_confidence_is_believable_on_other_data() -> None:
    random = np.random.default_rng(11)

    def drawn(n: int) -> tuple[np.ndarray, np.ndarray]:
        scores = random.normal(0, 2, n)
        return scores, random.random(n) < 1 / (1 + np.exp(-(1.7 * scores - 0.6)))

    curve = isotonic(*drawn(4000))
    scores, right = drawn(20_000)
    told = Reliability.of(zip(curve(scores).tolist(), right.tolist(), strict=True))
    assert told.error is not None
    assert told.error < 0.02
    raw = Reliability.of(zip(np.clip(0.5 + scores / 12, 0, 1).tolist(), right.tolist(), strict=True))
    assert raw.error is not None
    assert raw.error > 5 * told.error


def test_a_curve_is_level_beyond_its_knots() -> None:
    curve = Curve((0.0, 1.0, 2.0), (0.2, 0.6, 0.9))
    assert curve([-1.0, 1.5, 5.0]) == pytest.approx([0.2, 0.75, 0.9])


@pytest.mark.parametrize(
    ("scores", "confidences"),
    [((), ()), ((1.0, 1.0), (0.1, 0.2)), ((0.0, 1.0), (0.3, 0.2)), ((0.0, 1.0), (0.3, 1.2)), ((0.0,), (0.1, 0.2))],
)
def test_curves_that_do_not_rise_are_refused(scores: tuple[float, ...], confidences: tuple[float, ...]) -> None:
    with pytest.raises(VisionError):
        Curve(scores, confidences)


@pytest.mark.parametrize("scores", [[], [float("nan"), 1.0], [float("inf"), 1.0]])
def test_no_curve_is_fitted_on_nothing(scores: list[float]) -> None:
    with pytest.raises(VisionError):
        isotonic(scores, [True] * len(scores))


SAID = [(0.9, False), (0.99, True), (0.95, True), (0.99, True), (0.9, True)]


def test_every_least_confidence_is_a_point() -> None:
    points = coverage(SAID, 8)
    assert [(p.least, p.share) for p in points] == [(0.99, 0.25), (0.95, 0.375), (0.9, 0.625)]
    assert [p.wrong for p in points] == pytest.approx([0, 0, 0.2])
    assert coverage([], 8) == ()


def test_the_curve_starts_at_the_left_and_rises_with_the_errors() -> None:
    drawn = coverage_svg(coverage(SAID, 8))
    (line,) = re.findall(r'<polyline points="([^"]+)"', drawn)
    places = [tuple(map(float, place.split(","))) for place in line.split()]
    assert len(places) == 3
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert places[0][1] == places[1][1] > places[2][1]


def test_one_point_without_errors_is_drawn() -> None:
    assert "nan" not in coverage_svg((CoveragePoint(0.99, 1.0, 0.0),))
