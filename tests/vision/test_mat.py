"""The printed mat: where it lies in a picture, and which dice lie on it."""

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import DrawnDie, draw
from vision.calibration.paper import mat_page
from vision.mat import LEAST_MARKERS, MARKER, SIZE, MatReader, marker_corners
from vision.pictures import Image

SCALE = 4
"""Pixels a millimetre of the drawn mat."""
AROUND = 60
"""Millimetres of table around it."""


def sheet() -> Image:
    """Return the printed page on a table, drawn from the same rectangles as the PDF."""
    width, height = (round((side + 2 * AROUND) * SCALE) for side in SIZE)
    picture = np.full((height, width, 3), 110, np.uint8)
    end = AROUND * SCALE
    picture[end:-end, end:-end] = 245
    for x, y, wide, high in mat_page().black:
        left, top = round((x + AROUND) * SCALE), round((y + AROUND) * SCALE)
        picture[top : round(top + high * SCALE), left : round(left + wide * SCALE)] = 20
    return picture


def with_dice(picture: Image, dice: list[tuple[int, float, float]]) -> Image:
    """Return the picture with dice of 16 mm: each its value and its place on the mat in millimetres."""
    drawn = picture.copy()
    for value, x, y in dice:
        die = draw([DrawnDie(value, 64, 64, 16 * SCALE, 20 * value)], (128, 128))
        left, top = round((x + AROUND) * SCALE) - 64, round((y + AROUND) * SCALE) - 64
        mask = np.abs(die.astype(int) - np.median(die, axis=(0, 1))).max(axis=2) > 30
        part = drawn[top : top + 128, left : left + 128]
        part[mask] = die[mask]
    return drawn


def tilt(picture: Image) -> tuple[Image, np.ndarray]:
    """Return the picture as an oblique camera sees it, and the matrix from its pixels to those."""
    height, width = picture.shape[:2]
    here = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    there = np.array([[330, 120], [950, 90], [1240, 700], [60, 715]], np.float32)
    matrix = cv2.getPerspectiveTransform(here, there)
    seen = cv2.warpPerspective(picture, matrix, (1280, 720), flags=cv2.INTER_AREA, borderValue=(110, 110, 110))
    return np.asarray(seen, np.uint8), matrix


def test_the_mat_is_found_to_half_a_millimetre() -> None:
    image, matrix = tilt(sheet())
    plane = MatReader().find(image)
    assert plane is not None
    places = marker_corners().reshape(-1, 1, 2)
    seen = cv2.perspectiveTransform(places, plane).reshape(-1, 2)
    true = cv2.perspectiveTransform((places + AROUND) * SCALE, matrix).reshape(-1, 2)
    assert np.abs(seen - true).max() < 1.0, "pixels, of which a millimetre has two"


@pytest.mark.parametrize("hidden", [1, 2])
def test_one_marker_may_be_hidden_and_no_more(hidden: int) -> None:
    picture = sheet()
    for corners in marker_corners()[:hidden]:
        x, y = (round((end + AROUND) * SCALE) for end in corners[0])
        picture[y : y + round(MARKER * SCALE), x : x + round(MARKER * SCALE)] = 245
    assert (MatReader().find(tilt(picture)[0]) is None) == (4 - hidden < LEAST_MARKERS)


def test_dice_on_the_mat_are_read_where_they_lie_and_those_aside_are_left_out() -> None:
    dice = [(5, 90.0, 110.0), (2, 160.0, 80.0), (6, 210.0, 150.0)]
    image, matrix = tilt(with_dice(sheet(), [*dice, (4, -30.0, 100.0)]))
    reading = MatReader().read(image)
    assert sorted(die.value or 0 for die in reading.dice) == [2, 5, 6]
    for value, x, y in dice:
        place = np.array([[[(x + AROUND) * SCALE, (y + AROUND) * SCALE]]], np.float64)
        across, down = cv2.perspectiveTransform(place, matrix).ravel()
        (found,) = (die for die in reading.dice if die.value == value)
        assert found.box[0] < across < found.box[2]
        assert found.box[1] < down < found.box[3]


def test_without_the_mat_a_picture_is_a_photograph() -> None:
    image = draw([DrawnDie(3, 300, 200, 60, 10)], (640, 400))
    assert MatReader().read(image).values == (3,)
