"""One reader for every picture: the table's reader if the plate is in view, else the reader of photographs."""

from functools import cached_property

from vision.photograph.reader import PhotographReader
from vision.pictures import Image
from vision.reading import Reading
from vision.table.plate import Plate
from vision.table.reader import TableReader


class Reader:
    """Reads dice. Without a `plate` every picture is read as a photograph."""

    def __init__(self, plate: Plate | None = None) -> None:
        self._table = TableReader(plate) if plate else None

    @cached_property
    def _anywhere(self) -> PhotographReader:
        return PhotographReader()

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in one picture, or in several pictures of one still scene under different light.

        `exposures` are BGR uint8 (h, w, 3). If too few of the plate's markers are in view, or their positions do not
        fit, the picture is read as a photograph and the scene has the note no-plate. Raises VisionError.
        """
        if self._table is None:
            return self._anywhere.read(*exposures)
        reading = self._table.read(*exposures)
        noted = {note.what for note in reading.scene}
        if "no-plate" not in noted and (reading.dice or "dark" not in noted):
            return reading
        anywhere = self._anywhere.read(*exposures)
        if "dark" in noted:
            # It is too dark to find a plate, but a photograph may still be readable.
            return Reading(anywhere.dice, reading.scene)
        return Reading(anywhere.dice, (*anywhere.scene, *(note for note in reading.scene if note.box)))
