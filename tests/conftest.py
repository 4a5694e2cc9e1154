"""What every room's tests share."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

# Workers of a test run share few cores: threads of their own would only wait for each other. OpenCV and NumPy look at
# this when they are loaded, here and in the programs that tests start.
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ["LC_ALL"] = "C.UTF-8"  # else the language would be that of whoever runs the tests

import pytest
from hypothesis import settings

from tests.support.compile_once import compile_once
from tests.support.memory import forget_loaded, give_back, load_what_many_need
from tests.support.photographs import PHOTOS
from tests.support.requirements import needs_package
from tests.support.tiers import FIRST_TIER, WaitingChecks

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

# Other programs on a small machine make single examples slow; that is no failure.
settings.register_profile("pipsqueak", deadline=None)
settings.load_profile("pipsqueak")


def pytest_configure(config: pytest.Config) -> None:
    # Processes that start together would all compile the same kernels.
    if "PYTEST_XDIST_WORKER" in os.environ or config.getoption("forks", 0):
        compile_once()
    if config.option.markexpr == FIRST_TIER:
        config.pluginmanager.register(WaitingChecks())


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.getoption("forks", 0) and session.items:
        load_what_many_need()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    yield
    if isinstance(item, pytest.Function) and (nextitem is None or nextitem.path != item.path):
        if nextitem is None or nextitem.path.parent != item.path.parent:
            forget_loaded()
        give_back(item.module)


@pytest.fixture(scope="session", autouse=True)
def shared_tables(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Draw each usual simulated table once a run, where the tests that were collected draw any."""
    if "hardware.sim.render" in sys.modules:
        from tests.support.shared_tables import share_tables

        folder = tmp_path_factory.getbasetemp()
        share_tables((folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "tables")


@pytest.fixture(scope="session")
def photos() -> Path:
    """Return the folder of labelled photographs, or skip."""
    if not (PHOTOS / "labels.jsonl").is_file():
        pytest.skip(f"no labelled photographs at {PHOTOS}: set PIPSQUEAK_PHOTOS to their folder")
    return PHOTOS


@pytest.fixture(scope="session")
def playwright() -> "Iterator[Playwright]":
    """Return what starts browsers, of which a process can have only one, or skip."""
    needs_package("playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as one:
        yield one
