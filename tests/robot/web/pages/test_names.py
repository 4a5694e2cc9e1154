"""Names that people may give: nothing of them is interpreted anywhere on the page, and the layout holds."""

import pytest

from robot.config import Folders
from robot.match.journal import Journal
from tests.support.robot.browser import READY, Page, Served, begin

pytestmark = pytest.mark.check
MARKUP = "<img src=x onerror=alert(1)>{{919*983}}"
TURNED = "\u202eevil\u2066 \u200f\u202e"
EMOJI = "👩‍👩‍👧‍👦🏳️‍🌈 Ünïcødé中文"
ZALGO = "Z" + "\u0301\u0310\u0342" * 12
ONE_WORD = "W" * 40
LONG = "Maximiliana" * 909 + "!"
"""Ten thousand letters: the form refuses them, a journal may hold them all the same."""


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def find_interpreted(page: Page) -> list[str]:
    """Return what of a name has become more than text."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("main img[src=x], main [onerror]")].map((one) => one.outerHTML)
            .concat(document.body.innerText.includes("903377") ? ["903377"] : [])"""
    )
    return found


def find_turned(page: Page) -> list[str]:
    """Return texts whose direction a name has turned beyond its own element."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".lane-name, .chance-name, .said li, h1, .told li, td")]
            .filter((one) => /[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f]/.test(one.textContent))
            .map((one) => one.textContent)"""
    )
    return found


def test_names_are_text_and_the_layout_holds(
    page: Page, phone: Page, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(page, "Pig", MARKUP, TURNED, EMOJI, ONE_WORD, ZALGO)
    page.get_by_role("button", name="Throw").click()
    page.locator(".said li", has_text="throws").first.wait_for()
    phone.goto("/")
    phone.locator(".lane").nth(4).wait_for()
    for window in (page, phone):
        assert fits(window)
        assert find_interpreted(window) == []
        assert find_turned(window) == []
        assert window.locator(".lane-name").first.inner_text().startswith("<img src=x")
        heights = window.locator(".lane").evaluate_all(
            "lanes => lanes.map((lane) => lane.getBoundingClientRect().height)"
        )
        assert max(heights) < 1.4 * min(heights), heights
    monkeypatch.setenv("PIPSQUEAK_HOME", str(served.folder / "home"))
    with Journal(Folders.of_user().journal) as journal:
        game = journal.begin("pig", {"goal": 20}, (f"you:{LONG}", f"you:{MARKUP * 200}"), 1, 0)
        for throw in range(1, 5):
            journal.write(game, "intention", throw, wells=[2], action="roll", keep={})
            journal.write(game, "reading", throw, values=[6])
        journal.end(game, [0])
    for path in ("/history", f"/history/{game.id - 1}", f"/history/{game.id}", "/statistics"):
        for window in (page, phone):
            window.goto(path)
            window.locator(READY).wait_for()
            window.evaluate("document.fonts.ready.then(() => true)")
            assert fits(window), path
            assert find_interpreted(window) == []
            assert find_turned(window) == []
            assert window.evaluate("document.documentElement.scrollHeight") < 20_000
