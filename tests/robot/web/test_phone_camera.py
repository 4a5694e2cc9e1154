"""A phone is the table's camera: photographs over plain HTTP, a live picture over HTTPS."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.support.repository import REPOSITORY
from tests.support.requirements import browser_program
from tests.support.robot.browser import begin, network_address, sit
from tests.support.robot.programs import ended_at_last
from tests.support.robot.waiting import PATIENCE
from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.picture_files import tiff_pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FAKE_CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
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
    with ended_at_last(process):
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


def window(browser: "Browser", stack: ExitStack, address: str, width: int) -> "Page":
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": 800}, ignore_https_errors=True, reduced_motion="reduce"
    )
    stack.callback(context.close)
    context.set_default_timeout(1000 * PATIENCE)
    return context.new_page()


def paired(browser: "Browser", stack: ExitStack, table: OwnDice, *, plain: bool = False) -> "Page":
    """Return a phone that was let in and shows the game, over plain HTTP if it refuses the certificate."""
    phone = window(browser, stack, table.plain if plain else table.address, 400)
    phone.goto("/pair")
    phone.locator("input[name=code]").fill(table.code)
    phone.locator("form button").first.click()
    phone.locator(".eye").wait_for()
    return phone


def photograph(folder: Path, value: int) -> Path:
    path = folder / f"{value}.jpg"
    cv2.imwrite(str(path), draw([DrawnDie(value, 320, 200, 90, 20)], (640, 400)))
    return path


def test_a_phone_plays_by_photographs_over_plain_http(tmp_path: Path, browser: "Browser") -> None:
    with ExitStack() as stack:
        table = stack.enter_context(own_dice(tmp_path / "home"))
        screen = window(browser, stack, table.at_table, 1280)
        begin(screen, "Pig to", "Anna", "Ben", goal=10)
        phone = paired(browser, stack, table)
        assert phone.locator(".eye button").count() == 0, "no live camera on a page that is not secure"
        assert "secure page" in phone.locator(".eye .note").inner_text()
        assert not phone.get_by_role("button", name="Throw").count(), "it watches"
        phone.locator(".eye input").set_input_files(photograph(tmp_path, 5))
        phone.locator(".eye [role=alert]").wait_for()
        sits(phone, screen, "Anna", "Pink")
        for value in (5, 6):
            phone.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
            phone.locator(".now", has_text="Throw one die").wait_for()
            phone.locator(".eye input").set_input_files(photograph(tmp_path, value))
            if value == 6:
                phone.locator(".picture b", has_text="6").wait_for()
                assert not (tmp_path / "home" / "data" / "pictures").exists(), "nothing is kept that nobody wants"
                phone.get_by_role("button", name="Keep this picture").click()
                phone.get_by_text("Kept as 0001").wait_for()
            phone.get_by_role("button", name="That is right").click()
        kept = json.loads((tmp_path / "home" / "data" / "pictures" / "0001.json").read_text())
        assert (kept["values"], kept["corrected"]) == ([6], None)
        phone.get_by_role("button", name=re.compile("^Hold")).click()
        screen.locator(".play[data-tone=over]").wait_for()
        assert "Anna" in screen.locator(".now").inner_text()


NO_PICTURES = {
    "not a picture": b"this is no picture",
    "The picture is empty": b"",
    "raw picture": tiff_pages([(np.zeros((4, 4, 3), np.uint8), 1)]),
    "more than 6,000,000 bytes": b"\x00" * 7_000_000,
}


def test_what_is_no_picture_is_answered_in_a_line_and_50_megapixels_are_read(
    tmp_path: Path, browser: "Browser"
) -> None:
    for number, content in enumerate(NO_PICTURES.values()):
        (tmp_path / f"{number}.jpg").write_bytes(content)
    cv2.imwrite(str(tmp_path / "cat.jpg"), draw([], (640, 400)))
    large = cv2.resize(draw([DrawnDie(4, 320, 200, 90, 20)], (1632, 1224)), (8160, 6120))
    cv2.imwrite(str(tmp_path / "large.jpg"), large)
    with ExitStack() as stack:
        table = stack.enter_context(own_dice(tmp_path / "home"))
        phone = paired(browser, stack, table)
        said, given = phone.locator(".eye [role=alert]"), phone.locator(".eye input")
        phone.wait_for_function("document.readyState === 'complete'")
        given.set_input_files(tmp_path / "cat.jpg")
        said.filter(has_text="No picture is wanted now").wait_for()
        sits(phone, None, "Anna", "Pink")
        begin(phone, "Pig to", "Anna", "Ben", goal=10)
        phone.get_by_role("button", name="Throw").click()
        phone.locator(".now", has_text="Throw one die").wait_for()
        for number, words in enumerate(NO_PICTURES):
            given.set_input_files(tmp_path / f"{number}.jpg")
            said.filter(has_text=words).wait_for()
        given.set_input_files(tmp_path / "cat.jpg")
        phone.locator(".now", has_text="There is no die in the picture").wait_for()
        given.set_input_files(tmp_path / "large.jpg")
        phone.get_by_role("button", name="That is right").wait_for()
        assert phone.locator(".picture b").all_inner_texts() == ["4"]
        # A new photograph is read instead of the last one, without another button.
        given.set_input_files(photograph(tmp_path, 3))
        phone.locator(".picture b", has_text="3").wait_for()
        phone.get_by_role("button", name="That is right").click()
        phone.locator(".said", has_text="Anna throws 3").wait_for()


def test_a_phone_that_refuses_the_certificate_takes_photographs_and_says_so(tmp_path: Path, browser: "Browser") -> None:
    with ExitStack() as stack:
        table = stack.enter_context(own_dice(tmp_path / "home", "--https"))
        assert table.address.startswith("https://")
        refuses = browser.new_context()
        stack.callback(refuses.close)
        from playwright.sync_api import Error  # only here: without a browser nothing of it is needed

        with pytest.raises(Error, match="CERT"):
            refuses.new_page().goto(table.address)
        screen = window(browser, stack, table.at_table, 1280)
        screen.goto("/")
        screen.get_by_role("button", name="Phones").click()
        assert table.plain in screen.locator("dialog[open]").inner_text()
        assert screen.evaluate("window.isSecureContext"), "the table's own screen may use its camera, without a warning"
        phone = paired(browser, stack, table, plain=True)
        assert phone.locator(".eye button").count() == 0
        assert phone.locator(".eye a").get_attribute("href") == table.address
        sits(phone, None, "Anna", "Pink")
        begin(phone, "Pig to", "Anna", "Ben", goal=10)
        phone.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
        phone.locator(".now", has_text="Throw one die").wait_for()
        phone.locator(".eye input").set_input_files(photograph(tmp_path, 5))
        phone.get_by_role("button", name="That is right").click()
        phone.locator(".said", has_text="Anna throws 5").wait_for()


def test_a_phone_is_the_live_camera_over_https(tmp_path: Path, browser: "Browser") -> None:
    film = tmp_path / "film.mjpeg"
    with film.open("wb") as file:
        for number in range(FRAMES):
            picture = draw([DrawnDie(5, 640, 360, 120, 20)], (1280, 720), seed=number % 8)
            file.write(cv2.imencode(".jpg", picture)[1].tobytes())
    with ExitStack() as stack:
        table = stack.enter_context(own_dice(tmp_path / "home", "--https"))
        seeing = stack.enter_context(
            browser.browser_type.launch(
                executable_path=browser_program(),
                args=["--no-sandbox", "--disable-gpu", *FAKE_CAMERA, f"--use-file-for-fake-video-capture={film}"],
            )
        )
        screen = window(browser, stack, table.at_table, 1280)
        begin(screen, "Pig to", "Anna", "Ben", goal=10)
        phone = paired(seeing, stack, table)
        screen.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
        screen.locator(".now", has_text="Throw one die").wait_for()
        phone.get_by_role("button", name="Use this phone's camera").click()
        phone.locator(".eye [role=alert]", has_text="Somebody at the table is asked").wait_for()
        screen.locator(".place", has_text="A phone wants to be the table’s camera").wait_for()
        screen.get_by_role("button", name="Allow it", exact=True).click()
        # The die of the film lies still: it counts without anybody's confirmation.
        screen.locator(".said", has_text="Anna throws 5").wait_for()
        # The phone shows on its own picture what the table reads: the die that lies there.
        screen.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
        phone.locator(".filmed .seen b", has_text="5").wait_for()
        # The phone sleeps: its pictures stay out, until it wakes.
        phone.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.asleep })")
        phone.evaluate("window.asleep = true")
        screen.locator(".trouble", has_text="No picture comes from the phone: wake it").wait_for()
        phone.evaluate("window.asleep = false; document.dispatchEvent(new Event('visibilitychange'))")
        screen.locator(".trouble").wait_for(state="detached")
        # Its page is loaded again: it is the camera still.
        phone.reload()
        phone.get_by_role("button", name="Stop the camera").wait_for()


def test_a_browser_that_does_not_play_the_camera_s_film_takes_photographs_and_says_so(
    tmp_path: Path, browser: "Browser"
) -> None:
    with ExitStack() as stack:
        table = stack.enter_context(own_dice(tmp_path / "home"))
        seeing = stack.enter_context(
            browser.browser_type.launch(
                executable_path=browser_program(), args=["--no-sandbox", "--disable-gpu", *FAKE_CAMERA]
            )
        )
        screen = window(seeing, stack, table.at_table, 400)
        screen.add_init_script("""
            HTMLMediaElement.prototype.play = function () {
                window.tracks = this.srcObject.getTracks();
                return Promise.reject(new DOMException("a tap is needed", "NotAllowedError"));
            };""")
        begin(screen, "Pig to", "Anna", "Ben", goal=10)
        screen.get_by_role("button", name="Use this phone's camera").click()
        screen.locator(".eye [role=alert]", has_text="Take photos instead").wait_for()
        assert screen.locator(".eye button").count() == 0
        assert screen.evaluate("tracks.map((track) => track.readyState)") == ["ended"], "the camera is let go"
        screen.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
        screen.locator(".now", has_text="Throw one die").wait_for()
        screen.locator(".eye input").set_input_files(photograph(tmp_path, 5))
        screen.get_by_role("button", name="That is right").click()
        screen.locator(".said", has_text="Anna throws 5").wait_for()


def sits(phone: "Page", screen: "Page | None", name: str, colour: str) -> None:
    """Sit down at a phone, in a place that the `screen` of the table gives if there is such a player."""
    phone.locator(".colours label", has_text=colour).click()
    sit(phone, name)
    if screen:
        screen.get_by_role("button", name="Allow it", exact=True).click()
    phone.locator(".sit .sits", has_text=name).wait_for()


def test_two_phones_play_each_other_and_one_leaves_and_comes_back(tmp_path: Path, browser: "Browser") -> None:
    with ExitStack() as stack:
        table = stack.enter_context(own_dice(tmp_path / "home"))
        phones = {name: paired(browser, stack, table) for name in ("Anna", "Ben")}
        sits(phones["Anna"], None, "Anna", "Pink")
        assert phones["Ben"].get_by_label("Pink").is_disabled()
        sits(phones["Ben"], None, "Ben", "Indigo")
        watcher = paired(browser, stack, table)
        for form in ("/coach", "/new"):
            watcher.goto(form)
            for seat, colour in enumerate((3, 6)):
                watcher.locator(".seat").nth(seat).locator(f".mark.seat-{colour}").wait_for()
            watcher.get_by_placeholder("Name").first.fill("Carla")
            watcher.locator(".seat .mark.seat-0").wait_for()
        watcher.goto("/")
        begin(phones["Anna"], "Pig to", "Anna", "Ben", goal=10)
        for name, value in (("Anna", 6), ("Ben", 5), ("Anna", 6)):
            phone = phones[name]
            other = phones["Ben" if name == "Anna" else "Anna"]
            phone.get_by_role("button", name=re.compile("^Roll|^Throw")).click()
            assert other.locator(".act .big").count() == 0, "it is not their turn"
            assert watcher.locator(".act .big").count() == 0, "who watches has no buttons"
            phone.locator(".now", has_text="Throw one die").wait_for()
            if name == "Ben":
                address = phone.url
                phone.goto("about:blank")
                phone.goto(address)
                phone.locator(".sits .seat-6").wait_for()
            for page in (phone, watcher):
                page.locator(f".now .mark.seat-{3 if name == 'Anna' else 6}").wait_for()
                assert [page.locator(f".lane.seat-{colour}").inner_text().split()[0] for colour in (3, 6)] == [*phones]
            phone.locator(".eye input").set_input_files(photograph(tmp_path, value))
            phone.get_by_role("button", name="That is right").click()
            phone.get_by_role("button", name=re.compile("^Hold")).click()
        watcher.locator(".play[data-tone=over]").wait_for()
        assert "Anna" in watcher.locator(".now").inner_text()
