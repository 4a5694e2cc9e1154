"""The terminal as an exhibition's screen."""

import io
from contextlib import ExitStack
from pathlib import Path

import pytest
from rich.console import Console

from robot.exhibit.run import TerminalScreen, open_screen
from robot.host.status import Phase, Status
from robot.language import Language
from robot.terminal.screens import Sentences
from tests.support.robot.exhibition import Hall, nobody


def test_the_terminal_shows_what_is_waited_for_and_then_the_game(tmp_path: Path) -> None:
    out = io.StringIO()
    screen = TerminalScreen(Console(file=out, force_terminal=True, width=100, height=40), Language(), None)
    hall = Hall(tmp_path, 60.0, nobody())
    hall.listeners.append(screen)
    hall.followers.append(screen.follow)
    hall.run()
    screen.close()
    screen.close()
    shown = out.getvalue()
    countdown, game = shown.index("plays by itself in 30 s"), shown.index("holds at 20")
    assert countdown < game
    assert "plays against itself" in shown[game:]


def test_a_terminal_that_has_gone_away_stops_nobody(tmp_path: Path) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:  # noqa: ARG002
            raise OSError(5, "Input/output error")

    screen = TerminalScreen(Console(file=Gone(), force_terminal=True), Language(), None)
    hall = Hall(tmp_path, 60.0, nobody())
    hall.listeners.append(screen)
    hall.followers.append(screen.follow)
    hall.run()
    assert Phase.ATTRACT in hall.phases()
    device = next(status.device("screen") for _, status in reversed(hall.states))
    assert device
    assert device.state == "warning"


def test_without_a_terminal_sentences_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())
    with ExitStack() as stack:
        assert isinstance(open_screen(Language(), None, stack), Sentences)


def test_nothing_is_shown_while_there_is_nothing_to_say() -> None:
    out = io.StringIO()
    TerminalScreen(Console(file=out, force_terminal=True), Language(), None).follow(Status(Phase.IDLE))
    assert not out.getvalue()
