"""The open tray: any number of dice that people threw by hand."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.locate import Found, Ground, look_at_ground, look_closely, middles, squareness
from vision.plate import Plate
from vision.reading import Die, SceneNote
from vision.rectify import View
from vision.verdict import told

Grey = NDArray[np.uint8]

MOST_DICE = 12
MOST_LOOKS = 60
LIKELY_FACE = 0.8
NEARLY_SQUARE = 0.6  # mm


def read_tray(shots: Sequence[Grey], view: View, plate: Plate) -> tuple[list[Die], list[SceneNote]]:
    """Return the free dice in the tray, from the left to the right, of grey shots."""
    side, left, top = plate.tray_side, plate.tray_left, plate.tray_top
    ground = look_at_ground(shots, view, plate, plate.tray_top_face, (left, top, left + side, top + side))
    dice = [told(ground, found, None) for found in _faces(ground)]
    return sorted(dice, key=lambda die: die.box), []


def _faces(ground: Ground) -> list[Found]:
    """Return the likely faces: each is taken out with its pips, then the rest is looked at again."""
    plate, faces = ground.plate, list[Found]()
    free = np.abs(ground.spots.steps) > 0
    for place in middles(ground.spots, plate)[:MOST_LOOKS]:
        if any(np.hypot(place[0] - found.pose.x, place[1] - found.pose.y) < 0.8 * plate.die_side for found in faces):
            continue
        found = look_closely(ground, place)
        square = squareness(found.outline, plate.die_side) < NEARLY_SQUARE
        if found.face.likeness > LIKELY_FACE and square and free[found.spots].all():
            free[found.spots] = False
            faces.append(found)
        if len(faces) == MOST_DICE:
            break
    return faces
