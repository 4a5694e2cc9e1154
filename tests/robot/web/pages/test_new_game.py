"""The form of a new game on a phone."""

from typing import TYPE_CHECKING

import pytest

from tests.support.robot.browser import choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.check


def test_the_form_of_a_new_game_fits_a_phone_and_says_beside_its_button_what_is_wrong(phone: "Page") -> None:
    phone.goto("/new?game=skunk")
    assert phone.locator(".game.chosen").inner_text().startswith("Skunk in 5\u00a0rounds")
    assert phone.locator(".game:visible").count() == 1
    phone.goto("/new?game=<b>nothing</b>")
    assert phone.get_by_role("radio", name="Pig to 100").first.is_checked()
    assert phone.locator(".game:visible").count() == 1
    assert seen_whole(phone, ".seat:nth-of-type(1)"), "who plays comes right below the chosen game"
    choose(phone, "Two-Dice Pig")
    phone.get_by_label("Points that win").fill("37")
    phone.get_by_role("button", name="Rules").click()
    rules = phone.get_by_role("dialog", name="Two-Dice Pig to 37")
    rules.get_by_text("reaches 37 points wins").wait_for()
    assert rules.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    rules.get_by_role("button", name="Close").click()
    alert, top = phone.get_by_role("alert"), phone.locator(".new h1")
    phone.get_by_label("Points that win").fill("9999")
    top.scroll_into_view_if_needed()
    phone.get_by_role("button", name="Begin a game").click()
    alert.get_by_text("choose one up to").first.wait_for()
    assert seen_whole(phone, ".new [role=alert]")
    phone.get_by_placeholder("Name").first.fill("x" * 41)
    top.scroll_into_view_if_needed()
    alert.get_by_text("at most 40 characters").wait_for()
    assert seen_whole(phone, ".new [role=alert]")
    assert phone.get_by_role("button", name="Begin a game").is_disabled()


def seen_whole(page: "Page", part: str) -> bool:
    """Return whether the whole of a part stands in the window, and nothing before it."""
    return bool(
        page.locator(part).evaluate(
            """(one) => [0.01, 0.99].every((at) => {
                const { left, top, width, height } = one.getBoundingClientRect();
                const above = document.elementFromPoint(left + width / 2, top + at * height);
                return above && (one === above || one.contains(above));
            })"""
        )
    )
