"""The one reader: pictures without a plate are read as pictures from anywhere, with a plate to look for or without."""

import numpy as np
import pytest

from hardware.dimensions import dimensions
from tests.vision.drawn_dice import DrawnDie, draw
from vision.errors import ImageShapeError
from vision.photograph.reader import PhotographReader
from vision.reader import Reader
from vision.table.plate import Plate

PICTURE = draw([DrawnDie(4, 150, 150, 60, 20), DrawnDie(3, 400, 240, 60, 65)])


@pytest.mark.parametrize("plate", [None, Plate.from_dimensions(dimensions())])
def test_a_picture_without_a_plate_is_read_as_one_from_anywhere(plate: Plate | None) -> None:
    reading = Reader(plate).read(PICTURE)
    assert reading.values == (3, 4)
    assert reading == PhotographReader().read(PICTURE)


@pytest.mark.parametrize("shape", [(40, 40), (40, 40, 4), (0, 0, 3)])
def test_what_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ImageShapeError):
        Reader().read(np.zeros(shape, np.uint8))


def test_no_picture_at_all_is_refused() -> None:
    with pytest.raises(ImageShapeError, match="no picture"):
        Reader().read()
