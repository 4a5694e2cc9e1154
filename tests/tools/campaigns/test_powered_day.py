"""A slice of the campaign that measures what motor and servos draw over a day."""

import pytest

from hardware.dictionary import MACHINE, SETTINGS
from hardware.dimensions import mirror_pulse
from tests.support.firmware.build import built
from tools.campaigns.powered_day import PoweredDay, PowerTotals, presses


def test_a_servo_presses_by_the_pulse_of_a_lever_that_is_down_in_either_row() -> None:
    for servo in range(1, 7):
        turned = mirror_pulse if str(servo) in str(MACHINE["LEVERS_MIRRORED"]) else float
        assert presses(servo, turned(SETTINGS["closed"]))
        assert not presses(servo, turned(SETTINGS["open"]))


def test_a_day_is_eight_hours_that_are_open_and_sixteen_quiet_ones() -> None:
    day = PoweredDay(0.5, 0.25, 1, PowerTotals(motor=900, servos=1800, lights=3600), PowerTotals(motor=90))
    day.throws.update(playing=3)
    told = list(day.lines())
    assert told[0] == "3 throws in 0.50 h: 3 playing"
    assert told[1] == "open: the motor has current 50.0% of the time, 1.00 servos press, 2.00 halves are lit; 20.00 W"
    assert told[2].startswith("quiet: the motor has current 10.0% of the time, 0.00 servos press")
    assert told[3] == "a day: 218 Wh, 9.07 W on average"


@pytest.mark.check
def test_visitors_keep_motor_and_levers_busy_and_quiet_hours_power_nothing_on_the_binary() -> None:
    day = PoweredDay(0.05, 0.01, 1)
    day.run(built("runner"))
    assert day.throws["playing"] > 3
    assert 0 < day.open_totals.motor < 0.5 * 3600 * day.open
    assert day.open_totals.servos > 0
    assert max(day.quiet_totals.motor, day.quiet_totals.servos, day.quiet_totals.lights) < 1
