"""The levers in the host build: slowly, one after another, let go when idle."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.firmware.desk import Desk


@pytest.fixture
def desk() -> Iterator[Desk]:
    with Desk() as made:
        made.reset("power")
        made.ask("hello")
        yield made


def clamped(desk: Desk, wells: int, wait: int = 2000) -> float:
    """Clamp, and return the seconds that it took."""
    assert desk.ask(f"clamp wells={wells}").startswith("ok")
    for passed in range(10, wait + 1, 10):
        if desk.wait(10):
            assert f"state=idle homed=0 shakes=0 clamp={wells} " in desk.ask("stat")
            return passed / 1000
    raise AssertionError("the levers have not come to rest")


@pytest.mark.parametrize("swing", [100, 300, 1000])
def test_levers_swing_slowly_and_one_after_another(desk: Desk, swing: int) -> None:
    desk.ask(f"set swing={swing}")
    assert swing / 1000 <= clamped(desk, 123456) <= swing / 1000 + 0.35
    for well in range(1, 7):
        moves = [(second, pulse) for lever, pulse, second in desk.lever_history if lever == well and second > 0]
        pulses = [1000, *(pulse for _, pulse in moves)]
        assert pulses[-1] == 1800
        assert 0 < min(np.diff(pulses)) <= max(np.diff(pulses)) <= 800 * 20 / swing + 1
        assert moves[-1][0] - moves[0][0] == pytest.approx(swing / 1000, abs=0.04)
    starts = [
        next(second for lever, _, second in desk.lever_history if lever == well and second > 0) for well in range(1, 7)
    ]
    assert np.diff(starts) == pytest.approx(0.04)


def test_levers_that_are_there_do_not_move(desk: Desk) -> None:
    clamped(desk, 14)
    before = len(desk.lever_history)
    assert clamped(desk, 14) < 0.1
    assert len(desk.lever_history) == before
    clamped(desk, 145)
    assert {lever for lever, _, _ in desk.lever_history[before:]} == {5}


def test_levers_that_are_up_are_let_go_when_idle_and_those_that_are_down_hold(desk: Desk) -> None:
    clamped(desk, 26)
    desk.wait(1900)
    assert desk.levers == {1: 1000, 2: 1800, 3: 1000, 4: 1000, 5: 1000, 6: 1800}
    desk.wait(200)
    assert desk.levers == {1: 0, 2: 1800, 3: 0, 4: 0, 5: 0, 6: 1800}
    desk.wait(60_000)
    assert desk.levers == {1: 0, 2: 1800, 3: 0, 4: 0, 5: 0, 6: 1800}
    clamped(desk, 6)
    assert desk.levers == {1: 1000, 2: 1000, 3: 1000, 4: 1000, 5: 1000, 6: 1800}


def test_idle_0_never_lets_go(desk: Desk) -> None:
    desk.ask("set idle=0")
    clamped(desk, 1)
    desk.wait(120_000)
    assert desk.levers == {1: 1800, 2: 1000, 3: 1000, 4: 1000, 5: 1000, 6: 1000}


def test_levers_stay_where_a_stop_finds_them_and_those_that_are_up_are_let_go(desk: Desk) -> None:
    clamped(desk, 3)
    desk.ask("clamp wells=12")
    desk.wait(150)
    desk.feed(b"!")
    stopped = dict(desk.levers)
    assert 1000 < stopped[1] < 1800
    assert 1000 < stopped[3] < 1800
    desk.wait(1900)
    assert desk.levers == stopped
    desk.wait(5000)
    assert desk.levers == stopped | {4: 0, 5: 0, 6: 0}
    assert "clamp=0 " in desk.ask("stat")
    desk.ask("clear fault=1")
    clamped(desk, 2)
    assert desk.levers == {1: 1000, 2: 1800, 3: 1000, 4: 1000, 5: 1000, 6: 1000}


def test_pulses_as_set_lever_by_lever(desk: Desk) -> None:
    wanted = {}
    for well in range(1, 7):
        wanted[well] = 500 + 200 * well
        desk.ask(f"set lever={well} open={2500 - 100 * well} closed={wanted[well]}")
    clamped(desk, 123456)
    assert desk.levers == wanted


def test_a_reset_lets_all_go(desk: Desk) -> None:
    clamped(desk, 123)
    desk.reset("external")
    assert set(desk.levers.values()) == {0}
    assert "clamp=0 " in desk.ask("stat")
