"""Clocks go on as they are told to."""

import threading
from types import SimpleNamespace

import pytest

from hardware.clock import SystemClock, VirtualClock


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


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan")])
def test_rates_that_are_none(rate: float) -> None:
    with pytest.raises(ValueError, match="rate"):
        SystemClock(rate)


def test_no_clock_sleeps_backward() -> None:
    with pytest.raises(ValueError, match="cannot sleep"):
        VirtualClock().sleep(-0.1)
    with pytest.raises(ValueError, match="negative"):
        SystemClock().sleep(-0.1)
