"""A reading: its contract with scripts, and what it refuses to hold."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import robot
import vision
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


def words_in(*rooms: str) -> set[str]:
    """Return all strings in the code of rooms of vision."""
    files = (path for room in rooms for path in (Path(vision.__file__).parent / room).glob("*.py"))
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_word_is_said_by_a_reader_and_told_to_people() -> None:
    assert {*DOUBTS, *SCENE_WORDS} - words_in("table", "photograph") == set()
    assert "leans" not in words_in("table")
    assert {*DOUBTS} & words_in("photograph") == {"leans", "blur", "glare", "edge", "pattern", "small"}
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
