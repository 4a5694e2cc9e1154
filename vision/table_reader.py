"""The robot's own table read: plate found, wells and tray read under each light, and said only what all agree on."""

import numpy as np
from numpy.typing import NDArray

from vision.lights import check_exposures, grey, is_dark
from vision.plate import Plate
from vision.reading import Reading, SceneNote
from vision.rectify import find_view
from vision.tray import read_tray
from vision.wells import read_wells

Image = NDArray[np.uint8]

SAME_VIEW = 1.5  # pixels by which a marker may shift between two exposures of a still camera


class TableReader:
    """Reads pictures of the plate."""

    def __init__(self, plate: Plate) -> None:
        self.plate = plate

    def read(self, *exposures: Image) -> Reading:
        """Return what lies in the wells and in the tray.

        `exposures` are BGR pictures (h, w, 3) of one still scene, one or several under different light. With several,
        each is read and so is the darkest of them all, and a value is said only where they agree. Without at least
        three markers in view no die is read and the scene says no-plate. Raises ImageShapeError.
        """
        check_exposures(exposures)
        pictures = [grey(image) for image in exposures]
        lit = [which for which, picture in enumerate(pictures) if not is_dark(picture)]
        notes = [SceneNote("dark")] if len(lit) < len(pictures) else []
        views = [(which, find_view(pictures[which], self.plate)) for which in lit]
        seen = [(which, view) for which, view in views if view is not None]
        if not seen:
            return Reading((), (*notes, SceneNote("no-plate")))
        view = seen[0][1]
        shots = [pictures[which] for which, _ in seen]
        dice, more = read_wells([exposures[which] for which, _ in seen], shots, view, self.plate)
        free, others = read_tray(shots, view, self.plate)
        return Reading((*dice, *free), (*more, *others, *notes))
