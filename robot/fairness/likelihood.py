"""The likelihood of a die's chances given readings: its maximum, and intervals for one look or for any number of looks.

All functions work on many studies at once. A study is a row of faces + 1 counts: read as each face, and left in doubt.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln, xlogy
from scipy.stats import chi2

from robot.fairness.reader import Floats, ReadingLaw, fair_die

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


PRIOR = 1500.0
"""Throws that the mixture of `anytime_drop` weighs like: it is tightest after some thousand throws."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The likeliest value, and the interval, of figures of many studies: arrays of shape (studies, figures)."""

    likeliest: Floats
    low: Floats
    high: Floats

    def holds(self, truth: Floats) -> npt.NDArray[np.bool_]:
        """Return, shape (studies,), whether all figures of a study lie within their intervals."""
        inside: npt.NDArray[np.bool_] = np.all((self.low <= truth) & (truth <= self.high), axis=1)
        return inside

    def hull(self, other: "Extent") -> "Extent":
        """Return these figures with intervals that also hold those of `other`."""
        return Extent(self.likeliest, np.minimum(self.low, other.low), np.maximum(self.high, other.high))

    def clip(self, figures: Floats) -> "Extent":
        """Return these figures, rows of shape (figures, faces), with ends that the chances of a die can reach."""
        least, most = figures.min(axis=1), figures.max(axis=1)
        return Extent(self.likeliest, np.clip(self.low, least, most), np.clip(self.high, least, most))


def face_extent(counts: Floats, law: ReadingLaw, level: float) -> Extent:
    """Return all faces' chances with intervals that hold together in a share `level` of studies of given length.

    Each interval is a profile likelihood's (Venzon and Moolgavkar, "A Method for Computing Profile-Likelihood-Based
    Confidence Intervals", 1988), at the level that Bonferroni's inequality gives each face.
    """
    drop = chi2.isf((1 - level) / law.faces, 1) / 2
    return extent(counts, law, np.eye(law.faces), np.full(len(counts), drop))


def anytime_extent(counts: Floats, law: ReadingLaw, level: float) -> Extent:
    """Return the same with intervals that hold together at every look: in a share `level` of studies they never fail.

    A study may therefore be looked at after each throw and stopped for what was seen.
    """
    return extent(counts, law, np.eye(law.faces), anytime_drop(counts, law, level))


def anytime_drop(counts: Floats, law: ReadingLaw, level: float) -> Floats:
    """Return how far below its maximum, in nats, the log-likelihood of the true chances stays at all times.

    `counts` has shape (studies, faces + 1), the answer (studies,). Chances are ruled out where a mixture of
    multinomials, by a Dirichlet law about what a fair die gives, explains the readings 1 / (1 - level) times as well.
    That ratio is a martingale of mean 1 under the true chances. Ville's inequality bounds how often it ever grows
    so large (Lindon and Malek, "Anytime-Valid Inference For Multinomial Count Data", NeurIPS 2022).
    """
    best = log_likelihood(counts, most_likely(counts, law), law)
    drop: Floats = np.maximum(best - _mixture(counts, law) - np.log1p(-level), 0)
    return drop


def evidence(counts: Floats, law: ReadingLaw, faces: Floats) -> Floats:
    """Return how much better, in nats, shape (studies,), the mixture of `anytime_drop` explains readings than `faces`.

    With these chances it ever exceeds log(1 / p) in at most a share p of studies.
    """
    better: Floats = _mixture(counts, law) - log_likelihood(counts, faces, law)
    return better


def anytime_bound(throws: int, law: ReadingLaw, level: float) -> float:
    """Return, about, the likelihood ratio against a fair die (twice a log) at which `evidence` rules this one out.

    That is the mixture of `anytime_drop` with normal laws in place of Dirichlet and multinomial ones.
    """
    kinds = int((law.of_readings(fair_die(law.faces)) > 0).sum())
    nats = (kinds - 1) / 2 * np.log1p(throws / PRIOR) - np.log1p(-level)
    return float(2 * nats * (1 + PRIOR / throws))


def _mixture(counts: Floats, law: ReadingLaw) -> Floats:
    """Return the log-likelihood, shape (studies,), of a Dirichlet mixture of all dice, about what a fair one gives."""
    expected = law.of_readings(fair_die(law.faces))
    possible = expected > 0
    weights, seen = PRIOR * expected[possible], counts[:, possible]
    mixture: Floats = (
        gammaln(weights.sum())
        - gammaln(weights.sum() + seen.sum(axis=1))
        + (gammaln(weights + seen) - gammaln(weights)).sum(axis=1)
    )
    return mixture


def extent(counts: Floats, law: ReadingLaw, figures: Floats, drop: Floats) -> Extent:
    """Return figures · chances, `figures` of shape (figures, faces), over all chances that are likely enough.

    Their log-likelihood is at most `drop` nats, shape (studies,), below its maximum.
    """
    return Extent(
        most_likely(counts, law) @ figures.T,
        -np.stack([farthest(counts, law, -figure, drop) for figure in figures], axis=1),
        np.stack([farthest(counts, law, figure, drop) for figure in figures], axis=1),
    )
