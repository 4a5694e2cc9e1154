"""What the verbs' tests share."""

from pathlib import Path

import pytest

from tests.support.robot.command import NEVER


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no verb say that it takes long: that depends on the machine, and is no matter of these tests."""
    monkeypatch.setattr("robot.terminal.waiting.SLOW", NEVER)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pictures be composed, but write empty files: to draw one takes half a second."""
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda _, path, **__: Path(path).touch())
