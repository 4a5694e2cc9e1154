"""One reader for every picture: the table's own where the plate is in view, else the one for pictures from anywhere."""

from functools import cached_property

from vision.photograph.reader import PhotographReader
from vision.pictures import Image
from vision.reading import Reading
from vision.table.plate import Plate
from vision.table.reader import TableReader


class Reader:
    """Reads dice; without a `plate` every picture counts as one from anywhere."""

    def __init__(self, plate: Plate | None = None) -> None:
        self._table = TableReader(plate) if plate else None

    @cached_property
    def _anywhere(self) -> PhotographReader:
        return PhotographReader()

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in one picture, or in several of one still scene under different light.

        `exposures` are BGR (h, w, 3). Where some of the plate's markers are in view but too few, or askew, the dice are
        read as in a picture from anywhere, and the scene says no-plate. Raises ImageShapeError.
        """
        if self._table is None:
            return self._anywhere.read(*exposures)
        reading = self._table.read(*exposures)
        noted = {note.what for note in reading.scene}
        if "no-plate" not in noted and (reading.dice or "dark" not in noted):
            return reading
        anywhere = self._anywhere.read(*exposures)
        if "dark" in noted:
            # Too dark for the plate to be seen, if it is there; a photograph may still be read.
            return Reading(anywhere.dice, reading.scene)
        return Reading(anywhere.dice, (*anywhere.scene, *(note for note in reading.scene if note.box)))
