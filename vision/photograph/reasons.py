"""Why a face in a photograph has no value, where neither blur, glare, a lean nor its place explains it."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.photograph.features import ScoredDetections
from vision.photograph.merged_scales import SIDES, ScaledImage, crop
from vision.photograph.second_look import ACROSS, CROP
from vision.reading import Doubt

DIM = 64
"""Of a die in the dark the lightest hundredth of the surroundings is darker than this, in levels of 255. In 1,899
photographs none was, in 180 darkened to 4 to 15 % all 396 that had no other reason were."""

VEILED = 95
"""Behind a veil the darkest hundredth of the surroundings, and the darkest fiftieth of the face with its pips, are
lighter than this in all channels, in levels of 255. So are 68 of 7,103 dice that have a value."""

FACE = slice(44, 84)
"""The rows and columns that hold the face in a crop of the second look, which is judged here too."""

SLANTED = 0.7
"""From this length of the vector to the face below on, in sides, at 38 degrees, a face is seen too flat."""

ODD, UNLIKELY = 0.7, 0.2
"""Least probability of something else than a die, and largest confidence, of what is said to have no pips. The second
look alone takes some real dice for something else, those of wood above all."""

NEARER = 24.0
"""Of faces with a smaller side in pixels 1 in 13 is in doubt, of those over 30 1 in 75: a closer picture may help."""


def name_reason(
    seen: Sequence[ScaledImage], face: tuple[float, float, float], judged: ScoredDetections, n: int, scale: float
) -> Doubt:
    """Return why detection ``n`` has no value; ``face`` is its x, y and side in pixels of the picture.

    The first reason that fits is said. ``scale`` is the largest at which the net ran. ``seen`` is the picture at each
    scale; if it is empty, light and veils are not judged.
    """
    x, y, side = face
    darkest, lightest = 0.0, 255.0
    if seen:
        channels = cv2.split(crop(seen, (x, y), ACROSS / side, CROP))
        least = np.min(channels, axis=0)
        darkest = min(float(np.percentile(least, 1)), float(np.percentile(least[FACE, FACE], 2)))
        lightest = float(np.percentile(np.max(channels, axis=0), 99))
    another_face = bool(judged.may_be_side_face[n] or judged.second_face[n])
    reasons: tuple[tuple[Doubt, bool], ...] = (
        ("dim", lightest < DIM),
        ("slanted", float(judged.slant[n]) >= SLANTED),
        ("behind", darkest >= VEILED),
        ("other", float(judged.other[n]) >= ODD and float(judged.confidence[n]) < UNLIKELY),
        ("small", (side < NEARER and not another_face) or side * scale < SIDES[0] * 1.15),
    )
    return next((reason for reason, fits in reasons if fits), "pattern")
