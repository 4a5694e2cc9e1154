"""Games played by clicks and taps in a real browser."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from tests.support.robot.browser import OVER, WAITS, Served, begin, repeat_until
from tests.support.robot.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def click_if_there(page: "Page", button: "Locator") -> None:
    from playwright.sync_api import Error

    if button.count():
        with suppress(Error):  # the robot may have taken over, or the game may be won, since it was counted
            button.click(timeout=1000)
    page.wait_for_timeout(40)


def test_a_game_of_pig_is_won_by_clicks(page: "Page", served: Served) -> None:
    begin(page, "Pig to", "Anna", robots=1, goal=12)
    page.locator(WAITS).wait_for()
    assert page.locator("h1").inner_text() == "Anna’s turn"

    def turn() -> None:
        hold = page.locator("button.hold")
        total = int(re.sub(r"\D", "", " ".join(hold.all_inner_texts())) or 0)
        click_if_there(page, hold if total >= 6 else page.locator("button.roll"))

    repeat_until(page, over=OVER, does=turn)
    assert re.search(r"wins!", page.locator("h1").inner_text())
    assert page.locator(".chances .chance-words").count() == 2
    until(lambda: served.health()["game"] is None)


def test_turns_of_yahtzee_are_played_by_taps_on_a_phone(phone: "Page") -> None:
    begin(phone, "Yahtzee", "Ben")
    for turn in range(2):
        phone.get_by_role("button", name="Throw 5 dice").tap()
        phone.locator("button.die").first.wait_for()
        if turn == 0:
            phone.locator("button.die").nth(1).tap()
            phone.locator("button.die").nth(3).tap()
            phone.get_by_role("button", name="Throw 3 dice").tap()
            phone.get_by_text("One throw left").wait_for()
            assert phone.locator("button.die[aria-pressed=true]").count() == 2
        phone.locator("button.would").last.tap()
        phone.locator("tr.chosen").wait_for()
        phone.get_by_role("button", name=re.compile("^Write")).tap()
        phone.locator("tr.chosen, button.would").first.wait_for(state="detached")  # until then it is the turn before
        phone.get_by_role("button", name="Throw 5 dice").wait_for()
    total = int(phone.locator("tr.total td").inner_text())
    assert total == sum(map(int, filter(str.isdecimal, phone.locator(".sheet tr:not(.sum) td").all_inner_texts())))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_box_in_the_middle_of_the_sheet_is_chosen_by_one_tap(page: "Page") -> None:
    begin(page, "Yahtzee", "Ben", "Cora")
    page.get_by_role("button", name="Throw 5 dice").click()
    for box in ("Fives", "Ones", "Chance", "Small straight"):
        page.get_by_role("button", name=re.compile(f"^{box}:")).click()
        page.locator("tr.chosen", has_text=box).wait_for()
    page.get_by_role("button", name="Write Small straight").click()
    page.get_by_role("heading", name="Cora’s turn").wait_for()
    assert page.locator("tr", has_text="Small straight").locator("td").first.inner_text().isdecimal()


def test_keys_play_too(page: "Page") -> None:
    begin(page, "Yahtzee", "Ben")
    page.get_by_role("button", name="Throw 5 dice").wait_for()
    page.keyboard.press("r")
    page.locator("button.die").first.wait_for()
    page.keyboard.press("2")
    page.locator("button.die[aria-pressed=true]").wait_for()
    assert page.locator("button.die").nth(1).get_attribute("aria-pressed") == "true"
    page.keyboard.press("?")
    page.get_by_text("A robot in your place").wait_for()


def test_the_rules_are_read_by_key_and_by_button_and_no_key_plays_below_them(page: "Page") -> None:
    begin(page, "Yahtzee", "Ben")
    throw, rules = page.get_by_role("button", name="Throw 5 dice"), page.get_by_role("dialog", name="Yahtzee")
    throw.wait_for()
    page.keyboard.press("i")
    rules.wait_for()
    assert rules.get_by_role("heading", name="How you win").count() == 1
    assert rules.locator(".rules-examples li", has_text="Full house").get_by_role("img").get_attribute("aria-label")
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    rules.wait_for(state="detached")
    assert throw.count() == 1
    page.keyboard.press("r")
    page.locator("button.die").first.wait_for()
    assert rules.count() == 0, "what happens in the game does not open them again"
    page.get_by_role("button", name="Rules").click()
    rules.get_by_role("button", name="Close").press("Enter")
    rules.wait_for(state="detached")


@contextmanager
def held_up(served: Served) -> Iterator[None]:
    """Let a throw last, so that all that is pressed meanwhile is pressed during it."""
    slow = served.folder / "slow"
    slow.touch()
    try:
        yield
    finally:
        slow.unlink()


def test_two_phones_that_press_at_once_throw_once(page: "Page", phone: "Page", served: Served) -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=50)
    phone.goto("/")
    buttons = [window.get_by_role("button", name="Throw") for window in (page, phone)]
    for button in buttons:
        button.wait_for()
    together = """at => setTimeout(() => {
        const button = document.querySelector("button.roll");
        button.click();
        button.click();
    }, at - Date.now())"""
    at = page.evaluate("Date.now()") + 500
    with held_up(served):
        for window in (page, phone):
            window.evaluate(together, at)
        page.wait_for_timeout(600)
    page.locator(".said li", has_text="throws").first.wait_for()
    page.get_by_role("button", name="Throw").wait_for()
    assert served.health()["game"]["throws"] == 1


def test_a_choice_is_taken_back_if_the_other_agrees(page: "Page") -> None:
    begin(page, "Yahtzee", "Anna", "Ben")
    page.get_by_role("button", name="Throw 5 dice").click()
    page.get_by_role("button", name=re.compile("^Chance:")).click()
    page.get_by_role("button", name=re.compile("^Write Chance")).click()
    page.get_by_role("heading", name="Ben’s turn").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Agree", exact=True).click()
    page.get_by_role("heading", name="Anna’s turn").wait_for()
    assert page.get_by_role("button", name=re.compile("^Chance:")).count() == 1


def test_who_would_rather_stay_is_asked_for_the_next_move(page: "Page", served: Served) -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=50)
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Stay").click()
    page.get_by_role("heading", name="Anna’s turn").wait_for()
    assert page.get_by_role("button", name="Throw").count() == 1
    assert not page.get_by_role("button", name="Stay").count()
    assert served.health()["game"]["throws"] == 0


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


def test_a_doubt_is_answered_on_the_picture(page: "Page", served: Served) -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=50)
    doubt = served.folder / "doubt"
    doubt.touch()
    try:
        page.get_by_role("button", name="Throw").click()
        page.get_by_role("heading", name="What does this die show?").wait_for()
        page.locator(".seen.asked").wait_for()
    finally:
        doubt.unlink()
    page.locator(".faces button").nth(4).click()
    page.locator(".said li", has_text="Anna throws 5").first.wait_for()


def test_a_dead_camera_is_told_and_the_game_goes_on_when_it_comes_back(page: "Page", served: Served) -> None:
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


def test_dice_thrown_by_hand_are_confirmed_or_set_right(page: "Page") -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=50, kind="hand")
    page.get_by_role("button", name="Throw").click()
    page.get_by_role("heading", name="Is that right?").wait_for()
    page.locator(".faces button").nth(5).click()
    page.locator(".dice [aria-label^='Die 1: 6']").wait_for()
    page.get_by_role("button", name="That is right").click()
    page.locator(".said li", has_text="Anna throws 6").first.wait_for()


@pytest.mark.soak
def test_a_game_of_pig_is_won_by_taps_on_a_phone(phone: "Page", served: Served) -> None:
    test_a_game_of_pig_is_won_by_clicks(phone, served)
