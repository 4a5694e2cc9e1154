"""A phone is the table's camera: photographs over plain HTTP, a live picture over HTTPS."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest

from tests.support.repository import REPOSITORY
from tests.support.robot.browser import Browser, Page, begin, launch_seeing, network_address, sit
from tests.support.robot.programs import ensure_end
from tests.support.robot.waiting import PATIENCE
from tests.support.vision.drawn_dice import DrawnDie, draw

pytestmark = pytest.mark.check
FRAMES = 40


@dataclass
class OwnDice:
    """A served table of people's own dice: its address in the network, its port, and the code for phones."""

    address: str
    code: str
    plain: str
    """The address over HTTP, the same one without HTTPS."""

    @property
    def at_table(self) -> str:
        return f"http://127.0.0.1:{self.plain.rpartition(':')[2]}"


@contextmanager
def own_dice(home: Path, *words: str) -> Iterator[OwnDice]:
    network_address()
    command = [sys.executable, "-m", "robot", "serve", "--table", "hands", "--camera", "phone", "--host", "0.0.0.0"]
    process = subprocess.Popen(
        [*command, "--port", "0", "--tempo", "fast", *words],
        cwd=REPOSITORY,
        env={**os.environ, "PIPSQUEAK_HOME": str(home)},
        stderr=subprocess.PIPE,
        text=True,
    )
    with ensure_end(process):
        assert process.stderr is not None
        said = {}
        for line in process.stderr:
            for name in ("page is at", "with the code", "photos instead"):
                if name in line:
                    said[name] = line.rsplit(" ", 1)[-1].strip()
            if "with the code" in said:
                break
        yield OwnDice(said["page is at"], said["with the code"], said.get("photos instead", said["page is at"]))
        process.terminate()
        assert "Traceback" not in process.communicate(timeout=PATIENCE)[1]


def window(browser: Browser, stack: ExitStack, address: str, width: int) -> Page:
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": 800}, ignore_https_errors=True, reduced_motion="reduce"
    )
    stack.callback(context.close)
    context.set_default_timeout(1000 * PATIENCE)
    return context.new_page()


def pair(browser: Browser, stack: ExitStack, table: OwnDice, *, plain: bool = False) -> Page:
    """Return a phone that was let in and shows the game, over plain HTTP if it refuses the certificate."""
    phone = window(browser, stack, table.plain if plain else table.address, 400)
    phone.goto("/pair")
    phone.locator("input[name=code]").fill(table.code)
    phone.locator("form button").first.click()
    phone.locator("main.play").wait_for()
    return phone


def photograph(folder: Path, value: int) -> Path:
    path = folder / f"{value}.jpg"
    cv2.imwrite(str(path), draw([DrawnDie(value, 320, 200, 90, 20)], (640, 400)))
    return path


def sits(phone: Page, name: str, colour: str) -> None:
    phone.get_by_role("button", name="Your colour").click()
    phone.get_by_role("button", name=colour, exact=True).click()
    sit(phone, name)
    phone.locator(".sit .sits", has_text=name).wait_for()


def test_a_phone_is_the_live_camera_over_https_and_else_takes_photographs(tmp_path: Path, browser: Browser) -> None:
    from playwright.sync_api import Error  # only here: without a browser nothing of it is needed

    film = [draw([DrawnDie(5, 640, 360, 120, 20)], (1280, 720), seed=number % 8) for number in range(FRAMES)]
    with ExitStack() as stack:
        table = stack.enter_context(own_dice(tmp_path / "home", "--https"))
        assert table.address.startswith("https://")
        refuses = browser.new_context()
        stack.callback(refuses.close)
        with pytest.raises(Error, match="CERT"):
            refuses.new_page().goto(table.address)
        screen = window(browser, stack, table.at_table, 1280)
        screen.goto("/")
        screen.get_by_role("button", name="Phones").click()
        assert table.plain in screen.locator("dialog[open]").inner_text()
        assert screen.locator(".eye").count() == 0, "the table's own screen is no phone"
        plain = pair(browser, stack, table, plain=True)
        sits(plain, "Anna", "Pink")
        begin(plain, "Pig", "Anna", "Ben", goal=10)
        plain.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
        plain.locator(".now", has_text="Throw one die").wait_for()
        assert plain.locator(".eye a").get_attribute("href") == table.address
        assert plain.locator(".eye button").count() == 0
        plain.locator(".eye input").set_input_files(photograph(tmp_path, 5))
        plain.get_by_role("button", name="That is right").click()
        plain.locator(".said", has_text="Anna throws 5").wait_for()
        plain.get_by_role("button", name=re.compile("^Hold")).click()
        phone = pair(stack.enter_context(launch_seeing(browser, tmp_path, film)), stack, table)
        screen.get_by_role("button", name="Close").click()
        screen.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
        screen.locator(".now", has_text="Throw one die").wait_for()
        phone.get_by_role("button", name="Use this device’s camera").click()
        phone.locator(".missing", has_text="Somebody at the table is asked").wait_for()
        screen.locator(".toast", has_text="A phone wants to be the table’s camera").wait_for()
        screen.get_by_role("button", name="Allow it", exact=True).click()
        # The die of the film lies still: it counts without anybody's confirmation.
        screen.locator(".said", has_text="Ben throws 5").wait_for()
        # The phone shows on its own picture what the table reads: the die that lies there.
        screen.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
        phone.locator(".eye .seen b", has_text="5").wait_for()
        # The phone sleeps: its pictures stay out, until it wakes.
        phone.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.asleep })")
        phone.evaluate("window.asleep = true")
        screen.locator(".trouble", has_text="No picture comes from the phone: wake it").wait_for()
        phone.evaluate("window.asleep = false; document.dispatchEvent(new Event('visibilitychange'))")
        screen.locator(".trouble").wait_for(state="detached")
        # Its page is loaded again: it is the camera still.
        phone.reload()
        phone.get_by_role("button", name="Stop the camera").wait_for()


def test_a_browser_that_plays_no_film_takes_photographs_and_says_so(tmp_path: Path, browser: Browser) -> None:
    with ExitStack() as stack:
        table = stack.enter_context(own_dice(tmp_path / "home", "--https"))
        phone = pair(stack.enter_context(launch_seeing(browser, tmp_path)), stack, table)
        phone.add_init_script("""
            HTMLMediaElement.prototype.play = function () {
                window.tracks = this.srcObject.getTracks();
                return Promise.reject(new DOMException("a tap is needed", "NotAllowedError"));
            };""")
        sits(phone, "Anna", "Pink")
        begin(phone, "Pig", "Anna", "Ben", goal=10)
        # The phone began the game: it opens its camera by itself when the first throw is awaited.
        phone.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
        phone.locator(".missing", has_text="take photos, or tap what the dice show").wait_for()
        assert phone.locator(".eye button").count() == 0
        assert phone.evaluate("tracks.map((track) => track.readyState)") == ["ended"], "the camera is let go"
        assert phone.locator(".eye input").count() == 1
        # Who types says that the die lies there, and what it shows, at once.
        phone.locator(".faces .die").nth(4).click()
        phone.get_by_role("button", name="That is right").click()
        phone.get_by_text("Anna throws 5").first.wait_for()
