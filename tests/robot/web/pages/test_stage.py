"""The camera's picture fills the page while dice are thrown and read, at the table's own screen live."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.robot.browser import Served, begin, serving
from tests.support.robot.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHAKE, READ, BESIDE = (f'.play[data-stage="{stage}"]' for stage in ("shake", "read", ""))
BOXES = """() => {
    const image = document.querySelector(".picture img:not(.film)");
    if (!image.naturalWidth) return [...document.querySelectorAll(".seen")].map(() => null); // it comes yet
    const shown = image.getBoundingClientRect();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const across = image.naturalWidth / shown.width, along = image.naturalHeight / shown.height;
    return [...document.querySelectorAll(".seen")].map((frame) => {
        const at = frame.getBoundingClientRect();
        const [right, down] = [(at.left - shown.left) * across, (at.top - shown.top) * along];
        const place = [right, down, at.width * across, at.height * along];
        const pixels = pen.getImageData(...place.map(Math.round)).data.filter((_, i) => i % 4 === 0);
        const lit = pixels.filter((red) => red > 150);
        return { place, bright: lit.length / pixels.length, said: frame.querySelector("b").innerText };
    });
}"""

KEEPS_READING = f"""() => {{
    const boxes = {BOXES};
    window.read = null;
    new MutationObserver(() => {{
        const fills = document.querySelector(".play").dataset.stage === "read";
        if (fills && document.querySelector(".seen")) window.read ??= boxes();
    }}).observe(document.body, {{ subtree: true, childList: true, attributes: true }});
}}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, browser: "Browser") -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page of a table whose readings stay for a while."""
    folder = tmp_path_factory.mktemp("stage")
    (folder / "brisk").touch()
    with serving(folder) as one:
        yield one


@contextmanager
def thrown_slowly(page: "Page", served: Served) -> Iterator[None]:
    """Throw dice whose picture does not come until the end of the block."""
    page.evaluate(KEEPS_READING)
    slow = served.folder / "slow"
    slow.touch()
    try:
        page.locator("button.roll").click()
        yield
    finally:
        slow.unlink()


def reading(page: "Page") -> list[dict[str, Any]]:
    """Return the frames with which the next reading has filled the page, for however short a while."""
    page.wait_for_function("window.read")
    found: list[dict[str, Any]] = page.evaluate("window.read")
    return found


def boxes(page: "Page") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(BOXES)
    return found


def test_the_live_picture_fills_the_page_and_frames_lie_on_the_dice_as_they_are_read(
    page: "Page", served: Served
) -> None:
    begin(page, "Yahtzee", "Ben")
    page.get_by_role("button", name="Throw 5 dice").wait_for()
    small = page.locator(".camera").bounding_box()
    with thrown_slowly(page, served):
        page.locator(SHAKE).wait_for()
        assert page.locator(".film").get_attribute("src") == "/camera/live"
        assert page.locator(".seen").count() == 0, "no frame of the last throw lies on dice that move"
        large = page.locator(".camera").bounding_box()
    assert small
    assert large
    assert large["width"] > 1.3 * small["width"]
    assert large["width"] > page.evaluate("innerWidth") / 2
    read = reading(page)
    assert len(read) == 5
    assert all(box["bright"] > 0.35 for box in read), read
    lefts = sorted(box["place"][0] for box in read)
    assert lefts[-1] - lefts[0] > 2 * read[0]["place"][2], "they lie in the columns of the wells"
    page.locator(BESIDE).wait_for()
    assert page.locator(".film").count() == 0
    assert [box["said"] for box in boxes(page)] == [box["said"] for box in read]
    assert [round(box["bright"], 1) for box in boxes(page)] == [round(box["bright"], 1) for box in read]
    back = page.locator(".camera").bounding_box()
    assert back
    assert back["width"] < large["width"]


def test_a_die_in_doubt_has_a_frame_of_its_own_with_words(page: "Page", served: Served) -> None:
    begin(page, "Pig to", "Anna", "Ben", goal=50)
    page.locator("button.roll").wait_for()
    doubt = served.folder / "doubt"
    doubt.touch()
    try:
        page.locator("button.roll").click()
        frame = page.locator(f"{READ} .seen.doubt")
        frame.first.wait_for()
        assert frame.first.inner_text().split("\n") == ["?", "shows no clear face"]
        page.locator(".faces").wait_for()
        asked = page.locator(f"{READ} .seen.asked")
        asked.first.wait_for()  # frames come with the picture
        assert asked.count() == 1
        assert page.locator(".faces button").first.is_visible(), "people can answer beside the picture"
    finally:
        doubt.unlink()
    page.locator(".faces button").nth(3).click()
    page.locator(BESIDE).wait_for()


def test_live_pictures_are_turned_off_and_the_page_remembers_it(page: "Page", served: Served) -> None:
    begin(page, "Yahtzee", "Ben")
    page.get_by_role("button", name="Throw 5 dice").wait_for()
    live = page.get_by_role("button", name="Live", exact=True)
    assert live.get_attribute("aria-pressed") == "true"
    live.click()
    page.reload()
    page.get_by_role("button", name="Throw 5 dice").wait_for()
    assert live.get_attribute("aria-pressed") == "false"
    with thrown_slowly(page, served):
        page.locator(".play[data-tone=wait]").wait_for()
        assert page.locator(SHAKE).count() == 0
        assert page.locator(".film").count() == 0
    assert len(reading(page)) == 5
    live.click()
    assert live.get_attribute("aria-pressed") == "true"


def test_a_page_that_nobody_sees_and_one_that_shows_a_reading_take_no_live_pictures(
    page: "Page", served: Served
) -> None:
    ended: list[str] = []
    page.on("requestfailed", lambda request: ended.append(request.url))
    page.on("requestfinished", lambda request: ended.append(request.url))

    def films() -> int:
        page.wait_for_timeout(20)
        return sum(url.endswith("/camera/live") for url in ended)

    begin(page, "Yahtzee", "Ben")
    page.get_by_role("button", name="Throw 5 dice").wait_for()
    turn = """hidden => {
        Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    with thrown_slowly(page, served):
        page.locator(f"{SHAKE} .film").wait_for(state="attached")
        before = films()
        page.evaluate(turn, True)
        page.locator(".film").wait_for(state="detached")
        until(lambda: films() > before)
        page.evaluate(turn, False)
        page.locator(f"{SHAKE} .film").wait_for(state="attached")
        before = films()
    assert len(reading(page)) == 5
    until(lambda: films() > before)


def test_a_table_without_a_camera_shows_no_live_picture(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("drawn-stage")
    (folder / "drawn").touch()
    with serving(folder) as one:
        page = browser.new_page(base_url=one.address)
        try:
            begin(page, "Pig to", "Anna", robots=1, goal=50)
            page.locator(".camera").wait_for()
            assert page.locator(".film").count() == 0
        finally:
            page.close()
