"""Dice in a photograph from anywhere: the net finds and reads them, belief decides what is said."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.errors import ImageShapeError
from vision.photograph.belief import Belief, select
from vision.photograph.clarity import Clarity, clarity_of
from vision.photograph.closer import look_closer, turn_of
from vision.photograph.joined import SIDES, Sights, Sized, glimpses, join, with_all_pixels
from vision.photograph.markers import is_marker
from vision.photograph.net import Net
from vision.photograph.patterns import opinions
from vision.pictures import Image, check_image
from vision.reading import Box, Die, Doubt, Reading

HOPEFUL = -1.5
"""Log-odds of the heat in the size that shows a face best, below which it is not looked at again."""

MOST = 150
"""So many sights are looked at again at most, the likeliest."""

BREADTH = 1.2
"""The side of a die in sides of the flat part of its top face, which is what the net learns to measure; what is seen of
the die's sides is not estimated, so that the box of a die seen from low is too small below."""

SMALLEST = 14.0
"""Pixels of a die below which it is not looked for: specks of dirt and the blocks of a damaged JPEG look like it."""

IN_VIEW = 0.47
"""A face whose middle is nearer to the picture's edge, in sides, is cut by it: half a six is a three."""

MANY, MANY_IN_VIEW = 4, 0.42
"""So many pips and more are not what is left of another value as long as the middle is so far from the edge: the
middles of the outer pips are 0.35 sides from it at most, however the face is turned."""

READABLE = 18.0
"""Pixels of a die below which no value is said of it."""

UNREADABLE = 0.5
"""From this probability on a die has no value and is called cocked."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that net and geometry said of a picture of ``size`` (width, height), at a ``scale`` of its own at most."""

    size: tuple[int, int]
    scale: float
    sights: Sights


def look(net: Net, image: Image) -> tuple[Look, list[Sized]]:
    """Return what the net says of a picture, the likely dice looked at twice, and the picture at each size.

    Small dice are looked at again in all their pixels.
    """
    seen = glimpses(net, image)
    sights = join(seen)
    sights = sights[np.flatnonzero(BREADTH * sights.side >= SMALLEST)]
    best = np.where(np.isnan(sights.heat), -np.inf, sights.heat).max(axis=1, initial=-np.inf)
    order = np.argsort(-best, kind="stable")[:MOST]
    sights = sights[order[best[order] > HOPEFUL]]
    sizes = with_all_pixels(image, seen)
    sights = look_closer(net, sizes, sights)
    sights = replace(sights, patterns=opinions(sizes, sights))
    return Look((image.shape[1], image.shape[0]), seen[0].scale, sights), sizes


class PhotographReader:
    """Reads dice without a plate."""

    def __init__(self, net: Net | None = None, belief: Belief | None = None) -> None:
        self._net = net or Net()
        self._belief = belief or Belief.load()

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in the first exposure; raises ImageShapeError."""
        if not exposures:
            raise ImageShapeError("no picture was handed in: give one at least")
        check_image(exposures[0])
        return decide(*look(self._net, exposures[0]), self._belief)


def decide(look: Look, seen: Sequence[Sized], belief: Belief) -> Reading:
    """Return the reading of a picture that was looked at.

    Without the picture itself angles are 0, and nobody knows how clearly a face is seen.
    """
    sights = look.sights
    if not len(sights):
        return Reading(())
    judged = belief.judge(sights, look.size, look.scale)
    dice = []
    for n in select(sights, judged.there, belief.see):
        face = float(sights.x[n]), float(sights.y[n]), float(sights.side[n])
        confidence = float(judged.confidence[n])
        unreadable = float(judged.unreadable[n]) > UNREADABLE
        sure = confidence >= belief.say and not unreadable
        aside = bool(judged.aside[n])
        if aside and not sure:
            continue
        best = int(judged.best[n])
        unclear = _unclear(clarity_of(seen, face), best, confidence) if seen else None
        doubt = _ill_placed(look, face, best)
        if sure and not aside:
            doubt = doubt or unclear
        else:
            doubt = doubt or ("cocked" if unreadable else unclear or _unsure(look, face[2]))
        if seen and not doubt and is_marker(seen, face):
            continue
        angle = turn_of(seen, face) if seen else 0.0
        value = None if doubt else best
        dice.append(Die(value, confidence, _box(face, angle, look.size), angle, None, doubt))
    return Reading(tuple(dice))


def _unclear(clarity: Clarity, value: int, confidence: float) -> Doubt | None:
    return "blur" if clarity.blurred(value, confidence) else "glare" if clarity.glaring(confidence) else None


def _ill_placed(look: Look, face: tuple[float, float, float], best: int) -> Doubt | None:
    """Return why no value is said of a face whatever it shows."""
    x, y, side = face
    if min(x, y, look.size[0] - x, look.size[1] - y) < (MANY_IN_VIEW if best >= MANY else IN_VIEW) * side:
        return "edge"
    return "small" if BREADTH * side < READABLE else None


def _unsure(look: Look, side: float) -> Doubt:
    return "small" if side * look.scale < SIDES[0] * 1.15 else "pattern"


def _box(face: tuple[float, float, float], angle: float, size: tuple[int, int]) -> Box:
    x, y, side = face
    turn = math.radians(angle)
    reach = BREADTH * side / 2 * (abs(math.cos(turn)) + abs(math.sin(turn)))
    x0, x1 = (min(max(v, 0.0), float(size[0])) for v in (x - reach, x + reach))
    y0, y1 = (min(max(v, 0.0), float(size[1])) for v in (y - reach, y + reach))
    return x0, y0, x1, y1
