"""The page of a simulated table in a real browser: served, opened, and played by clicks."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.repository import REPOSITORY

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OVER = ".play[data-tone=over]"
WAITS = ".play[data-tone=you]"
YAHTZEE_TURNS = 13

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


def begin(page: "Page", game: str, *names: str, robots: int = 0, goal: int | None = None, kind: str = "you") -> None:
    """Fill in the form of a new game: people with these names, and robots."""
    page.goto("/new")
    page.locator(".game", has_text=re.compile(f"^{game}")).first.click()
    seats = page.locator(".seat")
    while seats.count() > max(1, len(names) + robots) and page.locator(".seat .quiet").count():
        page.locator(".seat .quiet").last.click()
    while seats.count() < len(names) + robots:
        page.get_by_role("button", name="Add a player").click()
    for seat in range(len(names) + robots):
        seats.nth(seat).locator("select").first.select_option(kind if seat < len(names) else "robot")
        if seat < len(names):
            seats.nth(seat).get_by_placeholder("Name").fill(names[seat])
    if goal is not None:
        page.get_by_label("Points that win").fill(str(goal))
    if page.get_by_label("Who begins?").count():
        page.get_by_label("Who begins?").select_option("1")
    page.get_by_role("button", name="Begin a game").click()
    page.wait_for_url("**/")


def until(page: "Page", *, over: str, does: Callable[[], None], seconds: float = 240.0) -> None:
    """Do something again and again until the page shows `over`."""
    end = time.monotonic() + seconds
    while not page.locator(over).count():
        assert time.monotonic() < end, page.locator("main").inner_text()
        does()
