"""Draw every page as people see it into docs/img: python docs/draw_pages.py."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parent / "img"
CHROMIUM = "/usr/bin/chromium"
SCREEN, PHONE = (1920, 1080), (360, 740)
COMMAND = (sys.executable, "-m", "robot", "serve", "--table", "sim", "--port", "0", "--seed", "7", "--speed", "4")
PATIENCE = 120_000
"""Milliseconds in which something has to show."""
WAITS = ".play[data-tone=you]"


@contextmanager
def served() -> Iterator[str]:
    """Serve a simulated table from an empty home; yields the page's address."""
    with TemporaryDirectory() as home:
        environment = {**os.environ, "PIPSQUEAK_HOME": home}
        with subprocess.Popen(COMMAND, env=environment, stderr=subprocess.PIPE, text=True) as server:
            assert server.stderr is not None
            try:
                yield server.stderr.readline().rsplit(" ", 1)[-1].strip()
            finally:
                server.terminate()


@contextmanager
def window(browser: Browser, address: str, size: tuple[int, int], theme: str, language: str = "en") -> Iterator[Page]:
    """Open a window of one size, theme and language."""
    width, height = size
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        device_scale_factor=2 if size == PHONE else 1,
        reduced_motion="reduce",
        locale=language,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"/language/{language}")
    yield page
    context.close()


def keep(page: Page, name: str) -> None:
    """Write what a window shows."""
    page.wait_for_timeout(600)
    page.screenshot(path=FOLDER / f"page-{name}.png")


def begin(page: Page, game: str, *names: str) -> None:
    """Begin a game of one person and a robot, or of these people."""
    page.goto("/new")
    page.locator(".game", has_text=re.compile(f"^{game}")).first.click()
    for seat, name in enumerate(names):
        page.locator(".seat").nth(seat).locator("select").first.select_option("you")
        page.locator(".seat input").nth(seat).fill(name)
    page.locator("button.roll").click()
    page.wait_for_url("**/")
    page.locator(WAITS).wait_for()


def play_pig(page: Page, throws: int, least: int) -> None:
    """Throw so often, holding from `least` points on."""
    while throws:
        page.locator(WAITS).wait_for()
        hold = page.locator("button.hold")
        if hold.count() and int(re.sub(r"\D", "", hold.inner_text())) >= least:
            hold.click()
        else:
            page.locator("button.roll").click()
            throws -= 1
        page.wait_for_timeout(700)
    page.locator(WAITS).wait_for()


def play_yahtzee(page: Page, turns: int) -> None:
    """Play turns of one throw each, and keep dice in the next one."""
    for _ in range(turns):
        page.locator("button.roll").click()
        page.locator("button.would").last.click()
        page.locator("tr.chosen").wait_for()
        page.locator("button.hold").click()
        page.locator(WAITS).wait_for(timeout=60_000)
        page.wait_for_timeout(500)
    page.locator("button.roll").click()
    page.locator("button.die").nth(1).click()
    page.locator("button.die").nth(3).click()
    page.locator("button.hint").click()
    page.locator(".options").wait_for()


def draw(browser: Browser, address: str) -> None:
    """Play a little, and keep every page on the way."""
    with window(browser, address, SCREEN, "dark") as page, window(browser, address, PHONE, "light") as phone:
        begin(page, "Pig to", "Anna")
        play_pig(page, 14, 16)
        keep(page, "pig-screen-dark")
        phone.goto("/")
        keep(phone, "pig-phone-light")
    with (
        window(browser, address, SCREEN, "light") as page,
        window(browser, address, PHONE, "dark", "de") as phone,
        window(browser, address, SCREEN, "dark", "es") as other,
    ):
        begin(page, "Yahtzee", "Ben")
        play_yahtzee(page, 4)
        keep(page, "yahtzee-screen-light")
        for watching, name in ((phone, "yahtzee-phone-dark"), (other, "yahtzee-screen-dark")):
            watching.goto("/")
            keep(watching, name)
    with window(browser, address, SCREEN, "light") as page, window(browser, address, PHONE, "dark") as phone:
        for name in ("new", "history", "statistics"):
            for window_of, kind in ((page, "screen-light"), (phone, "phone-dark")):
                window_of.goto(f"/{name}")
                keep(window_of, f"{name}-{kind}")
        page.goto("/operator")
        page.locator("#password").fill(token_urlsafe())
        page.locator("button.big").click()
        page.locator(".device").first.wait_for()
        page.wait_for_timeout(1500)
        keep(page, "operator-screen-light")
        phone.goto("/pair")
        keep(phone, "pair-phone-dark")


if __name__ == "__main__":
    with sync_playwright() as playwright, served() as found:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        draw(chromium, found)
        chromium.close()
