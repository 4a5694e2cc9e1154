"""The page of a simulated table in a real browser: served, opened, and played by clicks."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import pytest

from tests.support.repository import REPOSITORY
from tests.support.requirements import browser_program
from tests.support.robot.programs import ensure_end, read_doors
from tests.support.robot.waiting import PATIENCE
from vision.pictures import Image

if TYPE_CHECKING:
    from playwright import sync_api

    Browser: TypeAlias = sync_api.Browser
    Page: TypeAlias = sync_api.Page
else:  # the tests that it runs are skipped without it
    Browser = Page = Any

CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
"""Options of a browser with a camera that needs no permission."""
OVER = ".play[data-tone=over]"
GOES_ON = ".play:not([data-tone=over])"
WAITS = ".play[data-tone=you]"
SHOWN = "getElement(Number(document.querySelector('.play').id.slice(1))).view"
"""What the page's script was given to show: all of one moment, for reading in the browser."""
HIDDEN = """() => [...document.querySelectorAll(".dice .die, .faces button")].filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(left + width / 2, top + 0.9 * height));
}).length"""
"""How many of the dice, and of the faces that a die may show, lie out of view or behind something."""

READY = "main:not(.past:has(> section[aria-label] > .empty:only-child), :has(> .empty[role=status]))"
"""A page that has what it shows."""
SETTLED = """async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const comes = (one) => one.offsetParent && !one.complete && !one.naturalWidth;
    scrollTo(0, 0);
    await Promise.allSettled([...document.fonts].map((one) => one.load()));
    for (const begun = Date.now(); [...document.images].some(comes) && Date.now() < begun + 15000; ) await drawn();
    await drawn();
}"""
"""Waits from its upper edge until a page has taken its size and got its letters and pictures; some may never come."""


@contextmanager
def launch_seeing(browser: Browser, folder: Path, pictures: Iterable[Image] = ()) -> Iterator[Browser]:
    """Yield another browser of this kind, whose camera shows these pictures as a film, or what it likes."""
    film = folder / "film.mjpeg"
    film.write_bytes(b"".join(cv2.imencode(".jpg", one)[1].tobytes() for one in pictures))
    shown = [f"--use-file-for-fake-video-capture={film}"] if film.stat().st_size else []
    args = ["--no-sandbox", "--disable-gpu", *CAMERA, *shown]
    with browser.browser_type.launch(executable_path=browser_program(), args=args) as one:
        yield one


@dataclass(frozen=True, slots=True)
class Served:
    """A page that is served, and the folder whose files its table obeys."""

    address: str
    folder: Path
    code: str
    process: "subprocess.Popen[str]"

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.address}/health", timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.load(answer)
        return found


@contextmanager
def serve(
    folder: Path, host: str = "127.0.0.1", seed: int = 3, port: int = 0, files: Sequence[str] = ()
) -> Iterator[Served]:
    """Start a server whose home is in `folder`, yield it when it is ready, and end it without a traceback.

    It obeys the `files` from the beginning. A server that the test has ended stays ended.
    """
    folder.mkdir(exist_ok=True)
    for name in files:
        (folder / name).touch()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.robot.served", str(folder), host, str(seed), str(port)],
        cwd=REPOSITORY,
        env={**os.environ, "PIPSQUEAK_HOME": str(folder / "home")},
        stderr=subprocess.PIPE,
        text=True,
    )
    with ensure_end(process):
        assert process.stderr is not None
        doors = read_doors(process.stderr)
        one = Served(next(doors), folder, "" if host == "127.0.0.1" else next(doors), process)
        yield one
        if process.poll() is None:
            said = end_serving(one)
            assert "Traceback" not in said, said


def end_serving(served: Served) -> str:
    """End a server as switching off the machine does; return what it has printed since and its log."""
    served.process.terminate()
    _, said = served.process.communicate(timeout=PATIENCE)
    assert served.process.returncode == 0, said
    log = served.folder / "home" / "data" / "log" / "pipsqueak.log"
    return said + log.read_text() if log.exists() else said


def network_address() -> str:
    """Return this machine's address in a network; skips where it has none."""
    from robot.web.addresses import own_address

    host = own_address()
    if host.startswith("127.") or not host[0].isdigit():
        pytest.skip("this machine has no network: phones are tried where it has")
    try:
        socket.create_server((host, 0)).close()
    except OSError:
        pytest.skip(f"nothing can be served at {host}")
    return host


def windows(browser: Browser, address: str, width: int, height: int) -> Iterator[Page]:
    """Open one window for a test, and look afterwards whether something in it failed."""
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, has_touch=width < 600, reduced_motion="reduce"
    )
    with closing(context):
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        failed: list[str] = []
        page.on("pageerror", lambda error: failed.append(str(error)))
        own = (address, "data:", "blob:", "ws")
        page.on("request", lambda sent: None if sent.url.startswith(own) else failed.append(sent.url))
        page.on("dialog", lambda dialog: failed.append(dialog.message))
        page.goto("/")
        yield page
    assert not failed, failed


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give a window this size: pixels."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def pair(browser: Browser, served: Served) -> Generator[Page, None, None]:
    """Open a phone's window for a test, which is let in."""
    for phone in windows(browser, served.address, 360, 740):
        phone.get_by_label("Code").fill(served.code)
        phone.get_by_role("button", name="Join").click()
        phone.locator(".play").wait_for()
        yield phone


def sit(phone: Page, name: str) -> None:
    """Sit down at a phone; somebody at the table may have to allow it."""
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("button", name="Sit down").click()


def choose(page: Page, game: str) -> None:
    """Choose a game in a form, where all but the large ones are folded away."""
    page.locator(".game.chosen").first.wait_for()
    page.get_by_role("button", name=re.compile("^All ")).click()
    page.locator(".game-name", has_text=re.compile(f"^{game}")).first.click()


def begin(page: Page, game: str, *names: str, robots: int = 0, goal: int | None = None, kind: str = "you") -> None:
    """Fill in the form of a new game: people with these names, and robots."""
    page.goto("/new")
    choose(page, game)
    page.locator(".more summary").click()
    seats, fewer = page.locator(".seat"), page.get_by_role("button", name="Remove player")
    while seats.count() > max(1, len(names) + robots) and fewer.count():
        fewer.last.click()
    while seats.count() < len(names) + robots:
        page.get_by_role("button", name="Add a person").click()
    page.get_by_label("Only robots play").set_checked(not names)
    for seat in range(1, len(names) + robots):
        asked = seats.nth(seat).get_by_role("button", name="Person" if seat < len(names) else "Robot")
        if asked.count():
            asked.click()
    for seat, name in enumerate(names):
        seats.nth(seat).get_by_placeholder("Name").fill(name)
    if kind == "hand":
        page.get_by_label("We throw our own dice").check()
    if goal is not None:
        page.get_by_label("Points that win").fill(str(goal))
    if page.get_by_label("Who begins?").count():
        page.get_by_label("Who begins?").select_option("1")
    page.get_by_role("button", name="Begin a game").click()
    page.wait_for_url("**/")
    if names:  # robots alone may have played to the end already
        page.locator(GOES_ON).wait_for()  # a busy table shows the game before, which is over, until this one begins


def throw(page: Page) -> None:
    """Throw as soon as one may, until it was said what came."""
    page.locator(WAITS).wait_for()
    said = page.locator(".said li").all_inner_texts()
    page.locator("button.roll").click()
    told = "[...document.querySelectorAll('.said li')].map((one) => one.innerText)"
    page.wait_for_function(f"said => String({told}) !== String(said)", arg=said)
