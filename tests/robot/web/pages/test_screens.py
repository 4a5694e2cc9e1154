"""The table's own screen is legible from three metres, and what can be done can be reached at 400 %."""

import pytest

from tests.support.robot.browser import WAITS, Page, begin, resize, throw
from tests.support.robot.letters import LETTER, MEASURED, arc_minutes

pytestmark = pytest.mark.check
SCREEN, PHONE = (1920, 1080), (360, 740)
ZOOMED = (320, 256)
"""What a window of 1280 x 1024 pixels has at 400 %."""
PIP = LETTER / 5
"""Of a pip: as large as the strokes of such a letter."""
RESOLUTIONS = ((1280, 720), SCREEN, (3840, 2160))
TOLD = (".now h1", ".now .todo")
LETTERS = {"race": (*TOLD, ".lane-score", ".pending b"), "sheet": (*TOLD, ".totals button")}
TURN = """async () => {
    const shown = mounted_app.elements[document.querySelector(".play").id.slice(1)].props;
    const players = shown.view.players.map((player) => ({ ...player, turn: !player.turn }));
    const named = () => document.querySelector(".now h1").getAnimations().map((one) => one.animationName);
    document.getAnimations().forEach((one) => one.finish());
    shown.view = { ...shown.view, remark: "the same turn" };
    await new Promise((done) => setTimeout(done));
    const before = named();
    shown.view = { ...shown.view, players };
    await new Promise((done) => setTimeout(done));
    return [before, named()];
}"""
"""What moves of whose turn it is, within a turn and when another one's turn begins."""


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


def test_a_race_is_legible_from_three_metres_and_when_zoomed(page: Page) -> None:
    begin(page, "Pig", "Anna", "Ben", goal=50)
    for _ in range(20):  # until a throw has brought points that are at risk
        throw(page)
        page.locator(WAITS).wait_for()
        if page.locator(".pending b").count():
            break
    assert legible(page, "race") == {}
    hides_nothing_when_zoomed(page)
    resize(page, SCREEN)
    page.emulate_media(forced_colors="active")
    border = "one => getComputedStyle(one).borderTopStyle + ' ' + getComputedStyle(one).borderTopWidth"
    assert page.locator(".act .roll").evaluate(border) == "solid 1px", "people who force their colours see outlines"
    page.emulate_media(forced_colors="none")


def test_a_sheet_is_legible_from_three_metres_and_when_zoomed(page: Page) -> None:
    begin(page, "Yahtzee", "Anna", "Ben")
    page.get_by_role("button", name="Throw 5 dice").click()
    page.locator("button.die").nth(1).click()
    page.locator("button.die[aria-pressed=true]").wait_for()
    assert legible(page, "sheet") == {}
    hides_nothing_when_zoomed(page)


def test_another_ones_turn_is_seen_to_begin_except_by_those_who_want_nothing_to_move(page: Page) -> None:
    begin(page, "Pig", "Anna", "Ben")
    page.locator(WAITS).wait_for()
    page.evaluate("() => void window.socket.off('update')")
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(TURN) == [[], ["turn"]]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(TURN) == [[], []]
