"""Dice in any photograph: the net finds and reads them, the confidence model decides which values are given."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.photograph.clarity import Clarity, clarity_of
from vision.photograph.confidence_model import ConfidenceModel, select_dice
from vision.photograph.merged_scales import (
    SIDES,
    Detections,
    ScaledImage,
    crop,
    maps_at_scales,
    merge_scales,
    with_full_size,
)
from vision.photograph.net import STRIDE, Floats, Net
from vision.photograph.patterns import pattern_scores
from vision.pictures import Image, check_image
from vision.reading import Box, Die, Doubt, Reading

ACROSS, WIDE = 64, 150
"""Pixels across the face, and across the crop that holds it and its surroundings."""

NEAR = 0.35
"""Largest distance between the centres of face and marker, in sides of the face."""

DICTIONARIES = (cv2.aruco.DICT_5X5_1000, cv2.aruco.DICT_6X6_1000, cv2.aruco.DICT_APRILTAG_36h11)
"""The dictionary of the board, and those that are common elsewhere. The dictionaries of 4 x 4 cells are left out: their
marker 35 looks like a five."""


def is_marker(seen: Sequence[ScaledImage], face: tuple[float, float, float]) -> bool:
    """Return whether a detected face is a printed marker; ``face`` is x, y and side in pixels of the picture."""
    x, y, side = face
    view = cv2.cvtColor(crop(seen, (x, y), ACROSS / side, WIDE), cv2.COLOR_BGR2GRAY)
    for quad in _detector().detectMarkersMultiDict(view)[0]:
        if np.linalg.norm(np.asarray(quad).reshape(4, 2).mean(axis=0) - (WIDE - 1) / 2) < NEAR * ACROSS:
            return True
    return False


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    one = cv2.aruco.DetectorParameters()
    one.adaptiveThreshWinSizeMin = one.adaptiveThreshWinSizeMax = WIDE // 4 | 1
    one.minMarkerPerimeterRate = 2 * ACROSS / WIDE
    return cv2.aruco.ArucoDetector([cv2.aruco.getPredefinedDictionary(d) for d in DICTIONARIES], one)


TILE = 96
"""Side of a crop in pixels. All crops are laid on one sheet, which the net reads faster than one by one."""

ROW = 6
"""Crops in a row of the sheet."""

VIEWS = ((36.0, 0.0), (28.0, 25.0), (44.0, -20.0))
"""Side of the face in the crop, in pixels, and its turn in degrees, for each view."""

MOST_CROPS = 36
"""Largest number of crops; with more detections than this, each gets one."""

TURN_SHOWN = 40.0
"""Side of the face, in pixels, for measuring the angle of its edges."""

FIRST = 0.5
"""Weight of the first position of a face; each view's position has its probability as weight."""

AROUND = 6
"""Cells of the maps, in each direction from the crop's centre, that are searched for the face's centre."""


def refine(net: Net, seen: Sequence[ScaledImage], detections: Detections) -> Detections:
    """Return the detections with the evidence of their own crops added to that of the scales.

    Centre and side become the weighted mean over all views, so that a detection between two dice moves onto one.
    """
    if not len(detections):
        return detections
    views = max(1, min(len(VIEWS), MOST_CROPS // len(detections)))
    heat = np.full((len(detections), len(VIEWS)), np.nan, np.float32)
    values = np.full((len(detections), len(VIEWS), 7), np.nan, np.float32)
    down = np.full((len(detections), len(VIEWS), 2), np.nan, np.float32)
    tiles = [(view, n) for view in range(views) for n in range(len(detections))]
    sheet = np.zeros((-(-len(tiles) // ROW) * TILE, min(ROW, len(tiles)) * TILE, 3), np.uint8)
    for number, (view, n) in enumerate(tiles):
        top, left = number // ROW * TILE, number % ROW * TILE
        sheet[top : top + TILE, left : left + TILE] = _tile(seen, detections, n, *VIEWS[view])
    maps = net.forward(sheet)
    faces = np.zeros((len(detections), 1 + len(VIEWS), 3), np.float32)
    faces[:, 0] = np.stack([detections.x, detections.y, detections.side], axis=-1)
    weight = np.zeros((len(detections), 1 + len(VIEWS), 1), np.float32)
    weight[:, 0] = FIRST
    for number, (view, n) in enumerate(tiles):
        top, left = (at * TILE // STRIDE + TILE // STRIDE // 2 - AROUND for at in (number // ROW, number % ROW))
        part = maps.heat[top : top + 2 * AROUND, left : left + 2 * AROUND]
        row, column = np.unravel_index(int(_nearby(part).argmax()), part.shape)
        at = np.array([row + top]), np.array([column + left])
        heat[n, view] = maps.heat[at][0]
        values[n, view] = maps.values(*at)[0]
        down[n, view] = _turned_back(maps.down(*at)[0], VIEWS[view][1])
        middle = np.array([number % ROW, number // ROW]) * TILE + TILE / 2
        faces[n, 1 + view] = _back(maps.faces(*at)[:, 0], middle, faces[n, 0], *VIEWS[view])
        weight[n, 1 + view] = 1 / (1 + math.exp(-float(heat[n, view])))
    x, y, side = ((weight * faces).sum(axis=1) / weight.sum(axis=1)).T
    return replace(
        detections,
        x=x,
        y=y,
        side=side,
        heat=np.concatenate([detections.heat, heat], axis=1),
        values=np.concatenate([detections.values, values], axis=1),
        down=np.concatenate([detections.down, down], axis=1),
    )


def _back(seen: Floats, middle: NDArray[np.float64], face: Floats, across: float, turn: float) -> Floats:
    """Return x, y and side in the picture of what is ``seen`` in the crop of ``face`` around ``middle``."""
    by = across / float(face[2])
    return np.append(face[:2] + _turned_back((seen[:2] - middle) / by, turn), seen[2] / by).astype(np.float32)


def _turned_back(vector: NDArray[np.floating], turn: float) -> NDArray[np.floating]:
    """Return in the picture what is a vector (2,) in a crop that is turned by ``turn`` degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.asarray(vector @ np.array([[c, -s], [s, c]]))


def _nearby(heat: Floats) -> Floats:
    """Return the heat, lowered with the distance from the centre, so that a neighbouring die is not chosen."""
    line = np.arange(len(heat), dtype=np.float32) - (len(heat) - 1) / 2
    return np.asarray(heat - 0.1 * (line[:, None] ** 2 + line[None] ** 2), np.float32)


def _tile(seen: Sequence[ScaledImage], detections: Detections, n: int, across: float, turn: float) -> NDArray[np.uint8]:
    return _shown(seen, (float(detections.x[n]), float(detections.y[n]), float(detections.side[n])), across, turn)


def _shown(
    seen: Sequence[ScaledImage], face: tuple[float, float, float], across: float, turn: float
) -> NDArray[np.uint8]:
    """Return a crop with the face in its middle, ``across`` pixels large and turned by ``turn`` degrees."""
    x, y, side = face
    return crop(seen, (x, y), across / side, TILE, turn)


def edge_angle(seen: Sequence[ScaledImage], face: tuple[float, float, float]) -> float:
    """Return the angle of a face's edges in degrees, 0 to 90, from the directions of its colour gradients.

    ``face`` is x, y and side in pixels of the picture.
    """
    view = cv2.GaussianBlur(_shown(seen, face, TURN_SHOWN, 0.0), (0, 0), 1.2).astype(np.float32)
    right, down = cv2.Sobel(view, cv2.CV_32F, 1, 0), cv2.Sobel(view, cv2.CV_32F, 0, 1)
    line = np.arange(TILE, dtype=np.float32) - (TILE - 1) / 2
    far = np.maximum(np.abs(line)[:, None], np.abs(line)[None])
    change = (right + 1j * down) ** 2 * (far < TURN_SHOWN)[..., None]
    fourfold = (change**2 / np.maximum(np.abs(change), 1)).sum()
    return float(math.degrees(math.atan2(fourfold.imag, fourfold.real)) / 4 % 90)


HOPEFUL = -1.5
"""Detections whose best heat, in log-odds, is lower than this are dropped before the second look."""

MOST = 150
"""So many detections are looked at again at most, the likeliest."""

COLD = -1.75
"""Detections whose mean heat, in log-odds, is lower than this are not compared with the patterns: however well one
fitted, they would hardly be dice. Of 11,100 in photographs and drawn traps the likeliest had one of 0.13."""

BREADTH = 1.2
"""The side of a die in sides of the flat part of its top face, which the net measures. The visible side faces are not
estimated: the box of a die that is seen at a low angle ends too early below."""

SMALLEST = 14.0
"""Smallest side in pixels of a die. Smaller detections are dirt, or blocks of a damaged JPEG."""

IN_VIEW = 0.47
"""A face whose centre is closer to the picture's edge than this, in sides, is cut by it: half a six is a three."""

MANY, MANY_IN_VIEW = 4, 0.42
"""The limit for MANY pips or more, which cannot be the rest of another value: however the face is turned, the outer
pips are at most 0.35 sides from its centre."""

READABLE = 18.0
"""Smallest side in pixels of a die that gets a value."""

UNREADABLE = 0.5
"""A die whose probability of being unreadable exceeds this is in doubt as cocked."""


@dataclass(frozen=True, slots=True)
class PictureDetections:
    """The detections in a picture of ``size`` (width, height); ``scale`` is the largest at which the net ran."""

    size: tuple[int, int]
    scale: float
    detections: Detections


def detect(net: Net, image: Image) -> tuple[PictureDetections, list[ScaledImage]]:
    """Return the detections in a picture, refined by a second look, and the picture at each scale.

    The second look uses the original pixels where the picture was shrunk.
    """
    seen = maps_at_scales(net, image)
    detections = merge_scales(seen)
    detections = detections[np.flatnonzero(BREADTH * detections.side >= SMALLEST)]
    best = np.where(np.isnan(detections.heat), -np.inf, detections.heat).max(axis=1, initial=-np.inf)
    order = np.argsort(-best, kind="stable")[:MOST]
    detections = detections[order[best[order] > HOPEFUL]]
    sizes = with_full_size(image, seen)
    detections = refine(net, sizes, detections)
    likely = np.flatnonzero(detections.mean_heat() >= COLD)
    patterns = np.zeros_like(detections.patterns)
    patterns[likely] = pattern_scores(sizes, detections[likely])
    detections = replace(detections, patterns=patterns)
    return PictureDetections((image.shape[1], image.shape[0]), seen[0].scale, detections), sizes


class PhotographReader:
    """Reads dice in any photograph, without a plate."""

    def __init__(self, net: Net | None = None, model: ConfidenceModel | None = None) -> None:
        self._net = net or Net()
        self._model = model or ConfidenceModel.load()

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in the first exposure, BGR uint8 (h, w, 3); raises VisionError."""
        if not exposures:
            raise VisionError("no picture was given: give at least one")
        check_image(exposures[0])
        return decide(*detect(self._net, exposures[0]), self._model)


def decide(look: PictureDetections, seen: Sequence[ScaledImage], model: ConfidenceModel) -> Reading:
    """Return the reading that follows from the detections in a picture.

    ``seen`` is the picture at each scale. If it is empty, all angles are 0 and blur and glare are not checked.
    """
    detections = look.detections
    if not len(detections):
        return Reading(())
    judged = model.score(detections, look.size, look.scale)
    dice = []
    for n in select_dice(detections, judged.there, model.detection_threshold):
        face = float(detections.x[n]), float(detections.y[n]), float(detections.side[n])
        confidence = float(judged.confidence[n])
        unreadable = float(judged.unreadable[n]) > UNREADABLE
        sure = confidence >= model.value_threshold and not unreadable
        aside = bool(judged.may_be_side_face[n])
        if aside and not sure:
            continue
        best = int(judged.best[n])
        clarity = clarity_of(seen, face) if seen else None
        unclear = _unclear(clarity, best, confidence) if clarity else None
        doubt = _ill_placed(look, face, best)
        if sure and not aside:
            doubt = doubt or unclear
        else:
            doubt = doubt or ("cocked" if unreadable else unclear or _unsure(look, face[2]))
        if seen and not doubt and is_marker(seen, face):
            continue
        if not doubt and (judged.contradicted[n] or (clarity and clarity.lacks_a_pip(best))):
            doubt = "pattern"
        angle = edge_angle(seen, face) if seen else 0.0
        value = None if doubt else best
        dice.append(Die(value, confidence, _box(face, angle, look.size), angle, None, doubt))
    return Reading(tuple(dice))


def _unclear(clarity: Clarity, value: int, confidence: float) -> Doubt | None:
    return "blur" if clarity.blurred(value, confidence) else "glare" if clarity.glaring(value, confidence) else None


def _ill_placed(look: PictureDetections, face: tuple[float, float, float], best: int) -> Doubt | None:
    """Return the doubt about a face that is cut by the edge or too small, whatever it shows."""
    x, y, side = face
    if min(x, y, look.size[0] - x, look.size[1] - y) < (MANY_IN_VIEW if best >= MANY else IN_VIEW) * side:
        return "edge"
    return "small" if BREADTH * side < READABLE else None


def _unsure(look: PictureDetections, side: float) -> Doubt:
    return "small" if side * look.scale < SIDES[0] * 1.15 else "pattern"


def _box(face: tuple[float, float, float], angle: float, size: tuple[int, int]) -> Box:
    x, y, side = face
    turn = math.radians(angle)
    reach = BREADTH * side / 2 * (abs(math.cos(turn)) + abs(math.sin(turn)))
    x0, x1 = (min(max(v, 0.0), float(size[0])) for v in (x - reach, x + reach))
    y0, y1 = (min(max(v, 0.0), float(size[1])) for v in (y - reach, y + reach))
    return x0, y0, x1, y1
