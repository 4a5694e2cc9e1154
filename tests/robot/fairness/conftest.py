"""What the tests of studies share."""

import pytest


@pytest.fixture
def few_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let p-values of few throws be rough, for tests that ask for no p-value: a good one takes a fifth of a second."""
    monkeypatch.setattr("robot.fairness.checks.SIMULATED", 499)
    monkeypatch.setattr("robot.fairness.checks.TABLES", 999)
