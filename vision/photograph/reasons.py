"""Why a face in a photograph has no value, where neither blur, glare, a lean nor its place explains it."""

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.features import ScoredDetections
from vision.photograph.merged_scales import SIDES, ScaledImage, crop
from vision.photograph.net import Floats
from vision.photograph.patterns import convert_to_lab
from vision.photograph.second_look import ACROSS, CROP
from vision.reading import Doubt

DIM = 64
"""A die is in the dark if the lightest hundredth of its surroundings is darker than this, in levels of 255. None was in
1,899 photographs."""

VEILED = 95
"""A die is behind a veil if the darkest hundredth of its surroundings, and the darkest fiftieth of its face, are
lighter than this in all channels, in levels of 255. This is so for 68 of 7,103 dice that have a value."""

FACE = slice(44, 84)
"""The rows and columns that hold the face in a crop of the second look, which is judged here too."""

BAR, BASE, APART = 0.06, 12, 3
"""A die lies behind a bar if some straight line is darker, or lighter, by this share than what lies APART pixels on
either side of it. BASE levels of 255 are added first: noise changes dark pixels by large shares."""

ALONG, PARTS, SHOWN = 96, 6, 6
"""Length in pixels of such a line, and its parts, each of which shows the bar in SHOWN of its pixels. Edges and pips of
a die are shorter, and the die covers what runs along the table."""

OFF_MIDDLE, TURN = 13, 2
"""Largest distance in pixels of a bar from the middle of its face; degrees between the directions that are tried."""

SLANTED = 0.7
"""Length, in sides, of the vector to the face below from which on a face is seen too flat: at 38 degrees."""

ODD, UNLIKELY = 0.7, 0.2
"""Least probability of something else than a die, and largest confidence, of what is said to have no pips. The second
look alone takes some real dice for something else, those of wood above all."""

NEARER = 24.0
"""1 in 13 faces with a smaller side in pixels is in doubt, 1 in 75 of those over 30: a closer picture may help."""

FAINT = 25.0
"""Pips hardly stand out where no spot as large as a pip differs from the ring around it by this much, in CIE Lab."""

CLOSE, CLOSE_CROP, PIPS_WITHIN = 64, 96, 0.36
"""Pixels across a face and its crop in which spots are sought, and the spots' distance from its middle, in sides."""

SPOTS, RING = (3.5, 5.0, 7.0), (1.35, 2.2)
"""Radii of spots in such a crop, in pixels, and those of the ring around a spot, in radii of the spot."""


def name_reason(
    seen: Sequence[ScaledImage], face: tuple[float, float, float], judged: ScoredDetections, n: int, scale: float
) -> Doubt:
    """Return why detection ``n`` has no value; ``face`` is its x, y and side in pixels of the picture.

    The first reason that fits is said. ``scale`` is the largest at which the net ran. ``seen`` is the picture at each
    scale; if it is empty, only slant, size and what the nets say are judged.
    """
    return next(_find_reasons(seen, face, judged, n, scale), "pattern")


def _find_reasons(
    seen: Sequence[ScaledImage], face: tuple[float, float, float], judged: ScoredDetections, n: int, scale: float
) -> Iterator[Doubt]:
    x, y, side = face
    around = crop(seen, (x, y), ACROSS / side, CROP) if seen else None
    if around is not None and float(np.percentile(around.max(axis=2), 99)) < DIM:
        yield "dim"
    if float(judged.slant[n]) >= SLANTED:
        yield "slanted"
    if around is not None and (is_veiled(around) or find_bar(around) >= BAR):
        yield "behind"
    if float(judged.other[n]) >= ODD and float(judged.confidence[n]) < UNLIKELY:
        yield "other"
    another_face = bool(judged.may_be_side_face[n] or judged.second_face[n])
    if (side < NEARER and not another_face) or side * scale < SIDES[0] * 1.15:
        yield "small"
    if seen and find_spot(crop(seen, (x, y), CLOSE / side, CLOSE_CROP)) < FAINT:
        yield "faint"


def is_veiled(around: NDArray[np.uint8]) -> bool:
    """Return whether nothing is dark in a crop (CROP, CROP, 3) with a face and its surroundings."""
    least = around.min(axis=2)
    return min(float(np.percentile(least, 1)), float(np.percentile(least[FACE, FACE], 2))) >= VEILED


def find_bar(around: NDArray[np.uint8]) -> float:
    """Return by which share (log) some straight line over a face and its surroundings differs from both its sides.

    ``around`` (CROP, CROP, 3) shows both. The part of the line that differs least counts.
    """
    levels = np.log(cv2.cvtColor(around, cv2.COLOR_BGR2GRAY).astype(np.float32) + BASE)
    middle, end, most = (CROP - 1) / 2, (ALONG - 1) / 2, 0.0
    at = np.arange(ALONG // 2 - OFF_MIDDLE, ALONG // 2 + OFF_MIDDLE)
    for angle in range(0, 180, TURN):
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        matrix = np.array([[c, -s, middle - (c - s) * end], [s, c, middle - (s + c) * end]])
        turned = cv2.warpAffine(levels, matrix, (ALONG, ALONG), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        line, one, other = turned[:, at], turned[:, at - APART], turned[:, at + APART]
        for differs in (np.minimum(one, other) - line, line - np.maximum(one, other)):
            parts = np.partition(differs.reshape(PARTS, -1, len(at)), -SHOWN, axis=1)[:, -SHOWN]
            most = max(most, float(parts.min(axis=0).max()))
    return most


def find_spot(close: NDArray[np.uint8]) -> float:
    """Return by how much some spot on a face differs most from the ring around it, in CIE Lab (CIE76).

    ``close`` (CLOSE_CROP, CLOSE_CROP, 3) shows the face in its middle, CLOSE pixels large.
    """
    lab = convert_to_lab(close.reshape(1, -1, 3))[0].T.reshape(close.shape)
    line = (np.arange(CLOSE_CROP) - (CLOSE_CROP - 1) / 2) / CLOSE
    within = np.hypot(line[:, None], line) < PIPS_WITHIN
    apart = (
        np.linalg.norm(cv2.filter2D(lab, -1, _disc(0, r) - _disc(RING[0] * r, RING[1] * r)), axis=2) for r in SPOTS
    )
    return max(float(part[within].max()) for part in apart)


def _disc(inner: float, outer: float) -> Floats:
    """Return the weights of a ring of these radii in pixels, the same everywhere."""
    reach = math.ceil(RING[1] * max(SPOTS))
    line = np.arange(-reach, reach + 1)
    far = np.hypot(line[:, None], line)
    ring = ((far >= inner) & (far < outer)).astype(np.float32)
    return np.asarray(ring / ring.sum(), np.float32)
