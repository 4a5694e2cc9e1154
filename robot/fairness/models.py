"""What a physicist asks of a die: opposite faces, odd and even, a centre of mass that is off, a shape that is off.

A weight that is off its centre moves chance from a face to its opposite, to first order by as much. A die that is too
flat or too long along an axis gives a face and its opposite the same too much or too little.
"""

import enum
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.stats import chi2, ncx2

from robot.fairness.likelihood import most_likely
from robot.fairness.reading_law import FACES, Floats, ReadingLaw, fair_die

AXES = 3


class DieModel(enum.StrEnum):
    """A way in which a die may be wrong."""

    CENTRE = "centre"
    SHAPE = "shape"
    PARITY = "parity"


def _figures() -> Floats:
    rows = np.zeros((2 * AXES + 1, FACES))
    for face in range(AXES):
        rows[face, face], rows[face, FACES - 1 - face] = -0.5, 0.5
        rows[AXES + face, face] = rows[AXES + face, FACES - 1 - face] = 1
    rows[2 * AXES, ::2] = 1
    return rows


FIGURES = _figures()
"""What is estimated, shape (7, 6): half of 6 less 1, 5 less 2, 4 less 3; the pairs 1 6, 2 5, 3 4; odd faces."""
DIRECTIONS = {
    DieModel.CENTRE: FIGURES[:AXES],
    DieModel.SHAPE: FIGURES[AXES : 2 * AXES - 1],
    DieModel.PARITY: FIGURES[2 * AXES :],
}


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """How far a die is off as a model says: the statistic, its degrees of freedom, and p."""

    model: DieModel
    statistic: float
    freedom: int
    p: float


@dataclass(frozen=True, slots=True)
class EffectSize:
    """Cohen's w of the faces, 0 for a fair die, with its interval."""

    likeliest: float
    low: float
    high: float


def covariance(faces: Floats, law: ReadingLaw, throws: float) -> Floats:
    """Return the covariance, shape (faces, faces), of the likeliest chances after so many throws.

    It is the inverse of the Fisher information within chances that sum to 1.
    """
    readings = np.maximum(law.of_readings(faces), 1e-12)
    information = throws * (law.chances / readings) @ law.chances.T
    basis = np.linalg.svd(np.ones((1, law.faces)))[2][1:].T
    found: Floats = basis @ np.linalg.inv(basis.T @ information @ basis) @ basis.T
    return found


def wald(off: Floats, directions: Floats, spread: Floats) -> tuple[float, float]:
    """Return the squared distance of chances that are `off`, in these directions, and its p-value."""
    seen = directions @ off
    statistic = float(seen @ np.linalg.solve(directions @ spread @ directions.T, seen))
    return statistic, float(chi2.sf(statistic, len(directions)))


def anytime_evidence(off: Floats, directions: Floats, spread: Floats, prior: Floats) -> float:
    """Return how much better, in nats, a mixture of all dice explains chances that are `off` than a fair die does.

    The mixture is normal with covariance `prior`, that of the chances `spread`. Whenever a study of a fair die is
    stopped, this exceeds log(1 / p) with a chance of at most p: the likelihood ratio of the chances, in these
    directions, is a martingale (Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm", 1970). It
    remains one where `spread` holds what a reader is off by from the first throw to the last.
    """
    return wald(off, directions, spread)[0] / 2 - mixed_drop(off, directions, spread, prior)


def mixed_drop(off: Floats, directions: Floats, spread: Floats, prior: Floats) -> float:
    """Return how far below its maximum, in nats, the normal log-likelihood of chances is where the mixture's is.

    Arguments are those of `anytime_evidence`.
    """
    known, mixed = (directions @ part @ directions.T for part in (spread, spread + prior))
    grown = float(np.linalg.slogdet(mixed)[1] - np.linalg.slogdet(known)[1])
    return (grown + wald(off, directions, spread + prior)[0]) / 2


def check_models(counts: Floats, law: ReadingLaw, reader: Floats, *, prior: Floats | None) -> tuple[ModelCheck, ...]:
    """Ask what a die of six faces is off by; for an exact reader these are parts of Pearson's chi-square.

    `counts` has shape (7,); `reader` is the covariance that the reader's own uncertainty adds, shape (6, 6). With a
    `prior` each p holds however the study was stopped, by `anytime_evidence`.
    """
    throws = float(counts.sum())
    off = most_likely(counts[None], law)[0] - fair_die()
    spread = covariance(fair_die(), law, throws) + reader
    found = []
    for model, directions in DIRECTIONS.items():
        statistic, p = wald(off, directions, spread)
        if prior is not None:
            p = max(p, float(np.exp(-max(anytime_evidence(off, directions, spread, prior), 0))))
        found.append(ModelCheck(model, statistic, len(directions), p))
    return tuple(found)


def effect_size(off: Floats, spread: Floats, level: float, drop: float | None = None) -> EffectSize:
    """Return Cohen's w of chances that are `off` those of a fair die, with its interval.

    `spread` is their covariance. The interval is where the noncentral law of their squared distance puts it (Steiger,
    "Beyond the F Test", Psychological Methods 9, 2004). Where some directions are less certain than others, since the
    reader errs or is not known exactly, the ends are those of the directions that put them farthest out. The upper end
    is never below the median one of fair dice: else a die whose faces fell too evenly by luck would seem to be certain
    (Cowan, Cranmer, Gross and Vitells, "Power-Constrained Limits", 2011). With a `drop`, in nats, the interval is that
    of all chances whose normal log-likelihood drops no farther.
    """
    scale = float(len(off))
    seen, noise = float(scale**0.5 * np.linalg.norm(off)), scale * np.linalg.eigvalsh(spread)[1:]
    likeliest = float(max(seen**2 - noise.sum(), 0.0) ** 0.5)
    if drop is not None:
        reach = float((2 * drop * noise.max()) ** 0.5)
        return EffectSize(likeliest, max(seen - reach, 0.0), seen + reach)
    statistic, freedom = wald(off, np.eye(len(off))[1:], spread)[0], len(off) - 1

    def noncentral(distance: float, tail: float) -> float:
        if ncx2.cdf(distance, freedom, 1e-9) <= tail:
            return 0.0
        top = 10 * distance + 100
        return float(brentq(lambda sought: ncx2.cdf(distance, freedom, sought) - tail, 1e-9, top))

    rest = (1 - level) / 2
    low = noncentral(statistic, 1 - rest) * noise.min()
    high = noncentral(max(statistic, float(chi2.median(freedom))), rest) * noise.max()
    return EffectSize(likeliest, float(low**0.5), float(high**0.5))
