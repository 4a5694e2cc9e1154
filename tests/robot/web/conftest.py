"""A browser, and the page of a simulated table to open in it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.requirements import browser_program
from tests.support.robot.browser import Browser, Page, Served, serve, windows

if TYPE_CHECKING:
    from playwright.sync_api import Playwright


@pytest.fixture(scope="session")
def browser(playwright: "Playwright") -> Iterator[Browser]:
    """Return a browser, or skip."""
    program = browser_program()
    chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page for this machine alone, which all tests share that do not mind what others have left there."""
    with serve(tmp_path_factory.mktemp("served")) as one:
        yield one


@pytest.fixture(scope="module")
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return the page that all share, or one of the module's own, served as its SERVED says."""
    if not hasattr(request.module, "SERVED"):
        yield request.getfixturevalue("shared")
        return
    request.getfixturevalue("browser")  # or skip
    with serve(tmp_path_factory.mktemp("own"), **request.module.SERVED) as one:
        yield one


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Return a window of the size of a laptop that shows the page; nothing in it may fail or come from elsewhere."""
    yield from windows(browser, served.address, 1280, 800)


@pytest.fixture
def phone(browser: Browser, served: Served) -> Iterator[Page]:
    """Return the narrowest phone that the page is made for."""
    yield from windows(browser, served.address, 360, 740)
