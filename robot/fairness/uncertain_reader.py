"""What a reader that is not known exactly adds to the uncertainty of a die."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from robot.fairness.intervals import PRIOR, Extent, anytime_bound, anytime_drop, evidence
from robot.fairness.likelihood import most_likely
from robot.fairness.models import anytime_evidence, covariance, mixed_drop
from robot.fairness.reader_counts import ReaderCounts
from robot.fairness.reading_law import FACES, Floats, ReadingLaw, fair_die
from robot.fairness.summary import SEED

DRAWS = 200
"""Readers that are drawn to carry the uncertainty of a reader through."""
FREE = np.eye(FACES)[1:]
"""All directions in which a die may be off."""


def reader_spread(reader: tuple[tuple[int, ...], ...] | None, counts: Floats) -> Floats:
    """Return the covariance, shape (6, 6), of the likeliest chances that the reader's own uncertainty adds.

    `reader` is how it did on known dice, None for one that counts as exact; `counts`, shape (7,), is what it read.
    """
    if reader is None:
        return np.zeros((FACES, FACES))
    known = ReaderCounts(reader)
    law, laws = known.law(), known.drawn(DRAWS, np.random.default_rng(SEED))
    # To first order a law that is off by d moves the readings by p d, and the likeliest chances by the inverse of that.
    faces = most_likely(counts[None], law)[0]
    spread = covariance(faces, law, 1.0)
    weights = law.chances / np.maximum(law.of_readings(faces), 1e-12)
    moved = -np.einsum("fg,gr,dr->df", spread, weights, faces @ (laws - law.chances))
    return np.asarray(np.cov(moved.T), dtype=np.float64)


def widened(found: Extent, spread: Floats, figures: Floats, level: float) -> Extent:
    """Return intervals of figures (…, 6) with what adds `spread`, shape (6, 6), to the chances, in quadrature."""
    extra = norm.isf((1 - level) / 2 / len(figures)) ** 2 * (figures @ spread @ figures.T).diagonal()
    low = found.likeliest - np.sqrt((found.likeliest - found.low) ** 2 + extra)
    high = found.likeliest + np.sqrt((found.high - found.likeliest) ** 2 + extra)
    ends = np.where(extra > 0, low, found.low), np.where(extra > 0, high, found.high)
    return Extent(found.likeliest, *ends).clipped(figures)


def prior_of(law: ReadingLaw) -> Floats:
    """Return the covariance, shape (6, 6), of the dice in the normal mixture: as that of PRIOR throws."""
    return covariance(fair_die(), law, PRIOR)


@dataclass(frozen=True, slots=True)
class UncertainDie:
    """What is read of a die by a reader whose mean law is `law`: `counts` of shape (7,), intervals at `level`.

    `reader` is what `reader_spread` gives. All drops and evidence are in nats, and hold at every look.
    """

    counts: Floats
    law: ReadingLaw
    reader: Floats
    level: float

    @property
    def off(self) -> Floats:
        """What the likeliest chances, shape (6,), are off by from fair ones."""
        found: Floats = most_likely(self.counts[None], self.law)[0] - fair_die()
        return found

    def variance(self, faces: Floats) -> Floats:
        """Return the covariance, shape (6, 6), of the likeliest chances of a die with chances `faces`."""
        return covariance(faces, self.law, max(float(self.counts.sum()), 1.0)) + self.reader

    @property
    def drop(self) -> float:
        """How far below its maximum the normal log-likelihood of the true chances stays at all times."""
        exact = float(anytime_drop(self.counts[None], self.law, self.level)[0])
        if not self.reader.any():
            return exact
        off = self.off
        mixed = mixed_drop(off, FREE, self.variance(fair_die() + off), prior_of(self.law))
        return max(exact, mixed - float(np.log1p(-self.level)))

    @property
    def evidence(self) -> float:
        """How much better a mixture of all dice explains the counts than a fair die does."""
        exact = float(evidence(self.counts[None], self.law, fair_die())[0])
        if not self.reader.any():
            return exact
        return min(exact, anytime_evidence(self.off, FREE, self.variance(fair_die()), prior_of(self.law)))

    @property
    def bound(self) -> float:
        """About the squared distance of the likeliest chances from fair ones at which `evidence` rules these out.

        Where the reader is uncertain, it is that of the direction in which it takes most.
        """
        exact = anytime_bound(int(self.counts.sum()), self.law, self.level)
        if not self.reader.any():
            return exact
        spread, prior = (FREE @ part @ FREE.T for part in (self.variance(fair_die()), prior_of(self.law)))
        ratios = np.linalg.eigvals(np.linalg.solve(spread, prior)).real
        nats = np.log1p(ratios).sum() / 2 - np.log1p(-self.level)
        return max(exact, float(2 * nats * (1 + 1 / ratios.min())))

    def always(self, found: Extent, figures: Floats) -> Extent:
        """Return intervals that hold at every look from those that do with the mean law, of figures (…, 6)."""
        if not self.reader.any():
            return found
        faces = fair_die() + self.off
        variance = self.variance(faces)
        reach = np.sqrt(2 * self.drop * np.einsum("fg,gh,fh->f", figures, variance, figures))
        likeliest = (figures @ faces)[None]
        return found.hull(Extent(likeliest, likeliest - reach, likeliest + reach)).clipped(figures)
