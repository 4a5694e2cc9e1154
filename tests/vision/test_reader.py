"""The one reader: pictures without a plate are read as pictures from anywhere, with a plate to look for or without."""

import numpy as np
import pytest

from hardware.dimensions import dimensions
from tests.vision.drawn_dice import DrawnDie, draw
from vision.errors import ImageShapeError
from vision.free import FreeReader
from vision.plate import Plate
from vision.reader import Reader
from vision.reading import Die, Reading

PICTURE = draw([DrawnDie(4, 150, 150, 60, 20), DrawnDie(3, 400, 240, 60, 65)])


@pytest.mark.parametrize("plate", [None, Plate.from_dimensions(dimensions())])
def test_a_picture_without_a_plate_is_read_as_one_from_anywhere(plate: Plate | None) -> None:
    reading = Reader(plate).read(PICTURE)
    assert reading.values == (3, 4)
    assert reading == FreeReader().read(PICTURE)


@pytest.mark.parametrize("shape", [(40, 40), (40, 40, 4), (0, 0, 3)])
def test_what_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ImageShapeError):
        Reader().read(np.zeros(shape, np.uint8))


def test_no_picture_at_all_is_refused() -> None:
    with pytest.raises(ImageShapeError, match="no picture"):
        Reader().read()


def test_a_value_of_a_tiny_die_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = tuple(Die(4, 0.99, (10.0, 10.0, 10.0 + wide, 40.0), 0.0) for wide in (13.5, 14.0))
    monkeypatch.setattr(FreeReader, "read", lambda *_: Reading(found))
    dice = Reader(None).read(np.zeros((50, 50, 3), np.uint8)).dice
    assert [(die.value, die.doubt) for die in dice] == [(None, "small"), (4, None)]
