"""An evaluation in words and tables: mistakes, remarks, and the card with its bounds."""

import math
from dataclasses import replace

import pytest

from tools.train.card import card, format_bounds
from vision.errors import VisionError
from vision.evaluation.comparison import compare, find_nearest_box, match_dice
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.evaluation.labels import Label, OddThing
from vision.evaluation.reliability import Curve, Reliability, Share
from vision.evaluation.report import describe_mistakes, remarks
from vision.reading import Box, Die, Reading

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
    assert describe_mistakes(found) == "said 5, is 2; not noticed: cocked; in doubt (blur), is 1; not seen: 3"
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


def test_a_place_with_a_bar_in_its_name_keeps_its_columns() -> None:
    assert r"a\|b" in card(Evaluation((result("a|b", 0, 6),)))


def test_bounds_hold_what_they_are_to_hold() -> None:
    # Newcombe (1998), Statistics in Medicine 17, table I, Wilson's method: 81 of 263 is 0.2553 to 0.3662.
    assert format_bounds(Share(263, 81)) == "30.8 % (81; 25.5 to 36.6)"
    assert format_bounds(Share(0, 0)) == "–"
    low, high = Share(20, 0).bounds
    assert (low, high) == pytest.approx((0.0, 1 / (1 + 20 / 1.96**2)), abs=1e-9)
    assert math.isclose(high, 0.1611, abs_tol=1e-4)


def say(value: int | None, box: Box) -> Die:
    return Die(value, 0.9, box, 0.0, None, None if value else "blur")


def grow(face: Box) -> Box:
    """Return the box that a reader of photographs gives a face: a tenth of its side more all around."""
    x0, y0, x1, y1 = face
    across, down = (x1 - x0) / 10, (y1 - y0) / 10
    return x0 - across, y0 - down, x1 + across, y1 + down


def column(degrees: float, side: float = 100.0) -> tuple[list[Box], list[Box]]:
    """Return the boxes of four whole dice in a column, each touching the one behind, and those of their top faces.

    The camera looks down from so many degrees off the vertical; a cube shows its top and its front.
    """
    top, front = side * math.cos(math.radians(degrees)), side * math.sin(math.radians(degrees))
    dice = [(0.0, n * top, side, (n + 1) * top + front) for n in range(4)]
    return dice, [(0.0, n * top, side, (n + 1) * top) for n in range(4)]


@pytest.mark.parametrize("degrees", [0, 20, 40, 50, 60])
def test_dice_that_touch_have_their_own_boxes_from_however_low_they_are_seen(degrees: float) -> None:
    boxes, faces = column(degrees)
    dice = [say(value, grow(face)) for value, face in enumerate(faces, 1)]
    for order in (dice, dice[::-1]):
        assert match_dice(boxes, order) == dict(enumerate(dice))


def test_a_second_value_on_a_die_does_not_take_the_box_of_its_neighbour() -> None:
    boxes = [(0.0, 0.0, 100.0, 120.0), (80.0, 0.0, 180.0, 120.0)]
    top, first = say(5, (100.0, 0.0, 180.0, 80.0)), say(3, (65.0, 50.0, 105.0, 120.0))
    second = say(3, (75.0, 50.0, 115.0, 120.0))
    assert match_dice(boxes, [top, first]) == {0: first, 1: top}
    assert match_dice(boxes, [top, second]) == {1: top}


def test_in_a_box_a_value_comes_before_a_doubt_and_then_the_nearest() -> None:
    box = (0.0, 0.0, 100.0, 100.0)
    doubt, off, far = say(None, box), say(3, (5.0, 0.0, 105.0, 100.0)), say(4, (30.0, 0.0, 130.0, 100.0))
    for dice in ([doubt, far, off], [off, doubt, far], [far, off, doubt]):
        assert match_dice([box], dice) == {0: off}
    assert match_dice([box], [far, doubt]) == {0: far}


def test_a_die_beside_all_boxes_belongs_to_none() -> None:
    assert find_nearest_box([(0.0, 0.0, 50.0, 50.0)], (52.0, 0.0, 90.0, 50.0)) is None
    assert match_dice([], [say(1, (0.0, 0.0, 9.0, 9.0))]) == {}


def test_bins_hold_what_is_said_with_their_confidence() -> None:
    told = Reliability.measure([(0.95, True)] * 3 + [(0.96, False)] + [(0.992, True)] * 8 + [(1.0, True), (1.0, False)])
    assert [(b.low, b.high, b.share) for b in told.bins] == [
        (0.95, 0.98, Share(4, 3)),
        (0.99, 0.995, Share(8, 8)),
        (0.999, 1.0, Share(2, 1)),
    ]
    assert told.sure == Share(10, 9)
    assert told.error == pytest.approx((4 * abs(0.75 - 0.9525) + 8 * 0.008 + 2 * 0.5) / 14)


def test_nothing_said_has_neither_bins_nor_error() -> None:
    told = Reliability.measure([])
    assert (told.bins, told.error, told.sure.value) == ((), None, None)
    assert told.to_json()["sure"]["share"] is None


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan")])
def test_what_is_no_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(VisionError):
        Reliability.measure([(0.5, True), (confidence, True)])


def test_a_curve_is_level_beyond_its_knots() -> None:
    curve = Curve((0.0, 1.0, 2.0), (0.2, 0.6, 0.9))
    assert curve([-1.0, 1.5, 5.0]) == pytest.approx([0.2, 0.75, 0.9])


@pytest.mark.parametrize(
    ("scores", "confidences"),
    [((), ()), ((1.0, 1.0), (0.1, 0.2)), ((0.0, 1.0), (0.3, 0.2)), ((0.0, 1.0), (0.3, 1.2)), ((0.0,), (0.1, 0.2))],
)
def test_curves_that_do_not_rise_are_refused(scores: tuple[float, ...], confidences: tuple[float, ...]) -> None:
    with pytest.raises(VisionError):
        Curve(scores, confidences)
