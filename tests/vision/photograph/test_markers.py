"""Printed markers get no value."""

import math

import cv2
import numpy as np
import pytest

from hardware.dimensions import dimensions
from tests.support.vision.scripted_net import ScriptedLook
from vision.calibration.target import Target
from vision.photograph.reader import PhotographReader
from vision.pictures import Image

WIDTH, HEIGHT = 800, 600
DICTIONARIES = (cv2.aruco.DICT_5X5_1000, cv2.aruco.DICT_6X6_1000, cv2.aruco.DICT_APRILTAG_36h11)


def laid(paper: Image, middle: tuple[float, float], side: float, turn: float, slant: float = 1.0) -> Image:
    """Return a grey picture on which a sheet ``side`` pixels wide lies, turned by degrees and pressed together."""
    height, width = paper.shape
    angle, by = math.radians(turn), side / width
    linear = (
        by
        * np.array([[1, 0], [0, slant]])
        @ [
            [math.cos(angle), -math.sin(angle)],
            [math.sin(angle), math.cos(angle)],
        ]
    )
    matrix = np.column_stack([linear, np.array(middle) - linear @ (width / 2, height / 2)])
    ground = np.full((HEIGHT, WIDTH), 105, np.uint8)
    cv2.warpAffine(paper, matrix, (WIDTH, HEIGHT), ground, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    noisy = cv2.GaussianBlur(ground, (0, 0), 0.8) + np.random.default_rng(3).normal(0, 4, ground.shape)
    return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def marker(dictionary: int, number: int) -> Image:
    """Return a marker with a white rim of a sixth of its side."""
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), number, 240)
    return np.pad(np.asarray(drawn, np.uint8), 40, constant_values=255)


@pytest.fixture(scope="module")
def board() -> Image:
    target = Target.from_dimensions(dimensions())
    return np.asarray(target.board().generateImage(tuple(120 * count for count in target.squares)), np.uint8)


def test_the_board_by_which_a_lens_is_measured_gets_no_value_by_the_second_look(board: Image) -> None:
    picture = laid(board, (400, 300), 320, 100, 0.85)
    assert PhotographReader().read(picture).values == ()
    assert PhotographReader(second=ScriptedLook(value=6)).read(picture).values, "the first look alone would read it"


@pytest.mark.parametrize("dictionary", DICTIONARIES)
def test_no_marker_gets_a_value(dictionary: int) -> None:
    reader = PhotographReader()
    for number in range(0, 18, 6):
        picture = laid(marker(dictionary, number), (400, 300), 80 + 5 * number, 31 * number, 1 - 0.02 * number)
        assert reader.read(picture).values == (), number
