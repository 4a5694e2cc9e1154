"""The card: each place and each confidence with counts and bounds, as Markdown that any page shows."""

import math

import pytest

from vision.evaluation.card import bounded, card
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.evaluation.labels import Label
from vision.evaluation.reliability import Share
from vision.reading import Die, Reading

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
    assert bounded(Share(263, 81)) == "30.8 % (81; 25.5 to 36.6)"
    assert bounded(Share(0, 0)) == "–"
    low, high = Share(20, 0).bounds
    assert (low, high) == pytest.approx((0.0, 1 / (1 + 20 / 1.96**2)), abs=1e-9)
    assert math.isclose(high, 0.1611, abs_tol=1e-4)
