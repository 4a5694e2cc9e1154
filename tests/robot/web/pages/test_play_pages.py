"""Presses that come twice, and troubles that people see and answer, in a real browser."""

from typing import TYPE_CHECKING

import pytest

from tests.support.robot.browser import Served, begin

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
