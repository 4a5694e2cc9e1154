"""What every screen shows of a look: the part of the picture in which the dice lie, and which dice are meant."""

import math

import numpy as np

from robot.table.look import Image, Look
from vision.reading import Die

MARGIN = 56
"""Pixels that are shown around the dice."""
GRID = 32
"""The crop moves in steps of so many pixels, so that the picture does not move with every small change of the dice."""
BRIGHTER = 0.85
"""The pictures under the two halves of the light are added with this weight. The sum is bright and has less glare."""

Box = tuple[int, int, int, int]


def meant(look: Look) -> list[Die]:
    """Return the dice of a throw: those in the tray for a throw into the tray, else those in the wells."""
    dice, wells = look.reading.dice, [die.box for die in look.reading.dice if die.well]
    if not look.wells:
        return [die for die in dice if die.well is None]
    right = max((box[2] for box in wells), default=math.inf) + MARGIN
    return [die for die in dice if die.well or die.box[0] < right]


def marked(look: Look) -> list[Die]:
    """Return the dice whose values are shown in the picture: of dice in wells those that are looked at."""
    return [die for die in meant(look) if die.well is None or die.well in look.wells]


def cut_of(look: Look) -> Box:
    """Return the part of the picture that is shown: left, top, right, bottom."""
    height, width = next(iter(look.exposures.values())).shape[:2]
    boxes = [die.box for die in meant(look)] or [(0.0, 0.0, float(width), float(height))]
    left, top = (int(min(box[side] for box in boxes) - MARGIN) // GRID * GRID for side in (0, 1))
    right, bottom = (-(-int(max(box[side] for box in boxes) + MARGIN) // GRID) * GRID for side in (2, 3))
    return max(0, left), max(0, top), min(width, right), min(height, bottom)


def together(look: Look) -> Image:
    """Return one BGR picture of all exposures."""
    pictures = [image.astype(np.float32) for image in look.exposures.values()]
    weight = BRIGHTER if len(pictures) > 1 else 1.0
    summed: Image = np.clip(weight * np.sum(pictures, axis=0), 0, 255).astype(np.uint8)
    return summed


def shown_part(look: Look) -> Image:
    """Return the part of the picture that is shown, BGR, of all exposures."""
    left, top, right, bottom = cut_of(look)
    return np.ascontiguousarray(together(look)[top:bottom, left:right])
