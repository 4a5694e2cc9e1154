"""Crank, rod and rocker against the rod's length, sought by halving, and levers against their pulses."""

import math
from collections.abc import Sequence
from typing import cast

import pytest

from hardware.dimensions import dimensions
from hardware.sim.build import SLOW_SHARE, Build
from hardware.twin.drives import SPEED, Servos, rocker_at
from hardware.twin.measures import Measures
from hardware.twin.physics import Block
from tests.support.firmware.servo_pins import at_pins

DIMENSIONS = dimensions()
RADIUS, ROD = float(DIMENSIONS["crank"]["radius"]), float(DIMENSIONS["crank"]["rod"])
ACROSS = float(DIMENSIONS["rocker"]["across"])
MEASURES = Measures(DIMENSIONS)
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
    assert rocker_at(MEASURES, angle)[0] == pytest.approx(low, abs=1e-10)


@pytest.mark.parametrize("degrees", DEGREES)
def test_derivatives_are_those_of_the_tilt(degrees: int) -> None:
    angle, little = math.radians(degrees), 1e-4
    before, now, after = (rocker_at(MEASURES, angle + way * little)[0] for way in (-1, 0, 1))
    assert rocker_at(MEASURES, angle)[1] == pytest.approx((after - before) / 2 / little, abs=1e-7)
    assert rocker_at(MEASURES, angle)[2] == pytest.approx((after - 2 * now + before) / little**2, abs=1e-5)


def test_the_wells_are_level_at_home_and_lean_most_half_a_turn_away() -> None:
    tilts = [rocker_at(MEASURES, math.radians(degrees))[0] for degrees in range(360)]
    assert tilts[0] == pytest.approx(0, abs=1e-12) == min(tilts)
    assert abs(tilts.index(max(tilts)) - 180) <= 3
    assert math.degrees(max(tilts)) == pytest.approx(11.5, abs=0.05)


TICK = 0.01


class AimedBlock:
    """A block without dice: its levers stand where the servos aim them."""

    levers: Sequence[float] = ()
    grips: dict[int, tuple[bool, bool]]
    """Whether each lever is driven, and whether it slips."""

    def __init__(self) -> None:
        self.grips = {}

    def set_levers(self, angles: Sequence[float]) -> None:
        self.levers = tuple(angles)

    aim = set_levers

    def grip(self, well: int, driven: bool, slips: bool) -> None:
        self.grips[well] = driven, slips


def seconds_to_come_down(block: AimedBlock, slow: frozenset[int] = frozenset()) -> list[float]:
    """Return how long each lever turns until it is down."""
    servos = Servos(dimensions(), cast(Block, block), Build.of({}))
    servos.set_faults(frozenset(), slow)
    servos.set_pulses(tuple(at_pins(*(1800,) * 6).values()))
    turned = [0.0] * 6
    while servos.turning or not any(turned):
        before = block.levers
        servos.tick(TICK)
        turned = [so_far + TICK * (a != b) for so_far, a, b in zip(turned, before, block.levers, strict=True)]
    return turned


def test_levers_follow_at_the_speed_of_their_servos_and_slow_ones_later() -> None:
    block = AimedBlock()
    from_up = math.radians(dimensions()["lever"]["highest"])
    well = seconds_to_come_down(block)
    assert well == pytest.approx([(from_up - block.levers[0]) / SPEED] * 6, abs=TICK)
    slow = seconds_to_come_down(AimedBlock(), frozenset({2, 5}))
    assert [late / usual for late, usual in zip(slow, well, strict=True)] == pytest.approx(
        [1, 1 / SLOW_SHARE, 1, 1, 1 / SLOW_SHARE, 1], rel=0.1
    )


def test_a_lever_is_driven_once_it_has_pulses_and_slips_where_it_is_told() -> None:
    block = AimedBlock()
    servos = Servos(dimensions(), cast(Block, block), Build.of({}))
    servos.set_faults(frozenset({3}), frozenset())
    assert block.grips == {well: (False, well == 3) for well in range(1, 7)}
    servos.set_pulses((1500.0, *[None] * 5))
    assert block.grips == {well: (well == 1, well == 3) for well in range(1, 7)}
