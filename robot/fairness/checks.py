"""What may be held against a die: its faces, its shape, and throws that depend on each other, on time or on the well.

A weight that is off its centre moves chance from a face to its opposite, to first order by as much. A die that is too
flat or too long along an axis gives a face and its opposite the same too much or too little.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.stats import MonteCarloMethod, chi2, chi2_contingency, ncx2, norm

from robot.fairness.likelihood import PRIOR, Extent, anytime_bound, anytime_drop, evidence, log_likelihood, most_likely
from robot.fairness.reader import (
    FACES,
    UNREAD,
    Floats,
    ReaderCounts,
    ReadingLaw,
    draw_readers,
    estimated_reader,
    fair_die,
)

Readings = npt.NDArray[np.int64]

SMALL = 20
"""With fewer expected readings of a kind the law of a statistic is simulated."""
SIMULATED, TABLES, FEW = 9_999, 99_999, 10
"""So many studies are simulated then, and more tables where no more than FEW of them are as far off."""
MAIN_SHARE, RUNS_SHARE = 0.98, 0.01
"""The shares of the allowed error that the faces get, and runs, which find a die that stays as it lay."""
SEED = 29
"""Seed of the simulations that judge small counts: a report can be computed again."""
LOOKS = 10
"""Parts of a plan after which the order of the throws may be judged."""


class Suspicion(enum.Enum):
    """What a check asks; the last three are the ways in which a die may be wrong that its faces show."""

    FACES = "faces"
    TRANSITIONS = "transitions"
    RUNS = "runs"
    DRIFT = "drift"
    WELLS = "wells"
    TABLE = "table"
    CENTRE = "centre"
    SHAPE = "shape"
    PARITY = "parity"


@dataclass(frozen=True, slots=True)
class Check:
    """One question to the throws of a die: the statistic, its degrees of freedom (0 for a normal one), and p.

    `together` is its p-value among all checks of the report, once they are judged.
    """

    topic: Suspicion
    statistic: float
    freedom: int
    p: float
    together: float = 1.0


@dataclass(frozen=True, slots=True)
class DieThrows:
    """The readings of a die in the order of its throws, 0 to 5 for a face and UNREAD, and the well of each throw."""

    readings: Readings
    wells: Readings | None = None

    @property
    def counts(self) -> Floats:
        """How often each was read, shape (7,), the last one the dice in doubt."""
        return np.bincount(self.readings % (FACES + 1), minlength=FACES + 1).astype(np.float64)


def check_faces(counts: Floats, law: ReadingLaw, expected: Floats, rng: np.random.Generator) -> Check:
    """Ask whether the faces have the chances `expected`: the likelihood ratio of the likeliest die against them.

    `counts` has shape (faces + 1,), `expected` (faces,). With few counts the ratio's law is simulated with SIMULATED
    such dice.
    """
    readings = law.of_readings(expected)
    ratio = float(_ratio(counts[None], law, expected)[0])
    throws, freedom = int(counts.sum()), law.faces - 1
    if throws * readings[readings > 0].min() < SMALL:
        others = rng.multinomial(throws, readings, size=SIMULATED).astype(np.float64)
        as_far = int((_ratio(others, law, expected) >= ratio - 1e-6).sum())
        return Check(Suspicion.FACES, ratio, freedom, (1 + as_far) / (1 + SIMULATED))
    return Check(Suspicion.FACES, ratio, freedom, float(chi2.sf(ratio, freedom)))


def _ratio(counts: Floats, law: ReadingLaw, expected: Floats) -> Floats:
    best = log_likelihood(counts, most_likely(counts, law), law)
    ratio: Floats = 2 * (best - log_likelihood(counts, expected, law))
    return ratio


def check_transitions(readings: Readings, rng: np.random.Generator) -> Check | None:
    """Ask whether a reading depends on the one before it: the table of pairs. None where there is too little."""
    seen = readings[readings != UNREAD]
    return _table(Suspicion.TRANSITIONS, seen[:-1], seen[1:], rng)


def check_wells(throws: DieThrows, rng: np.random.Generator) -> Check | None:
    """Ask whether a reading depends on the well. None where the die lay in one well alone."""
    if throws.wells is None:
        return None
    seen = throws.readings != UNREAD
    return _table(Suspicion.WELLS, throws.wells[seen], throws.readings[seen], rng)


def _table(topic: Suspicion, rows: Readings, columns: Readings, rng: np.random.Generator) -> Check | None:
    table = np.zeros((int(rows.max(initial=0)) + 1, FACES))
    np.add.at(table, (rows, columns), 1)
    table = table[table.any(axis=1)][:, table.any(axis=0)]
    if min(table.shape) < 2:
        return None
    found = chi2_contingency(table, correction=False)
    p = found.pvalue
    if found.expected_freq.min() < SMALL / 4:
        for tables in (SIMULATED, TABLES):
            method = MonteCarloMethod(n_resamples=tables, rng=rng)
            p = chi2_contingency(table, correction=False, method=method).pvalue
            if p > FEW / SIMULATED:
                break
    return Check(topic, float(found.statistic), int(found.dof), float(p))


def check_runs(readings: Readings) -> Check | None:
    """Ask whether there are too few or too many runs of one reading. None where there is too little.

    Mean and variance of the number of runs are those of all orders of the same readings (Mood, "The Distribution
    Theory of Runs", 1940).
    """
    seen = readings[readings != UNREAD]
    size = len(seen)
    each = np.bincount(seen, minlength=FACES).astype(np.float64)
    squares, cubes = float((each**2).sum()), float((each**3).sum())
    if size < 20:
        return None
    variance = (squares * (squares + size * (size + 1)) - 2 * size * cubes - size**3) / (size**2 * (size - 1))
    if variance <= 0:
        return None
    runs = 1 + int((seen[1:] != seen[:-1]).sum())
    z = (runs - (size + 1 - squares / size)) / variance**0.5
    return Check(Suspicion.RUNS, float(z), 0, float(2 * norm.sf(abs(z))))


def check_drift(readings: Readings) -> Check | None:
    """Ask whether faces fall more or less often as time goes on: a linear trend of every face at once.

    The law is that of all orders of the same readings. None where there is too little.
    """
    seen = readings[readings != UNREAD]
    size = len(seen)
    share = np.bincount(seen, minlength=FACES) / max(size, 1)
    fell = share > 0
    if size < 20 or fell.sum() < 2:
        return None
    time = np.arange(size) - (size - 1) / 2
    moments = np.bincount(seen, weights=time, minlength=FACES)
    statistic = float((moments[fell] ** 2 / share[fell]).sum() * (size - 1) / (size * (time**2).sum()))
    freedom = int(fell.sum()) - 1
    return Check(Suspicion.DRIFT, statistic, freedom, float(chi2.sf(statistic, freedom)))


def order_checks(throws: DieThrows, rng: np.random.Generator) -> tuple[Check, ...]:
    """Return the checks that the order of the throws and their wells allow.

    They are conditional on how often each face was read. Where each throw of a die that does not change, and of no
    other throw, is read by the same rates, readings that are not in doubt are independent of each other and alike,
    whatever is misread and whichever face is left in doubt: all their orders are equally likely, and these checks keep
    their level. A reader that errs differently in one well shows as wells that differ.
    """
    found = (
        check_transitions(throws.readings, rng),
        check_runs(throws.readings),
        check_drift(throws.readings),
        check_wells(throws, rng),
    )
    return tuple(check for check in found if check is not None)


def stopped_checks(throws: DieThrows, planned: int, rng: np.random.Generator) -> tuple[Check, ...]:
    """Return those checks of a study that was stopped before its `planned` throws, for whatever was seen in it.

    They judge the throws up to the last full one of LOOKS parts of the plan, and each p is LOOKS times as large: so all
    looks together accuse a good die as seldom as one (Bonferroni's inequality; Jennison and Turnbull, "Group Sequential
    Methods with Applications to Clinical Trials", 2000). None are returned before the first part is full.
    """
    last = len(throws.readings) * LOOKS // planned * planned // LOOKS
    judged = DieThrows(throws.readings[:last], None if throws.wells is None else throws.wells[:last])
    return tuple(replace(check, p=min(1.0, LOOKS * check.p)) for check in order_checks(judged, rng))


def shares(checks: Sequence[Check]) -> list[float]:
    """Return the share of the allowed error that each check of a die gets: they sum to 1."""
    wanted = {Suspicion.FACES: MAIN_SHARE, Suspicion.RUNS: RUNS_SHARE}
    weights = [wanted.get(check.topic, (1 - MAIN_SHARE - RUNS_SHARE) / 3) for check in checks]
    return [weight / sum(weights) for weight in weights]


def adjust(p: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return p-values of tests that are made together, by Holm's method with weights.

    Rejecting those at or below a level accuses an innocent one with at most that chance (Holm, "A Simple Sequentially
    Rejective Multiple Test Procedure", 1979).
    """
    order = sorted(range(len(p)), key=lambda test: p[test] / weights[test])
    left, worst = sum(weights), 0.0
    answer = [0.0] * len(p)
    for test in order:
        worst = max(worst, min(1.0, p[test] * left / weights[test]))
        answer[test] = worst
        left -= weights[test]
    return answer


AXES = 3


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
    Suspicion.CENTRE: FIGURES[:AXES],
    Suspicion.SHAPE: FIGURES[AXES : 2 * AXES - 1],
    Suspicion.PARITY: FIGURES[2 * AXES :],
}


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


def check_models(counts: Floats, law: ReadingLaw, reader: Floats, *, prior: Floats | None) -> tuple[Check, ...]:
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
        found.append(Check(model, statistic, len(directions), p))
    return tuple(found)


def effect_size(off: Floats, spread: Floats, level: float, drop: float | None = None) -> tuple[float, float, float]:
    """Return Cohen's w of chances that are `off` those of a fair die, 0 for none, and its interval.

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
        return likeliest, max(seen - reach, 0.0), seen + reach
    statistic, freedom = wald(off, np.eye(len(off))[1:], spread)[0], len(off) - 1

    def noncentral(distance: float, tail: float) -> float:
        if ncx2.cdf(distance, freedom, 1e-9) <= tail:
            return 0.0
        top = 10 * distance + 100
        return float(brentq(lambda sought: ncx2.cdf(distance, freedom, sought) - tail, 1e-9, top))

    rest = (1 - level) / 2
    low = noncentral(statistic, 1 - rest) * noise.min()
    high = noncentral(max(statistic, float(chi2.median(freedom))), rest) * noise.max()
    return likeliest, float(low**0.5), float(high**0.5)


DRAWS = 200
"""Readers that are drawn to carry the uncertainty of a reader through."""
FREE = np.eye(FACES)[1:]
"""All directions in which a die may be off."""


def reader_spread(reader: ReaderCounts | None, counts: Floats) -> Floats:
    """Return the covariance, shape (6, 6), of the likeliest chances that the reader's own uncertainty adds.

    `reader` is how it did on known dice, None for one that counts as exact; `counts`, shape (7,), is what it read.
    """
    if reader is None:
        return np.zeros((FACES, FACES))
    law, laws = estimated_reader(reader), draw_readers(reader, DRAWS, np.random.default_rng(SEED))
    # To first order a law that is off by d moves the readings by p d, and the likeliest chances by the inverse of that.
    faces = most_likely(counts[None], law)[0]
    spread = covariance(faces, law, 1.0)
    weights = law.chances / np.maximum(law.of_readings(faces), 1e-12)
    moved = -np.einsum("fg,gr,dr->df", spread, weights, faces @ (laws - law.chances))
    return np.asarray(np.cov(moved.T), dtype=np.float64)


def widen(found: Extent, spread: Floats, figures: Floats, level: float) -> Extent:
    """Return intervals of figures (…, 6) with what adds `spread`, shape (6, 6), to the chances, in quadrature."""
    extra = norm.isf((1 - level) / 2 / len(figures)) ** 2 * (figures @ spread @ figures.T).diagonal()
    low = found.likeliest - np.sqrt((found.likeliest - found.low) ** 2 + extra)
    high = found.likeliest + np.sqrt((found.high - found.likeliest) ** 2 + extra)
    ends = np.where(extra > 0, low, found.low), np.where(extra > 0, high, found.high)
    return Extent(found.likeliest, *ends).clip(figures)


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
        return found.hull(Extent(likeliest, likeliest - reach, likeliest + reach)).clip(figures)
