"""Printed markers get no value, and dice are not taken for them."""

import math

import cv2
import numpy as np
import pytest

from hardware.dimensions import dimensions
from tests.support.vision.scripted_net import ScriptedFace, ScriptedNet
from tools.train.scenes import scene
from tools.train.surfaces import make_tiles
from vision.calibration.target import Target
from vision.photograph import reader
from vision.photograph.merged_scales import image_pyramid
from vision.photograph.reader import DICTIONARIES, PhotographReader, is_marker
from vision.pictures import Image
from vision.reading import Reading

WIDTH, HEIGHT = 800, 600


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


def read(picture: Image, told: ScriptedFace) -> Reading:
    return PhotographReader(ScriptedNet([told], WIDTH)).read(picture)


@pytest.mark.parametrize("dictionary", DICTIONARIES)
def test_what_the_net_takes_for_a_six_is_nothing_where_a_marker_is(dictionary: int) -> None:
    for number in range(0, 12, 6):
        picture = laid(marker(dictionary, number), (400, 300), 80, 31 * number, 1 - 0.02 * number)
        assert is_marker(image_pyramid(picture), (402, 298, 55)), number
        assert read(picture, ScriptedFace(400, 300, 55, 6)) == Reading(())


def test_a_die_beside_a_marker_is_no_marker() -> None:
    picture = laid(marker(DICTIONARIES[0], 3), (400, 300), 80, 20)
    assert not is_marker(image_pyramid(picture), (470, 300, 55))


def test_no_face_of_a_die_is_a_marker() -> None:
    tiles, seen = make_tiles(), 0
    for seed in range(8):
        image, target = scene(np.random.default_rng((seed, 77)), 256, tiles)
        for face in target.faces:
            seen += 1
            assert not is_marker(image_pyramid(image), (face.x, face.y, face.side)), (seed, face)
    assert seen > 20


def test_the_board_by_which_a_lens_is_measured_gets_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    squares = Target.from_dimensions(dimensions()).squares
    board = np.asarray(
        Target.from_dimensions(dimensions()).board().generateImage((120 * squares[0], 120 * squares[1])), np.uint8
    )
    readers = PhotographReader()
    pictures = [laid(board, (400, 300), side, turn, 0.85) for side, turn in ((320, 100),)]
    assert [value for picture in pictures for value in readers.read(picture).values] == []
    monkeypatch.setattr(reader, "is_marker", lambda *_: False)
    assert any(readers.read(picture).values for picture in pictures), "it would not be read without the look either"
