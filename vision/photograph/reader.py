"""Dice in any photograph: the net finds and reads them, the confidence model decides which values are given."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.errors import VisionError
from vision.evaluation.reliability import SURE
from vision.photograph.clarity import Clarity, clarity_of
from vision.photograph.confidence_model import NEVER_DROPPED, ConfidenceModel, select_dice
from vision.photograph.features import ScoredDetections
from vision.photograph.merged_scales import (
    Detections,
    ScaledImage,
    add_full_size,
    crop,
    look_closer,
    maps_at_scales,
    merge_scales,
)
from vision.photograph.net import Net
from vision.photograph.patterns import pattern_scores
from vision.photograph.reasons import name_reason
from vision.photograph.second_look import Looks, SecondLook, find_certain
from vision.pictures import Image, check_image
from vision.reading import Box, Die, Doubt, Reading

TURN_SHOWN = 40.0
"""Side of the face, in pixels, for measuring the angle of its edges."""

TURN_WIDE = 96
"""Pixels across the crop for it, which holds the edges however the face is turned."""


def edge_angle(seen: Sequence[ScaledImage], face: tuple[float, float, float]) -> float:
    """Return the angle of a face's edges in degrees, 0 to 90, from the directions of its colour gradients.

    ``face`` is x, y and side in pixels of the picture.
    """
    x, y, side = face
    view = cv2.GaussianBlur(crop(seen, (x, y), TURN_SHOWN / side, TURN_WIDE), (0, 0), 1.2).astype(np.float32)
    near = slice(round(TURN_WIDE / 2 - TURN_SHOWN), round(TURN_WIDE / 2 + TURN_SHOWN))
    right, down = (cv2.Sobel(view, cv2.CV_32F, *way)[near, near] for way in ((1, 0), (0, 1)))
    # The fourth power of right + i down, divided by its square's length: real and imaginary part.
    real, imaginary = np.square(right) - np.square(down), 2 * right * down
    strength = np.maximum(np.square(right) + np.square(down), 1)
    along, across = (np.square(real) - np.square(imaginary)) / strength, 2 * real * imaginary / strength
    return math.degrees(math.atan2(float(across.sum()), float(along.sum()))) / 4 % 90


HOPEFUL = -1.5
"""Detections whose best heat, in log-odds, is lower than this are dropped."""

MOST = 150
"""Largest number of detections; the likeliest are kept."""

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

ALMOST_SURE = 0.985
"""Largest confidence that is said of a value that must not count as sure."""

UNREADABLE = 0.5
"""A die whose probability of being unreadable exceeds this is in doubt if its confidence is below ``SURE``."""

SEVERAL, ALIKE, SUSPECTED = 2, 0.2, 0.3
"""Where SEVERAL dice or more have a value, a detection whose logarithm of the side is less than ALIKE from theirs is at
least a die in doubt if its probability is SUSPECTED or more: dice behind glass must not vanish."""


@dataclass(frozen=True, slots=True)
class PictureDetections:
    """The detections in a picture of ``size`` (width, height); ``scale`` is the largest at which the net ran."""

    size: tuple[int, int]
    scale: float
    detections: Detections


LEANING = 0.5
"""A die without a value whose probability of leaning, by the second look, exceeds this is said to lean."""


def detect(net: Net, image: Image) -> tuple[PictureDetections, list[ScaledImage]]:
    """Return the detections in a picture, and the picture at each scale, the original first where it was shrunk."""
    seen = maps_at_scales(net, image)
    detections = merge_scales(seen)
    detections = detections[np.flatnonzero(BREADTH * detections.side >= SMALLEST)]
    best = np.where(np.isnan(detections.heat), -np.inf, detections.heat).max(axis=1, initial=-np.inf)
    order = np.argsort(-best, kind="stable")[:MOST]
    detections = detections[order[best[order] > HOPEFUL]]
    sizes = add_full_size(image, seen)
    detections = look_closer(net, sizes, detections)
    likely = np.flatnonzero(detections.mean_heat() >= COLD)
    patterns = np.zeros_like(detections.patterns)
    patterns[likely] = pattern_scores(sizes, detections[likely])
    detections = replace(detections, patterns=patterns)
    return PictureDetections((image.shape[1], image.shape[0]), seen[0].scale, detections), sizes


class PhotographReader:
    """Reads dice in any photograph, without a plate."""

    def __init__(
        self, net: Net | None = None, second: SecondLook | None = None, model: ConfidenceModel | None = None
    ) -> None:
        self._net = net or Net()
        self._second = second or SecondLook()
        self._model = model or ConfidenceModel.load()

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in the first exposure, BGR uint8 (h, w, 3); raises VisionError."""
        if not exposures:
            raise VisionError("no picture was given: give at least one")
        check_image(exposures[0])
        look, seen = detect(self._net, exposures[0])
        return decide(*look_again(look, seen, self._second, self._model), seen, self._model)


def look_twice(
    look: PictureDetections, seen: Sequence[ScaledImage], second: SecondLook, model: ConfidenceModel
) -> tuple[ScoredDetections, Looks]:
    """Return the first probabilities of a picture's detections, and what the second look says of the likely ones.

    ``seen`` is the picture at each scale.
    """
    scored = model.score(look.detections, look.size, look.scale)
    certain = find_certain(scored.there, scored.right, scored.best)
    return scored, second.look(seen, look.detections, scored.there, certain)


def look_again(
    look: PictureDetections, seen: Sequence[ScaledImage], second: SecondLook, model: ConfidenceModel
) -> tuple[PictureDetections, ScoredDetections]:
    """Return the detections in a picture, moved to where the second look sees the likely ones, and their probabilities.

    ``seen`` is the picture at each scale.
    """
    detections = look.detections
    scored, looks = look_twice(look, seen, second, model)
    judged = model.weigh(scored, detections, looks, look.size)
    x, y = np.nan_to_num(looks.off * detections.side[:, None]).T
    return replace(look, detections=replace(detections, x=detections.x + x, y=detections.y + y)), judged


def decide(
    look: PictureDetections, judged: ScoredDetections, seen: Sequence[ScaledImage], model: ConfidenceModel
) -> Reading:
    """Return the reading that follows from the detections in a picture and their probabilities.

    ``seen`` is the picture at each scale. If it is empty, all angles are 0 and blur and glare are not checked.
    """
    detections = look.detections
    dice = []
    for n in _select_dice(detections, judged, model):
        face = float(detections.x[n]), float(detections.y[n]), float(detections.side[n])
        confidence = float(judged.confidence[n])
        unreadable = float(judged.unreadable[n]) > UNREADABLE and confidence < SURE
        sure = confidence >= model.value_threshold and not unreadable
        aside = bool(judged.may_be_side_face[n])
        if aside and not sure and judged.there[n] < NEVER_DROPPED:
            continue
        best = int(judged.best[n])
        clarity = clarity_of(seen, face) if seen else None
        unclear = _doubt_clarity(clarity, best, confidence) if clarity else None
        doubt = _doubt_place(look, face, best)
        if sure and not aside and not judged.second_face[n]:
            doubt = doubt or unclear
        else:
            doubt = doubt or (
                "leans" if judged.leans[n] > LEANING else unclear or name_reason(seen, face, judged, n, look.scale)
            )
        if not doubt and clarity and clarity.lacks_a_pip(best):
            doubt = "pattern"
        angle = edge_angle(seen, face) if seen else 0.0
        value = None if doubt else best
        said = min(confidence, ALMOST_SURE) if judged.never_sure[n] else confidence
        dice.append(Die(value, said, _box(face, angle, look.size), angle, None, doubt))
    return Reading(tuple(dice))


def _select_dice(detections: Detections, judged: ScoredDetections, model: ConfidenceModel) -> list[int]:
    """Return the detections that count as dice: the probable ones, and those that are like dice with a value."""
    sure = np.sort(detections.side[judged.confidence >= model.value_threshold])
    usual = float(sure[len(sure) // 2]) if len(sure) >= SEVERAL else math.nan
    alike = np.abs(np.log(detections.side / usual)) < ALIKE
    chosen = alike | (judged.there >= model.detection_threshold)
    return [n for n in select_dice(detections, judged.there, SUSPECTED) if chosen[n]]


def _doubt_clarity(clarity: Clarity, value: int, confidence: float) -> Doubt | None:
    return (
        "blur" if clarity.is_blurred(value, confidence) else "glare" if clarity.is_glaring(value, confidence) else None
    )


def _doubt_place(look: PictureDetections, face: tuple[float, float, float], best: int) -> Doubt | None:
    """Return the doubt about a face that is cut by the edge or too small, whatever it shows."""
    x, y, side = face
    if min(x, y, look.size[0] - x, look.size[1] - y) < (MANY_IN_VIEW if best >= MANY else IN_VIEW) * side:
        return "edge"
    return "small" if BREADTH * side < READABLE else None


def _box(face: tuple[float, float, float], angle: float, size: tuple[int, int]) -> Box:
    x, y, side = face
    turn = math.radians(angle)
    reach = BREADTH * side / 2 * (abs(math.cos(turn)) + abs(math.sin(turn)))
    x0, x1 = (min(max(v, 0.0), float(size[0])) for v in (x - reach, x + reach))
    y0, y1 = (min(max(v, 0.0), float(size[1])) for v in (y - reach, y + reach))
    return x0, y0, x1, y1
