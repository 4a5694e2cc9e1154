"""The six wells: one die in each, or a word about why not."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.locate import MOST_TRIES, Area, Found, Ground, look_at_ground, look_closely, middles, squareness
from vision.plate import Plate
from vision.reading import Die, SceneNote
from vision.rectify import View
from vision.verdict import die_of

Grey = NDArray[np.uint8]

LIKELY_FACE = 0.8  # likeness from which a middle is a face's and no other is looked at
NEARLY_SQUARE = 0.6  # mm


def read_wells(shots: Sequence[Grey], view: View, plate: Plate) -> tuple[list[Die], list[SceneNote]]:
    """Return the die of each well, in the order of the wells, and notes on wells without one, of grey shots."""
    ground = look_at_ground(shots, view, plate, plate.well_top, _block(plate))
    dice, notes = [], []
    for number, centre in enumerate(plate.well_centres, start=1):
        found = best_face(ground.within(_opening(view, plate, centre)), centre)
        if found is None:
            notes.append(SceneNote("empty-well", number))
        else:
            dice.append(die_of(ground, found, number))
    return dice, notes


def best_face(ground: Ground, centre: tuple[float, float]) -> Found | None:
    """Return the likeliest face whose middle lies in the well about a centre, None if no spot lies there."""
    plate = ground.plate
    inside = np.abs(ground.spots.places - centre).max(axis=1) < plate.well_side / 2
    best: tuple[float, Found | None] = (-np.inf, None)
    for place in middles(ground.spots.where(inside), plate)[:MOST_TRIES]:
        if max(abs(place[0] - centre[0]), abs(place[1] - centre[1])) > plate.well_side / 2 - plate.die_side / 2 + 1.0:
            continue
        found = look_closely(ground, place)
        off = squareness(found.outline, plate.die_side)
        if found.face.likeness > LIKELY_FACE and off < NEARLY_SQUARE:
            return found
        best = max(best, (found.face.likeness - min(off, 1.0), found), key=lambda pair: pair[0])
    return best[1]


def _opening(view: View, plate: Plate, centre: tuple[float, float]) -> Area:
    """Return what can be seen between a well's walls of the plane of the top faces: near walls hide a strip of it."""
    x, y, height = view.camera
    half, share = plate.well_side / 2, (height - plate.well_top) / (height - plate.lid)
    left, top, right, bottom = centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half
    over = x + (left - x) * share, y + (top - y) * share, x + (right - x) * share, y + (bottom - y) * share
    return max(left, over[0]), max(top, over[1]), min(right, over[2]), min(bottom, over[3])


def _block(plate: Plate) -> Area:
    """Return the area that all wells fill."""
    xs, ys = zip(*plate.well_centres, strict=True)
    reach = plate.well_side / 2 + 1.0
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
