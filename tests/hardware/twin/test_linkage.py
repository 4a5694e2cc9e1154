"""Crank, rod and rocker against the rod's length, sought by halving, and against differences."""

import math

import pytest

from hardware.dimensions import dimensions
from hardware.twin.linkage import Linkage
from hardware.twin.measures import Measures

DIMENSIONS = dimensions()
RADIUS, ROD = float(DIMENSIONS["crank"]["radius"]), float(DIMENSIONS["crank"]["rod"])
ACROSS = float(DIMENSIONS["rocker"]["across"])
LINKAGE = Linkage(Measures.of(DIMENSIONS))
DEGREES = range(-360, 720, 7)


def too_long(tilt: float, angle: float) -> bool:
    """Return whether the rod would have to be longer; places are right of the crank's axle and above it."""
    pin = ACROSS * (1 - math.cos(tilt)), ROD - RADIUS + ACROSS * math.sin(tilt)
    crank = RADIUS * math.sin(angle), -RADIUS * math.cos(angle)
    return math.dist(pin, crank) > ROD


@pytest.mark.parametrize("degrees", DEGREES)
def test_the_rod_is_as_long_as_it_is_at_every_angle(degrees: int) -> None:
    angle = math.radians(degrees)
    low, high = math.radians(-5), math.radians(15)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if too_long(middle, angle) else (middle, high)
    assert LINKAGE.at(angle)[0] == pytest.approx(low, abs=1e-10)


@pytest.mark.parametrize("degrees", DEGREES)
def test_derivatives_are_those_of_the_tilt(degrees: int) -> None:
    angle, little = math.radians(degrees), 1e-4
    before, now, after = (LINKAGE.at(angle + way * little)[0] for way in (-1, 0, 1))
    assert LINKAGE.at(angle)[1] == pytest.approx((after - before) / 2 / little, abs=1e-7)
    assert LINKAGE.at(angle)[2] == pytest.approx((after - 2 * now + before) / little**2, abs=1e-5)


def test_the_wells_are_level_at_home_and_lean_most_half_a_turn_away() -> None:
    tilts = [LINKAGE.at(math.radians(degrees))[0] for degrees in range(360)]
    assert tilts[0] == pytest.approx(0, abs=1e-12) == min(tilts)
    assert abs(tilts.index(max(tilts)) - 180) <= 3
    assert math.degrees(max(tilts)) == pytest.approx(11.5, abs=0.05)
