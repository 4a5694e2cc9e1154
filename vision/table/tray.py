"""The open tray: any number of dice that people threw by hand."""

from itertools import islice

import cv2
import numpy as np

from vision.reading import Die, Doubt
from vision.table.cut import doubt_cut_dice, square_in_view, tray_area
from vision.table.lean import flat_rather_than_leaning
from vision.table.locate import SCALE, Found, Grey, Ground, Shots, flat_ground, look_at_ground, look_closely, middles
from vision.table.shape import squareness
from vision.table.verdict import LEAST_STEP, told

MOST_DICE = 12
MOST_LOOKS = 60
LIKELY_FACE = 0.8
NEARLY_SQUARE = 0.6  # mm
LIKE_PIP = 0.8
RATHER_FLAT = 0.5  # squared standard deviations; flat dice had 1.3 and more, leaning ones 0.3 and less
BARE = 0.8 * LEAST_STEP  # grey levels; noise and felt have less
WALL = 3.0  # mm along the tray's walls where no pip's middle lies


def read_tray(shots: Shots) -> list[Die]:
    """Return the free dice in the tray, from the left to the right."""
    plate, area = shots.plate, tray_area(shots.plate)
    flat = flat_ground(shots, plate.tray_top_face, area)
    faces: list[Found] = []
    dice: list[Die] = []
    if not is_bare(flat, plate.pip_diameter * SCALE):
        ground = look_at_ground(shots, plate.tray_top_face, area, flat)
        faces = _faces(ground)
        dice = [told(ground, found, None, _leans(ground, found)) for found in faces]
    if not square_in_view(shots, area, plate.tray_floor):
        dice = doubt_cut_dice(shots, faces, dice)
    return sorted(dice, key=lambda die: die.box)


def is_bare(flat: Grey, diameter: float) -> bool:
    """Return whether nothing as small as a pip (its diameter in pixels) stands out away from the tray's walls.

    A tray without dice, the usual sight, costs no search for spots then.
    """
    inner, outer = (2 * round(share * diameter) + 1 for share in (0.2, 0.7))
    smooth, around = cv2.blur(flat, (inner, inner)), np.ones((outer, outer), np.uint8)
    inside = slice(round(WALL * SCALE), -round(WALL * SCALE))
    stand_out = (cv2.morphologyEx(smooth, hat, around) for hat in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT))
    return all(int(hat[inside, inside].max()) < BARE for hat in stand_out)


def _faces(ground: Ground) -> list[Found]:
    """Return the likely faces, the best first; each takes its pips away from those that come after."""
    plate, spots, faces = ground.plate, ground.spots, list[Found]()
    free = (spots.likeness > LIKE_PIP) & (np.abs(spots.steps) > LEAST_STEP)
    for place in islice(middles(spots, plate), MOST_LOOKS):
        if not free.any() or len(faces) == MOST_DICE:
            break
        near = np.hypot(*(spots.places - place).T) < 0.5 * plate.die_side
        if not (near & free).any() or any(_apart(place, found) < 0.8 * plate.die_side for found in faces):
            continue
        found = look_closely(ground, place)
        if found.face.likeness > LIKELY_FACE and squareness(found.off) < NEARLY_SQUARE:
            free[found.spots] = False
            faces.append(found)
    return faces


def _leans(ground: Ground, found: Found) -> Doubt | None:
    """Return the doubt about a face whose pips, with the two edges seen at the least, do not speak for lying flat."""
    return "cocked" if flat_rather_than_leaning(ground.view, ground.plate, found) < RATHER_FLAT else None


def _apart(place: tuple[float, float], found: Found) -> float:
    return float(np.hypot(place[0] - found.pose.x, place[1] - found.pose.y))
