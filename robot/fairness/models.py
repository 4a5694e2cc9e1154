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
    """Cohen's w of what was read, 0 for a fair die, with its interval."""

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


def check_models(counts: Floats, law: ReadingLaw, reader: Floats) -> tuple[ModelCheck, ...]:
    """Ask what a die of six faces is off by; for an exact reader these are parts of Pearson's chi-square.

    `counts` has shape (7,); `reader` is the covariance that the reader's own uncertainty adds, shape (6, 6).
    """
    throws = float(counts.sum())
    off = most_likely(counts[None], law)[0] - fair_die()
    spread = covariance(fair_die(), law, throws) + reader
    found = {model: wald(off, directions, spread) for model, directions in DIRECTIONS.items()}
    return tuple(ModelCheck(model, statistic, len(DIRECTIONS[model]), p) for model, (statistic, p) in found.items())


def effect_size(statistic: float, freedom: int, throws: int, level: float) -> EffectSize:
    """Return Cohen's w from a chi-square statistic, with the interval that its noncentral law gives.

    Steiger, "Beyond the F Test", Psychological Methods 9 (2004): the ends are the noncentralities under which the
    statistic is just not too large, and just not too small.
    """

    def noncentral(tail: float) -> float:
        if ncx2.cdf(statistic, freedom, 1e-9) <= tail:
            return 0.0
        top = 10 * statistic + 100
        return float(brentq(lambda sought: ncx2.cdf(statistic, freedom, sought) - tail, 1e-9, top))

    rest = (1 - level) / 2
    ends = [max(statistic - freedom, 0.0), noncentral(1 - rest), noncentral(rest)]
    return EffectSize(*(float((value / throws) ** 0.5) for value in ends))
