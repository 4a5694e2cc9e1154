"""The camera's picture is live at the table's own screen while dice are thrown, and frames say what is read."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.robot.browser import SHOWN, Page, Served, begin
from tests.support.robot.waiting import until

pytestmark = pytest.mark.check
SERVED = {"files": ["brisk"]}
"""Readings stay for a while."""
SHAKE, READ, BESIDE = (f'.play:has([data-stage="{stage}"])' for stage in ("shake", "read", ""))
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


ASKED = f"""() => {{
    const {{ question }} = {SHOWN};
    return question?.kind === "value" ? question.number : null;
}}"""
"""The number of the question what a die shows, null if that is not asked."""


def test_a_page_that_is_shown_while_it_loads_has_loaded_before_its_film_begins(page: Page) -> None:
    begin(page, "Pig", "Anna", robots=1)
    page.locator(".film").wait_for(state="attached")
    page.add_init_script("""
        window.early = 0;
        new MutationObserver(() => {
            if (document.readyState === "complete" || !document.querySelector(".play")) return;
            window.early += 1;
            document.dispatchEvent(new Event("visibilitychange"));
        }).observe(document, { childList: true, subtree: true });
    """)
    page.goto("/")  # which waits for the load event
    assert page.evaluate("window.early") > 0


@contextmanager
def thrown_slowly(page: Page, served: Served) -> Iterator[None]:
    """Throw dice whose picture does not come until the end of the block."""
    slow = served.folder / "slow"
    slow.touch()
    try:
        page.locator("button.roll").click()
        yield
    finally:
        slow.unlink()


def boxes(page: Page) -> list[dict[str, Any]]:
    """Return the frames on the dice, once their picture has come."""
    found: list[dict[str, Any]] = []

    def come() -> bool:
        found[:] = page.evaluate(BOXES)
        return bool(found) and None not in found

    until(come)
    return found


def test_the_live_picture_is_large_and_frames_lie_on_the_dice_as_they_are_read(page: Page, served: Served) -> None:
    begin(page, "Yahtzee", "Ben")
    page.get_by_role("button", name="Throw 5 dice").wait_for()
    place = page.locator(".picture").bounding_box()
    doubt = served.folder / "doubt"
    doubt.touch()  # so that the reading is shown until people answer
    with thrown_slowly(page, served):
        page.locator(SHAKE).wait_for()
        assert page.locator(".film").get_attribute("src") == "/camera/live"
        assert page.locator(".seen").count() == 0, "no frame of the last throw lies on dice that move"
        assert page.locator(".picture").bounding_box() == place
    assert place
    assert place["width"] > 0.45 * page.evaluate("innerWidth")
    page.locator(f"{READ} .seen.asked").wait_for()
    page.locator(f"{READ} .faces button").first.wait_for()  # people can answer beside the picture
    doubt.unlink()
    read = boxes(page)
    assert len(read) == 5
    assert all(box["bright"] > 0.35 for box in read), read
    lefts = sorted(box["place"][0] for box in read)
    assert lefts[-1] - lefts[0] > 2 * read[0]["place"][2], "they lie in the columns of the wells"
    assert page.locator(".seen.doubt").first.inner_text().split("\n") == ["?", "shows no clear face"]
    answered: list[int | None] = [None]
    while not page.locator(BESIDE).count():
        if (number := page.evaluate(ASKED)) not in answered:
            answered.append(number)
            page.keyboard.press("4")
        page.wait_for_timeout(20)
    assert page.locator(".film").count() == 0
    assert [round(box["bright"], 1) for box in boxes(page)] == [round(box["bright"], 1) for box in read]
    assert page.get_by_role("img", name="Die 1: 4").or_(page.get_by_role("button", name="Die 1: 4")).count() == 1


def test_live_pictures_are_turned_off_and_a_page_that_nobody_sees_takes_none(page: Page, served: Served) -> None:
    ended: list[str] = []
    page.on("requestfailed", lambda request: ended.append(request.url))
    page.on("requestfinished", lambda request: ended.append(request.url))

    def films() -> int:
        page.wait_for_timeout(20)
        return sum(url.endswith("/camera/live") for url in ended)

    def hide(hidden: bool) -> None:
        page.evaluate(
            """hidden => {
                Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    begin(page, "Yahtzee", "Ben")
    throw, live = page.get_by_role("button", name="Throw 5 dice"), page.get_by_role("button", name="Live", exact=True)
    throw.wait_for()
    assert live.get_attribute("aria-pressed") == "true"
    live.click()
    page.reload()
    throw.wait_for()
    assert live.get_attribute("aria-pressed") == "false"
    with thrown_slowly(page, served):
        page.locator(".play[data-tone=wait]").wait_for()
        assert page.locator(SHAKE).count() == 0
        assert page.locator(".film").count() == 0
        live.click()
        assert live.get_attribute("aria-pressed") == "true"
        page.locator(f"{SHAKE} .film").wait_for(state="attached")
        before = films()
        hide(True)
        page.locator(".film").wait_for(state="detached")
        until(lambda: films() > before)
        hide(False)
        page.locator(f"{SHAKE} .film").wait_for(state="attached")
        before = films()
    until(lambda: films() > before)  # what was read has come, and the film ends
