"""A coached game in a real browser: tapped on a phone, typed on a keyboard, photographed, and gone on with."""

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import HIDDEN, Browser, Page, Served, choose, serving, windows
from tests.support.vision.drawn_dice import DrawnDie, draw

pytestmark = pytest.mark.check
LEAST_TARGET = 44
"""Pixels of the smaller side of what a finger taps."""
SMALL = """() => [...document.querySelectorAll("main button, main a, main label.small")].map((one) => {
    const box = one.getBoundingClientRect();
    return [one.innerText || one.ariaLabel, Math.round(Math.min(box.width, box.height))];
}).filter(([, side]) => side && side < %d)"""
OUTSIDE = """() => [...document.querySelectorAll(".content *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1) && !one.closest(".unseen, .sheet");
}).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page with sessions of its own."""
    with serving(tmp_path_factory.mktemp("kitchen")) as one:
        yield one


@pytest.fixture
def screen(browser: Browser, kitchen: Served) -> Iterator[Page]:
    yield from windows(browser, kitchen.address, 1280, 800)


@pytest.fixture
def hand(browser: Browser, kitchen: Served) -> Iterator[Page]:
    """Return the narrowest phone that the page is made for."""
    yield from windows(browser, kitchen.address, 360, 740)


def begin_coached(page: Page, game: str, *names: str, manner: str, goal: int | None = None) -> None:
    """Begin a game through the form, from the start page."""
    page.goto("/")
    page.get_by_role("link", name="Play with your own dice, with the coach").click()
    choose(page, game)
    places = page.get_by_placeholder("Name")
    while places.count() < len(names):
        page.get_by_role("button", name="Add a player").click()
    for place, name in enumerate(names):
        places.nth(place).fill(name)
    page.get_by_role("radio", name=manner).check(force=True)
    if goal is not None:
        page.get_by_label("Points that win").fill(str(goal))
    page.get_by_role("button", name="Begin with the coach").click()
    page.locator(".coach h1", has_text=f"{names[0]}, turn 1").wait_for()


def taps(page: Page, *faces: int) -> None:
    """Tap what the dice show, and let it count."""
    for face in faces:
        page.get_by_role("region", name="What does it show?").get_by_role("button", name=str(face), exact=True).click()
    page.get_by_role("button", name="They show this").click()


def test_a_phone_plays_pig_with_taps_to_the_look_back(hand: Page, screen: Page) -> None:
    begin_coached(hand, "Pig to", "Anna", "Ben", manner="Open", goal=10)
    taps(hand, 4)
    hand.get_by_text("Of 100 games throwing wins").wait_for()
    assert hand.evaluate(SMALL % LEAST_TARGET) == []
    hand.get_by_role("button", name="I do that").click()
    hand.get_by_text("Throw one die, then tap what it shows.").wait_for()
    hand.get_by_role("button", name="Undo").click()
    hand.get_by_role("button", name="Hold 4").click()
    hand.locator("h1", has_text="Ben, turn 1").wait_for()
    screen.goto(hand.url)
    screen.locator("h1", has_text="Ben, turn 1").wait_for()
    hand.get_by_role("button", name="Undo").click()
    screen.locator("h1", has_text="Anna, turn 1").wait_for()
    hand.get_by_role("button", name="Hold 4").wait_for()
    taps(hand, 6)
    screen.get_by_role("button", name="Hold 10").click()
    hand.get_by_role("heading", name="The game is over").wait_for()
    hand.get_by_role("region", name="Looking back").get_by_text("Anna wins 10 : 0").wait_for()
    picture = hand.locator("img.summary-image")
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => image.naturalWidth") > 300
    assert hand.evaluate(OUTSIDE) == []


def test_a_sheet_is_kept_with_taps_and_every_target_is_large(hand: Page) -> None:
    begin_coached(hand, "Yahtzee", "Anna", "Ben", manner="Afterwards")
    assert hand.evaluate(SMALL % LEAST_TARGET) == []
    taps(hand, 3, 3, 4, 5, 6)
    hand.get_by_text("Tap the dice to keep").wait_for()
    dice = hand.get_by_role("region", name="Dice")
    for die in ("Die 3: 4", "Die 4: 5", "Die 5: 6", "Die 1: 3"):
        dice.get_by_role("button", name=die).click()
    assert hand.evaluate(SMALL % LEAST_TARGET) == []
    assert hand.evaluate(OUTSIDE) == []
    assert in_both_themes(hand) == []
    hand.get_by_role("button", name="Throw 1 die").click()
    hand.get_by_text("Keeping 3 4 5 6 costs 0.3 points. Best was keeping 3 3.").wait_for()
    assert dice.get_by_role("img", name=re.compile("kept")).count() == 4
    assert in_both_themes(hand) == []
    taps(hand, 2)
    hand.get_by_role("button", name="Large straight: 40").click()
    hand.get_by_role("button", name="Write Large straight (40)").click()
    hand.get_by_text("That was the best choice.").wait_for()
    hand.locator("h1", has_text="Ben, turn 1").wait_for()


def test_a_photo_is_shown_and_counts_when_people_say_so_and_keys_play(hand: Page, tmp_path: Path) -> None:
    begin_coached(hand, "Yahtzee", "Anna", manner="Silent")
    for values in ((3, 3, 4, 5, 6), (1, 2)):
        scene = [DrawnDie(value, 110 + 130 * place, 240, 70, 20 + 9 * place) for place, value in enumerate(values)]
        cv2.imwrite(str(tmp_path / f"{len(values)}.png"), draw(scene, (800, 480)))
    photo = hand.locator(".eye input")
    frames = hand.locator(".picture .seen")

    def read_frames() -> list[str]:
        """Return what the frames on the dice say, which come with the picture, after its dice."""
        frames.first.wait_for()
        texts: list[str] = frames.all_inner_texts()
        return texts

    photo.set_input_files(tmp_path / "5.png")
    hand.get_by_role("button", name="Die 5: 6").wait_for()
    assert read_frames() == ["3", "3", "4", "5", "6"]
    assert hand.evaluate(OUTSIDE) == []
    frames.nth(2).click()
    hand.get_by_role("region", name="What does it show?").get_by_role("button", name="1", exact=True).click()
    assert read_frames() == ["3", "3", "1", "5", "6"], "the frame says what people say"
    photo.set_input_files(tmp_path / "2.png")
    hand.get_by_text("In the picture 2 dice are seen, but 5 are expected").wait_for()
    assert hand.evaluate(HIDDEN) == 0
    hand.get_by_role("button", name="Die 5: unknown").wait_for()
    assert read_frames() == ["1", "2"]
    photo.set_input_files(tmp_path / "5.png")
    hand.get_by_role("button", name="Die 5: 6").wait_for()
    hand.get_by_role("button", name="They show this").click()
    hand.get_by_text("Tap the dice to keep").wait_for()
    assert frames.count() == 0
    for key in ("1", "2", "r"):
        hand.keyboard.press(key)
    hand.get_by_text("Throw 3 dice, then tap what they show.").wait_for()
    hand.keyboard.press("u")
    hand.get_by_role("button", name="Chance: 21").click()
    hand.keyboard.press("h")
    hand.locator("h1", has_text="Anna, turn 2").wait_for()
    assert hand.get_by_text("costs").count() == 0


def test_a_position_is_set_up_refused_weighed_and_played(hand: Page, screen: Page, tmp_path: Path) -> None:
    hand.goto("/coach")
    choose(hand, "Yahtzee")
    hand.get_by_placeholder("Name").fill("Anna")
    hand.get_by_role("button", name="Add a player").click()
    hand.get_by_placeholder("Name").last.fill("Ben")
    hand.get_by_role("button", name="Set up a position").click()
    hand.locator("h1:focus", has_text="Set up a position").wait_for()
    scene = [DrawnDie(value, 110 + 130 * place, 240, 70, 20 + 9 * place) for place, value in enumerate((3, 3, 4, 5, 6))]
    cv2.imwrite(str(tmp_path / "5.png"), draw(scene, (800, 480)))
    hand.locator(".eye input").set_input_files(tmp_path / "5.png")
    hand.get_by_role("button", name="Die 5: 6").click()
    hand.keyboard.press("1")
    hand.get_by_role("button", name="Die 5: 1").wait_for()
    hand.get_by_label("Throws left").fill("1")
    hand.get_by_label("Anna, Ones").fill("3")
    hand.get_by_label("Ben, Sixes").fill("17")
    assert hand.evaluate(SMALL % LEAST_TARGET) == []
    assert hand.evaluate(OUTSIDE) == []
    assert in_both_themes(hand) == []
    hand.get_by_role("button", name="Weigh this position").click()
    hand.get_by_role("alert").get_by_text("Sixes=17 is not a score of this box: it holds 0, 6").wait_for()
    hand.get_by_label("Ben, Sixes").fill("18")
    hand.get_by_label("Ben, Sixes").press("Enter")
    hand.locator("h1", has_text="Anna’s turn").wait_for()
    assert hand.get_by_role("alert").count() == 0
    choices = hand.get_by_role("region", name="All choices").get_by_role("row")
    assert choices.first.inner_text().startswith("Keep 3 3")
    assert choices.count() > 20
    assert hand.evaluate(OUTSIDE) == []
    assert in_both_themes(hand) == []
    screen.goto(hand.url)
    screen.get_by_role("button", name="Die 1: 3").click()
    screen.get_by_role("button", name="Throw 4 dice").click()
    hand.get_by_text("Throw 4 dice, then tap what they show.").wait_for()
    hand.get_by_role("button", name="Undo").click()
    choices.first.wait_for()
    hand.get_by_role("button", name="Set up a position").click()
    assert hand.get_by_label("Ben, Sixes").input_value() == "18", "the form has what is on the table now"
    hand.get_by_role("button", name="Cancel").click()
    hand.get_by_role("button", name="Undo").click()
    hand.locator("h1", has_text="Anna, turn 1").wait_for()
