"""The dialog at the table's own screen by which phones get in: it shows the code in force, whenever it is opened."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import Served, network_address, serving, windows

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SECRET = "open sesame"


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory, browser: "Browser") -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page that the network may see, too."""
    with serving(tmp_path_factory.mktemp("everywhere"), "0.0.0.0") as one:
        yield one


@pytest.fixture
def table(browser: "Browser", everywhere: Served) -> "Iterator[Page]":
    """Return the table's own screen."""
    yield from windows(browser, at_table(everywhere), 1280, 800)


@pytest.fixture
def operator(browser: "Browser", everywhere: Served) -> "Iterator[Page]":
    yield from windows(browser, at_table(everywhere), 1280, 800)


def at_table(everywhere: Served) -> str:
    return f"http://127.0.0.1:{everywhere.address.rpartition(':')[2]}"


def shown(table: "Page") -> str:
    return table.locator("dialog[open] .code").inner_text()


def read_square(table: "Page", where: str = "dialog[open] img") -> str:
    """Return what a phone reads in the square of dots that is on the screen."""
    square = table.locator(where)
    square.evaluate("image => image.decode()")  # the code beside it may be drawn before the picture
    picture = np.frombuffer(square.screenshot(), np.uint8)
    image = cv2.imdecode(picture, cv2.IMREAD_COLOR)
    assert image is not None
    return cv2.QRCodeDetectorAruco().detectAndDecode(image)[0]


def test_the_dialog_shows_the_code_in_force_and_follows_it(table: "Page", operator: "Page", everywhere: Served) -> None:
    operator.goto("/operator")
    operator.get_by_label("Password").fill(SECRET)
    operator.get_by_role("button", name="Save the password").click()
    operator.get_by_role("button", name="New code").click()
    operator.wait_for_timeout(300)
    table.get_by_role("button", name="Phones").click()
    table.locator("dialog[open] .code", has_text=re.compile(r"\d{6}")).wait_for()
    second = shown(table)
    assert second != everywhere.code
    assert read_square(table) == f"{everywhere.address}/pair?code={second}"
    operator.get_by_role("button", name="New code").click()
    table.locator("dialog[open] .code", has_not_text=second).wait_for()
    third = shown(table)
    assert re.fullmatch(r"\d{6}", third)
    assert read_square(table) == f"{everywhere.address}/pair?code={third}"
    table.get_by_role("button", name="Close").click()
    table.locator("dialog[open]").wait_for(state="detached")


def test_a_phone_is_led_to_the_door_as_soon_as_its_code_holds_no_more(
    table: "Page", everywhere: Served, browser: "Browser"
) -> None:
    host = network_address()
    table.get_by_role("button", name="Phones").click()
    table.locator("dialog[open] .code", has_text=re.compile(r"\d{6}")).wait_for()
    for phone in windows(browser, f"http://{host}:{everywhere.address.rpartition(':')[2]}", 360, 740):
        phone.goto(f"/pair?code={shown(table)}")
        phone.locator(".play").wait_for()
        keys = "script[src='/static/touch.js']"
        assert (phone.locator(keys).count(), table.locator(keys).count()) == (0, 1), "a phone has keys of its own"
        table.goto("/enter")
        table.get_by_label("Password").fill(SECRET)
        table.get_by_role("button").last.click()
        table.get_by_role("button", name="New code").click()
        phone.wait_for_url("**/pair")
        phone.goto("/")
        phone.wait_for_url("**/pair")


def test_one_scan_of_the_table_s_screen_seats_a_phone(table: "Page", everywhere: Served, browser: "Browser") -> None:
    host = network_address()
    table.goto("/")
    target = read_square(table, ".attract-scan img")
    assert target == f"{everywhere.address}/pair?code={table.locator('.attract-scan .code').inner_text()}"
    for phone in windows(browser, f"http://{host}:{everywhere.address.rpartition(':')[2]}", 360, 740):
        assert not phone.locator(".attract-scan").count(), "who is not let in sees no code"
        phone.goto(target)
        name = phone.get_by_label("Your name")
        name.wait_for()
        assert name.evaluate("name => name === document.activeElement")
        phone.keyboard.type("Anna")
        phone.keyboard.press("Enter")
        phone.locator(".sits", has_text="Anna").wait_for()
        phone.goto(target)
        phone.locator(".sits", has_text="Anna").wait_for()
        assert not phone.locator(".attract-scan").count()


def test_axe_finds_nothing_in_the_dialog(table: "Page") -> None:
    pytest.importorskip("axe_playwright_python", reason="'make setup' brings it")
    table.get_by_role("button", name="Phones").click()
    table.locator("dialog[open] .code", has_text=re.compile(r"\d{6}")).wait_for()
    assert in_both_themes(table) == []
