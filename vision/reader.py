"""One reader for every picture: the table's own where the plate is in view, else the one for pictures from anywhere."""

from dataclasses import replace

from vision.free import FreeReader
from vision.pictures import Image
from vision.plate import Plate
from vision.reading import Die, Reading
from vision.table_reader import TableReader

SMALLEST = 14.0
"""Pixels of a box's shorter side below which no value is said: the blocks of a damaged JPEG can look like such dice."""


class Reader:
    """Reads dice; without a `plate` every picture counts as one from anywhere."""

    def __init__(self, plate: Plate | None = None) -> None:
        self._table = TableReader(plate) if plate else None
        self._anywhere = FreeReader()

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in one picture, or in several of one still scene under different light.

        `exposures` are BGR (h, w, 3). Raises ImageShapeError.
        """
        if self._table is not None:
            reading = self._table.read(*exposures)
            if not any(note.what == "no-plate" for note in reading.scene):
                return reading
        reading = self._anywhere.read(*exposures)
        return replace(reading, dice=tuple(_doubted_if_small(die) for die in reading.dice))


def _doubted_if_small(die: Die) -> Die:
    x0, y0, x1, y1 = die.box
    small = die.value is not None and min(x1 - x0, y1 - y0) < SMALLEST
    return replace(die, value=None, doubt="small") if small else die
