"""Phones at a table: how they get in, what they may do there, and how they come back."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import Browser, Page, Served, begin, network_address, pair, serve, sit, windows
from tests.support.robot.programs import free_port
from tests.support.robot.waiting import until

pytestmark = pytest.mark.check
SERVED = {"host": "0.0.0.0"}


@pytest.fixture
def table(browser: Browser, served: Served) -> Iterator[Page]:
    """Return the table's own screen."""
    yield from windows(browser, at_table(served), 1280, 800)


def at_table(served: Served) -> str:
    return f"http://127.0.0.1:{served.address.rpartition(':')[2]}"


def show(table: Page) -> str:
    return str(table.locator("dialog[open] .code").inner_text())


def read_square(table: Page, where: str = "dialog[open] img") -> str:
    """Return what a phone reads in the square of dots that is on the screen."""
    square = table.locator(where)
    square.evaluate("image => image.decode()")  # the code beside it may be drawn before the picture
    picture = np.frombuffer(square.screenshot(), np.uint8)
    image = cv2.imdecode(picture, cv2.IMREAD_COLOR)
    assert image is not None
    return cv2.QRCodeDetectorAruco().detectAndDecode(image)[0]


def test_the_code_lets_phones_in_until_there_is_another(table: Page, served: Served, browser: Browser) -> None:
    host = network_address()
    table.goto("/")
    target = read_square(table, ".attract-scan img")
    code = table.locator(".attract-scan .code").inner_text()
    assert target.startswith(f"{served.address}/pair?code=")
    assert code not in target
    for phone in windows(browser, f"http://{host}:{served.address.rpartition(':')[2]}", 360, 740):
        assert phone.url.endswith("/pair")
        phone.wait_for_function(
            "() => [...document.fonts].some((one) => /Roboto/.test(one.family) && one.status === 'loaded')"
        )
        phone.locator("select.language").select_option("de")
        phone.get_by_role("heading", name="Mitspielen").wait_for()
        phone.locator("select.language").select_option("en")
        before = phone.locator("html").get_attribute("data-theme")
        phone.locator("button.theme").click()
        assert phone.locator("html").get_attribute("data-theme") != before
        phone.goto("/pair?code=12345")  # a code that was scanned is sent at once
        phone.get_by_role("alert").get_by_text("That is not the code.").wait_for()
        assert phone.url.endswith("/pair"), "the link is hidden"
        phone.goto(target)
        name = phone.get_by_label("Your name")
        name.wait_for()
        assert name.evaluate("name => name === document.activeElement")
        phone.keyboard.type("Anna")
        phone.keyboard.press("Enter")
        phone.locator(".sits", has_text="Anna").wait_for()
        assert phone.locator("html").get_attribute("data-theme") != before
        assert not phone.locator(".attract-scan").count()
        table.get_by_role("button", name="Phones").click()
        table.locator("dialog[open] .code", has_text=code).wait_for()
        assert read_square(table) == target
        assert in_both_themes(table) == []


def test_phones_answer_for_their_players_in_given_seats(table: Page, served: Served, browser: Browser) -> None:
    network_address()
    table.get_by_role("button", name="Phones").click()
    table.locator("dialog[open] .code", has_text=re.compile(r"\d{6}")).wait_for()
    now = replace(served, code=show(table))
    with ExitStack() as stack:
        anna, ben, other = (next(stack.enter_context(closing(pair(browser, now)))) for _ in range(3))
        begin(table, "Yahtzee", "Anna", "Ben")
        for phone in (anna, ben, other):
            phone.get_by_role("heading", name="Anna’s turn").wait_for()
            assert not phone.locator(".act [data-at]").count(), "who does not sit watches"
        for phone, name in ((anna, "Anna"), (ben, "Ben")):
            sit(phone, name)
            phone.locator(".toast", has_text=f"The person who plays for {name} must agree").wait_for()
            assert not phone.locator(".act [data-at]").count()
            table.locator(".toast", has_text=f"A phone wants to play as {name}.").wait_for()
            assert not other.locator(".toast").count(), "the table gives its places"
            table.get_by_role("button", name="Allow it", exact=True).click()
            phone.locator(".sits", has_text=name).wait_for()
        anna.get_by_role("button", name="Throw 5 dice").click()
        anna.get_by_role("button", name=re.compile("^Chance:")).click()
        anna.get_by_role("button", name=re.compile("^Write Chance")).click()
        ben.get_by_role("button", name="Throw 5 dice").wait_for()
        assert not ben.locator("[data-at=undo]").count(), "it was not his choice"
        anna.locator(".more").click()
        anna.get_by_role("button", name="Undo").click()
        ben.get_by_role("button", name="Agree", exact=True).wait_for()
        for phone in (anna, other, table):
            phone.get_by_role("heading", name="Take it back?").wait_for()
            assert not phone.get_by_role("button", name="Agree", exact=True).count()
        ben.get_by_role("button", name="Agree", exact=True).click()
        anna.get_by_role("button", name=re.compile("^Chance:")).wait_for()
        assert not table.locator(".act [data-at]").count()
        anna.goto("about:blank")  # its phone is gone: the table plays for her
        table.get_by_role("button", name="Throw 5 dice").wait_for()
        begin(other, "Pig", "Carla", robots=1)
        table.get_by_role("button", name="Keep playing").click()
        other.locator(".toast", has_text="Pig to 100 does not begin now").wait_for()
        table.locator(".toast").wait_for(state="detached")
        table.get_by_role("button", name="Throw 5 dice").wait_for()
        begin(other, "Pig", "Carla", robots=1)
        table.get_by_role("button", name="End this game").click()
        table.get_by_role("heading", name="Carla’s turn").wait_for()


def test_phones_come_back_after_a_crash_and_else_are_led_to_the_door(tmp_path: Path, browser: Browser) -> None:
    host, port = network_address(), free_port()
    kept = tmp_path / "home" / "data" / "phones.json"
    with ExitStack() as stack:
        with serve(tmp_path, "0.0.0.0", port=port) as first:
            phone = next(stack.enter_context(closing(pair(browser, first))))
            sit(phone, "Anna")
            phone.locator(".sits", has_text="Anna").wait_for()
            begin(phone, "Pig", "Anna", robots=1)
            phone.get_by_role("button", name="Throw").wait_for()
            until(lambda: kept.exists() and "Anna" in kept.read_text())
            phone.evaluate("window.before = true")
            first.process.kill()
            first.process.communicate()
            phone.get_by_text("check that this phone is in the table’s Wi-Fi").wait_for()
        with serve(tmp_path, "0.0.0.0", port=port) as second:
            assert second.code == first.code
            phone.wait_for_function("!window.before")
            phone.locator(".sits", has_text="Anna").wait_for()
            second.process.kill()
            second.process.communicate()
            kept.unlink()
            phone.wait_for_function("document.querySelector('#popup')?.ariaHidden === 'false'")
        with serve(tmp_path, "0.0.0.0", port=port):
            phone.wait_for_url(f"http://{host}:{port}/pair")
