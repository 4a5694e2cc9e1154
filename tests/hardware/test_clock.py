"""Clocks go on as they are told to."""

import threading
from types import SimpleNamespace

import pytest

from hardware.clock import FASTEST, HURRIED, ChangingClock, SystemClock, VirtualClock


def test_a_virtual_clock_moves_only_by_sleeping() -> None:
    clock = VirtualClock(5.0)
    assert clock.now() == clock.now() == 5.0
    clock.sleep(1e6)  # eleven days
    assert clock.now() == 1_000_005.0


def test_threads_that_share_a_virtual_clock_lose_no_time() -> None:
    clock = VirtualClock()

    def nap() -> None:
        for _ in range(2_000):
            clock.sleep(1.0)

    threads = [threading.Thread(target=nap) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert clock.now() == 8_000.0


def test_a_system_clock_at_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    system = VirtualClock(7.0)
    monkeypatch.setattr("hardware.clock.time", SimpleNamespace(monotonic=system.now, sleep=system.sleep))
    clock = SystemClock(rate=50)
    system.sleep(2.0)
    assert clock.now() == 100.0
    clock.sleep(25.0)
    assert system.now() == 9.5


@pytest.mark.parametrize("usual", [1.0, 10.0, 40.0])
def test_a_clock_that_is_hurried_runs_faster_and_then_as_before(usual: float, monkeypatch: pytest.MonkeyPatch) -> None:
    system = VirtualClock(7.0)
    monkeypatch.setattr("hardware.clock.time", SimpleNamespace(monotonic=system.now, sleep=system.sleep))
    clock, fast = ChangingClock(usual), max(usual, min(HURRIED * usual, FASTEST))
    system.sleep(2.0)
    assert clock.now() == pytest.approx(2 * usual)
    clock.hurry()
    assert clock.now() == pytest.approx(2 * usual)
    system.sleep(1.0)
    assert clock.now() == pytest.approx(2 * usual + fast)
    if fast > usual:
        clock.hurry()
        assert clock.rate == usual
        assert clock.now() == pytest.approx(2 * usual + fast)


def test_who_sleeps_while_the_clock_is_hurried_wakes_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    system = VirtualClock()
    clock = ChangingClock()

    def nap(seconds: float) -> None:
        system.sleep(seconds)
        if clock.rate == 1.0 and clock.now() >= 1.0:
            clock.hurry()

    monkeypatch.setattr("hardware.clock.time", SimpleNamespace(monotonic=system.now, sleep=nap))
    clock = ChangingClock()
    clock.sleep(6.0)
    assert clock.now() == pytest.approx(6.0)
    assert system.now() == pytest.approx(1.0 + 5.0 / HURRIED, abs=0.05)


@pytest.mark.parametrize("kind", [SystemClock, ChangingClock])
@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan")])
def test_rates_that_are_none(rate: float, kind: type[SystemClock | ChangingClock]) -> None:
    with pytest.raises(ValueError, match="rate"):
        kind(rate)


def test_no_clock_sleeps_backward() -> None:
    with pytest.raises(ValueError, match="cannot sleep"):
        VirtualClock().sleep(-0.1)
    with pytest.raises(ValueError, match="negative"):
        SystemClock().sleep(-0.1)
    with pytest.raises(ValueError, match="cannot sleep"):
        ChangingClock().sleep(-0.1)
