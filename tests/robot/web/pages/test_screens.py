"""The table's own screen is legible from three metres, and no page is cut off, there or on a small phone."""

import re
from typing import Any

import pytest

from tests.support.robot.browser import WAITS, Page, Served, begin, resize, throw
from tests.support.robot.letters import LETTER, MEASURED, arc_minutes

pytestmark = pytest.mark.check
SCREEN, PHONE = (1920, 1080), (360, 740)
ZOOMED = (320, 256)
"""What a window of 1280 x 1024 pixels has at 400 %."""
LEAST_ROW = 44
"""Pixels of a row that a finger can meet."""
PIP = LETTER / 5
"""Of a pip: as large as the strokes of such a letter."""
LETTERS_HEIGHT = "parseFloat(getComputedStyle(document.documentElement).fontSize) / innerHeight"
LEAST_SHARE = 0.016
"""Of a screen's height that an em has, whatever the resolution."""
LEAST_LETTER = """card => Math.min(...[...card.querySelectorAll("p, h2, h3, li, button, figcaption")]
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
"""The smallest letters of the card of a game: pixels of an em."""
RESOLUTIONS = ((1280, 720), SCREEN, (3840, 2160))
TOLD = (".now h1", ".now .todo")
LETTERS = {"race": (*TOLD, ".lane-score", ".pending b"), "sheet": (*TOLD, ".total td")}
OTHERS = {"/new": ".act .big", "/history": "h1", "/history/1": "h1", "/statistics": "h1", "/enter": ".big"}
"""Pages, and what has to be in view there at once."""
OUTSIDE = """() => [...document.querySelectorAll(".head *, .content *, .door *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1) && !one.closest(".unseen, .rows, .sheet");
}).map((one) => one.outerHTML.slice(0, 120))"""
CUT = """() => [...document.querySelectorAll("button, a.big, a.small, h1, .todo, .notice, select")].filter((one) =>
    one.getBoundingClientRect().width && (one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
).map((one) => one.outerHTML.slice(0, 120))"""


def out_of_view(page: Page, selector: str) -> list[str]:
    """Return the texts of those elements that cannot be seen whole without scrolling."""
    size: Any = page.viewport_size
    found = []
    for one in page.locator(selector).all():
        box = one.bounding_box()
        if box is None or box["y"] < 0 or box["y"] + box["height"] > size["height"] + 0.5:
            found.append(one.inner_text())
    return found


def fits(page: Page, controls: str) -> None:
    """Look that nothing sticks out or is cut off, and that these controls are in view at once."""
    for size in (SCREEN, PHONE):
        resize(page, size)
        page.locator(controls).first.wait_for()
        assert page.evaluate(OUTSIDE) == [], (page.url, size)
        assert page.evaluate(CUT) == [], (page.url, size)
        assert out_of_view(page, controls) == [], (page.url, size)


def legible(page: Page, kind: str) -> dict[str, float]:
    """Return the least angle of everything that has to be read, at any resolution of the screen."""
    found: dict[str, float] = {}
    for size in RESOLUTIONS:
        resize(page, size)
        for selector in LETTERS[kind]:
            heights = [one.evaluate(MEASURED) for one in page.locator(selector).all()]
            least = arc_minutes(min(heights), size[1])
            found[selector] = min(least, found.get(selector, least))
        pips = [box["height"] for pip in page.locator(".dice .face-pip").all() if (box := pip.bounding_box())]
        least = arc_minutes(min(pips), size[1])
        found["pip"] = min(least, found.get("pip", least))
    print(f"{kind}: " + ", ".join(f"{name} {minutes:.1f}'" for name, minutes in found.items()))
    return {name: minutes for name, minutes in found.items() if minutes < (PIP if name == "pip" else LETTER)}


def hides_nothing_when_zoomed(page: Page) -> None:
    """Look that what can be done covers nothing where little of the page is seen."""
    resize(page, ZOOMED)
    assert page.locator(".act").first.evaluate("one => getComputedStyle(one).position") == "static"
    assert page.evaluate("document.documentElement.scrollWidth") <= ZOOMED[0]


def test_a_race_is_legible_from_three_metres_and_fits(page: Page) -> None:
    begin(page, "Pig", "Anna", "Ben", goal=50)
    for _ in range(20):  # until a throw has brought points that are at risk
        throw(page)
        page.locator(WAITS).wait_for()
        if page.locator(".pending b").count():
            break
    assert legible(page, "race") == {}
    fits(page, ".act button:visible")
    hides_nothing_when_zoomed(page)
    resize(page, SCREEN)
    page.emulate_media(forced_colors="active")
    border = "one => getComputedStyle(one).borderTopStyle + ' ' + getComputedStyle(one).borderTopWidth"
    assert page.locator(".act .roll").evaluate(border) == "solid 1px", "people who force their colours see outlines"
    page.emulate_media(forced_colors="none")
    begin(page, "Pig", *(f"Player number {seat}" for seat in range(1, 11)), goal=50)
    page.locator(WAITS).wait_for()
    fits(page, ".act button:visible")


def test_a_sheet_is_legible_from_three_metres_and_fits(page: Page) -> None:
    begin(page, "Yahtzee", "Anna", "Ben")
    page.get_by_role("button", name="Throw 5 dice").click()
    page.locator("button.die").nth(1).click()
    page.locator("button.die[aria-pressed=true]").wait_for()
    assert legible(page, "sheet") == {}
    fits(page, ".act button:visible")
    page.get_by_role("button", name=re.compile("^Small straight:")).click()
    page.get_by_role("button", name="Write Small straight").wait_for()
    fits(page, ".act button:visible")
    hides_nothing_when_zoomed(page)
    resize(page, (1280, 900))
    rows = page.locator("tr.offered")
    heights = rows.evaluate_all("rows => rows.map((row) => row.getBoundingClientRect().height)")
    assert min(heights) >= LEAST_ROW
    rows.filter(has_text="Chance").locator("th").click()
    page.get_by_role("button", name="Write Chance").wait_for()


def test_every_other_page_fits(page: Page, served: Served) -> None:
    begin(page, "Pig", "Anna", robots=1)  # so that there is a game to look back on, and a fault to tell
    unplugged = served.folder / "unplugged"
    unplugged.touch()
    try:
        page.get_by_role("button", name="Throw").click()
        page.locator(".trouble", has_text="plug it in again").wait_for()
    finally:
        unplugged.unlink()
    page.locator(".said li", has_text="Anna throws").first.wait_for()
    for path, controls in OTHERS.items():
        page.goto(path)
        if path == "/new":
            for size in (SCREEN, RESOLUTIONS[-1]):
                resize(page, size)
                page.locator(".game").first.wait_for()
                assert out_of_view(page, ".game") == [], "all games are above the fold"
                assert page.evaluate(LETTERS_HEIGHT) >= LEAST_SHARE
        if path == "/history/1":
            card = page.locator(".endcard")
            card.wait_for()
            resize(page, PHONE)
            page.wait_for_function(f"() => ({LEAST_LETTER})(document.querySelector('.endcard')) >= 15")
            assert card.evaluate("card => card.scrollWidth <= card.clientWidth")
        fits(page, controls)
    page.get_by_label("Password").fill("open sesame")
    page.locator("button.big").click()
    page.locator(".device").first.wait_for()
    fits(page, "h1")
