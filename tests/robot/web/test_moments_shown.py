"""Moments in a browser: what is seen and heard of a bust, the robot's face, and a choice that is taken back."""

import pytest

from tests.support.robot.browser import WAITS, Page, begin

pytestmark = pytest.mark.check
SERVED = {"seed": 1, "files": ["drawn", "brisk"]}
"""Games that can be followed."""
HEARD = (
    "window.heard = []; window.Audio = function (from) { window.heard.push(from); return { play: async () => {} }; }"
)
BUSTED = """new MutationObserver(() => {
    const one = (what) => document.querySelector(".play[data-tone=bust] " + what);
    if (!one(".moment.bust")) return;
    window.busted ??= {
        title: one(".now h1").innerText,
        robot: one(".figure.mood-sorry")?.getAttribute("aria-label"),
        hidden: one(".moment.bust").getAttribute("aria-hidden"),
        sweep: getComputedStyle(one(".sweep")).display,
    };
}).observe(document, { subtree: true, childList: true, attributes: true })"""
"""Keeps what the page shows of the first bust: a busy machine may look when that is over."""
REGRETS = """() => new MutationObserver(() => {
    const ring = document.querySelector(".play:not([data-tone=you]) button.undo .ring");
    if (!ring || window.ring === ring) return;
    window.ring = ring;
    window.regretted = [document.querySelector(".now h1").innerText, ring.style.getPropertyValue("--closes")];
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
}).observe(document, { subtree: true, childList: true })"""
"""Takes a choice back as soon as the page shows that this can be done, and keeps whose turn it is and for how long."""


def bust(page: Page) -> None:
    """Throw until the person busts."""
    while not page.evaluate("window.busted"):
        if page.locator(WAITS).count() and page.locator("button.roll:not([aria-disabled])").count():
            page.keyboard.press("r")
        page.wait_for_timeout(20)


def test_a_bust_is_seen_heard_and_said_and_the_robot_is_sorry(page: Page) -> None:
    page.add_init_script(HEARD)
    page.add_init_script(BUSTED)
    begin(page, "Pig", "Anna", robots=1)
    bust(page)
    shown = {
        "title": "Anna busts!",
        "robot": "Robot is sorry",
        "hidden": "true",
        "sweep": "none",
    }  # less motion is wanted
    assert page.evaluate("window.busted") == shown
    assert page.evaluate("window.heard") == ["/sounds/bust.wav"]
    assert page.request.get("/sounds/bust.wav").headers["content-type"] in {"audio/x-wav", "audio/wav"}
    page.locator("button.mute").click()
    page.reload()
    assert page.locator("button.mute").get_attribute("aria-pressed") == "false"
    begin(page, "Pig", "Anna", robots=1)
    bust(page)
    assert page.evaluate("window.heard") == [], "sounds stay off in a browser that turned them off"


def test_a_choice_can_be_taken_back_as_long_as_a_ring_is_not_empty(page: Page) -> None:
    begin(page, "Pig", "Anna", robots=1)
    page.evaluate(REGRETS)
    back = page.locator(".said li", has_text="takes back")
    while not back.count():
        if page.locator(WAITS).count():
            page.keyboard.press("h" if page.locator("button.hold").count() else "r")
        page.wait_for_timeout(20)
    assert page.evaluate("window.regretted") == ["Robot’s turn casual", "2.5s"]
    page.locator(f"{WAITS} button.hold").wait_for()
