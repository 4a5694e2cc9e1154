"""The one reader: pictures without a plate are read as pictures from anywhere, with a plate to look for or without."""

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.table_scenes import ASKEW, HUNG, PLATE, table_scenes
from vision.errors import VisionError
from vision.photograph.reader import PhotographReader
from vision.reader import Reader
from vision.table.lights import grey
from vision.table.rectify import find_markers, find_view, marker_corners

PICTURE = draw([DrawnDie(4, 150, 150, 60, 20), DrawnDie(3, 400, 240, 60, 65)])


def test_a_picture_without_a_plate_is_read_as_one_from_anywhere() -> None:
    reading = PhotographReader().read(PICTURE)
    assert reading.values == (3, 4)
    assert Reader(None).read(PICTURE) == reading
    assert Reader(PLATE).read(PICTURE) == reading


@pytest.mark.parametrize("hidden", [(0, 2), (0, 1, 2)])
def test_of_the_plate_with_markers_covered_it_is_said_that_it_cannot_be_found(hidden: tuple[int, ...]) -> None:
    (look,) = table_scenes(3, 1, mounting=HUNG)
    view = find_view(look.exposures[0], PLATE)
    assert view is not None
    covered = [picture.copy() for picture in look.exposures]
    for which in hidden:
        corners = np.column_stack([marker_corners(PLATE, which), np.zeros(4)])
        for picture in covered:
            cv2.fillConvexPoly(picture, np.round(view.project(corners)).astype(np.int32), (60, 90, 120))
    reading = Reader(PLATE).read(*covered)
    (note,) = [note for note in reading.scene if note.what == "no-plate"]
    left = view.project(np.array([[*PLATE.marker_centres[3], 0.0]]))[0]
    assert note.box is not None
    assert note.box[0] < left[0] < note.box[2]
    assert all(die.well is None for die in reading.dice)


def test_of_a_plate_half_out_of_view_it_is_said_that_it_cannot_be_found() -> None:
    (look,) = table_scenes(1, 1, mounting=ASKEW)
    assert [note.what for note in Reader(PLATE).read(*look.exposures).scene] == ["no-plate"]


def test_a_pattern_as_small_as_a_carpets_is_no_plate() -> None:
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 2, 24)
    picture = np.full((720, 1280, 3), 255, np.uint8)
    picture[200:224, 300:324] = marker[..., None]
    assert list(find_markers(grey(picture), PLATE)) == [2]
    assert Reader(PLATE).read(picture).scene == ()


@pytest.mark.parametrize("shape", [(40, 40), (40, 40, 4), (0, 0, 3)])
def test_what_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(VisionError):
        Reader().read(np.zeros(shape, np.uint8))


def test_no_picture_at_all_is_refused() -> None:
    with pytest.raises(VisionError, match="no picture"):
        Reader().read()
