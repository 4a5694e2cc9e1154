"""The robot's own table read: plate found, wells and tray read under each light, and said only what all agree on."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.lights import check_exposures, darkest, grey, is_dark
from vision.plate import Plate
from vision.reading import Die, Doubt, Reading, SceneNote
from vision.rectify import View, find_view
from vision.tray import read_tray
from vision.wells import read_wells

Image = NDArray[np.uint8]

SAME_PLACE = 4.0  # pixels of 1280 between the boxes of one still die in two exposures


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
        lit = [(picture, find_view(picture, self.plate)) for picture in pictures if not is_dark(picture)]
        notes = [SceneNote("dark")] if len(lit) < len(pictures) else []
        seen = [(picture, view) for picture, view in lit if view is not None]
        if not seen:
            return Reading((), (*notes, SceneNote("no-plate")))
        if len(seen) > 1:
            seen.append((darkest([picture for picture, _ in seen]), seen[0][1]))
        readings = [self._read_one(picture, view) for picture, view in seen]
        joined = agreed(readings, SAME_PLACE * pictures[0].shape[1] / 1280)
        return Reading(joined.dice, (*joined.scene, *notes))

    def _read_one(self, picture: Image, view: View) -> Reading:
        dice, notes = read_wells(picture, view, self.plate)
        free, more = read_tray(picture, view, self.plate)
        return Reading((*dice, *free), (*notes, *more))


def agreed(readings: Sequence[Reading], same_place: float) -> Reading:
    """Return what several readings of one still scene agree on; the last one gives places and order.

    A value needs two readings that say it and none that says another one. A die that leans, moves or shares its well in
    any reading is a doubt in all. `same_place` is in pixels.
    """
    if len(readings) == 1:
        return readings[0]
    dice: list[Die] = []
    unmatched = [list(reading.dice) for reading in readings]
    for die in [die for reading in reversed(readings) for die in reading.dice]:
        if not any(die is other for others in unmatched for other in others):
            continue
        same = [next((other for other in others if _same(die, other, same_place)), None) for others in unmatched]
        for others, other in zip(unmatched, same, strict=True):
            others[:] = [one for one in others if one is not other]
        dice.append(_joined([one for one in same if one is not None], len(readings), same_place))
    dice.sort(key=lambda die: (die.well is None, die.well or 0, die.box))
    filled = {die.well for die in dice}
    notes = {(note.what, note.well): note for reading in readings for note in reading.scene}
    kept = tuple(note for note in notes.values() if note.what != "empty-well" or note.well not in filled)
    return Reading(tuple(dice), kept)


def _same(die: Die, other: Die, same_place: float) -> bool:
    if die.well is not None or other.well is not None:
        return die.well == other.well
    return _apart(die, other) < max(same_place, (die.box[2] - die.box[0]) / 2)


def _apart(die: Die, other: Die) -> float:
    middles = [np.array([one.box[0] + one.box[2], one.box[1] + one.box[3]]) / 2 for one in (die, other)]
    return float(np.linalg.norm(middles[0] - middles[1]))


def _joined(voices: Sequence[Die], count: int, same_place: float) -> Die:
    """Return one die from what each reading said of it; `count` readings were made."""
    shown = voices[-1]
    said = [die for die in voices if die.value is not None]
    values = {die.value for die in said}
    doubts = [die.doubt for die in voices if die.doubt is not None]
    serious = [doubt for doubt in doubts if doubt in ("cocked", "double", "hidden", "moving")]
    if any(_apart(shown, die) > same_place for die in said):
        return _doubted(shown, "moving")
    if len(values) > 1:
        return _doubted(shown, "pattern")
    if serious:
        return _doubted(shown, serious[-1])
    if len(said) >= min(2, count):
        return max(said, key=lambda die: die.confidence)
    return _doubted(shown, doubts[-1] if doubts else "hidden")


def _doubted(die: Die, doubt: Doubt) -> Die:
    return Die(None, min(die.confidence, 0.5), die.box, die.angle, die.well, doubt)
