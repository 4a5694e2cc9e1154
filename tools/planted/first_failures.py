"""A plugin of pytest that writes the names of failed tests into the file that PLANTED_FAILURES names."""

import os
from pathlib import Path

import pytest

FAILURES = "PLANTED_FAILURES"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _tell(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        _tell(report.nodeid)


def _tell(name: str) -> None:
    path = Path(os.environ[FAILURES])
    told = path.read_text(encoding="utf-8").splitlines()
    if name not in told:
        path.write_text("".join(f"{line}\n" for line in [*told, name]), encoding="utf-8")
