"""A reading: its contract with scripts, and what it refuses to hold."""

import json
from typing import Any

import pytest

from vision.reading import DOUBTS, SCENE_WORDS, Die, Reading, SceneNote

BOX = (10.04, 20.0, 30.26, 44.0)


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


def test_the_words_are_those_of_the_design() -> None:
    assert set(DOUBTS) == {"cocked", "hidden", "glare", "blur", "edge", "pattern", "double", "moving", "small"}
    assert set(SCENE_WORDS) == {"empty-well", "foreign", "hand", "dark", "no-plate"}


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
