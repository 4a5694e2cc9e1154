"""A browser, and the page of a simulated table to open in it."""

import json
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.repository import REPOSITORY
from tests.support.requirements import needs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = "chromium"
PATIENCE = 60_000
"""Milliseconds in which something has to show."""


@dataclass(frozen=True, slots=True)
class Served:
    """A page that is served, and the folder whose files its table obeys."""

    address: str
    folder: Path
    code: str
    process: "subprocess.Popen[str]"

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.address}/health") as answer:
            told: dict[str, Any] = json.load(answer)
        return told


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Return Debian's Chromium, or skip."""
    pytest.importorskip("nicegui", reason="the page needs nicegui: 'make setup' brings it")
    sync_api = pytest.importorskip("playwright.sync_api", reason="'make setup' brings playwright")
    needs(CHROMIUM)
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=f"/usr/bin/{CHROMIUM}", args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


def begin_serving(folder: Path, host: str = "127.0.0.1", seed: int = 3) -> Served:
    """Start a server of its own, whose home is in `folder`, and wait until it is ready."""
    folder.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.robot.served", str(folder), host, str(seed)],
        cwd=REPOSITORY,
        env={**os.environ, "PIPSQUEAK_HOME": str(folder / "home")},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    address, code = process.stderr.readline().rsplit(" ", 1)[-1].strip(), ""
    if host != "127.0.0.1":
        code = process.stderr.readline().rsplit(" ", 1)[-1].strip()
    return Served(address, folder, code, process)


def end_serving(served: Served) -> str:
    """End a server as a machine that is switched off does, and return what it said since, to people and to its log."""
    served.process.terminate()
    _, said = served.process.communicate(timeout=120)
    assert served.process.returncode == 0, said
    log = served.folder / "home" / "data" / "log" / "pipsqueak.log"
    return said + log.read_text() if log.exists() else said


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, browser: "Browser") -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page for this machine alone."""
    one = begin_serving(tmp_path_factory.mktemp("served"))
    yield one
    assert "Traceback" not in end_serving(one)


@pytest.fixture
def page(browser: "Browser", served: Served) -> "Iterator[Page]":
    """Return a window of the size of a laptop that shows the page; nothing in it may fail or come from elsewhere."""
    yield from windows(browser, served.address, 1280, 800)


@pytest.fixture
def phone(browser: "Browser", served: Served) -> "Iterator[Page]":
    """Return the narrowest phone that the page is made for."""
    yield from windows(browser, served.address, 360, 740)


def network_address() -> str:
    """Return this machine's address in a network; skips where it has none."""
    from robot.web.server import own_address

    host = own_address()
    if host.startswith("127.") or not host[0].isdigit():
        pytest.skip("this machine has no network: phones are tried where it has")
    try:
        socket.create_server((host, 0)).close()
    except OSError:
        pytest.skip(f"nothing can be served at {host}")
    return host


def windows(browser: "Browser", address: str, width: int, height: int) -> "Iterator[Page]":
    """Open one window for a test, and look afterwards whether something in it failed."""
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, has_touch=width < 600, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.on("request", lambda sent: None if sent.url.startswith((address, "data:", "ws")) else failed.append(sent.url))
    page.on("dialog", lambda dialog: failed.append(dialog.message))
    page.goto("/")
    yield page
    context.close()
    assert failed == []
