"""The page by keyboard alone: where the focus goes, what keys do in each kind of game, and that they can be off."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.robot.browser import WAITS, begin, serving, windows
from tests.support.robot.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.check
FOCUSED = "document.activeElement.tagName + ' ' + document.activeElement.className"
LOSES = """() => {
    window.lost = 0;
    const look = () => { if (document.activeElement === document.body) window.lost += 1; };
    new MutationObserver(() => setTimeout(look)).observe(document.body, { childList: true, subtree: true });
}"""


def focused(page: "Page") -> str:
    found: str = page.evaluate(FOCUSED)
    return found


def test_the_focus_goes_from_what_was_pressed_to_the_next_thing_and_never_to_the_page(page: "Page") -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=20)
    page.locator(WAITS).wait_for()
    page.locator(".act .roll").focus()
    page.evaluate(LOSES)  # from here on it is somewhere: what the page draws before that takes it from nothing
    for _ in range(3):
        before = page.locator(".said li").all_inner_texts()
        page.keyboard.press("Enter")
        until(lambda before=before: page.locator(".said li").all_inner_texts() != before)  # type: ignore[misc]
        page.locator(WAITS).wait_for()
        until(lambda: re.match("BUTTON big (roll|hold)", focused(page)))
    assert page.evaluate("window.lost") == 0


def test_keys_throw_mark_and_write_open_the_rules_and_can_be_switched_off(page: "Page") -> None:
    begin(page, "Yahtzee", "Anna", robots=1)
    throw, rules = page.get_by_role("button", name="Throw 5 dice"), page.get_by_role("dialog", name="Yahtzee")
    throw.wait_for()
    page.locator("button.keys").click()
    assert page.locator("button.keys").get_attribute("aria-pressed") == "false"
    page.reload()
    throw.wait_for()
    page.keyboard.press("i")
    page.keyboard.press("r")
    page.locator("button.keys").click()
    page.keyboard.press("i")
    rules.wait_for()
    assert throw.count() == 1, "letters that are switched off do nothing"
    assert rules.get_by_role("heading", name="How you win").count() == 1
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    rules.wait_for(state="detached")
    assert throw.count() == 1, "no key plays below the rules"
    page.keyboard.press("r")
    page.locator("button.would").first.wait_for()
    assert rules.count() == 0, "what happens in the game does not open them again"
    page.keyboard.press("2")
    page.locator("button.die[aria-pressed=true]").wait_for()
    assert page.locator("button.die").nth(1).get_attribute("aria-pressed") == "true"
    page.keyboard.press("?")
    page.get_by_text("A robot in your place").wait_for()
    worth = max(int(one) for one in page.locator("button.would").all_inner_texts())
    page.keyboard.press("h")
    page.locator(".act .hold", has_text=f"({worth})").wait_for()
    page.keyboard.press("h")
    page.locator(".said li", has_text=f"Anna scores {worth} in").wait_for()


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


def test_digits_say_how_many_dice_are_thrown_how_pigs_lie_and_which_tiles_are_shut(page: "Page") -> None:
    begin(page, "Hog", "Anna", robots=1)
    page.get_by_role("button", name="Throw 1 die").wait_for()
    for key in "583":  # there is no 8
        page.keyboard.press(key)
    page.get_by_role("button", name="Throw 3 dice").wait_for()
    page.keyboard.press("r")
    page.locator(".said li", has_text=re.compile(r"^Anna throws \d, \d\sand \d:")).wait_for()
    begin(page, "Pass the Pigs", "Anna", "Ben")
    page.get_by_role("button", name="Throw").wait_for()
    page.keyboard.press("r")
    page.get_by_text("How did pig 1 land?").wait_for()
    page.keyboard.press("7")
    page.keyboard.press("4")
    page.get_by_text("How did pig 2 land?").wait_for()
    page.keyboard.press("5")
    page.locator(".todo", has_text="Trotter and snouter").wait_for()
    page.keyboard.press("h")
    page.locator(".said li", has_text="Anna throws trotter and snouter").wait_for()
    begin(page, "Shut the Box", "Anna")
    page.get_by_role("button", name="Throw 2 dice").click()
    todo = page.locator(".todo", has_text="Tap open tiles")
    todo.wait_for()
    total = int(todo.inner_text().rstrip(".").split()[-1])
    low = max(1, total - 9)
    tiles = (low, total - low) if low < total - low else (total,)
    page.locator("button.tile", has_text=str(tiles[0])).click()
    if len(tiles) > 1:
        page.keyboard.press(str(tiles[1]))
    shown = " ".join(map(str, tiles))
    page.get_by_role("button", name=f"Shut {shown}", exact=True).wait_for()
    page.keyboard.press("h")
    page.locator(".said li", has_text=f"Anna shuts {shown}.").wait_for()
    page.get_by_role("img", name=f"Tile {tiles[0]}: shut").wait_for()
