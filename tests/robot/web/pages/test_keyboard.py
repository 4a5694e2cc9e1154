"""The page by keyboard alone: where the focus goes, what keys do, and that they can be switched off."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.repository import REPOSITORY
from tests.support.robot.browser import WAITS, begin, serving, windows
from tests.support.robot.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OWN = REPOSITORY / "robot" / "web" / "static"
MOST_BYTES = 120_000
FOCUSED = "document.activeElement.tagName + ' ' + document.activeElement.className"
LEAST = 44
"""Pixels of a row that a finger can meet."""
ZOOMED = (320, 256)
"""What a window of 1280 x 1024 pixels has at 400 %."""


def focused(page: "Page") -> str:
    found: str = page.evaluate(FOCUSED)
    return found


def test_the_focus_goes_from_what_was_pressed_to_the_next_thing_and_never_to_the_page(page: "Page") -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=20)
    page.evaluate("""() => {
        window.lost = 0;
        const look = () => { if (document.activeElement === document.body) window.lost += 1; };
        new MutationObserver(() => setTimeout(look)).observe(document.body, { childList: true, subtree: true });
    }""")
    page.locator(WAITS).wait_for()
    page.locator(".act .roll").focus()
    for _ in range(3):
        before = page.locator(".said li").all_inner_texts()
        page.keyboard.press("Enter")
        until(lambda before=before: page.locator(".said li").all_inner_texts() != before)  # type: ignore[misc]
        page.locator(WAITS).wait_for()
        until(lambda: re.match("BUTTON big (roll|hold)", focused(page)))
    assert page.evaluate("window.lost") == 0


def test_h_goes_to_the_box_that_brings_most_and_then_writes_it(page: "Page") -> None:
    begin(page, "Yahtzee", "Anna", robots=1)
    page.locator(WAITS).wait_for()
    page.keyboard.press("r")
    page.locator("button.would").first.wait_for()
    worth = max(int(one) for one in page.locator("button.would").all_inner_texts())
    page.keyboard.press("h")
    page.locator(".act .hold", has_text=f"({worth})").wait_for()
    page.keyboard.press("h")
    page.locator(".said li", has_text=f"Anna scores {worth} in").wait_for()


def test_a_whole_row_of_the_sheet_is_tapped_and_high_enough_for_a_finger(page: "Page") -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    begin(page, "Yahtzee", "Anna", robots=1)
    page.locator(WAITS).wait_for()
    page.get_by_role("button", name="Throw 5 dice").click()
    row = page.locator("tr.offered", has_text="Chance")
    row.wait_for()
    assert all(one.bounding_box()["height"] >= LEAST for one in page.locator("tr.offered").all())
    row.locator("th").click()
    page.get_by_role("button", name=re.compile("Write Chance")).wait_for()


def test_letters_do_nothing_once_they_are_switched_off_in_this_browser(page: "Page") -> None:
    begin(page, "Pig to", "Anna", "Ben")
    page.locator(WAITS).wait_for()
    page.locator("button.keys").click()
    assert page.locator("button.keys").get_attribute("aria-pressed") == "false"
    page.reload()
    page.locator(WAITS).wait_for()
    page.keyboard.press("i")
    page.keyboard.press("r")
    page.locator("button.keys").click()
    page.keyboard.press("i")
    page.locator("dialog[open]").wait_for()
    assert page.locator(".said li", has_text="throws").count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.locator(".said li", has_text="Anna throws").wait_for()


@pytest.mark.parametrize("game", ["Pig to", "Yahtzee"])
def test_at_400_percent_what_can_be_done_hides_nothing(page: "Page", game: str) -> None:
    begin(page, game, "Anna", robots=1)
    page.locator(WAITS).wait_for()
    width, height = ZOOMED
    page.set_viewport_size({"width": width, "height": height})
    assert page.locator(".act").first.evaluate("one => getComputedStyle(one).position") == "static"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_people_who_force_their_colours_see_outlines(page: "Page") -> None:
    page.emulate_media(forced_colors="active")
    begin(page, "Pig to", "Anna", robots=1)
    page.locator(WAITS).wait_for()
    style = page.locator(".act .roll").evaluate(
        "one => getComputedStyle(one).borderTopStyle + ' ' + getComputedStyle(one).borderTopWidth"
    )
    assert style == "solid 1px"


def test_the_scripts_of_the_page_stay_small() -> None:
    sizes = {one.name: one.stat().st_size for one in Path(OWN).glob("*.js")}
    assert sizes
    assert sum(sizes.values()) < MOST_BYTES, sizes


def test_yahtzee_is_played_with_three_keys_where_people_have_three_buttons_alone(
    tmp_path: Path, browser: "Browser"
) -> None:
    folder = tmp_path / "big"
    folder.mkdir()
    for name in ("big", "drawn"):
        (folder / name).touch()
    with serving(folder) as one:
        for page in windows(browser, one.address, 1280, 800):
            begin(page, "Yahtzee", "Anna")
            page.locator(WAITS).wait_for()
            page.keyboard.press("r")
            for well, key in enumerate("hrhru", 1):
                page.locator(f".die.chosen[data-at='die {min(well, 5)}']").wait_for()
                page.locator(".remark", has_text=f"Die {well} shows").wait_for()
                page.keyboard.press(key)
            page.locator(".die.chosen[data-at='die 4']").wait_for()
            assert page.locator("button.die[aria-pressed=true]").count() == 2
            for well, key in ((4, "h"), (5, "h")):
                page.locator(f".die.chosen[data-at='die {well}']").wait_for()
                page.keyboard.press(key)
            page.locator(".remark", has_text="ROLL (r) throws 1 die. HOLD (h) goes to the boxes.").wait_for()
            page.keyboard.press("h")
            page.locator("tr.chosen").wait_for()
            page.keyboard.press("h")
            page.locator(".said li", has_text="Anna scores").wait_for()
