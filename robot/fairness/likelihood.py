"""The likelihood of a die's chances given readings, its maximum, and how far a figure can go before it drops.

All functions work on many studies at once. A study is a row of faces + 1 counts: read as each face, and left in doubt.
"""

import numpy as np
from scipy.special import xlogy

from robot.fairness.reading_law import Floats, ReadingLaw

PULL = 1e-6
"""Throws of each face that are added so that no chance is exactly 0: far less than one throw can tell."""
STEPS = 60
CLOSE = 1e-10
DRAWS = 90
SLOW = range(8, DRAWS, 3)
"""Draws that halve the bracket, since those before have not come close."""
MET = 1e-6
STRONGEST = 1e9
"""A tilt that leaves a face less than 1e-14 where its counts allow that."""


def log_likelihood(counts: Floats, faces: Floats, law: ReadingLaw) -> Floats:
    """Return the log-likelihood, in nats, shape (…,), of dice with chances `faces`, shape (…, faces).

    `counts` has shape (…, faces + 1). The multinomial factor, which no die changes, is left out.
    """
    total: Floats = xlogy(counts, law.of_readings(faces)).sum(axis=-1)
    return total


def most_likely(counts: Floats, law: ReadingLaw) -> Floats:
    """Return the chances of the faces under which `counts` are likeliest.

    `counts` has shape (studies, faces + 1), the answer (studies, faces).
    """
    shape = len(counts), law.faces
    return _peak(counts, law, np.zeros(shape), np.full(shape, 1 / law.faces))


def farthest(counts: Floats, law: ReadingLaw, direction: Floats, drop: Floats) -> Floats:
    """Return the largest value of `direction` · chances whose log-likelihood is at most `drop` below the maximum.

    `counts` has shape (studies, faces + 1), `direction` (faces,), `drop` in nats (studies,); the answer (studies,).
    The chances that are likely enough form a convex set, since the log-likelihood is concave. On its border
    the tilted log-likelihood l(p) + s direction · p is largest for some s > 0, which is sought here. Where the
    set reaches the edge of the simplex first, the edge is returned.
    """
    slopes = np.broadcast_to(direction, (len(counts), law.faces)).astype(np.float64)
    best = most_likely(counts, law)
    top = log_likelihood(counts, best, law)
    spread = slopes - (slopes * best).sum(axis=1, keepdims=True)
    variance = np.maximum((spread**2 * best).sum(axis=1) / np.maximum(counts.sum(axis=1), 1), 1e-300)
    strength = np.sqrt(2 * drop / variance)
    below, above = np.zeros(len(counts)), np.full(len(counts), np.inf)
    faces = best
    for draw in range(DRAWS):
        faces = _peak(counts, law, strength[:, None] * slopes, faces)
        fallen = top - log_likelihood(counts, faces, law)
        factor = np.sqrt(drop / np.maximum(fallen, 1e-300))
        if ((np.abs(factor - 1) < MET) | ((fallen < drop) & (strength >= STRONGEST))).all():
            break
        below = np.where(fallen < drop, np.maximum(below, strength), below)
        above = np.where(fallen >= drop, np.minimum(above, strength), above)
        wanted = strength * np.clip(factor, 0.1, 10)
        halving = (below > 0) & np.isfinite(above) & ((wanted <= below) | (wanted >= above) | (draw in SLOW))
        middle = np.sqrt(below * np.where(np.isfinite(above), above, 0))
        strength = np.minimum(np.where(halving, middle, wanted), STRONGEST)
    reached: Floats = (slopes * faces).sum(axis=1)
    return reached


def _peak(counts: Floats, law: ReadingLaw, tilt: Floats, start: Floats) -> Floats:
    """Return the chances, shape (studies, faces), where log-likelihood + tilt · chances is largest.

    It is concave: Newton's method finds it.
    """
    faces = start.copy()
    size, sides = faces.shape
    system = np.zeros((size, sides + 1, sides + 1))
    system[:, sides, :sides] = system[:, :sides, sides] = 1
    right = np.zeros((size, sides + 1))
    value = _height(counts, law, tilt, faces)
    for _ in range(STEPS):
        readings = np.maximum(law.of_readings(faces), 1e-100)
        slope = (counts / readings) @ law.chances.T + tilt + PULL / faces
        curved = np.einsum("fr,br,gr->bfg", law.chances, counts / readings**2, law.chances)
        curved[:, np.arange(sides), np.arange(sides)] += PULL / faces**2
        system[:, :sides, :sides] = -curved
        right[:, :sides] = -slope
        step = np.linalg.solve(system, right[..., None])[:, :sides, 0]
        gain = (slope * step).sum(axis=1)
        shrinking = np.where(step < 0, -faces / np.where(step < 0, step, -1), np.inf).min(axis=1)
        length = np.minimum(1.0, 0.99 * shrinking)
        if (gain < CLOSE).all():
            faces += length[:, None] * step
            break
        for _ in range(40):
            tried = faces + length[:, None] * step
            height = _height(counts, law, tilt, tried)
            low = height < value + 1e-4 * length * gain - 1e-12 * np.abs(value)
            if not low.any():
                break
            length = np.where(low, length / 2, length)
        faces, value = tried, height
    return faces


def _height(counts: Floats, law: ReadingLaw, tilt: Floats, faces: Floats) -> Floats:
    height: Floats = log_likelihood(counts, faces, law) + (tilt * faces).sum(axis=1) + PULL * np.log(faces).sum(axis=1)
    return height
