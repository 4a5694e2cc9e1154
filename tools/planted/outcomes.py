"""A plugin for pytest that appends the outcome of each test to the file that PLANTED_OUTCOMES names."""

import os
from pathlib import Path

import pytest

OUTCOMES = "PLANTED_OUTCOMES"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed or report.when == "call":
        _tell(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        _tell(report)


def _tell(report: pytest.TestReport | pytest.CollectReport) -> None:
    with Path(os.environ[OUTCOMES]).open("a", encoding="utf-8") as told:
        told.write(f"{report.outcome} {report.nodeid}\n")
