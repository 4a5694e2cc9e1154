"""Games with controls of their own: how many dice of Hog, how pigs lie, and tiles; by keys and taps."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.robot.browser import begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.check


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
    todo = page.locator(".todo", has_text="sum to")
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
