"""The form of a new game, presses that come twice, and troubles that people see and answer, in a real browser."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.requirements import needs_package
from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import OVER, WAITS, Served, begin, choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.check


def test_the_second_tap_of_two_does_not_answer_the_next_question(page: "Page", served: Served) -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=50)
    page.locator("button.leave:not([aria-disabled])").wait_for()
    page.evaluate(
        """() => new Promise((tapped) => {
            const tap = (button) => button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
            const drawn = new MutationObserver(() => {
                const sure = document.querySelector("button.hold");
                if (!sure || document.querySelector("button.leave")) return;
                drawn.disconnect();
                tap(sure);
                tapped();
            });
            drawn.observe(document.body, { childList: true, subtree: true });
            tap(document.querySelector("button.leave"));
        })"""
    )
    page.get_by_role("button", name="Stay").click()
    page.get_by_role("heading", name="Anna’s turn").wait_for()
    assert served.health()["game"]["people"] == [True, True], "nobody has left"


def test_a_result_is_ranked_and_rains_once_and_the_table_s_screen_then_welcomes_others(page: "Page") -> None:
    needs_package("axe_playwright_python")
    page.clock.install()
    begin(page, "Pig to", "Anna", "Ben", goal=2)
    asked = f"{WAITS} button:is(.roll, .hold):not([aria-disabled])"
    while page.locator(f"{OVER}, {asked}").first.wait_for() or not page.locator(OVER).count():
        page.keyboard.press("h" if page.locator(f"{WAITS} button.hold").count() else "r")
    page.locator(".result li").nth(1).wait_for()
    assert page.locator(".result .result-place").all_inner_texts() == ["1.", "2."]
    page.locator(".moment.win").wait_for(state="attached")
    page.get_by_role("button", name="Play again").wait_for()
    page.evaluate("window.looks = setInterval(() => dispatchEvent(new Event('wheel')), 1000)")
    assert in_both_themes(page) == []
    page.evaluate("clearInterval(window.looks)")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)  # from here on time passes only as it is told to
    page.keyboard.press("Shift")
    page.clock.fast_forward(35_000)
    page.reload()
    page.locator(".endcard").wait_for()
    assert page.locator(".moment").count() == 0
    page.clock.fast_forward(25_000)
    page.clock.resume()
    page.get_by_role("button", name="Beat me in 60 seconds").wait_for()
    assert in_both_themes(page) == []


def test_a_tap_that_a_broken_connection_has_lost_is_sent_again(page: "Page") -> None:
    begin(page, "Yahtzee", "Anna", robots=1)
    page.get_by_role("button", name="Throw 5 dice").click()
    page.get_by_role("button", name=re.compile("^Chance:")).wait_for()
    page.evaluate("window.socket.io.engine.transport.ws.send = () => {}")
    page.get_by_role("button", name=re.compile("^Chance:")).click()
    page.evaluate("window.socket.io.engine.close()")
    page.get_by_role("button", name=re.compile("^Write Chance")).wait_for()


def test_a_dead_camera_is_told_and_dice_thrown_by_hand_are_set_right(page: "Page", served: Served) -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=50)
    plug = served.folder / "unplugged"
    page.get_by_role("button", name="Throw").wait_for()
    plug.touch()
    try:
        page.get_by_role("button", name="Throw").click()
        page.locator(".trouble", has_text="plug it in again").wait_for()
        page.get_by_role("button", name="Try again now").click()
        assert not page.get_by_text("hands are away").count(), "that is said after an emergency stop alone"
        assert served.health()["status"] == "fault"
    finally:
        plug.unlink()
    page.locator(".trouble").wait_for(state="detached")
    page.locator(".said li", has_text="Anna throws").first.wait_for()
    assert served.health()["status"] == "ok"
    begin(page, "Pig to", "Anna", "Ben", goal=50, kind="hand")
    page.get_by_role("button", name="Throw").click()
    page.get_by_role("heading", name="Is that right?").wait_for()
    page.locator(".faces button").nth(5).click()
    page.locator(".dice [aria-label^='Die 1: 6']").wait_for()
    page.get_by_role("button", name="That is right").click()
    page.locator(".said li", has_text="Anna throws 6").first.wait_for()


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
