"""A coached game in a real browser: tapped on a phone, typed on a keyboard, photographed, and gone on with."""

import re
from pathlib import Path

import cv2
import pytest

from tests.support.robot.accessibility import in_both_themes
from tests.support.robot.browser import HIDDEN, Page, choose
from tests.support.robot.measured import MEASURE
from tests.support.vision.drawn_dice import DrawnDie, draw

pytestmark = pytest.mark.check
SERVED: dict[str, str] = {}


def faults(page: Page) -> list[str]:
    """Return what is small, cut, broken or outside on a page that scrolls."""
    found: list[str] = page.evaluate(MEASURE, {"targets": "main :is(button, a, label.small)", "low": "body"})
    return found


def begin_coached(page: Page, game: str, *names: str, manner: str, goal: int | None = None) -> None:
    """Begin a game through the form, from the start page."""
    page.goto("/")
    page.get_by_role("link", name="Our own dice").click()
    choose(page, game)
    page.locator(".more summary").click()
    places = page.get_by_placeholder("Name")
    while places.count() < len(names):
        page.get_by_role("button", name="Add a person").click()
    for place, name in enumerate(names):
        places.nth(place).fill(name)
    page.get_by_role("radio", name=manner).check(force=True)
    if goal is not None:
        page.get_by_label("Points that win").fill(str(goal))
    page.get_by_role("button", name="Begin with the coach").click()
    page.locator(".coach h1", has_text=f"{names[0]}, turn 1").wait_for()


def photograph(folder: Path, *values: int) -> Path:
    """Return the photograph of dice in a row."""
    path = folder / f"{len(values)}.png"
    scene = [DrawnDie(value, 110 + 130 * place, 240, 70, 20 + 9 * place) for place, value in enumerate(values)]
    cv2.imwrite(str(path), draw(scene, (800, 480)))
    return path


def taps(page: Page, *faces: int) -> None:
    """Tap what the dice show, and let it count."""
    for face in faces:
        page.get_by_role("region", name="What does it show?").get_by_role("button", name=str(face), exact=True).click()
    page.get_by_role("button", name="They show this").click()


def test_a_position_is_sent_as_an_address(page: Page) -> None:
    page.goto("/coach?position=pig%2030:45%20%2B20")
    page.get_by_text("Throw, with 20 points at risk: that wins").wait_for()
    page.evaluate("document.execCommand = () => (window.sent = document.activeElement.value) !== ''")
    page.get_by_role("button", name="Copy a link to this position").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("window.sent").endswith("/coach?position=pig%2030%3A45%20%2B20")
    page.goto("/coach?position=pig%2030:145")
    page.get_by_text("the game is over").wait_for(timeout=3000)


def test_a_phone_plays_pig_with_taps_to_the_look_back(phone: Page, page: Page) -> None:
    begin_coached(phone, "Pig", "Anna", "Ben", manner="Open", goal=10)
    taps(phone, 4)
    phone.get_by_text("Throw, with 4 points at risk: that wins").wait_for()
    phone.evaluate("window.socket.io.engine.transport.ws.send = () => {}")
    phone.get_by_role("button", name="Hold 4").click()
    phone.locator(".big[data-sending]").first.wait_for()
    assert faults(phone) == [], "what is being sent covers nothing"
    phone.reload()
    phone.get_by_role("button", name="I do that").click()
    phone.get_by_text("Throw one die, then tap what it shows.").wait_for()
    phone.get_by_role("button", name="Undo").click()
    phone.get_by_role("button", name="Hold 4").click()
    phone.locator("h1", has_text="Ben, turn 1").wait_for()
    page.goto(phone.url)
    page.locator("h1", has_text="Ben, turn 1").wait_for()
    phone.get_by_role("button", name="Undo").click()
    page.locator("h1", has_text="Anna, turn 1").wait_for()
    phone.get_by_role("button", name="Hold 4").wait_for()
    taps(phone, 6)
    page.get_by_role("button", name="Hold 10").click()
    phone.get_by_role("heading", name="Anna wins!").wait_for()
    phone.get_by_role("region", name="Looking back").get_by_text("Anna wins 10 : 0").wait_for()
    picture = phone.locator("img.summary-image")
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => image.naturalWidth") > 300
    assert faults(phone) == []


def test_a_sheet_is_kept_with_taps_and_every_target_is_large(phone: Page) -> None:
    begin_coached(phone, "Yahtzee", "Anna", "Ben", manner="Afterwards")
    assert faults(phone) == []
    taps(phone, 3, 3, 4, 5, 6)
    phone.get_by_text("Tap the dice to keep").wait_for()
    dice = phone.get_by_role("region", name="Dice")
    for die in ("Die 3: 4", "Die 4: 5", "Die 5: 6", "Die 1: 3"):
        dice.get_by_role("button", name=die).click()
    assert faults(phone) == []
    assert in_both_themes(phone) == []
    phone.get_by_role("button", name="Throw 1 die").click()
    phone.get_by_text("keeping 3 4 5 6 would cost 0.3 points").wait_for()
    assert dice.get_by_role("img", name=re.compile("kept")).count() == 4
    assert in_both_themes(phone) == []
    taps(phone, 2)
    phone.get_by_role("button", name="Large straight: 40").click()
    phone.get_by_role("button", name="Write Large straight (40)").click()
    phone.get_by_text("That was the best choice.").wait_for()
    phone.locator("h1", has_text="Ben, turn 1").wait_for()


def test_a_photo_is_shown_and_counts_when_people_say_so_and_keys_play(phone: Page, tmp_path: Path) -> None:
    begin_coached(phone, "Yahtzee", "Anna", manner="Silent")
    five, two = photograph(tmp_path, 3, 3, 4, 5, 6), photograph(tmp_path, 1, 2)
    photo = phone.locator(".eye input")
    frames = phone.locator(".picture .seen")

    def read_frames() -> list[str]:
        """Return what the frames on the dice say, which come with the picture, after its dice."""
        frames.first.wait_for()
        texts: list[str] = frames.all_inner_texts()
        return texts

    photo.set_input_files(five)
    phone.get_by_role("button", name="Die 5: 6").wait_for()
    assert read_frames() == ["3", "3", "4", "5", "6"]
    assert faults(phone) == []
    photo.set_input_files(two)
    phone.locator(".missing", has_text="Only 2 of 5 dice are in the picture").wait_for()
    assert phone.evaluate(HIDDEN) == 0
    phone.get_by_role("button", name="Die 5: unknown").wait_for()
    assert read_frames() == ["1", "2"]
    photo.set_input_files(five)
    phone.get_by_role("button", name="Die 5: 6").wait_for()
    phone.get_by_role("button", name="They show this").click()
    phone.get_by_text("Tap the dice to keep").wait_for()
    assert frames.count() == 0
    for key in ("1", "2", "r"):
        phone.keyboard.press(key)
    phone.get_by_text("Throw 3 dice, then tap what they show.").wait_for()
    phone.keyboard.press("u")
    phone.get_by_role("button", name="Chance: 21").click()
    phone.keyboard.press("h")
    phone.locator("h1", has_text="Anna, turn 2").wait_for()
    assert phone.get_by_text("costs").count() == 0


def test_a_position_is_set_up_refused_weighed_and_played(phone: Page, page: Page) -> None:
    phone.goto("/coach")
    choose(phone, "Yahtzee")
    phone.locator(".more summary").click()
    phone.get_by_placeholder("Name").fill("Anna")
    phone.get_by_role("button", name="Add a person").click()
    phone.get_by_placeholder("Name").last.fill("Ben")
    phone.get_by_role("button", name="Set up a position").click()
    phone.locator("h1:focus", has_text="Set up a position").wait_for()
    for key in "33451":
        phone.keyboard.press(key)
    phone.get_by_role("button", name="Die 5: 1").wait_for()
    phone.get_by_label("Throws left").fill("1")
    phone.get_by_label("Anna, Ones").fill("3")
    phone.get_by_label("Ben, Sixes").fill("17")
    assert faults(phone) == []
    assert in_both_themes(phone) == []
    phone.get_by_role("button", name="Weigh this position").click()
    phone.get_by_role("alert").get_by_text("Sixes=17 is not a score of this box: it can have 0, 6").wait_for()
    phone.get_by_label("Ben, Sixes").fill("18")
    phone.get_by_label("Ben, Sixes").press("Enter")
    phone.locator("h1", has_text="Anna’s turn").wait_for()
    assert phone.get_by_role("alert").count() == 0
    choices = phone.get_by_role("region", name="All choices").get_by_role("row")
    assert choices.first.inner_text().startswith("Keep 3 3")
    assert choices.count() > 20
    assert faults(phone) == []
    assert in_both_themes(phone) == []
    page.goto(phone.url)
    page.get_by_role("button", name="Die 1: 3").click()
    page.get_by_role("button", name="Throw 4 dice").click()
    phone.get_by_text("Throw 4 dice, then tap what they show.").wait_for()
    phone.get_by_role("button", name="Undo").click()
    choices.first.wait_for()
    phone.get_by_role("button", name="Set up a position").click()
    assert phone.get_by_label("Ben, Sixes").input_value() == "18", "the form has what is on the table now"
    phone.get_by_role("button", name="Cancel").click()
    phone.get_by_role("button", name="Undo").click()
    phone.locator("h1", has_text="Anna, turn 1").wait_for()
