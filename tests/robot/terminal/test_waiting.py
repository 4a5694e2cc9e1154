"""Verbs say on stderr when an answer takes long, and nothing when it does not."""

import time

import pytest

from robot.terminal import waiting
from robot.terminal.waiting import told_if_slow


def test_what_is_slow_is_told_once(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SLOW", 0.0)
    heard = ""
    with told_if_slow("everything is weighed"):
        deadline = time.monotonic() + 5
        while not heard and time.monotonic() < deadline:
            time.sleep(0.01)
            heard += capfd.readouterr().err
    after = capfd.readouterr()
    assert heard + after.err == "pipsqueak: everything is weighed …\n"
    assert after.out == ""


def test_what_is_quick_is_not_told(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SLOW", 0.2)
    with told_if_slow("everything is weighed"):
        pass
    time.sleep(0.4)
    assert capfd.readouterr() == ("", "")
