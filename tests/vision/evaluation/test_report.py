"""The page of an evaluation: whole, without network, with every mistake as a picture, and nothing unescaped."""

import base64
import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.evaluation.comparison import compare
from vision.evaluation.evaluate import Evaluation, PictureResult, evaluate
from vision.evaluation.labels import Label, OddThing
from vision.evaluation.reliability import Share
from vision.evaluation.report import (
    LEAST_SIDE,
    LONG_SIDE,
    NEAR,
    card,
    close_ups,
    describe_mistakes,
    draw_mistakes,
    format_bounds,
    write_report,
)
from vision.pictures import Image, load_picture
from vision.reading import Die, Reading

VOID = {"meta", "img", "br", "path", "rect", "circle", "polyline"}
EVIL = "<script>alert(1)</script>\"'&amp;"


class ParsedPage(HTMLParser):
    """What a browser finds in a page: that tags close, what is shown, what is embedded."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "img":
            self.images.append(dict(attrs))
        self.links += [value or "" for name, value in attrs if name in {"src", "href"} or name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


class Sixes:
    """Takes every picture for a six, and says so with a confidence that the picture holds."""

    def read(self, *exposures: Image) -> Reading:
        sure = int(exposures[0][0, 0, 0]) / 255
        return Reading((Die(6, sure, (10.0, 10.0, 40.0, 40.0), 0.0),))


@pytest.fixture
def evaluation(tmp_path: Path) -> Evaluation:
    lines = []
    for n, value in enumerate((6, 6, 5, 6, 2)):
        name = f"{EVIL.replace('/', '')}/{n}.png"
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        picture = np.full((60, 900, 3), 250 - n, np.uint8)
        path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        label = {"file": name, "kind": "scene", "values": [value], "boxes": [[10, 10, 40, 40, value]]}
        lines.append(json.dumps(label))
    lines.append(json.dumps({"file": "gone/<b>.png", "kind": "scene", "values": [], "boxes": []}))
    (tmp_path / "labels.jsonl").write_text("\n".join(lines))
    return evaluate(tmp_path, Sixes)


def page(evaluation: Evaluation, root: Path) -> str:
    return write_report(EVIL, evaluation, lambda outcome: load_picture(root / outcome.label.file))


def test_the_page_is_whole_and_asks_for_nothing(evaluation: Evaluation, tmp_path: Path) -> None:
    text = page(evaluation, tmp_path)
    found = ParsedPage(text)
    assert found.open == []
    assert {"script", "link", "iframe", "b"}.isdisjoint(found.tags)
    assert {link for link in found.links if not link.startswith("data:image/jpeg;base64,")} == {"#wrong", "#unread"}
    assert {"wrong", "unread"} <= set(re.findall(r'id="(\w+)"', text))
    assert "url(" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert 'name="viewport"' in text
    assert "@media print" in text


def test_names_are_shown_as_they_are(evaluation: Evaluation, tmp_path: Path) -> None:
    found = ParsedPage(page(evaluation, tmp_path))
    assert f"Readings against labels: {EVIL}" in found.words
    assert any("<b>.png does not exist" in words for words in found.words)


def test_every_mistake_is_a_picture_that_says_what_is_wrong(evaluation: Evaluation, tmp_path: Path) -> None:
    found = ParsedPage(page(evaluation, tmp_path))
    alternatives = [str(image["alt"]).split(": ")[-1] for image in found.images]
    assert alternatives == ["said 6, is 5", "from near", "said 6, is 2", "from near"]
    for image in found.images[::2]:
        data = base64.b64decode(str(image["src"]).split(",")[1])
        drawn = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert drawn is not None
        assert drawn.shape == (48, 720, 3)
        assert int(np.ptp(drawn)) > 100


def test_mistakes_are_told_the_worst_first_and_drawn_within_the_picture() -> None:
    boxes = tuple(((30.0 * n, 5.0, 30.0 * n + 28, 33.0), n) for n in range(1, 4))
    odd = OddThing("cocked", (150.0, 5.0, 180.0, 35.0))
    label = Label("a/1.png", "scene", (1, 2, 3), boxes, False, (odd,))
    dice = (Die(None, 0.4, boxes[0][0], 0.0, doubt="blur"), Die(5, 0.9, boxes[1][0], 0.0))
    found = compare(label, Reading(dice), (400, 200))
    assert describe_mistakes(found) == "said 5, is 2; not noticed: cocked; blur, is 1; not seen: 3"
    image = np.full((200, 400, 3), 90, np.uint8)
    drawn = draw_mistakes(image, found)
    assert drawn.shape == (LEAST_SIDE // 2, LEAST_SIDE, 3)
    assert not (drawn == 90).all()
    assert (image == 90).all()
    large = draw_mistakes(np.full((2000, 4000, 3), 90, np.uint8), found)
    assert large.shape == (LONG_SIDE // 2, LONG_SIDE, 3)
    assert describe_mistakes(compare(Label("a", "scene", (), (), False), Reading(()), (9, 9))) == "nothing"


def test_close_ups_show_what_is_wrong_first_and_unmarked() -> None:
    image = np.zeros((100, 200, 3), np.uint8)
    boxes = tuple(((60.0 * n, 10.0, 60.0 * n + 40, 50.0), n + 1) for n in range(3))
    for n, shade in enumerate((80, 160, 240)):
        image[10:50, 60 * n : 60 * n + 40] = shade
    label = Label("a/1.png", "scene", (1, 2, 3), boxes, False)
    dice = (
        Die(None, 0.4, boxes[0][0], 0.0, doubt="blur"),
        Die(2, 0.9, boxes[1][0], 0.0),
        Die(5, 0.9, boxes[2][0], 0.0),
    )
    shown = close_ups(image, compare(label, Reading(dice), (200, 100)))
    assert shown is not None
    assert shown.shape == (NEAR, 2 * NEAR + 4, 3)
    assert [int(shown[NEAR // 2, x, 0]) for x in (NEAR // 2, NEAR + 4 + NEAR // 2)] == [240, 80]
    assert (shown[NEAR // 2, NEAR + 5] == 255).all()
    assert close_ups(image, compare(Label("a", "empty", (), (), False), Reading(()), (200, 100))) is None


def test_a_box_beyond_the_picture_is_shown_white() -> None:
    label = Label("a/1.png", "scene", (4,), None, False)
    die = Die(5, 0.9, (500.0, 500.0, 540.0, 540.0), 0.0)
    shown = close_ups(np.zeros((100, 200, 3), np.uint8), compare(label, Reading((die,)), (200, 100)))
    assert shown is not None
    assert (shown == 255).all()


def test_values_made_up_in_pictures_without_dice_are_counted(evaluation: Evaluation) -> None:
    bare = [replace(outcome, label=replace(outcome.label, kind="empty", boxes=())) for outcome in evaluation.outcomes]
    silent = replace(bare[0], reading=Reading(()))
    page = write_report("x", Evaluation((*bare, silent)), lambda _: None)
    sure = sum(die.confidence >= 0.99 for o in evaluation.outcomes if o.reading for die in o.reading.dice)
    assert f"Values were made up in 5 of 6 pictures without dice, 5 in all, {sure} of them with a confidence" in page


def test_a_page_of_nothing_is_a_page() -> None:
    empty = Evaluation((PictureResult(Label("a/1.png", "scene", (), (), False), None, error="gone"),))
    assert ParsedPage(write_report("x", empty, lambda _: None)).open == []


BOX = (10.0, 10.0, 50.0, 50.0)


def result(place: str, number: int, said: int | None, confidence: float = 0.995) -> PictureResult:
    """Return a picture of a six that was read as `said`."""
    die = Die(said, confidence, BOX, 0.0, doubt=None if said else "blur")
    label = Label(f"{place}/{number}.png", "scene", (6,), ((BOX, 6),), pips_only=False)
    return PictureResult(label, Reading((die,)), (100, 100))


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line]


def test_each_place_has_its_counts_and_all_of_them_stand_below() -> None:
    here = [result("here", number, 6) for number in range(8)] + [result("here", 8, 5, 0.93), result("here", 9, None)]
    evaluation = Evaluation((*here, result("there", 0, 6)))
    heads, line, first, second, total, *rest = rows(card(evaluation))
    assert heads[0] == "place"
    assert set(line[1:]) == {"---:"}
    assert [first[at] for at in (0, 1, 4, 5)] == ["here", "10", "10", "9"]
    assert first[2].startswith("80.0 % (8; ")
    assert first[3].startswith("10.0 % (1; ")
    assert first[6].startswith("11.1 % (1; ")
    assert second[:2] == ["there", "1"]
    assert total[0] == "all"
    assert total[1] == "11"
    assert [row[:2] for row in rest[2:]] == [["0.9 to 0.95", "1"], ["0.995 to 0.999", "9"]]
    assert rest[2][2].startswith("0.0 % (0; ")


def test_one_place_is_all() -> None:
    assert [row[0] for row in rows(card(Evaluation((result("here", 0, 6),))))][2] == "here"
    assert "all" not in card(Evaluation((result("here", 0, 6),)))


def test_a_place_with_a_bar_in_its_name_keeps_its_columns() -> None:
    assert r"a\|b" in card(Evaluation((result("a|b", 0, 6),)))


def test_bounds_hold_what_they_are_to_hold() -> None:
    # Newcombe (1998), Statistics in Medicine 17, table I, Wilson's method: 81 of 263 is 0.2553 to 0.3662.
    assert format_bounds(Share(263, 81)) == "30.8 % (81; 25.5 to 36.6)"
    assert format_bounds(Share(0, 0)) == "–"
    low, high = Share(20, 0).bounds
    assert (low, high) == pytest.approx((0.0, 1 / (1 + 20 / 1.96**2)), abs=1e-9)
    assert math.isclose(high, 0.1611, abs_tol=1e-4)
