"""What the verbs' tests share."""

import pytest

from tests.support.robot.command import NEVER


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no verb say that it takes long: that depends on the machine, and is no matter of these tests."""
    monkeypatch.setattr("robot.terminal.waiting.SLOW", NEVER)
