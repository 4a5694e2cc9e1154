"""How far a face is to be believed: what speaks for it by itself, and what the rest of the picture says of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.patterns import Face, tilt_of
from vision.pips import Floats, Pips
from vision.support import EDGE, Support
from vision.weights import ALONE, BESIDE, Logistic

GROUP = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
"""Values whose faces are judged by the same weights."""

USUAL_PITCH = (2.4, 2.9, 2.9)
"""Pitch in pip radii that is usual, by group; the single pip of a one is larger."""

CLIP = 2.5
"""No number counts for more than this many standard deviations."""

ALONG = 3.3
"""Two faces whose middles are nearer than this, in pitches of either, cannot both be tops of dice."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A face that may lie on top, and the numbers by which it is judged alone, each the larger the better.

    ``tilt`` as in ``patterns.tilt_of``; ``side`` is the length of the face's edge in pixels, ``radius`` of its pips.
    """

    face: Face
    support: Support
    tilt: Floats
    side: float
    radius: float
    alone: Floats


@dataclass(frozen=True, slots=True)
class Scene:
    """What the faces of a picture share: the tilt of the plane that they lie in, the side of a die in pixels.

    ``known`` is 0 to 1: how much there was to learn it from.
    """

    tilt: Floats
    side: float
    known: float


def candidate(pips: Pips, face: Face, support: Support) -> Candidate:
    """Return a face with the numbers by which it is judged."""
    members = list(face.members)
    radius = math.exp(float(np.log(pips.radius[members]).mean()))
    pitch = abs(float(np.linalg.det(face.frame))) ** 0.5
    ellipse = tilt_of(pips.shape[members]).mean(axis=0)
    frame = tilt_of((face.frame @ face.frame.T)[None])[0]
    tilt = np.asarray(frame if face.value >= 4 else ellipse, np.float32)
    contrast = float(pips.contrast[members].mean())
    steps, edges = np.sqrt(np.sort(support.steps)), np.array(support.edges)
    ground, colour = np.median(pips.face[members], axis=0), pips.colour[members].mean(axis=0)
    alone = (
        support.clean,
        -math.sqrt(support.ghosts),
        -support.rough,
        *steps.tolist(),
        -math.log(edges.max() / edges.min()),
        -math.log(edges.max()),
        -abs(math.log(pitch / radius / USUAL_PITCH[GROUP[face.value]])),
        math.log(contrast),
        -float(pips.roundness[members].mean()),
        -float(pips.clutter[members].mean()),
        -float(np.hypot(*tilt)),
        -face.misfit,
        float(face.complete),
        -float(np.hypot(*(frame - ellipse))),
        -float(np.log(pips.radius[members]).std()),
        -float(np.log(pips.contrast[members]).std()),
        -float(np.linalg.norm(pips.face[members] - ground, axis=1).mean()) / contrast,
        -float(np.linalg.norm(pips.colour[members] - colour, axis=1).mean()) / contrast,
        float(face.value in {3, 5}),
        float(face.value == 6),
    )
    return Candidate(face, support, tilt, pitch * 2 * EDGE, radius, np.array(alone, np.float32))


def believe(candidates: Sequence[Candidate]) -> Floats:
    """Return how far each candidate is to be believed to be the top of a die, (n,), 0 to 1."""
    if not candidates:
        return np.zeros(0, np.float32)
    alone = believe_alone(candidates)
    rest = beside(candidates, alone, describe_scene(candidates, alone))
    return weigh(BESIDE, candidates, rest)


def believe_alone(candidates: Sequence[Candidate]) -> Floats:
    """Return how far each candidate is to be believed if nothing else of the picture is looked at, (n,), 0 to 1."""
    return weigh(ALONE, candidates, np.stack([c.alone for c in candidates]))


def weigh(weights: Sequence[Logistic], candidates: Sequence[Candidate], numbers: Floats) -> Floats:
    """Return the logistic belief in each candidate, (n,), from its row of ``numbers``."""
    group = np.array([GROUP[c.face.value] for c in candidates])
    belief = np.zeros(len(candidates), np.float32)
    for k, weight in enumerate(weights):
        rows = group == k
        z = np.clip((numbers[rows] - weight.mean) / weight.scale, -CLIP, CLIP)
        belief[rows] = 1 / (1 + np.exp(-np.clip(z @ np.array(weight.slope) + weight.offset, -30, 30)))
    return belief


def beside(candidates: Sequence[Candidate], alone: Floats, scene: Scene) -> Floats:
    """Return what the rest of the picture says of each candidate, (n, numbers), each the larger the better.

    ``alone`` (n,) is the belief in each by itself. A rival is a candidate that cannot be a top as well: one with more
    pips speaks against a candidate, one above it too, one below it is likely to be its side.
    """
    tilts = np.stack([c.tilt for c in candidates])
    lean = np.hypot(*(tilts - scene.tilt).T)
    side = np.array([c.side for c in candidates])
    size = np.log(side / scene.side) * scene.known
    counts = np.array([len(c.face.members) for c in candidates])
    clash = clashes(candidates)
    centre_y = np.array([c.face.centre[1] for c in candidates])
    drop = (centre_y[None] - centre_y[:, None]) / np.sqrt(side[:, None] * side[None])
    rival = np.where(clash, alone[None], 0)
    more = np.where(counts[None] > counts[:, None], rival, 0).max(axis=1)
    below = np.where(drop > 0.35, rival, 0).max(axis=1)
    above = np.where(drop < -0.35, rival, 0).max(axis=1)
    here = np.where(np.abs(drop) <= 0.35, rival, 0).max(axis=1)
    likely = np.clip(alone, 1e-4, 1 - 1e-4)
    numbers = (
        np.log(likely / (1 - likely)),
        -lean,
        -lean * scene.known,
        -np.abs(size),
        -np.maximum(size - 0.3, 0),
        -np.maximum(-0.3 - size, 0),
        -more,
        -above,
        -here,
        below,
        np.array([float(c.face.value in {3, 5}) for c in candidates]),
        np.array([float(c.face.value == 6) for c in candidates]),
    )
    return np.stack(numbers, axis=-1).astype(np.float32)


def clashes(candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Return which pairs of candidates cannot both be tops of dice, (n, n): too near to each other."""
    centres = np.stack([c.face.centre for c in candidates])
    inverses = np.linalg.inv(np.stack([c.face.frame for c in candidates]))
    apart = np.abs(np.einsum("nij,nmj->nmi", inverses, centres[None] - centres[:, None])).max(axis=2)
    near = np.minimum(apart, apart.T) < ALONG
    np.fill_diagonal(near, False)
    return np.asarray(near, bool)


def describe_scene(candidates: Sequence[Candidate], belief: Floats) -> Scene:
    """Return the tilt and the side on which the believed faces agree best, the flatter the likelier."""
    tilts = np.stack([c.tilt for c in candidates])
    weights = belief**2 * np.array([min(len(c.face.members), 4) for c in candidates])
    apart = np.linalg.norm(tilts[:, None] - tilts[None], axis=-1)
    flat = np.exp(-((np.linalg.norm(tilts, axis=1) / 0.8) ** 2) / 2)
    votes = (weights * np.exp(-((apart / 0.2) ** 2) / 2)).sum(axis=1) * flat
    close = weights * (apart[int(votes.argmax())] < 0.3) + 1e-9
    sides = np.log([c.side for c in candidates])
    order = np.argsort(sides, kind="stable")
    middle = order[int(np.searchsorted(np.cumsum(close[order]), close.sum() / 2))]
    known = float(1 - np.exp(-close.sum() / 3))
    return Scene(np.average(tilts, axis=0, weights=close).astype(np.float32), math.exp(sides[middle]), known)
