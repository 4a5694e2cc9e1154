"""Moments in a browser: what is seen and heard of a bust, the robot's face, and a choice that is taken back."""

from collections.abc import Iterator

import pytest

from tests.support.robot.browser import WAITS, Browser, Page, Served, begin, serving, windows

pytestmark = pytest.mark.check
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


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page of a table whose games can be followed."""
    with serving(tmp_path_factory.mktemp("brisk"), seed=1, files=["drawn", "brisk"]) as one:
        yield one


@pytest.fixture
def screen(browser: Browser, brisk: Served) -> Iterator[Page]:
    yield from windows(browser, brisk.address, 1280, 800)


def bust(page: Page) -> None:
    """Throw until the person busts."""
    while not page.evaluate("window.busted"):
        if page.locator(WAITS).count() and page.locator("button.roll:not([aria-disabled])").count():
            page.keyboard.press("r")
        page.wait_for_timeout(20)


def test_a_bust_is_seen_heard_and_said_and_the_robot_is_sorry(screen: Page) -> None:
    screen.add_init_script(HEARD)
    screen.add_init_script(BUSTED)
    begin(screen, "Pig to", "Anna", robots=1)
    bust(screen)
    shown = {
        "title": "Anna busts!",
        "robot": "Robot is sorry",
        "hidden": "true",
        "sweep": "none",
    }  # less motion is wanted
    assert screen.evaluate("window.busted") == shown
    assert screen.evaluate("window.heard") == ["/sounds/bust.wav"]
    assert screen.request.get("/sounds/bust.wav").headers["content-type"] in {"audio/x-wav", "audio/wav"}
    screen.locator("button.mute").click()
    screen.reload()
    assert screen.locator("button.mute").get_attribute("aria-pressed") == "false"
    begin(screen, "Pig to", "Anna", robots=1)
    bust(screen)
    assert screen.evaluate("window.heard") == [], "sounds stay off in a browser that turned them off"


def test_a_choice_can_be_taken_back_as_long_as_a_ring_is_not_empty(screen: Page) -> None:
    begin(screen, "Pig to", "Anna", robots=1)
    screen.evaluate(REGRETS)
    back = screen.locator(".said li", has_text="takes back")
    while not back.count():
        if screen.locator(WAITS).count():
            screen.keyboard.press("h" if screen.locator("button.hold").count() else "r")
        screen.wait_for_timeout(20)
    assert screen.evaluate("window.regretted") == ["Robot’s turn", "2.5s"]
    screen.locator(f"{WAITS} button.hold").wait_for()
