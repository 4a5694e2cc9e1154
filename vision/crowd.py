"""The faces of a picture beside each other: the plane and size that they share, and which of one die is its top."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.judge import Candidate, believe_alone, weigh
from vision.patterns import askance
from vision.pips import Floats
from vision.weights import BESIDE

HOPELESS = 0.01
"""What is believed less by itself is not looked at beside others."""

ALONG = 3.3
"""Two faces whose middles are nearer than this, in pitches of either, cannot both be tops of dice."""

TOUCHING = (2.2, 5.2)
"""How far the middles of two faces of one die are from each other, in pitches of the larger."""

ASKEW = 0.3
"""Two faces of one colour whose tilts differ more are sides of one die if they touch."""

BELOW = 0.35
"""A face is below another if it lies lower by this, in sides."""

UP = 0.3
"""How much flatter the lower of two faces of one die must look to be taken for its top; in tilt."""

LEVEL = 0.5
"""Spread of what makes a plane look other than level to an upright camera, in tilt."""

FLAT = 0.4
"""Spread of the tilts in which people look at dice: 0.35 is a plane seen at 45 degrees, 0.7 at 60."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the faces of a picture share: the tilt of the plane that they lie in, the side of a die in pixels.

    ``known`` is 0 to 1: how much there was to learn it from.
    """

    tilt: Floats
    side: float
    known: float


@dataclass(frozen=True, slots=True)
class Crowd:
    """The n candidates of a picture, and what they are to each other.

    ``tilt`` (n, 2), ``side`` (n,) and ``pips`` (n,), their number, are those of the candidates; ``drop`` (n, n) is how
    far the second lies below the first, in sides; ``touching`` (n, n) says which pairs may be two faces of one die,
    ``clash`` (n, n) which cannot both be tops, ``shared`` (n, n) which have a pip in common.
    """

    candidates: tuple[Candidate, ...]
    tilt: Floats
    side: Floats
    pips: NDArray[np.int64]
    drop: Floats
    touching: NDArray[np.bool_]
    clash: NDArray[np.bool_]
    shared: NDArray[np.bool_]


def gather(candidates: Sequence[Candidate]) -> Crowd:
    """Return the candidates with what they are to each other; there must be one at least."""
    tilt = np.stack([c.tilt for c in candidates])
    side = np.array([c.side for c in candidates], np.float32)
    centre = np.stack([c.face.centre for c in candidates])
    inverse = np.linalg.inv(np.stack([c.face.frame for c in candidates]))
    x, y = (centre[None, :, axis] - centre[:, None, axis] for axis in (0, 1))
    u, v = (inverse[:, row, 0, None] * x + inverse[:, row, 1, None] * y for row in (0, 1))
    apart = np.maximum(np.abs(u), np.abs(v))
    apart = np.minimum(apart, apart.T)
    ground, contrast = np.stack([c.ground for c in candidates]), np.array([c.contrast for c in candidates])
    off = np.sqrt(sum((ground[:, None, k] - ground[None, :, k]) ** 2 for k in range(3)))
    alike = off < 0.7 * np.minimum(contrast[:, None], contrast)
    touching = (apart > TOUCHING[0]) & (apart < TOUCHING[1]) & alike
    askew = np.hypot(*(tilt[:, None, k] - tilt[None, :, k] for k in (0, 1))) > ASKEW
    clash = (apart < ALONG) | (touching & askew)
    np.fill_diagonal(clash, val=False)
    has = np.zeros((len(candidates), 1 + max(max(c.face.members) for c in candidates)), np.float32)
    for row, c in zip(has, candidates, strict=True):
        row[list(c.face.members)] = 1
    return Crowd(
        tuple(candidates),
        tilt,
        side,
        has.sum(axis=1).astype(np.int64),
        y / np.sqrt(side[:, None] * side),
        touching,
        clash,
        has @ has.T > 0,
    )


def hopeful(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that are not out of the question by themselves."""
    alone = believe_alone(candidates)
    return [c for c, belief in zip(candidates, alone.tolist(), strict=True) if belief > HOPELESS]


def believe(crowd: Crowd) -> Floats:
    """Return how far each candidate is to be believed to be the top of a die, (n,), 0 to 1."""
    alone = believe_alone(crowd.candidates)
    belief = alone
    for weights in BESIDE:
        belief = weigh(weights, crowd.candidates, beside(crowd, alone, belief))
    return belief


def select(crowd: Crowd, belief: Floats, least: float) -> list[int]:
    """Return the indices of the candidates that are taken for tops of dice, the most believed first."""
    taken: list[int] = []
    for index in np.argsort(-belief, kind="stable").tolist():
        if belief[index] < least:
            break
        if not (crowd.clash[index, taken] | crowd.shared[index, taken]).any():
            taken.append(index)
    return taken


def beside(crowd: Crowd, alone: Floats, belief: Floats) -> Floats:
    """Return what the rest of the picture says of each candidate, (n, numbers), each the larger the better.

    ``alone`` (n,) is the belief in each by itself, ``belief`` (n,) the best there is in the others. A rival is a
    candidate that cannot be a top as well: one with more pips speaks against a candidate, one above it too, one below
    it is likely to be its side.
    """
    scene = describe_scene(crowd, belief)
    lean = np.hypot(*(crowd.tilt - scene.tilt).T)
    size = np.log(crowd.side / scene.side) * scene.known
    rival = np.where(crowd.clash, belief[None], 0)
    more = np.where(crowd.pips[None] > crowd.pips[:, None], rival, 0).max(axis=1)
    below = np.where(crowd.drop > BELOW, rival, 0).max(axis=1)
    above = np.where(crowd.drop < -BELOW, rival, 0).max(axis=1)
    here = np.where(np.abs(crowd.drop) <= BELOW, rival, 0).max(axis=1)
    side_of = np.where(crowd.touching, belief[None] * np.clip((lean[:, None] - lean[None]) / 0.3, 0, 1), 0)
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
        -_sides(crowd, belief),
        np.array([float(c.face.value in {3, 5}) for c in crowd.candidates]),
        np.array([float(c.face.value == 6) for c in crowd.candidates]),
    )
    return np.stack(numbers, axis=-1).astype(np.float32)


def _sides(crowd: Crowd, belief: Floats) -> Floats:
    """Return how likely each is a side of a die whose top is another candidate, (n,), 0 to 1.

    Of two faces of one die the top is seen the flatter; where neither is, it is the upper one in the picture.
    """
    slant = np.hypot(*crowd.tilt.T)
    up = np.clip(-crowd.drop / 0.5, -1, 1)
    steeper = np.clip((slant[:, None] - slant[None] + UP * up) / 0.3, 0, 1)
    return np.asarray(np.where(crowd.touching, np.sqrt(belief)[None] * steeper, 0).max(axis=1), np.float32)


def contested(crowd: Crowd, belief: Floats) -> Floats:
    """Return how far another face of the same die is believed that is as likely to be its top, (n,), 0 to 1.

    In a slanting view sides look like tops: the face above, if there is one of the same colour, is the likelier top.
    """
    slant = np.hypot(*crowd.tilt.T)
    above = (crowd.drop < -BELOW) & (slant[:, None] > 0.2)
    flatter = slant[None] < slant[:, None] - 0.15
    other = (crowd.clash | crowd.touching) & ~crowd.shared & (above | flatter)
    return np.asarray(np.where(other, belief[None], 0).max(axis=1), np.float32)


def describe_scene(crowd: Crowd, belief: Floats) -> Scene:
    """Return the tilt and the side on which the believed faces agree best, the flatter the likelier."""
    weights = belief**2 * np.minimum(crowd.pips, 4) * (1 - 0.9 * _sides(crowd, belief)) ** 2
    apart = np.hypot(*(crowd.tilt[:, None, k] - crowd.tilt[None, :, k] for k in (0, 1)))
    level = np.exp(-((np.array([askance(tilt) for tilt in crowd.tilt]) / LEVEL) ** 2) / 2)
    flat = np.exp(-((np.hypot(*crowd.tilt.T) / FLAT) ** 2) / 2)
    votes = (weights * np.exp(-((apart / 0.2) ** 2) / 2)).sum(axis=1) * flat * level
    close = weights * (apart[int(votes.argmax())] < 0.3) + 1e-9
    sides = np.log(crowd.side)
    order = np.argsort(sides, kind="stable")
    middle = order[int(np.searchsorted(np.cumsum(close[order]), close.sum() / 2))]
    known = float(1 - np.exp(-close.sum() / 3))
    tilt = np.average(crowd.tilt, axis=0, weights=close)
    return Scene(tilt.astype(np.float32), math.exp(float(sides[middle])), known)
