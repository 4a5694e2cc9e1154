"""Dice in a photograph from anywhere: pips, faces, then the plane that top faces share."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crowd import believe, contested, describe_scene, gather, hopeful, select
from vision.errors import ImageShapeError
from vision.judge import Candidate, candidate
from vision.patterns import CORNERS, Face, diagonals, neighbours, quads, settle_tilt, shape_of, tilt_of
from vision.pictures import Image, check_image
from vision.pips import Pips, find_pips
from vision.reading import Die, Doubt, Reading
from vision.support import Pyramid, squares, support_faces

LONG_SIDE = 1280
"""Larger pictures are looked at in this size: a die of 2 % of it still has pips of 5 pixels."""

MOST_PIPS = 600
"""In grain and carpet more blobs than these are found: the best are looked at."""

SAY = 0.65
"""A value is said if it is believed at least so far; what is believed at least ``SEE`` is a die in doubt."""

SEE = 0.6

BORDER = 2.3
"""How far a box reaches from a face's middle, in pitches: to the edge and a little of the sides."""

CONTESTED = 0.25
"""A value is not said if another face that may be the top of the same die is believed so far."""


def propose(image: Image) -> list[Candidate]:
    """Return all faces that the pips of a picture may make, right and wrong."""
    pips = find_pips(image)
    pips = pips[(pips.roundness < 0.25) & (pips.clutter < 0.65)]
    if len(pips) > MOST_PIPS:
        looks = pips.roundness + 0.5 * pips.clutter - 0.002 * np.minimum(pips.contrast, 100)
        pips = pips[np.sort(np.argsort(looks, kind="stable")[:MOST_PIPS])]
    pyramid = Pyramid(image)
    near = neighbours(pips)
    found = _supported(pyramid, pips, near, quads(pips, near))
    tilt, known = np.zeros(2, np.float32), 0.0
    if found:
        scene = describe_scene(gather(found), np.array([_first_look(c) for c in found], np.float32))
        tilt, known = scene.tilt, scene.known
    found += _supported(pyramid, pips, near, diagonals(pips, near, tilt, known))
    single = np.flatnonzero((pips.roundness < 0.15) & (pips.clutter < 0.25))
    own = tilt_of(pips.shape)
    roots = [shape_of(settle_tilt(own[n], float(pips.radius[n]), tilt, known)) for n in single.tolist()]
    if roots:
        found += _supported(pyramid, pips, near, squares(pyramid, pips, single, np.stack(roots)))
    return found


def _first_look(c: Candidate) -> float:
    """Return how far a four, five or six is believed before the plane is known."""
    sound = np.clip((c.support.clean - 0.6) / 0.35, 0, 1) * np.clip(1.3 - c.face.misfit / 0.25, 0, 1)
    return float(sound * (1 - np.clip(c.support.ghosts / 0.08, 0, 1)) * (1.0 if c.face.complete else 0.3))


def _supported(pyramid: Pyramid, pips: Pips, near: list[NDArray[np.intp]], faces: list[Face]) -> list[Candidate]:
    return [
        candidate(pips, near, face, support)
        for face, support in support_faces(pyramid, pips, near, faces)
        if support.clean > 0.6 and support.ghosts < 0.15
    ]


def shrink(image: Image) -> tuple[Image, float]:
    """Return the picture no larger than ``LONG_SIDE``, and how much larger it was."""
    scale = max(1.0, max(image.shape[:2]) / LONG_SIDE)
    if scale == 1:
        return image, scale
    size = (max(1, round(image.shape[1] / scale)), max(1, round(image.shape[0] / scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


class FreeReader:
    """Reads dice without a plate."""

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in the first exposure; raises ImageShapeError."""
        if not exposures:
            raise ImageShapeError("no picture was handed in: give one at least")
        check_image(exposures[0])
        image, scale = shrink(exposures[0])
        candidates = hopeful(propose(image))
        if not candidates:
            return Reading(())
        crowd = gather(candidates)
        belief = believe(crowd)
        rivals = contested(crowd, belief)
        size = (exposures[0].shape[1], exposures[0].shape[0])
        taken = select(crowd, belief, SEE)
        return Reading(tuple(_die(candidates[n], float(belief[n]), float(rivals[n]), scale, size) for n in taken))


def _die(c: Candidate, belief: float, rival: float, scale: float, size: tuple[int, int]) -> Die:
    corners = (np.array(CORNERS) * BORDER) @ c.square.T + c.face.centre
    corners = np.clip((corners + 0.5) * scale, 0, size)
    (x0, y0), (x1, y1) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    edge = c.face.frame[:, 0]
    angle = math.degrees(math.atan2(edge[1], edge[0])) % 90
    whole = c.face.complete and (c.face.value > 3 or c.support.kin == 0)
    sure = belief >= SAY and rival < CONTESTED and whole
    doubt: Doubt | None = None if sure else "pattern"
    return Die(None if doubt else c.face.value, belief, (x0, y0, x1, y1), angle, None, doubt)
