"""Faults of the machine do what they say, and go when they are switched off."""

import pytest

from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.build import Build, BuildFault, MachineFault
from hardware.twin.machine import Machine
from tests.support.firmware.servo_pins import at_pins
from tests.support.requirements import needs_package
from tools.shaking.motion import MotionDriver

pytestmark = pytest.mark.check

needs_package("mujoco")

DIMENSIONS = dimensions()
SIDE, FLOOR = DIMENSIONS["die"]["side"], DIMENSIONS["wells"]["floor"]
SHAKE = ShakeProgram(frequency=9.0, seconds=0.6, ramp=0.2)
ALL = frozenset(range(1, 7))


def at_home(seed: int, fault: MachineFault, *wells: int) -> MotionDriver:
    driver = MotionDriver(Machine(DIMENSIONS, seed, {fault: frozenset(wells)}))
    driver.home()
    driver.settle()
    return driver


def test_a_bump_cocks_the_die_of_its_well_again_and_again() -> None:
    driver = at_home(5, MachineFault.COCKED, 3)
    leaning = dict.fromkeys(ALL, 0)
    for _ in range(10):
        driver.shake(SHAKE)
        driver.settle()
        for die in driver.machine.level_dice:
            leaning[die.well or 0] += die.pose.lean > 8
    assert leaning[3] >= 2
    assert sum(leaning.values()) - leaning[3] <= 2


def test_two_dice_lie_on_or_beside_each_other_until_one_is_taken_out() -> None:
    driver = at_home(6, MachineFault.DOUBLE, 4)
    machine = driver.machine
    assert [die.well for die in machine.dice] == [1, 2, 3, 4, 5, 6, 4]
    driver.shake(SHAKE)
    driver.settle()
    first, second = (die.pose for die in machine.level_dice if die.well == 4)
    apart = max(abs(a - b) for a, b in zip(first.middle, second.middle, strict=True))
    assert apart > SIDE / 2
    others = [die.pose.up for die in machine.level_dice if die.well != 4]
    machine.switch(MachineFault.DOUBLE, on=False)
    assert [die.well for die in machine.dice] == [1, 2, 3, 4, 5, 6]
    driver.settle()
    assert [die.pose.up for die in machine.level_dice if die.well != 4] == others
    assert max(die.pose.middle[2] for die in machine.level_dice) == pytest.approx(FLOOR + SIDE / 2, abs=0.5)


def built_with(fault: BuildFault, *numbers: int, **more: frozenset[int]) -> Machine:
    faults = {MachineFault(name): wells for name, wells in more.items()}
    return Machine(DIMENSIONS, 9, faults, build=Build({fault: frozenset(numbers)}))


@pytest.mark.parametrize("count", range(1, 7))
def test_a_weak_supply_sags_while_more_than_two_levers_move(count: int) -> None:
    machine = built_with(BuildFault.WEAK_SUPPLY)
    assert not machine.sags
    pulses = tuple(at_pins(*(1800,) * count, *(1000,) * (6 - count)).values())
    machine.advance(0.02, 0, pulses, enabled=True)
    assert machine.sags == (count > 2)
    machine.advance(0.5, 0, pulses, enabled=True)
    assert not machine.sags, "levers that have arrived draw little"


def test_levers_that_move_one_after_the_other_do_not_sag_a_weak_supply() -> None:
    machine = built_with(BuildFault.WEAK_SUPPLY)
    for count in range(1, 7):
        pulses = tuple(at_pins(*(1800,) * count, *(1000,) * (6 - count)).values())
        for _ in range(30):
            machine.advance(0.01, 0, pulses, enabled=True)
            assert not machine.sags


def test_a_supply_that_is_strong_enough_moves_all_levers_at_once() -> None:
    machine = Machine(DIMENSIONS, 9)
    machine.advance(0.02, 0, tuple(at_pins(*(1800,) * 6).values()), enabled=True)
    assert not machine.sags


def test_wells_without_dice_stay_empty_and_the_others_keep_theirs() -> None:
    machine = built_with(BuildFault.DIE_MISSING, 2, 5)
    driver = MotionDriver(machine)
    driver.home()
    driver.shake(SHAKE)
    driver.settle()
    assert [die.well for die in machine.level_dice] == [1, 3, 4, 6]
    assert [bool(face) for face in machine.truth] == [True, False, True, True, False, True]
    machine.put(6, 4)
    assert machine.truth[5] == 4


def test_a_second_die_is_laid_to_those_that_are_there() -> None:
    machine = built_with(BuildFault.DIE_MISSING, 1, **{MachineFault.DOUBLE: frozenset({3})})
    assert sorted(die.well or 0 for die in machine.level_dice) == [2, 3, 3, 4, 5, 6]
    assert machine.truth[0] == 0
    machine.switch(MachineFault.DOUBLE, on=False)
    assert [die.well for die in machine.level_dice] == [2, 3, 4, 5, 6]
