"""Labels, the boxes they belong to, and how far a confidence can be relied on: counted by hand."""

import math

import pytest

from vision.errors import VisionError
from vision.evaluation.comparison import find_nearest_box, match_dice
from vision.evaluation.reliability import Curve, Reliability, Share
from vision.reading import Box, Die


def said(value: int | None, box: Box) -> Die:
    return Die(value, 0.9, box, 0.0, None, None if value else "blur")


def grown(face: Box) -> Box:
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
    dice = [said(value, grown(face)) for value, face in enumerate(faces, 1)]
    for order in (dice, dice[::-1]):
        assert match_dice(boxes, order) == dict(enumerate(dice))


def test_a_second_value_on_a_die_does_not_take_the_box_of_its_neighbour() -> None:
    boxes = [(0.0, 0.0, 100.0, 120.0), (80.0, 0.0, 180.0, 120.0)]
    top, first = said(5, (100.0, 0.0, 180.0, 80.0)), said(3, (65.0, 50.0, 105.0, 120.0))
    second = said(3, (75.0, 50.0, 115.0, 120.0))
    assert match_dice(boxes, [top, first]) == {0: first, 1: top}
    assert match_dice(boxes, [top, second]) == {1: top}


def test_pips_belong_to_the_face_whose_middle_is_nearest() -> None:
    pips = [(30.0, 30.0, 70.0, 70.0), (120.0, 45.0, 140.0, 55.0)]
    faces = [said(4, (-10.0, -10.0, 110.0, 110.0)), said(2, (70.0, -10.0, 190.0, 110.0))]
    assert match_dice(pips, faces) == dict(enumerate(faces))
    assert match_dice(pips[1:], faces) == {0: faces[1]}


def test_in_a_box_a_value_comes_before_a_doubt_and_then_the_nearest() -> None:
    box = (0.0, 0.0, 100.0, 100.0)
    doubt, off, far = said(None, box), said(3, (5.0, 0.0, 105.0, 100.0)), said(4, (30.0, 0.0, 130.0, 100.0))
    for dice in ([doubt, far, off], [off, doubt, far], [far, off, doubt]):
        assert match_dice([box], dice) == {0: off}
    assert match_dice([box], [far, doubt]) == {0: far}


def test_a_die_beside_all_boxes_belongs_to_none() -> None:
    assert find_nearest_box([(0.0, 0.0, 50.0, 50.0)], (52.0, 0.0, 90.0, 50.0)) is None
    assert match_dice([], [said(1, (0.0, 0.0, 9.0, 9.0))]) == {}


def test_bins_hold_what_is_said_with_their_confidence() -> None:
    told = Reliability.of([(0.95, True)] * 3 + [(0.96, False)] + [(0.992, True)] * 8 + [(1.0, True), (1.0, False)])
    assert [(b.low, b.high, b.share) for b in told.bins] == [
        (0.95, 0.98, Share(4, 3)),
        (0.99, 0.995, Share(8, 8)),
        (0.999, 1.0, Share(2, 1)),
    ]
    assert told.sure == Share(10, 9)
    assert told.error == pytest.approx((4 * abs(0.75 - 0.9525) + 8 * 0.008 + 2 * 0.5) / 14)


def test_nothing_said_has_neither_bins_nor_error() -> None:
    told = Reliability.of([])
    assert (told.bins, told.error, told.sure.value) == ((), None, None)
    assert told.to_json()["sure"]["share"] is None


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan")])
def test_what_is_no_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(VisionError):
        Reliability.of([(0.5, True), (confidence, True)])


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
