"""An evaluation in words and tables: mistakes, remarks, and the card with its bounds."""

import math
from dataclasses import replace

import pytest

from vision.evaluation.comparison import compare
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.evaluation.labels import Label, OddThing
from vision.evaluation.reliability import Share
from vision.evaluation.report import card, describe_mistakes, format_bounds, remarks
from vision.reading import Die, Reading

BOX = (10.0, 10.0, 50.0, 50.0)


def result(place: str, number: int, said: int | None, confidence: float = 0.995) -> PictureResult:
    """Return a picture of a six that was read as `said`."""
    die = Die(said, confidence, BOX, 0.0, doubt=None if said else "blur")
    label = Label(f"{place}/{number}.png", "scene", (6,), ((BOX, 6),), pips_only=False)
    return PictureResult(label, Reading((die,)), (100, 100))


def test_mistakes_are_told_the_worst_first() -> None:
    boxes = tuple(((30.0 * n, 5.0, 30.0 * n + 28, 33.0), n) for n in range(1, 4))
    odd = OddThing("cocked", (150.0, 5.0, 180.0, 35.0))
    label = Label("a/1.png", "scene", (1, 2, 3), boxes, False, (odd,))
    dice = (Die(None, 0.4, boxes[0][0], 0.0, doubt="blur"), Die(5, 0.9, boxes[1][0], 0.0))
    found = compare(label, Reading(dice), (400, 200))
    assert describe_mistakes(found) == "said 5, is 2; not noticed: cocked; blur, is 1; not seen: 3"
    assert describe_mistakes(compare(Label("a", "scene", (), (), False), Reading(()), (9, 9))) == "nothing"


def test_values_made_up_in_pictures_without_dice_are_counted() -> None:
    bare = [
        replace(result("x", n, 6, sure), label=Label("x/1", "empty", (), (), False))
        for n, sure in enumerate((1.0, 0.5))
    ]
    evaluation = Evaluation((*bare, replace(bare[0], reading=Reading(()))))
    words = (
        "Values were made up in 2 of 3 pictures without dice, 2 in all, 1 of them with a confidence of 0.99 or more."
    )
    assert remarks(evaluation.total) == [words]


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
