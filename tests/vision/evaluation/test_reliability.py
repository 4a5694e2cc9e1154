"""Confidence: bins counted by hand, fits checked against searches of another kind."""

import re

import numpy as np
import pytest

from vision.errors import VisionError
from vision.evaluation.reliability import CoveragePoint, Curve, Reliability, Share, coverage
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
