"""Pages that everybody can use and nobody can harm: the operator's password, and axe's rules."""

import pytest

from robot.web.game.picture import MOST_WIDE
from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import Page, Served, begin

pytestmark = pytest.mark.check
SECRET = "open sesame"


def test_the_operator_has_a_password_and_tries_motors_on_a_page_without_faults(page: Page, served: Served) -> None:
    (served.folder / "home" / "config" / "operator.json").unlink(missing_ok=True)
    page.goto("/operator")
    page.get_by_label("Password").fill(SECRET)
    found = in_both_themes(page)
    page.get_by_role("button", name="Save the password").click()
    page.locator(".device", has_text="OK").first.wait_for()
    found += in_both_themes(page)
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").wait_for()
    found += in_both_themes(page)
    assert found == []
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the game").click()
    for name in ("Home the crank", "Lever 3", "Left light", "Clear faults"):
        page.get_by_role("button", name=name).click()
        page.get_by_text(f"{name}: done.").wait_for()
    page.wait_for_function(f"document.querySelector('img.live').naturalWidth === {MOST_WIDE}")
    page.locator(".log", has_text="the operator signs in at 127.0.0.1: right").wait_for()
    page.get_by_role("link", name="Play").click()
    page.get_by_text("The operator is signed in on this screen.").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Statistics").wait_for()
    assert page.locator(".signed-in").count() == 0
    page.goto("/operator")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Enter").click()
    assert page.get_by_role("alert").inner_text() == "That is not the password."


def test_axe_finds_nothing(page: Page) -> None:
    begin(page, "Yahtzee", "Anna", robots=1)
    page.get_by_role("button", name="Throw 5 dice").click()
    page.locator("button.die").first.click()
    page.keyboard.press("?")
    page.get_by_text("A robot in your place").wait_for()
    found = {"/": in_both_themes(page)}
    page.keyboard.press("i")
    page.get_by_role("dialog", name="Yahtzee").wait_for()
    found["/ rules"] = in_both_themes(page)
    begin(page, "Pig", "Anna", robots=1)
    page.get_by_role("button", name="Throw").click()
    page.locator(".said li", has_text="throws").first.wait_for()
    found["/ pig"] = in_both_themes(page)
    begin(page, "Pig", "Anna", "Ben", kind="hand")
    page.get_by_role("button", name="Throw").click()
    page.get_by_role("heading", name="Is that right?").wait_for()
    page.locator(".faces button").nth(5).click()
    page.locator(".dice [aria-label^='Die 1: 6']").wait_for()
    found["/ confirm"] = in_both_themes(page)
    page.get_by_role("button", name="That is right").click()
    page.locator(".said li", has_text="Anna throws 6").first.wait_for()
    for path in ("/new", "/history", "/history/1", "/statistics", "/enter", "/pair", "/no/such/page"):
        page.goto(path)
        page.locator("h1").wait_for()
        found[path] = in_both_themes(page)
    assert {path: faults for path, faults in found.items() if faults} == {}
