"""The motor's windings against the torque that theory gives them at rest, and where the supply does not suffice."""

import cmath
import math

import pytest

from hardware.dimensions import dimensions
from hardware.sim.drive import StepDriver
from hardware.twin.motor import CHOPPERS, TEETH, Windings

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


def test_a_turning_field_holds_a_root_of_two_less_than_two_full_currents() -> None:
    rated = MOTOR["torque"] * MOTOR["current"] / MOTOR["rated"]
    assert held_at(1) == pytest.approx(rated / math.sqrt(2))
    assert held_at(1) == pytest.approx(Windings(MOTOR, StepDriver.TMC2209).holding) == pytest.approx(0.313, abs=5e-4)
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
