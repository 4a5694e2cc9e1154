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

    ``tilt`` as in ``patterns.tilt_of``; ``side`` is the length of the face's edge in pixels, ``radius`` that of its
    pips, ``ground`` its colour and ``contrast`` that of its pips.
    """

    face: Face
    support: Support
    tilt: Floats
    side: float
    radius: float
    ground: Floats
    contrast: float
    alone: Floats


@dataclass(frozen=True, slots=True)
class Scene:
    """What the faces of a picture share: the tilt of the plane that they lie in, the side of a die in pixels.

    ``known`` is 0 to 1: how much there was to learn it from.
    """

    tilt: Floats
    side: float
    known: float


UP = 0.3
"""How much flatter the lower of two faces of one die must look to be taken for its top; in tilt."""

LEVEL = 0.5
"""Spread of what makes a plane look other than level to an upright camera, in tilt."""

FLAT = 0.4
"""Spread of the tilts in which people look at dice: 0.35 is a plane seen at 45 degrees, 0.7 at 60."""


def candidate(pips: Pips, near: Sequence[NDArray[np.intp]], face: Face, support: Support) -> Candidate:
    """Return a face with the numbers by which it is judged; ``near`` are the pips' neighbours that look alike."""
    members = list(face.members)
    radius = math.exp(float(np.log(pips.radius[members]).mean()))
    pitch = abs(float(np.linalg.det(face.frame))) ** 0.5
    ellipse = tilt_of(pips.shape[members]).mean(axis=0)
    tilt = _tilt(face, ellipse)
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
        -_askance(tilt),
        float(face.value in {3, 5}),
        float(face.value == 6),
    )
    side = pitch * 2 * EDGE
    return Candidate(face, support, tilt, side, radius, ground, contrast, np.array(alone, np.float32))


def _tilt(face: Face, ellipse: Floats) -> Floats:
    """Return the tilt of a face's frame; the rows of many sixes stand apart, which must not be taken for tilt."""
    frames = face.frame[None]
    if face.value == 6:
        wide = np.linspace(1, 1.35, 8, dtype=np.float32)
        frames = face.frame * np.stack([wide, np.ones_like(wide)], axis=-1)[:, None]
    tilts = tilt_of(frames @ frames.swapaxes(1, 2))
    return np.asarray(tilts[np.linalg.norm(tilts - ellipse, axis=1).argmin()], np.float32)


def _askance(tilt: Floats) -> float:
    """Return how far a tilt is from those of a table seen by people, who hold the camera upright."""
    return math.hypot(min(float(tilt[0]), 0.0), float(tilt[1]))


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


def believe(candidates: Sequence[Candidate]) -> Floats:
    """Return how far each candidate is to be believed to be the top of a die, (n,), 0 to 1."""
    if not candidates:
        return np.zeros(0, np.float32)
    alone = believe_alone(candidates)
    belief = alone
    for weights in BESIDE:
        belief = weigh(weights, candidates, beside(candidates, alone, belief))
    return belief


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


def beside(candidates: Sequence[Candidate], alone: Floats, belief: Floats) -> Floats:
    """Return what the rest of the picture says of each candidate, (n, numbers), each the larger the better.

    ``alone`` (n,) is the belief in each by itself, ``belief`` (n,) the best there is in the others. A rival is a
    candidate that cannot be a top as well: one with more pips speaks against a candidate, one above it too, one below
    it is likely to be its side.
    """
    scene = describe_scene(candidates, belief)
    tilts = np.stack([c.tilt for c in candidates])
    lean = np.hypot(*(tilts - scene.tilt).T)
    side = np.array([c.side for c in candidates])
    size = np.log(side / scene.side) * scene.known
    counts = np.array([len(c.face.members) for c in candidates])
    clash = clashes(candidates)
    centre_y = np.array([c.face.centre[1] for c in candidates])
    drop = (centre_y[None] - centre_y[:, None]) / np.sqrt(side[:, None] * side[None])
    rival = np.where(clash, belief[None], 0)
    more = np.where(counts[None] > counts[:, None], rival, 0).max(axis=1)
    below = np.where(drop > 0.35, rival, 0).max(axis=1)
    above = np.where(drop < -0.35, rival, 0).max(axis=1)
    here = np.where(np.abs(drop) <= 0.35, rival, 0).max(axis=1)
    touching = _touching(candidates)
    side_of = np.where(touching, belief[None] * np.clip((lean[:, None] - lean[None]) / 0.3, 0, 1), 0)
    likely = np.clip(alone, 1e-4, 1 - 1e-4)
    numbers = (
        np.log(likely / (1 - likely)),
        -lean,
        -lean * scene.known,
        -np.minimum(np.abs(size), 1),
        -np.clip(size - 0.3, 0, 0.6),
        -np.clip(-0.3 - size, 0, 0.6),
        -more,
        -above,
        -here,
        below,
        -side_of.max(axis=1),
        -_sides(candidates, belief),
        np.array([float(c.face.value in {3, 5}) for c in candidates]),
        np.array([float(c.face.value == 6) for c in candidates]),
    )
    return np.stack(numbers, axis=-1).astype(np.float32)


def _sides(candidates: Sequence[Candidate], belief: Floats) -> Floats:
    """Return how likely each is a side of a die whose top is another candidate, (n,), 0 to 1.

    Of two faces of one die the top is seen the flatter; where neither is, it is the upper one in the picture.
    """
    tilt = np.array([float(np.hypot(*c.tilt)) for c in candidates])
    side = np.array([c.side for c in candidates])
    y = np.array([c.face.centre[1] for c in candidates])
    up = np.clip((y[:, None] - y[None]) / np.sqrt(side[:, None] * side[None]) / 0.5, -1, 1)
    steeper = np.clip((tilt[:, None] - tilt[None] + UP * up) / 0.3, 0, 1)
    return np.asarray(np.where(_touching(candidates), np.sqrt(belief)[None] * steeper, 0).max(axis=1), np.float32)


def contested(candidates: Sequence[Candidate], belief: Floats) -> Floats:
    """Return how far another face of the same die is believed that is as likely to be its top, (n,), 0 to 1.

    In a slanting view sides look like tops: the face above, if there is one of the same colour, is the likelier top.
    """
    chosen = np.flatnonzero(belief > 0.05)
    answer = np.zeros(len(candidates), np.float32)
    answer[chosen] = _contested([candidates[n] for n in chosen.tolist()], belief[chosen])
    return answer


def _contested(candidates: Sequence[Candidate], belief: Floats) -> Floats:
    if not candidates:
        return np.zeros(0, np.float32)
    slant = np.array([float(np.hypot(*c.tilt)) for c in candidates])
    side = np.array([c.side for c in candidates])
    y = np.array([c.face.centre[1] for c in candidates])
    above = (y[:, None] - y[None]) / np.sqrt(side[:, None] * side[None]) > 0.35
    flatter = slant[None] < slant[:, None] - 0.15
    shared = np.array([[bool(set(a.face.members) & set(b.face.members)) for b in candidates] for a in candidates])
    other = (clashes(candidates) | _touching(candidates)) & ~shared
    return np.asarray(np.where(other & ((above & (slant[:, None] > 0.2)) | flatter), belief[None], 0).max(axis=1))


def _touching(candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Return which pairs may be two faces of one die, (n, n): side by side and of one colour."""
    apart = _apart(candidates)
    ground = np.stack([c.ground for c in candidates])
    contrast = np.array([c.contrast for c in candidates])
    alike = np.linalg.norm(ground[:, None] - ground[None], axis=-1) < 0.7 * np.minimum(contrast[:, None], contrast)
    return np.asarray((np.minimum(apart, apart.T) < 5.2) & (np.minimum(apart, apart.T) > 2.2) & alike)


def _apart(candidates: Sequence[Candidate]) -> Floats:
    """Return how far each face's middle is from each other's, in pitches of the first, (n, n)."""
    centres = np.stack([c.face.centre for c in candidates])
    inverses = np.linalg.inv(np.stack([c.face.frame for c in candidates]))
    return np.asarray(np.abs(np.einsum("nij,nmj->nmi", inverses, centres[None] - centres[:, None])).max(axis=2))


def clashes(candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Return which pairs of candidates cannot both be tops of dice, (n, n).

    They are too near to each other, or touch and are of one colour but lie in different planes: sides of one die.
    """
    apart = _apart(candidates)
    tilts = np.stack([c.tilt for c in candidates])
    askew = np.linalg.norm(tilts[:, None] - tilts[None], axis=-1) > 0.3
    near = (np.minimum(apart, apart.T) < ALONG) | (_touching(candidates) & askew)
    np.fill_diagonal(near, False)
    return np.asarray(near, bool)


def describe_scene(candidates: Sequence[Candidate], belief: Floats) -> Scene:
    """Return the tilt and the side on which the believed faces agree best, the flatter the likelier."""
    tilts = np.stack([c.tilt for c in candidates])
    weights = belief**2 * np.array([min(len(c.face.members), 4) for c in candidates])
    weights = weights * (1 - 0.9 * _sides(candidates, belief)) ** 2
    apart = np.linalg.norm(tilts[:, None] - tilts[None], axis=-1)
    flat = np.exp(-((np.linalg.norm(tilts, axis=1) / FLAT) ** 2) / 2)
    level = np.exp(-((np.array([_askance(tilt) for tilt in tilts]) / LEVEL) ** 2) / 2)
    votes = (weights * np.exp(-((apart / 0.2) ** 2) / 2)).sum(axis=1) * flat * level
    close = weights * (apart[int(votes.argmax())] < 0.3) + 1e-9
    sides = np.log([c.side for c in candidates])
    order = np.argsort(sides, kind="stable")
    middle = order[int(np.searchsorted(np.cumsum(close[order]), close.sum() / 2))]
    known = float(1 - np.exp(-close.sum() / 3))
    return Scene(np.average(tilts, axis=0, weights=close).astype(np.float32), math.exp(sides[middle]), known)
