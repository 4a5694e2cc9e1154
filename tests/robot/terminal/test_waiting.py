"""What takes long is told on stderr, and a bar shows on a terminal, one at a time, how far it is."""

import io
import sys
import threading

import pytest

from robot.terminal import waiting
from robot.terminal.waiting import notice_if_slow, show_progress
from solver.progress import report, report_to, track_steps


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def show(monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO) -> str:
    """Return what is drawn of work that is half done, within which there is other work."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(waiting, "SOON", 0.0)
    monkeypatch.setattr(sys, "stderr", stderr)
    with show_progress("solving [pig]"):
        for timer in threading.enumerate():
            if isinstance(timer, threading.Timer):
                timer.join()
        report(0.5)
        with show_progress("drawing pig.png"):
            report(0.75)
    report(1.0)  # nobody listens any more
    return stderr.getvalue()


def test_a_terminal_shows_one_bar_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = show(monkeypatch, Terminal())
    assert "solving [pig]" in drawn
    assert "75%" in drawn
    assert "100%" not in drawn
    assert "drawing" not in drawn
    assert drawn.endswith("\x1b[2K"), "the line is empty again"


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert show(monkeypatch, io.StringIO()) == ""


def test_steps_within_steps_are_shares_of_them() -> None:
    heard: list[float] = []
    with report_to(heard.append):
        for _ in track_steps(range(2)):
            for _ in track_steps(range(2)):
                report(0.5)
    assert heard == [0.0, 0.0, 0.125, 0.25, 0.375, 0.5, 0.5, 0.5, 0.625, 0.75, 0.875, 1.0, 1.0]


def test_what_is_slow_is_announced_once(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = threading.Event()
    monkeypatch.setattr(waiting, "SLOW", 0.0)

    def tell(text: str) -> None:
        waiting.print_notice(text)
        found.set()

    with notice_if_slow("everything is weighed …", tell):
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
