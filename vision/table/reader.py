"""Read the robot's own table: find the plate, read wells and tray under each light, and give values that agree."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Reading, SceneNote, middle_of
from vision.table.lights import brighten_grey, check_exposures, grey, is_dark
from vision.table.plate import Plate
from vision.table.rectify import View, box_of_markers, find_blurred_view, find_markers, find_view, view_of_markers

if TYPE_CHECKING:
    from vision.table.locate import Grey, Shots

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

SAME_VIEW = 1.5  # pixels by which a marker may shift between two exposures of a still camera


class TableReader:
    """Reads the dice in pictures of the plate."""

    def __init__(self, plate: Plate) -> None:
        self.plate = plate

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in the wells and in the tray, and notes on what else lies there.

        `exposures` are BGR pictures (h, w, 3) of one still scene, each under different light. If there are several,
        each is read, and so is the darkest value of each pixel; a die gets a value only if all agree. If a lit exposure
        does not show the plate, no die gets a value. Dice in doubt are read once more together with the exposures that
        only the room lights. If fewer than three markers are in view, no die is read and the scene has the note
        no-plate or dark; if all are there but out of focus, every well is in doubt. Raises VisionError.
        """
        check_exposures(exposures)
        pictures = [grey(image) for image in exposures]
        lit = [which for which, picture in enumerate(pictures) if not is_dark(picture)]
        notes = [SceneNote("dark")] if len(lit) < len(pictures) else []
        markers = [find_markers(pictures[which], self.plate) for which in lit]
        views = [
            (which, view_of_markers(pictures[which], self.plate, found))
            for which, found in zip(lit, markers, strict=True)
        ]
        seen = [(which, view) for which, view in views if view is not None]
        if not seen:
            corners = [quad for found in markers for quad in found.values()]
            return self._read_blind([pictures[which] for which in lit], corners, notes)
        # Importing these takes longer than looking for the plate, which photographs do not show.
        from vision.table.locate import Shots
        from vision.table.tray import read_tray
        from vision.table.wells import read_wells

        which = [number for number, _ in seen]
        shots = Shots([exposures[k] for k in which], [pictures[k] for k in which], seen[0][1], self.plate)
        dice, more = read_wells(shots)
        if len(lit) < len(pictures) and any(die.doubt for die in dice):
            dice = self._read_again(shots, [pictures[k] for k in range(len(pictures)) if k not in lit], dice)
        free, lying = read_tray(shots)
        if self.plate.taken:
            more = [_note_beside(note, free) for note in more]
        dice += free
        if len(seen) < len(lit) or not all(self._is_same_view(shots, view) for _, view in seen):
            dice = [replace(die, value=None, doubt=die.doubt or "moving") for die in dice]
        return Reading(tuple(dice), (*more, *lying, *notes))

    def _read_again(self, shots: "Shots", dark: "Sequence[Grey]", dice: Sequence[Die]) -> list[Die]:
        """Return the dice of the wells; those in doubt are read again, with the pictures that only the room lights."""
        from vision.table.wells import read_wells

        brought = [picture for picture in (brighten_grey(picture) for picture in dark) if picture is not None]
        views = [find_view(picture, self.plate) for picture in brought]
        if not brought or any(view is None or not self._is_same_view(shots, view) for view in views):
            return list(dice)
        shots = replace(shots, greys=[*shots.greys, *brought], raised=True)
        again, _ = read_wells(shots, {die.well for die in dice if die.doubt})
        read = {die.well: die for die in again if die.value is not None}
        return [read.get(die.well, die) for die in dice]

    def _is_same_view(self, shots: "Shots", view: View) -> bool:
        """Return whether this view and that of the shots are the same: the camera has not moved."""
        markers = np.array([(x, y, 0.0) for x, y in self.plate.marker_centres])
        apart = np.linalg.norm(shots.view.project(markers) - view.project(markers), axis=1)
        return bool(apart.max() <= SAME_VIEW * shots.greys[0].shape[1] / 1280)

    def _read_blind(self, lit: Sequence[Image], markers: Sequence[Floats], notes: Sequence[SceneNote]) -> Reading:
        """Return the reading without a view of the plate: too dark, out of focus, or no plate.

        If any markers were found, a plate is there, and the note no-plate has their box.
        """
        blurred = next((view for picture in lit if (view := find_blurred_view(picture, self.plate))), None)
        if blurred is not None:
            from vision.table.verdict import doubt_die
            from vision.table.well_contents import box_of_well

            wells = range(1, len(self.plate.well_centres) + 1)
            boxes = [(well, box_of_well(blurred, self.plate, well)) for well in wells]
            return Reading(tuple(doubt_die(box, well, "blur") for well, box in boxes), tuple(notes))
        if not lit:
            return Reading((), tuple(notes))
        box = box_of_markers(markers, lit[0].shape[1], self.plate)
        return Reading((), (*notes, SceneNote("no-plate", None, box)))


def _note_beside(note: SceneNote, free: Sequence[Die]) -> SceneNote:
    """Return the note on an empty box, or, if dice lie around the boxes, a note that the nearest may be its die."""
    if note.what != "empty-well" or note.box is None or not free:
        return note
    x, y = middle_of(note.box)
    nearest = min(free, key=lambda die: math.hypot(middle_of(die.box)[0] - x, middle_of(die.box)[1] - y))
    return SceneNote("beside", note.well, nearest.box)
