"""Verbs say on stderr when an answer takes long, and nothing when it does not."""

import threading

import pytest

from robot.terminal import waiting
from robot.terminal.waiting import notice_if_slow


def test_what_is_slow_is_announced_once(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = threading.Event()
    monkeypatch.setattr(waiting, "SLOW", 0.0)

    def tell(text: str) -> None:
        waiting.print_notice(text)
        found.set()

    with notice_if_slow("everything is weighed", tell):
        found.wait()
    assert capfd.readouterr() == ("", "pipsqueak: everything is weighed …\n")


def test_what_is_quick_is_not_announced(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SLOW", 3600.0)
    others = {*threading.enumerate()}  # timers of other tests may not have ended yet
    with notice_if_slow("everything is weighed"):
        (running,) = {*threading.enumerate()} - others
        assert isinstance(running, threading.Timer)
        assert running.interval == 3600.0
    running.join()
    assert capfd.readouterr() == ("", "")
