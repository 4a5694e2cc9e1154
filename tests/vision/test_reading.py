"""A reading: its contract with scripts, and how it is drawn on a copy of its picture."""

import ast
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import robot
import vision
from vision.annotate import ASIDE, DOUBTFUL, NOTED, SURE, TextLabel, annotate, draw_labels, ink_on, luminance
from vision.reading import DOUBTS, SCENE_WORDS, Die, Reading, SceneNote

BOX = (10.04, 20.0, 30.26, 44.0)


def words_in(*rooms: str) -> set[str]:
    """Return all strings in the code of rooms of vision."""
    files = (path for room in rooms for path in (Path(vision.__file__).parent / room).glob("*.py"))
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


DICE = Reading(
    (Die(5, 0.999, (50.0, 60.0, 110.0, 120.0), 0.0), Die(None, 0.4, (150.0, 60.0, 210.0, 120.0), 0.0, None, "glare"))
)


def plate(label: TextLabel) -> np.ndarray:
    """Return a label's words on their plate."""
    alone = np.full((240, 320, 3), 90, np.uint8)
    draw_labels(alone, [replace(label, box=(20.0, 100.0, 60.0, 140.0))])
    rows, columns = np.nonzero((alone[:97] == label.colour).all(axis=2))
    return alone[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def test_json_is_what_scripts_rely_on() -> None:
    reading = Reading(
        (Die(5, 0.98765, BOX, 12.34, 3), Die(None, 0.4, BOX, 0.0, None, "glare")),
        (SceneNote("empty-well", 2, BOX), SceneNote("dark")),
    )
    assert json.loads(json.dumps(reading.to_json())) == {
        "dice": [
            {
                "value": 5,
                "confidence": 0.9877,
                "box": [10.0, 20.0, 30.3, 44.0],
                "angle": 12.3,
                "well": 3,
                "doubt": None,
            },
            {
                "value": None,
                "confidence": 0.4,
                "box": [10.0, 20.0, 30.3, 44.0],
                "angle": 0.0,
                "well": None,
                "doubt": "glare",
            },
        ],
        "scene": [
            {"what": "empty-well", "well": 2, "box": [10.0, 20.0, 30.3, 44.0]},
            {"what": "dark", "well": None, "box": None},
        ],
    }


def test_every_word_is_said_by_a_reader_and_told_to_people() -> None:
    assert {*DOUBTS, *SCENE_WORDS} - words_in("table", "photograph") == set()
    assert "leans" not in words_in("table")
    assert {*DOUBTS} - words_in("photograph") == {"cocked", "hidden", "double", "moving", "unmoved"}
    told = (Path(robot.__file__).parent / "language" / "en.ftl").read_text(encoding="utf-8")
    assert [word for word in (*DOUBTS, *SCENE_WORDS) if f"\ndoubt-{word} =" not in told] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"value": 7},
        {"value": 0},
        {"value": None},
        {"doubt": "glare"},
        {"value": None, "doubt": "tired"},
        {"confidence": 1.01},
        {"confidence": float("nan")},
        {"box": (3.0, 0.0, 1.0, 1.0)},
        {"box": (0.0, 0.0, float("inf"), 1.0)},
    ],
)
def test_a_die_that_contradicts_itself_is_refused(wrong: dict[str, Any]) -> None:
    whole: dict[str, Any] = {"value": 4, "confidence": 0.9, "box": BOX, "angle": 0.0}
    Die(**whole)
    with pytest.raises(ValueError, match=r"die|doubt|confidence|box"):
        Die(**(whole | wrong))


def test_a_note_in_other_words_is_refused() -> None:
    with pytest.raises(ValueError, match="ghost"):
        SceneNote("ghost")  # type: ignore[arg-type]


def test_values_are_sorted_and_leave_doubts_out() -> None:
    doubtful = Die(None, 0.2, BOX, 0.0, None, "blur")
    reading = Reading((Die(6, 1.0, BOX, 0.0), doubtful, Die(1, 1.0, BOX, 0.0)))
    assert reading.values == (1, 6)
    assert reading.doubtful == (doubtful,)


def test_a_well_with_two_dice_answers_none() -> None:
    one, two, three = (Die(4, 1.0, BOX, 0.0, well) for well in (1, 2, 2))
    reading = Reading((one, two, three))
    assert reading.well(1) is one
    assert reading.well(2) is None
    assert reading.well(3) is None


def test_the_picture_itself_is_left_alone() -> None:
    image = np.full((240, 320, 3), 90, np.uint8)
    drawn = annotate(image, DICE)
    assert (image == 90).all()
    assert drawn.shape == image.shape
    assert not np.array_equal(drawn, image)


def test_values_and_doubts_have_their_own_colours_on_their_boxes() -> None:
    drawn = annotate(np.full((240, 320, 3), 90, np.uint8), DICE)
    for colour, (x0, x1) in ((SURE, (45, 115)), (DOUBTFUL, (145, 215))):
        here = (np.abs(drawn[:, x0:x1].astype(int) - colour).sum(axis=2) < 12).any(axis=1)
        assert here[55:125].any()
    assert (drawn[70:110, 60:100] == 90).all()


def test_nothing_read_leaves_the_picture_as_it_is() -> None:
    image = np.random.default_rng(1).integers(0, 256, (50, 60, 3), dtype=np.uint8)
    assert np.array_equal(annotate(image, Reading(())), image)


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (30, 40), (480, 640), (3000, 4000)])
def test_any_size_and_any_place_can_be_drawn(size: tuple[int, int]) -> None:
    height, width = size
    whole = (0.0, 0.0, float(width), float(height))
    corner = (width - 1.0, height - 1.0, float(width), float(height))
    reading = Reading(
        (Die(6, 0.7, whole, 3.0), Die(None, 0.1, corner, 3.0, 2, "pattern")),
        (SceneNote("dark"), SceneNote("empty-well", 4, whole), SceneNote("foreign", None, corner)),
    )
    assert annotate(np.zeros((height, width, 3), np.uint8), reading).shape == (height, width, 3)


def test_letters_grow_with_the_picture() -> None:
    reading = Reading((Die(5, 0.9, (100.0, 100.0, 200.0, 200.0), 0.0),))
    inked = [
        int((annotate(np.zeros((size, size, 3), np.uint8), reading) == 255).all(axis=2)[:90].sum())
        for size in (400, 1600)
    ]
    assert 0 < inked[0] < inked[1]


@pytest.mark.parametrize("corner", [(100.0, 100.0), (100.0, 0.0), (270.0, 195.0)])
def test_words_of_boxes_that_lie_on_each_other_can_all_be_read(corner: tuple[float, float]) -> None:
    left, top = corner
    labels = [
        TextLabel((left + 4 * n, top + 3 * n, left + 40 + 4 * n, top + 40 + 3 * n), words, colour)
        for n, (words, colour) in enumerate((("cocked", NOTED), ("pattern", DOUBTFUL), ("6", SURE)))
    ]
    drawn = np.full((240, 320, 3), 90, np.uint8)
    draw_labels(drawn, labels)
    for words in map(plate, labels):
        x, y = cv2.minMaxLoc(cv2.matchTemplate(drawn, words, cv2.TM_SQDIFF))[2]
        assert np.array_equal(drawn[y : y + words.shape[0], x : x + words.shape[1]], words)


def test_words_stand_in_the_picture_and_off_their_own_box_where_there_is_room() -> None:
    for box in ((5.0, 100.0, 45.0, 140.0), (275.0, 2.0, 315.0, 42.0), (100.0, 196.0, 140.0, 236.0)):
        drawn = np.full((240, 320, 3), 90, np.uint8)
        draw_labels(drawn, [TextLabel(box, "empty-well 5", NOTED)])
        x0, y0, x1, y1 = (round(side) for side in box)
        assert (drawn[y0 + 6 : y1 - 5, x0 + 6 : x1 - 5] == 90).all()


@pytest.mark.parametrize("colour", [SURE, DOUBTFUL, NOTED, ASIDE])
def test_words_can_be_read_on_every_colour(colour: tuple[int, int, int]) -> None:
    dark, light = sorted((luminance(colour), luminance(ink_on(colour))))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_dice_that_do_not_count_are_grey() -> None:
    drawn = annotate(np.full((240, 320, 3), 90, np.uint8), DICE, DICE.dice[1:])
    for colour, times in ((SURE, 0), (ASIDE, 1), (DOUBTFUL, 1)):
        assert bool((drawn == colour).all(axis=2).any()) == bool(times)


@pytest.mark.parametrize("gap", [3.0, 8.0, 20.0])
def test_a_value_stands_nearer_to_its_own_die_than_to_any_other(gap: float) -> None:
    side = 40.0
    corners = [(60 + x * (side + gap), 40 + y * (side + gap)) for y in range(3) for x in range(3)]
    boxes = [(x, y, x + side, y + side) for x, y in corners]
    labels = [TextLabel(box, "5", (20 * n + 30, 200 - 20 * n, 0)) for n, box in enumerate(boxes)]
    drawn = np.full((240, 320, 3), 90, np.uint8)
    draw_labels(drawn, labels)
    for own, label in enumerate(labels):
        words = plate(label)
        left, top = cv2.minMaxLoc(cv2.matchTemplate(drawn, words, cv2.TM_SQDIFF))[2]
        assert np.array_equal(drawn[top : top + words.shape[0], left : left + words.shape[1]], words)
        x, y = left + words.shape[1] / 2, top + words.shape[0] / 2
        away = [max(left - x, x - right, 0.0) + max(top - y, y - bottom, 0.0) for left, top, right, bottom in boxes]
        assert min(range(len(away)), key=away.__getitem__) == own, label
