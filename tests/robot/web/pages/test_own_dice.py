"""Own dice on the page of any table: watched through the browser's camera, or typed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.robot.browser import Browser, Page, launch_seeing, serve, windows
from tests.support.vision.drawn_dice import DrawnDie, draw
from vision.pictures import Image

pytestmark = pytest.mark.check
EMPTY, LYING = 45, 600
"""Pictures of the film before and after the throw."""
THROWN = (3, 3, 4, 5, 6)
SHOWN = "all => all.map(die => Number(die.getAttribute('aria-label').split(': ')[1].split(',')[0]))"


def film() -> Iterator[Image]:
    """Yield the pictures of a throw: five dice, after a while without any."""
    dice = [DrawnDie(value, 220 + 210 * place, 360, 110, 20 + 7 * place) for place, value in enumerate(THROWN)]
    for number in range(EMPTY + LYING):
        yield draw(dice if number >= EMPTY else [], (1280, 720), seed=number % 8)


def begin(page: Page) -> int:
    """Begin with own dice from the welcome; return how many taps that takes."""
    page.goto("/")
    page.locator("a.own").click()
    page.locator("main.new button.big.roll").click()
    page.locator(".coach .faces").wait_for()
    return 2


def test_own_dice_are_read_two_taps_after_the_welcome_and_typed_with_five(tmp_path: Path, browser: Browser) -> None:
    with serve(tmp_path / "table") as served, launch_seeing(browser, tmp_path, film()) as other:
        for page in windows(other, served.address, 360, 640):
            assert begin(page) < 3, "a game on the table takes three: begin, choose, throw"
            page.locator(".missing", has_text="Throw 5").wait_for()
            page.locator(".eye .seen b").nth(4).wait_for()
            page.locator(".todo", has_text="Tap the dice to keep").wait_for()  # it counts without another tap
            assert sorted(page.locator(".coach .dice .die").evaluate_all(SHOWN)) == sorted(THROWN)
        for page in windows(browser, served.address, 360, 640):
            begin(page)
            faces = page.locator(".faces .die")
            for value in (1, 2, 2, 6, 5):
                faces.nth(value - 1).click()
            page.locator(".coach .dice button").nth(4).click()
            faces.nth(3).click()
            page.get_by_role("button", name="They show this").click()
            page.locator(".todo", has_text="Tap the dice to keep").wait_for()
            assert page.locator(".coach .dice .die").evaluate_all(SHOWN) == [1, 2, 2, 6, 4]
