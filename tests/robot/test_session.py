"""People are told when getting ready takes long."""

import time

import pytest

from robot import session


@pytest.mark.parametrize(("seconds", "told"), [(0.0, ["wait"]), (30.0, [])])
def test_what_is_slow_is_told_once_and_what_is_quick_is_not(
    monkeypatch: pytest.MonkeyPatch, seconds: float, told: list[str]
) -> None:
    monkeypatch.setattr(session, "SLOW", seconds)
    heard: list[str] = []
    with session._told_if_slow(heard.append, "wait"):
        deadline = time.monotonic() + 5
        while told and not heard and time.monotonic() < deadline:
            time.sleep(0.01)
    assert heard == told
