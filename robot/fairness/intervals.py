"""Intervals of a die's faces: for one look at the end, and for as many looks as one likes."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln
from scipy.stats import chi2

from robot.fairness.likelihood import farthest, log_likelihood, most_likely
from robot.fairness.reading_law import Floats, ReadingLaw, fair_die

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

    def clipped(self, figures: Floats) -> "Extent":
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
