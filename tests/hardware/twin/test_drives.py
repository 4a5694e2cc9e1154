"""Crank, levers and motor against what geometry and theory give."""

import cmath
import math
from collections.abc import Sequence
from typing import cast

import pytest

from hardware.dimensions import dimensions
from hardware.sim.build import SLOW_SHARE, Build
from hardware.sim.drive import StepDriver
from hardware.twin.drives import CHOPPERS, SPEED, TEETH, Servos, Windings, rocker_at
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
    servos = Servos(dimensions(), cast(Block, block), Build({}))
    servos.set_faults(frozenset(), slow)
    servos.set_pulses(tuple(at_pins(*(1800,) * 6).values()))
    turned = [0.0] * 6
    while servos.turning or not any(turned):
        before = block.levers
        servos.tick(TICK)
        turned = [so_far + TICK * (a != b) for so_far, a, b in zip(turned, before, block.levers, strict=True)]
    return turned


MOTOR = dimensions()["motor"]

CHOP = 1 / 64000


def pulled_out(turns: float, module: StepDriver, supply: float = 24.0) -> float:
    """Return the greatest mean torque at a steady speed, over all lags of the rotor, to a tenth of a full step."""
    speed, best = 2 * math.pi * turns, 0.0
    count = round(1 / (turns * TEETH * CHOP))
    for tenth in range(21):
        windings, total = Windings({**MOTOR, "supply": supply}, module), 0.0
        for chop in range(4 * count):
            field = speed * chop * CHOP
            torque = windings.chop(field, field - tenth / 10 * 2 * math.pi / 200, speed, CHOP)
            total += torque if chop >= 2 * count else 0.0
        best = max(best, total / (2 * count))
    return best


def constant() -> float:
    return float(MOTOR["torque"] / MOTOR["rated"] / math.sqrt(2))


def of_sine_voltage(turns: float, module: StepDriver, height: float) -> float:
    """Return a synchronous machine's greatest torque when voltages of this height turn in its windings."""
    speed = 2 * math.pi * turns
    impedance = complex(
        MOTOR["resistance"] + CHOPPERS[module].resistance, TEETH * speed * float(MOTOR["inductance"]) / 1000
    )
    most = 0.0
    for degree in range(-180, 181):
        current = (height * cmath.exp(1j * math.radians(degree)) - constant() * speed) / impedance
        most = max(most, constant() * current.real)
    return most


def held_at(lag: float, count: int = 2) -> float:
    """Return the torque at rest with a rotor that lags by so many full steps."""
    windings, torque = Windings(MOTOR, StepDriver.TMC2209, count), 0.0
    for _ in range(200):
        torque = windings.chop(lag * 2 * math.pi / 200, 0.0, 0.0, CHOP)
    return torque


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
    servos = Servos(dimensions(), cast(Block, block), Build({}))
    servos.set_faults(frozenset({3}), frozenset())
    assert block.grips == {well: (False, well == 3) for well in range(1, 7)}
    servos.set_pulses((1500.0, *[None] * 5))
    assert block.grips == {well: (well == 1, well == 3) for well in range(1, 7)}


def test_a_turning_field_holds_a_root_of_two_less_than_two_full_currents() -> None:
    rated = MOTOR["torque"] * MOTOR["current"] / MOTOR["rated"]
    assert held_at(1) == pytest.approx(rated / math.sqrt(2))
    assert held_at(1) == pytest.approx(0.313, abs=5e-4)
    assert held_at(0) == pytest.approx(0)
    assert held_at(0.5) == pytest.approx(held_at(1) * math.sin(math.pi / 4))
    assert held_at(1, count=0) == 0


@pytest.mark.parametrize("turns", [2, 8])
def test_a_tmc2209_keeps_its_torque_up_to_the_speed_of_the_shake(turns: int) -> None:
    assert pulled_out(turns, StepDriver.TMC2209) == pytest.approx(constant() * MOTOR["current"], rel=0.03)


@pytest.mark.parametrize("turns", [25, 30])
def test_far_beyond_it_the_torque_is_that_of_full_voltages(turns: int) -> None:
    """Voltages that are switched at every half turn of the field are squares, with a sine 4 / pi times as high."""
    most = pulled_out(turns, StepDriver.TMC2209)
    assert of_sine_voltage(turns, StepDriver.TMC2209, 24.0) < most
    assert most < 1.03 * of_sine_voltage(turns, StepDriver.TMC2209, 4 / math.pi * 24.0)


def test_with_half_the_supply_it_loses_torque_at_the_speed_of_the_shake() -> None:
    assert pulled_out(8, StepDriver.TMC2209, supply=12.0) < 0.95 * pulled_out(8, StepDriver.TMC2209)
