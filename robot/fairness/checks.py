"""What a report may hold against a die: its faces, and throws that depend on each other, on time or on the well."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.stats import MonteCarloMethod, chi2, chi2_contingency, norm

from robot.fairness.likelihood import log_likelihood, most_likely
from robot.fairness.reading_law import FACES, UNREAD, Floats, ReadingLaw

Readings = npt.NDArray[np.int64]

SMALL = 20
"""With fewer expected readings of a kind the law of a statistic is simulated."""
SIMULATED, TABLES, FEW = 9_999, 99_999, 10
"""So many studies are simulated then, and more tables where no more than FEW of them are as far off."""
MAIN_SHARE, RUNS_SHARE = 0.98, 0.01
"""The shares of the allowed error that the faces get, and runs, which find a die that stays as it lay."""
LOOKS = 10
"""Parts of a plan after which the order of the throws may be judged."""


class Suspicion(enum.Enum):
    """What a check asks."""

    FACES = "faces"
    TRANSITIONS = "transitions"
    RUNS = "runs"
    DRIFT = "drift"
    WELLS = "wells"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Check:
    """One question to the throws of a die: the statistic, its degrees of freedom (0 for a normal one), and p."""

    topic: Suspicion
    statistic: float
    freedom: int
    p: float


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


def adjusted(p: Sequence[float], weights: Sequence[float]) -> list[float]:
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
