"""Dice read and values wrong over the least confidence, counted by hand."""

import re

import pytest

from vision.evaluation.reliability import CoveragePoint, coverage
from vision.evaluation.report import coverage_svg

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
