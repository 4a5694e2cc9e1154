"""Whole games on the page alone: Yahtzee by clicks, Pig by taps on a phone."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import pytest

from tests.support.robot.browser import OVER, SHOWN, YAHTZEE_TURNS, Served, begin, repeat_until, serving
from tests.support.robot.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.check
SEED = 389
HOLD_AT, GOAL = 20, 40
ASKED = f"""() => {{
    const view = {SHOWN};
    const moves = view.question?.kind === "move" && view.tone === "you";
    const [scores, pending] = ["score", "pending"].map((name) => view.lanes.map((lane) => lane[name]));
    return {{ moves, number: view.question?.number, scores, pending }};
}}"""
"""What the page shows at one moment: whether a person is to move, the number of the question, and all points."""


@pytest.fixture
def served(tmp_path: Path, browser: "Browser") -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return a page of its own, so that the throws are those of its seed; no camera reads them."""
    folder = tmp_path / "whole"
    folder.mkdir()
    (folder / "drawn").touch()
    with serving(folder, seed=SEED) as one:
        yield one


def test_a_whole_game_of_yahtzee_is_played_by_clicks(page: "Page") -> None:
    begin(page, "Yahtzee", "Anna")
    for turn in range(YAHTZEE_TURNS):
        take_turn(page, keeps=2 if turn < 3 else 1)
    page.locator(OVER).wait_for()
    cells = page.locator(".sheet tbody tr:not(.sum) td").all_inner_texts()
    assert len(cells) == YAHTZEE_TURNS
    assert all(cell.isdecimal() for cell in cells)
    total = int(page.locator("tr.total td").inner_text())
    sums = [int(text) for text in page.locator(".sheet tr.sum:not(.total) td").all_inner_texts() if text.isdecimal()]
    assert total == sum(map(int, cells)) + sum(sums)
    assert f"{total}" in page.locator(".todo").inner_text()
    card = page.locator(".endcard")
    card.get_by_text("Anna").first.wait_for()
    assert card.locator("h2").count() == 0, "who won stands above the card"
    headline = card.get_attribute("aria-label")
    assert headline
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("heading", name=headline).wait_for()
    assert page.locator(".turns > li").count() == YAHTZEE_TURNS
    with page.expect_download() as saved:
        page.get_by_role("button", name="Keep or share this card").click()
    picture = cv2.imread(str(saved.value.path()))
    assert picture is not None
    assert picture.shape[:2] == (1620, 1080)
    assert ["Anna", "Yahtzee", "1", "1", f"{total}.0", str(total)] in records(page)


def take_turn(page: "Page", keeps: int) -> None:
    """Throw, keep so often what there is most of, and write the box that brings most."""
    page.get_by_role("button", name="Throw 5 dice").click()
    for left in ("2 throws left", "One throw left")[:keeps]:
        page.locator(".todo", has_text=left).wait_for()
        faces = [label.partition(": ")[2][:1] for label in labels(page)]
        often = Counter(faces).most_common(1)[0][0]
        for place, (face, label) in enumerate(zip(faces, labels(page), strict=True)):
            if (face == often) != label.endswith("kept"):
                page.locator("button.die").nth(place).click()
        kept = faces.count(often)
        page.locator("button.die[aria-pressed=true]").nth(kept - 1).wait_for()
        assert kept < len(faces), "five alike came with this seed: choose another one"
        page.get_by_role("button", name=re.compile("^Throw [1-4] di")).click()
    page.locator(".todo", has_text="scores" if keeps == 2 else "One throw left").wait_for()
    offers = [int(text) for text in page.locator("button.would").all_inner_texts()]
    page.locator("button.would").nth(offers.index(max(offers))).click()
    page.locator("tr.chosen").wait_for()
    page.get_by_role("button", name=re.compile("^Write")).click()
    page.locator("tr.chosen").wait_for(state="detached")


def records(page: "Page") -> list[list[str]]:
    """Return what the statistics tell of every player."""
    page.goto("/statistics")
    rows = page.get_by_role("region", name="Players").locator("tbody tr")
    rows.first.wait_for()
    return [row.locator("td").all_inner_texts() for row in rows.all()]


def labels(page: "Page") -> list[str]:
    return [die.get_attribute("aria-label") or "" for die in page.locator("button.die").all()]


def test_a_whole_game_of_pig_is_won_by_taps_on_a_phone(phone: "Page", served: Served) -> None:
    begin(phone, "Pig to", "Anna", robots=1, goal=GOAL)
    answered: list[int] = []

    def turn() -> None:
        asked: dict[str, Any] = phone.evaluate(ASKED)
        if asked["moves"] and asked["number"] not in answered:  # what it shows stays until it is answered, here alone
            answered.append(asked["number"])
            score, total = asked["scores"][0], asked["pending"][0]
            holds = total >= HOLD_AT or (total and score + total >= GOAL)
            phone.locator("button.hold" if holds else "button.roll").tap()
        phone.wait_for_timeout(30)

    repeat_until(phone, over=OVER, does=turn)
    scores: list[int] = phone.evaluate(ASKED)["scores"]
    winner = ("Anna", "Robot")[scores.index(max(scores))]
    assert max(scores) >= GOAL > min(scores)
    assert phone.locator("h1").inner_text() == f"{winner} wins!"
    assert phone.locator(".lane", has_text=winner).locator(".lane-score").inner_text() == str(max(scores))
    assert len(answered) > 4
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.locator(".chances .chance-words", has_text="100").first.wait_for()
    until(lambda: served.health()["game"] is None)
