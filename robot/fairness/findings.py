"""Chi-square tests and exact intervals for the throws of a die. They never call a die fair."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.stats import MonteCarloMethod, binomtest, chi2_contingency, chisquare, monte_carlo_test

from robot.errors import UsageError
from robot.fairness.log import FACES, UNREAD, StudyLog
from robot.fairness.plan import Floats, StudyPlan
from robot.language import english
from robot.saying import Saying, chain_parts

Readings: TypeAlias = npt.NDArray[np.int64]
"""The readings of a die, shape (throws,): 0 to 5 for a face, or UNREAD."""
Topic: TypeAlias = Literal["faces", "runs", "transitions", "wells"]

FEW = 5.0
"""Below this expected count the distribution of chi-square is simulated (Cochran, Biometrics 10, 1954)."""
SIMULATED = 9_999
SEED = 29
"""The seed of the simulations, so that a report is the same each time."""
FACES_SHARE = 0.98
"""The share of the allowed error for the faces where there are other checks. It keeps the power of plans."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check of a die: chi-square, or a count with freedom 0; and p, alone and corrected for all checks."""

    check: Topic
    statistic: float
    freedom: int
    p: float
    p_together: float = 1.0


@dataclass(frozen=True, slots=True)
class DieSummary:
    """The figures of a die.

    `counts` has shape (faces + 1,); the last one counts the dice in doubt. `expected` and `chances`, the likeliest,
    have shape (faces,). The intervals `ends`, shape (2, faces), hold together at `level` if the dice in doubt fell as
    the others did; `worst` hold however they fell. `alpha` is the chance that fair and independent dice are accused.
    There are no `verdicts` before all `planned` throws are made.
    """

    counts: Floats
    expected: Floats
    level: float
    chances: Floats
    ends: Floats
    worst: Floats
    alpha: float
    planned: int = 0
    verdicts: tuple[Check, ...] = ()

    @property
    def saying(self) -> Saying:
        """The answer in one sentence."""
        if not self.verdicts:
            return Saying("study-unfinished", {"throws": int(self.counts.sum()), "planned": self.planned})
        off = {"points": self._max_deviation(self.ends), "level": 100 * (1 - self.alpha)}
        bound = Saying("study-bound", off)
        if unread := int(self.counts[UNREAD]):
            bound = Saying("study-bound-doubt", off | {"dice": unread, "most": self._max_deviation(self.worst)})
        topics = [verdict.check for verdict in self.verdicts if verdict.p_together <= self.alpha]
        if not topics:
            return Saying("study-nothing", {"bound": bound})
        found = chain_parts("study-and", [Saying(f"study-found-{topic}") for topic in topics])
        if topics != ["faces"]:
            return Saying("study-dependent", {"found": found})
        return Saying("study-found", {"found": found, "bound": bound})

    def _max_deviation(self, ends: Floats) -> float:
        return round_up(float(100 * np.abs(ends - self.expected).max()))

    @property
    def playable(self) -> tuple[float, ...]:
        """The likeliest chances for a game, in which every face can fall."""
        chances = np.maximum(self.chances, 1e-4)
        return tuple(map(float, chances / chances.sum()))

    def to_json(self) -> dict[str, Any]:
        """Return the summary as `fairness report --json` prints it."""
        names = ("expected", "chance", "low", "high", "worst_low", "worst_high")
        figures = zip(self.expected, self.chances, *self.ends, *self.worst, strict=True)
        return {
            "throws": int(self.counts.sum()),
            "unread": int(self.counts[UNREAD]),
            "level": self.level,
            "faces": [
                {"face": face, "count": int(count), **dict(zip(names, map(float, values), strict=True))}
                for face, (count, values) in enumerate(zip(self.counts, figures, strict=False), 1)
            ],
            "checks": [asdict(verdict) for verdict in self.verdicts],
            "sentence": english().say(self.saying),
        }


def round_up(points: float) -> float:
    """Return a bound above 0, rounded up to two digits."""
    step = 10.0 ** (math.floor(math.log10(points)) - 1)
    return float(f"{math.ceil(points / step - 1e-9) * step:.2g}")


def exact_interval(seen: float, throws: float, error: float) -> tuple[float, float]:
    """Return an interval for the chance of an event `seen` in `throws`; it fails with a chance of at most `error`.

    Clopper and Pearson, "The Use of Confidence or Fiducial Limits", Biometrika 26 (1934).
    """
    found = binomtest(int(seen), int(throws)).proportion_ci(1 - error, "exact")
    return float(found.low), float(found.high)


def check_faces(counts: Floats, expected: Floats) -> Check:
    """Test whether the faces have the chances `expected`, shape (faces,), by Pearson's chi-square.

    The last of `counts`, shape (faces + 1,), counts the dice in doubt. In favour of the die, they are taken as the
    faces that make chi-square smallest.
    """
    read, throws = counts[:UNREAD], float(counts.sum())
    if counts[UNREAD]:
        filled = brentq(lambda level: np.maximum(read, level * expected).sum() - throws, 0, throws / expected.min())
        read = np.maximum(read, filled * expected)
    wanted = throws * expected
    found = chisquare(read, wanted)
    p = float(found.pvalue)
    if wanted.min() < FEW:
        rng = np.random.default_rng(SEED)
        p = monte_carlo_test(
            read,
            lambda size: rng.multinomial(round(throws), expected, size=size[0]),
            lambda fell, axis: ((fell - wanted) ** 2 / wanted).sum(axis=axis),
            vectorized=True,
            n_resamples=SIMULATED,
            alternative="greater",
        ).pvalue
    return Check("faces", float(found.statistic), len(expected) - 1, float(p))


def check_table(topic: Topic, rows: Readings, faces: Readings) -> Check | None:
    """Test whether `faces`, 0 to 5, depend on `rows`, both of shape (n,); None if all of either are alike.

    If a cell's expected count is below FEW, p comes from random tables with the same sums.
    """
    table = np.zeros((int(rows.max(initial=0)) + 1, FACES))
    np.add.at(table, (rows, faces), 1)
    table = table[table.any(axis=1)][:, table.any(axis=0)]
    if min(table.shape) < 2:
        return None
    found = chi2_contingency(table, correction=False)
    p = found.pvalue
    if found.expected_freq.min() < FEW:
        method = MonteCarloMethod(n_resamples=SIMULATED, rng=np.random.default_rng(SEED))
        p = chi2_contingency(table, correction=False, method=method).pvalue
    return Check(topic, float(found.statistic), int(found.dof), float(p))


def check_runs(faces: Readings) -> Check | None:
    """Test whether equal faces follow each other as often as in random orders; None for fewer than two faces.

    The mean of this count is that of Mood, "The Distribution Theory of Runs" (1940). It is binomial for a fair die.
    """
    size, each = len(faces), np.bincount(faces)
    if size < 2:
        return None
    repeats = int((faces[1:] == faces[:-1]).sum())
    chance = float((each * (each - 1)).sum()) / (size * (size - 1))
    return Check("runs", repeats, 0, float(binomtest(repeats, size - 1, chance).pvalue))


def check_order(readings: Readings, wells: Readings | None = None) -> list[Check]:
    """Test whether a throw depends on the one before it, and on the well.

    If neither the die nor the reader's error rates change, the readings without doubt are independent and have the same
    distribution, whichever faces are misread or left in doubt.
    """
    read = readings != UNREAD
    seen = readings[read]
    found = [check_runs(seen), check_table("transitions", seen[:-1], seen[1:])]
    if wells is not None:
        found.append(check_table("wells", wells[read], seen))
    return [check for check in found if check is not None]


def summarise(
    counts: Floats, expected: Floats, alpha: float, others: Sequence[Check] = (), plan: StudyPlan | None = None
) -> DieSummary:
    """Return the summary of a die from its `counts`, shape (faces + 1,), and its `others`, the checks of its order.

    `expected`, shape (faces,), are the chances of a fair die. `alpha` is the chance to accuse any die of the `plan` if
    all are fair; each die and check gets a share of it (Bonferroni's inequality). Raises UsageError if no die was read.
    """
    read, throws = counts[:UNREAD], float(counts.sum())
    if not read.sum():
        raise UsageError("no die was read: a report needs at least one value")
    dice, planned = (len(plan.dice), plan.throws) if plan else (1, 0)
    error = alpha / dice

    def intervals(seen: Floats, among: float) -> Floats:
        return np.array([exact_interval(one, among, error / len(expected)) for one in seen]).T

    ends = intervals(read, float(read.sum()))
    worst = np.array([intervals(read, throws)[0], intervals(read + counts[UNREAD], throws)[1]])
    found = DieSummary(counts, expected, 1 - error, read / read.sum(), ends, worst, alpha, planned)
    if throws < planned:
        return found
    checks = [check_faces(counts, expected), *others]
    rest = len(others)
    shares = [FACES_SHARE, *[(1 - FACES_SHARE) / rest] * rest] if rest else [1.0]
    judged = [
        replace(one, p_together=min(1.0, one.p * dice / share)) for one, share in zip(checks, shares, strict=True)
    ]
    return replace(found, verdicts=tuple(judged))


def summarise_counts(counts: Sequence[int], unread: int, expected: Sequence[float] | None, alpha: float) -> DieSummary:
    """Return the summary of a die from the `counts` of its faces, its `unread` throws and the `expected` chances.

    The expected chances are equal by default. Raises UsageError.
    """
    if not 2 <= len(counts) <= 100 or min(counts) < 0 or unread < 0 or not sum(counts):
        raise UsageError("counts are how often each face was read: give 2 to 100 whole numbers, not all of them 0")
    chances = np.array(expected or [1 / len(counts)] * len(counts), dtype=np.float64)
    if len(chances) != len(counts) or not (chances > 0).all() or abs(chances.sum() - 1) > 1e-9:
        raise UsageError(
            f"{len(counts)} counts need as many expected chances above 0 with the sum 1, such as --expected 2/3,1/3"
        )
    return summarise(np.array([*counts, unread], dtype=np.float64), chances, alpha)


def summarise_throws(
    readings: Readings, alpha: float, wells: Readings | None = None, plan: StudyPlan | None = None
) -> DieSummary:
    """Return the summary of a six-sided die from its throws in order. Raises UsageError if no die was read."""
    counts = np.bincount(readings % (FACES + 1), minlength=FACES + 1).astype(np.float64)
    return summarise(counts, np.full(FACES, 1 / FACES), alpha, check_order(readings, wells), plan)


def findings_of(plan: StudyPlan, log: StudyLog) -> dict[str, DieSummary]:
    """Return the summary of each die in a study's log, by its name. Raises UsageError if a die was never read."""
    throws = {name: log.die(name) for name in plan.dice}
    return {name: summarise_throws(read, plan.level, wells, plan) for name, (read, wells) in throws.items()}
