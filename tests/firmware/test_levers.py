"""The levers in the host build: slowly, one after another, let go when idle."""

import numpy as np
import pytest

from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.servo_pins import at_pin, at_pins

pytestmark = pytest.mark.check


@pytest.fixture(autouse=True)
def greet(host: HostBoard) -> None:
    host.ask("hello")


def clamp(host: HostBoard, wells: int, wait: int = 2000) -> float:
    """Clamp, and return the seconds that it took."""
    assert host.ask(f"clamp wells={wells}").startswith("ok")
    for passed in range(10, wait + 1, 10):
        if host.wait(10):
            assert f"state=idle homed=0 shakes=0 clamp={wells} " in host.ask("stat")
            return passed / 1000
    raise AssertionError("the levers have not come to rest")


def moves(host: HostBoard, well: int, since: int = 0) -> list[tuple[float, int]]:
    """Return the moments and the pulses that a well's servo was given, from an entry of the history on."""
    return [(second, at_pin(well, pulse)) for lever, pulse, second in host.lever_history[since:] if lever == well]


@pytest.mark.parametrize("swing", [100, 300, 1000])
def test_levers_swing_slowly_and_one_after_another(host: HostBoard, swing: int) -> None:
    host.ask(f"set swing={swing}")
    assert swing / 1000 <= clamp(host, 123456) <= swing / 1000 + 0.35
    starts = []
    for well in range(1, 7):
        seconds, pulses = zip(*(move for move in moves(host, well) if move[0] > 0), strict=True)
        assert (pulses[0], pulses[-1]) == (1000, 1800)
        assert 0 < min(np.diff(pulses)) <= max(np.diff(pulses)) <= 800 * 20 / swing + 1
        assert seconds[-1] - seconds[0] == pytest.approx(swing / 1000, abs=0.04)
        starts.append(seconds[0])
    assert np.diff(starts) == pytest.approx(0.04)


def test_levers_that_are_there_do_not_move(host: HostBoard) -> None:
    clamp(host, 14)
    before = len(host.lever_history)
    assert clamp(host, 14) < 0.1
    assert len(host.lever_history) == before
    clamp(host, 145)
    assert {lever for lever, _, _ in host.lever_history[before:]} == {5}


def test_levers_that_are_up_are_let_go_when_idle_and_those_that_are_down_hold(host: HostBoard) -> None:
    clamp(host, 26)
    host.wait(1900)
    assert host.levers == at_pins(1000, 1800, 1000, 1000, 1000, 1800)
    host.wait(200)
    assert host.levers == at_pins(0, 1800, 0, 0, 0, 1800)
    host.wait(50_000)
    assert host.levers == at_pins(0, 1800, 0, 0, 0, 1800)
    clamp(host, 6)
    assert host.levers == at_pins(1000, 1000, 1000, 1000, 1000, 1800)


@pytest.mark.parametrize("before", ["", "clamp wells=135"], ids=["after a reset", "after a rest"])
def test_levers_that_may_lie_anywhere_jump_up_one_after_another(host: HostBoard, before: str) -> None:
    if before:
        host.ask(before)
        host.wait(65_000)
    since = len(host.lever_history)
    clamp(host, 0)
    woken = host.lever_history[since:]
    assert [(well, at_pin(well, pulse)) for well, pulse, _ in woken] == [(well, 1000) for well in range(1, 7)]
    assert np.diff([second for _, _, second in woken]) == pytest.approx(0.04)


def test_idle_0_lets_go_only_where_the_board_rests(host: HostBoard) -> None:
    host.ask("set idle=0")
    clamp(host, 1)
    host.wait(59_000)
    assert host.levers == at_pins(1800, 1000, 1000, 1000, 1000, 1000)


def test_a_rest_lifts_what_is_down_one_after_another_and_gives_nothing_to_the_others(host: HostBoard) -> None:
    host.home()
    host.ask("clamp wells=124")
    host.wait(4000)
    since = len(host.lever_history)
    assert host.ask("rest") == "ok 0 boot=1"
    assert not host.is_powered(), "the crank rests at its dead centre"
    assert "state=resting homed=0 shakes=0 clamp=0 " in host.ask("stat")
    assert host.wait(1000) == ["evt done boot=1 verb=rest shakes=0"]
    assert set(host.levers.values()) == {0}
    assert {well for well, pulse, _ in host.lever_history[since:] if pulse} == {1, 2, 4}
    starts = []
    for well in (1, 2, 4):
        seconds, (*lifts, off) = zip(*moves(host, well, since), strict=True)
        assert (lifts[-1], off) == (1000, 0)
        assert -800 * 20 / 300 - 1 <= min(np.diff([1800, *lifts])) <= max(np.diff([1800, *lifts])) < 0
        starts.append(seconds[0])
    assert np.diff(starts) == pytest.approx(0.04)


@pytest.mark.parametrize("framed", [False, True], ids=["after a minute", "at the end of a session"])
def test_a_board_that_is_left_alone_has_no_power(host: HostBoard, framed: bool) -> None:
    if framed:
        host.ask("@0 5 hello")
        host.ask("@1 1 home")
        host.wait(1400)
        host.ask("@1 2 clamp wells=36")
    else:
        host.home()
        host.ask("clamp wells=36")
    host.wait(2900 if framed else 60_000)
    assert host.is_powered()
    assert host.levers == at_pins(0, 0, 1800, 0, 0, 1800)
    assert host.wait(1000) == ["evt done boot=1 verb=rest shakes=0"]
    assert not host.is_powered()
    assert set(host.levers.values()) == {0}
    assert host.wait(200_000) == []


def test_a_stop_in_a_rest_lets_go_at_once(host: HostBoard) -> None:
    clamp(host, 123456)
    host.ask("rest")
    host.wait(150)
    host.feed(b"!")
    assert set(host.levers.values()) == {0}


def test_a_rest_with_a_latched_fault_moves_nothing(host: HostBoard) -> None:
    host.home()
    host.ask("clamp wells=15")
    host.wait(4000)
    host.lid(False)
    since = len(host.lever_history)
    assert host.ask("rest") == "ok 0 boot=1"
    assert not host.is_powered()
    assert {pulse for _, pulse, _ in host.lever_history[since:]} == {0}
    assert "state=fault homed=0 shakes=0 clamp=0 light=0,0 lid=0 " in host.ask("stat")


def test_a_rest_after_a_stop_leaves_the_motor_the_time_to_stand(host: HostBoard) -> None:
    host.home()
    host.ask("shake ms=5000")
    host.wait(400)
    host.feed(b"!")
    host.ask("rest")
    assert host.is_powered()
    host.wait(210)
    assert not host.is_powered()


def test_levers_stay_where_a_stop_finds_them_and_those_that_are_up_are_let_go(host: HostBoard) -> None:
    clamp(host, 3)
    host.ask("clamp wells=12")
    host.wait(150)
    host.feed(b"!")
    stopped = dict(host.levers)
    assert all(1000 < at_pin(well, stopped[well]) < 1800 for well in (1, 3))
    host.wait(1900)
    assert host.levers == stopped
    host.wait(5000)
    assert host.levers == stopped | {4: 0, 5: 0, 6: 0}
    assert "clamp=0 " in host.ask("stat")
    host.ask("clear fault=1")
    clamp(host, 2)
    assert host.levers == at_pins(1000, 1800, 1000, 1000, 1000, 1000)


def test_a_lever_beyond_its_ends_takes_no_longer_to_come_back(host: HostBoard) -> None:
    clamp(host, 1)
    host.ask("set lever=1 open=1000 closed=1100 swing=300")
    assert 0.3 <= clamp(host, 0) <= 0.3 + 0.1
    assert host.levers[1] == at_pin(1, 1000)
