"""How far a face is to be believed: what speaks for it by itself, and what the rest of the picture says of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.patterns import Face, askance, tilt_of
from vision.pips import Floats, Pips
from vision.support import EDGE, Support
from vision.weights import ALONE, Logistic

GROUP = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
"""Values whose faces are judged by the same weights."""

USUAL_PITCH = (2.4, 2.9, 2.9)
"""Pitch in pip radii that is usual, by group; the single pip of a one is larger."""

HOPELESS = 0.01
"""What is believed less by itself is not looked at beside others."""

CLIP = 2.5
"""No number counts for more than this many standard deviations."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A face that may lie on top, and the numbers by which it is judged alone, each the larger the better.

    ``square`` (2, 2) is the face's frame, made that of a square where its pips stand nearer to each other one way;
    ``tilt`` as in ``patterns.tilt_of``; ``side`` is the length of the face's edge in pixels, ``radius`` that of its
    pips, ``ground`` its colour and ``contrast`` that of its pips.
    """

    face: Face
    square: Floats
    support: Support
    tilt: Floats
    side: float
    radius: float
    ground: Floats
    contrast: float
    alone: Floats


def candidate(pips: Pips, near: Sequence[NDArray[np.intp]], face: Face, support: Support) -> Candidate:
    """Return a face with the numbers by which it is judged; ``near`` are the pips' neighbours that look alike."""
    members = list(face.members)
    radius = math.exp(float(np.log(pips.radius[members]).mean()))
    pitch = abs(float(np.linalg.det(face.frame))) ** 0.5
    ellipse = tilt_of(pips.shape[members]).mean(axis=0)
    square = _squared(face, ellipse)
    tilt = np.asarray(tilt_of((square @ square.T)[None])[0], np.float32)
    contrast = float(pips.contrast[members].mean())
    steps, edges = np.sqrt(np.sort(support.steps)), np.array(support.edges)
    ground, colour = np.median(pips.face[members], axis=0), pips.colour[members].mean(axis=0)
    alone = (
        support.clean,
        -math.sqrt(support.ghosts),
        -support.rough,
        *steps.tolist(),
        -max(0.0, 0.4 - float(steps[0])),
        -max(0.0, 0.4 - float(steps[1])),
        -math.log(edges.max() / edges.min()),
        -math.log(edges.max()),
        -abs(math.log(pitch / radius / USUAL_PITCH[GROUP[face.value]])),
        math.log(contrast),
        -float(pips.roundness[members].mean()),
        -float(pips.clutter[members].mean()),
        -float(np.hypot(*tilt)),
        -max(0.0, float(np.hypot(*tilt)) - 0.45),
        -face.misfit,
        float(face.complete),
        -float(np.hypot(*(tilt - ellipse))),
        -float(np.log(pips.radius[members]).std()),
        -float(np.log(pips.contrast[members]).std()),
        -float(np.linalg.norm(pips.face[members] - ground, axis=1).mean()) / contrast,
        -float(np.linalg.norm(pips.colour[members] - colour, axis=1).mean()) / contrast,
        -math.log1p(_strangers(pips, near, face)),
        -_intruders(pips, face, radius, contrast),
        -min(_filled(pips, m) for m in members),
        -float(min(support.joined, 3)),
        -askance(tilt),
        float(face.value in {3, 5}),
        float(face.value == 6),
    )
    side = pitch * 2 * EDGE
    return Candidate(face, square, support, tilt, side, radius, ground, contrast, np.array(alone, np.float32))


def _squared(face: Face, ellipse: Floats) -> Floats:
    """Return the frame of a face, that of a square: the columns of many sixes stand nearer to each other than the rows.

    How much nearer is told by the pips' own tilt ``ellipse``.
    """
    if face.value != 6:
        return face.frame
    wide = np.linspace(1, 1.35, 8, dtype=np.float32)
    frames = face.frame * np.stack([wide, np.ones_like(wide)], axis=-1)[:, None]
    tilts = tilt_of(frames @ frames.swapaxes(1, 2))
    return np.asarray(frames[np.linalg.norm(tilts - ellipse, axis=1).argmin()], np.float32)


def _strangers(pips: Pips, near: Sequence[NDArray[np.intp]], face: Face) -> int:
    """Return how many pips like those of the face stand around it: grain and mesh make faces among many."""
    alike = np.setdiff1d(np.concatenate([near[m] for m in face.members]), face.members)
    uv = np.abs((pips.centre[alike] - face.centre) @ np.linalg.inv(face.frame).T).max(axis=1) if len(alike) else alike
    return int(np.sum(uv > 1.4))


def _intruders(pips: Pips, face: Face, radius: float, contrast: float) -> float:
    """Return how many blobs that are much like pips lie on the face and are not accounted for."""
    uv = np.abs((pips.centre - face.centre) @ np.linalg.inv(face.frame).T).max(axis=1)
    ratio = pips.radius / radius
    like = (uv < 1.5) & (ratio > 0.55) & (ratio < 1.6)
    like[list(face.members)] = False
    # The same blob at another scale lies on a member: it is accounted for.
    gap = np.linalg.norm(pips.centre[like][:, None] - pips.centre[list(face.members)][None], axis=-1)
    free = (gap > radius).all(axis=1)
    return float(np.minimum(pips.contrast[like][free] / contrast, 1).sum())


def _filled(pips: Pips, member: int) -> float:
    """Return how many blobs lie within a pip, at most 3: a die seen as a pip holds pips, a pip at most a glint."""
    gap = np.linalg.norm(pips.centre - pips.centre[member], axis=1)
    inside = (gap < 0.85 * pips.radius[member]) & (pips.radius < 0.4 * pips.radius[member])
    return float(min(np.sum(inside & (pips.contrast > 0.25 * pips.contrast[member])), 3))


def believe_alone(candidates: Sequence[Candidate]) -> Floats:
    """Return how far each candidate is to be believed if nothing else of the picture is looked at, (n,), 0 to 1."""
    return weigh(ALONE, candidates, np.stack([c.alone for c in candidates])) if candidates else np.zeros(0, np.float32)


def weigh(weights: Sequence[Logistic], candidates: Sequence[Candidate], numbers: Floats) -> Floats:
    """Return the logistic belief in each candidate, (n,), from its row of ``numbers``."""
    group = np.array([GROUP[c.face.value] for c in candidates])
    belief = np.zeros(len(candidates), np.float32)
    for k, weight in enumerate(weights):
        rows = group == k
        z = np.clip((numbers[rows] - weight.mean) / weight.scale, -CLIP, CLIP)
        belief[rows] = 1 / (1 + np.exp(-np.clip(z @ np.array(weight.slope) + weight.offset, -30, 30)))
    return belief
