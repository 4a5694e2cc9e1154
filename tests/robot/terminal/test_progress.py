"""A bar shows on a terminal how far work is, one at a time; in a pipe nothing is shown."""

import io
import sys
import threading

import pytest

from robot.terminal import progress
from robot.terminal.progress import show_progress
from solver.progress import report, report_to, track_steps


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO) -> str:
    """Return what is drawn of work that is half done, within which there is other work."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "SOON", 0.0)
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
    drawn = shown(monkeypatch, Terminal())
    assert "solving [pig]" in drawn
    assert "75%" in drawn
    assert "100%" not in drawn
    assert "drawing" not in drawn
    assert drawn.endswith("\x1b[2K"), "the line is empty again"


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, io.StringIO()) == ""


def test_steps_within_steps_are_shares_of_them() -> None:
    heard: list[float] = []
    with report_to(heard.append):
        for _ in track_steps(range(2)):
            for _ in track_steps(range(2)):
                report(0.5)
    assert heard == [0.0, 0.0, 0.125, 0.25, 0.375, 0.5, 0.5, 0.5, 0.625, 0.75, 0.875, 1.0, 1.0]
