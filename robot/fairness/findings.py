"""What the throws of a die say in figures, and all that a study found: one correction for all dice and all checks."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.stats import binom, chi2

from robot.errors import UsageError
from robot.fairness.checks import (
    FIGURES,
    FREE,
    SEED,
    Check,
    DieThrows,
    Suspicion,
    UncertainDie,
    adjust,
    check_faces,
    check_models,
    effect_size,
    order_checks,
    prior_of,
    reader_spread,
    shares,
    stopped_checks,
    wald,
    widen,
)
from robot.fairness.likelihood import Extent, anytime_drop, anytime_extent, extent, face_extent
from robot.fairness.log import StudyRecord
from robot.fairness.plan import WELLS, StudyPlan, bound_of, smallest_seen
from robot.fairness.reader import FACES, UNREAD, Floats, ReadingLaw, exact_reader, fair_die
from robot.language import english
from robot.saying import Saying, chain_parts

Extents = Callable[[Floats, ReadingLaw, float], Extent]
"""Returns intervals from counts, a reader's law and a level: `face_extent` or `anytime_extent`."""
POWER = 0.8


@dataclass(frozen=True, slots=True)
class DieSummary:
    """The figures of a die.

    `counts` has shape (faces + 1,), the last one the dice in doubt; `expected` shape (faces,). `faces` holds the
    likeliest chances with intervals that hold together at `level`, `worst` the same where all dice in doubt may have
    been any one face. `seen` is the smallest deviation, in points of 100 of a face and its opposite, that so many
    throws find with a chance of 80 %, None where they are too few to find any, or where the die is not one of six faces
    that should be equal. `alpha` is the
    chance that dice which are fair and independent are accused of anything. `known` says whether `faces` allow for a
    reader whose errors and doubts are known.
    """

    counts: Floats
    expected: Floats
    level: float
    faces: Extent
    worst: Extent
    verdicts: tuple[Check, ...]
    seen: float | None
    alpha: float
    known: bool = False

    @property
    def accused(self) -> tuple[Check, ...]:
        """The checks that dice which are fair and independent all pass with a chance of 1 - `alpha`."""
        return tuple(verdict for verdict in self.verdicts if verdict.together <= self.alpha)

    @property
    def sentence(self) -> str:
        """The answer in one English sentence."""
        return english().say(self.saying)

    @property
    def saying(self) -> Saying:
        """The answer in one sentence. A die is never called fair."""
        off = {"points": float(rounded_up(_off(self.faces, self.expected))), "level": 100 * (1 - self.alpha)}
        bound = Saying("study-bound", off)
        if unread := int(self.counts[UNREAD]):
            most = float(rounded_up(_off(self.worst, self.expected)))
            bound = Saying(
                "study-bound-known" if self.known else "study-bound-doubt", off | {"dice": unread, "most": most}
            )
        topics = {verdict.topic for verdict in self.accused}
        if not topics:
            return Saying("study-nothing", {"bound": bound})
        found = chain_parts(
            "study-and", [Saying(f"study-found-{topic.value}") for topic in Suspicion if topic in topics]
        )
        if topics & DEPENDENT:
            return Saying("study-dependent", {"found": found})
        return Saying("study-found", {"found": found, "bound": bound})

    def to_json(self) -> dict[str, Any]:
        """Return the summary as `fairness report --json` prints it."""
        return {
            "throws": int(self.counts.sum()),
            "unread": int(self.counts[UNREAD]),
            "level": self.level,
            "faces": [
                {
                    "face": face + 1,
                    "count": int(self.counts[face]),
                    "expected": float(self.expected[face]),
                    "chance": float(self.faces.likeliest[0, face]),
                    "low": float(self.faces.low[0, face]),
                    "high": float(self.faces.high[0, face]),
                    "worst_low": float(self.worst.low[0, face]),
                    "worst_high": float(self.worst.high[0, face]),
                }
                for face in range(len(self.expected))
            ],
            "checks": [
                {
                    "check": verdict.topic.value,
                    "statistic": verdict.statistic,
                    "freedom": verdict.freedom,
                    "p": verdict.p,
                    "p_together": verdict.together,
                }
                for verdict in self.verdicts
            ],
            "smallest_seen": self.seen,
            "sentence": self.sentence,
        }


DEPENDENT = {Suspicion.TRANSITIONS, Suspicion.RUNS, Suspicion.DRIFT, Suspicion.WELLS, Suspicion.TABLE}


def summarise_counts(
    counts: Sequence[int], unread: int, expected: Sequence[float] | None, level: float, others: Sequence[Check] = ()
) -> DieSummary:
    """Return what `counts` of the faces, and `unread` dice in doubt, say against the chances `expected`.

    Chances default to equal ones. `others` are checks to judge with that of the faces. Raises UsageError.
    """
    if not 2 <= len(counts) <= 100 or min(counts) < 0 or unread < 0 or not sum(counts):
        raise UsageError("counts are how often each face was read: give 2 to 100 whole numbers, not all of them 0")
    chances = np.full(len(counts), 1 / len(counts)) if expected is None else np.array(expected, dtype=np.float64)
    if len(chances) != len(counts) or not (chances > 0).all() or abs(chances.sum() - 1) > 1e-9:
        raise UsageError(
            f"{len(counts)} counts need as many expected chances above 0 that sum to 1, such as --expected 2/3,1/3"
        )
    held = np.array([*counts, unread], dtype=np.float64)
    law = exact_reader(len(counts))
    check = check_faces(read_alone(held), law, chances, np.random.default_rng(SEED))
    return _summary(held, chances, (check, *others), law, level)


def summarise_throws(throws: DieThrows, level: float) -> DieSummary:
    """Return what the throws of a die of six faces say. Raises UsageError where no die was read."""
    if not throws.counts[:UNREAD].sum():
        raise UsageError("no die was read: a report needs at least one value")
    law, chances, rng = exact_reader(), np.full(FACES, 1 / FACES), np.random.default_rng(SEED)
    checks = (check_faces(read_alone(throws.counts), law, chances, rng), *order_checks(throws, rng))
    return _summary(throws.counts, chances, checks, law, level)


def _summary(counts: Floats, expected: Floats, checks: tuple[Check, ...], law: ReadingLaw, level: float) -> DieSummary:
    together = adjust([check.p for check in checks], shares(checks))
    read = read_alone(counts)
    six = len(expected) == FACES and bool(np.allclose(expected, 1 / FACES))
    return DieSummary(
        counts,
        expected,
        level,
        face_extent(read[None], law, level),
        worst_case(read, counts[UNREAD], law, level),
        tuple(replace(check, together=p) for check, p in zip(checks, together, strict=True)),
        smallest_seen(law, bound_of(1 - level, POWER, FACES - 1), POWER, int(read.sum())) if six else None,
        1 - level,
    )


def _off(faces: Extent, expected: Floats) -> float:
    low, high = faces.low[0] - expected, faces.high[0] - expected
    return float(100 * np.maximum(np.abs(low), np.abs(high)).max())


def rounded_up(points: float) -> str:
    """Return a bound with two digits, never below what it is."""
    step = 10.0 ** (math.floor(math.log10(points)) - 1)
    return f"{math.ceil(points / step - 1e-9) * step:.2g}"


def read_alone(counts: Floats) -> Floats:
    """Return counts without the dice in doubt."""
    read = counts.copy()
    read[UNREAD] = 0
    return read


def worst_case(read: Floats, unread: float, law: ReadingLaw, level: float, extents: Extents = face_extent) -> Extent:
    """Return the intervals, made by `extents`, of `read` counts where all `unread` dice may have been any one face.

    A reader that errs would have read the dice of that face as it reads others of it.
    """
    sure = law.chances[:, : law.faces] / law.chances[:, : law.faces].sum(axis=1, keepdims=True)
    read_only = ReadingLaw(np.hstack([sure, np.zeros((law.faces, 1))]))
    cases = np.tile(read, (law.faces, 1))
    cases[:, : law.faces] += unread * sure
    each = extents(cases, read_only, level)
    return Extent(
        each.likeliest.mean(axis=0, keepdims=True),
        each.low.min(axis=0, keepdims=True),
        each.high.max(axis=0, keepdims=True),
    )


LEAST_EXPECTED = 5.0
"""Throws that a class of Pearson's chi-square expects; smaller ones at the ends are put together."""


def summarise_successes(table: Sequence[int], chance: float, level: float) -> tuple[DieSummary, Check]:
    """Return what `table`, how many throws showed 0, 1, 2 … of their dice with what was asked, says against `chance`.

    That is the summary of all dice alike, whose first face is that a die does not show what was asked and its second
    one that it does; and how the table compares with the binomial law of `chance`. That dice of a throw are alike and
    independent is asked of the table by its own chance. Raises UsageError.
    """
    throws = np.array(table, dtype=np.float64)
    if not 3 <= len(table) <= 101 or throws.min() < 0 or not throws.sum():
        raise UsageError("give how many throws showed 0, 1, 2 and so on of their dice: 3 to 101 whole numbers")
    if not 0 < chance < 1:
        raise UsageError("give the chance that a die shows it, such as --expected 1/3")
    dice = len(table) - 1
    shown = int((throws * np.arange(dice + 1)).sum())
    whole = dice * int(throws.sum())
    checks = []
    if 0 < shown < whole:
        alike = pearson(throws, shown / whole, known=False)
        checks = [alike] if alike.freedom > 0 else []
    die = summarise_counts([whole - shown, shown], 0, [1 - chance, chance], level, checks)
    return die, pearson(throws, chance, known=True)


def pearson(throws: Floats, chance: float, *, known: bool) -> Check:
    """Compare how many throws showed 0, 1, 2 … with the binomial law of a chance, `known` or that of these throws.

    Pearson, "On the Criterion that a Given System of Deviations from the Probable … Can Be Reasonably Supposed to Have
    Arisen from Random Sampling", Philosophical Magazine 50 (1900), with the degrees of freedom of Fisher, "Statistical
    Methods for Research Workers" (1925), who puts small classes together. With too few throws, p is 1.
    """
    dice = len(throws) - 1
    expected = throws.sum() * binom.pmf(np.arange(dice + 1), dice, chance)
    enough = np.flatnonzero((expected.cumsum() >= LEAST_EXPECTED) & (expected[::-1].cumsum()[::-1] >= LEAST_EXPECTED))
    if len(enough) < 2:
        return Check(Suspicion.TABLE, 0.0, 0, 1.0)
    starts = np.array([0, *enough[1:]])
    seen, foreseen = (np.add.reduceat(part, starts) for part in (throws, expected))
    statistic = float(((seen - foreseen) ** 2 / foreseen).sum())
    freedom = len(starts) - (1 if known else 2)
    return Check(Suspicion.TABLE, statistic, freedom, float(chi2.sf(statistic, freedom)) if freedom else 1.0)


PARTS = 10
"""Parts of a study's time that are compared."""


@dataclass(frozen=True, slots=True)
class DieFindings:
    """What was found of a die.

    `effect` is Cohen's w with its interval. The p-values of `models` together are those among all models of all dice;
    none is below that of the faces, which they explain. `figures` are the rows of `FIGURES` with intervals that hold
    together. `parts` and `wells` count, shape (…, 7), what was read in each tenth of the throws and in each well;
    `wells` is None for dice without any.
    """

    name: str
    summary: DieSummary
    effect: tuple[float, float, float]
    models: tuple[Check, ...]
    figures: Extent
    parts: Floats
    wells: Floats | None


@dataclass(frozen=True, slots=True)
class StudyFindings:
    """What a study found.

    `tables` are those that it was thrown at. `whole` says whether all planned throws were made; else all holds however
    it was stopped.
    """

    plan: StudyPlan
    seal: str
    head: str
    tables: tuple[str, ...]
    throws: int
    whole: bool
    first: str
    last: str
    dice: tuple[DieFindings, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the findings as `fairness report FOLDER --json` prints them."""
        return {
            "seal": self.seal,
            "head": self.head,
            "tables": self.tables,
            "throws": self.throws,
            "planned": self.plan.throws,
            "dice": [
                {
                    "die": die.name,
                    **die.summary.to_json(),
                    "effect": die.effect,
                    "models": [
                        {"model": one.topic.value, "statistic": one.statistic, "p": one.p, "p_together": one.together}
                        for one in die.models
                    ],
                }
                for die in self.dice
            ],
        }


def findings_of(plan: StudyPlan, seal: str, record: StudyRecord) -> StudyFindings:
    """Return what the log of a plan tells. Raises UsageError where a die was never read."""
    throws = [record.die(number) for number in range(len(plan.dice))]
    for name, die in zip(plan.dice, throws, strict=True):
        if not die.counts[:UNREAD].sum():
            raise UsageError(f"the die {name} was never read: a report needs at least one value of each die")
    whole = record.throws >= plan.throws
    found = [_die(plan, *one, whole=whole) for one in zip(plan.dice, throws, strict=True)]
    weights = [share / len(found) for one in found for share in shares(one.summary.verdicts)]
    checks = iter(adjust([check.p for one in found for check in one.summary.verdicts], weights))
    asked = [model.p for one in found for model in one.models]
    models = iter(adjust(asked, [1.0] * len(asked)))
    times = [row.time for row in record.rows]
    return StudyFindings(
        plan,
        seal,
        record.head,
        record.tables or (plan.table,),
        record.throws,
        whole,
        times[0],
        times[-1],
        tuple(_judged(one, checks, models) for one in found),
    )


def _judged(die: DieFindings, checks: Iterator[float], models: Iterator[float]) -> DieFindings:
    """Return a die with its p-values among all. Only a die that is accused is asked how it is wrong."""
    verdicts = tuple(replace(check, together=next(checks)) for check in die.summary.verdicts)
    faces = next(check.together for check in verdicts if check.topic is Suspicion.FACES)
    asked = tuple(replace(model, together=max(next(models), faces)) for model in die.models)
    return replace(die, summary=replace(die.summary, verdicts=verdicts), models=asked)


def _die(plan: StudyPlan, name: str, throws: DieThrows, *, whole: bool) -> DieFindings:
    """Return what was found of a die, its checks not judged yet."""
    law, rng, fair, level = plan.law, np.random.default_rng(SEED), fair_die(), 1 - plan.level / len(plan.dice)
    counts = throws.counts if plan.reader is not None else read_alone(throws.counts)  # doubts whose chances are known
    read = UncertainDie(counts, law, reader_spread(plan.reader, counts), level)
    others = order_checks(throws, rng) if whole else stopped_checks(throws, plan.throws, rng)
    faces = check_faces(counts, law, fair, rng)
    if read.reader.any():
        faces = replace(faces, p=max(faces.p, wald(read.off, FREE, read.variance(fair))[1]))
    bound, each = bound_of(1 - level, plan.power, FACES - 1), np.eye(FACES)
    extents = face_extent if whole else anytime_extent  # one that was looked at is stopped for whatever reason
    exact = extents(counts[None], law, level)
    if whole:
        drop = np.full(1, chi2.isf((1 - level) / len(FIGURES), 1) / 2)
        found = widen(exact, read.reader, each, level)
        figures = widen(extent(counts[None], law, FIGURES, drop), read.reader, FIGURES, level)
        effect = effect_size(read.off, read.variance(fair), level)
    else:
        bound = max(bound, read.bound)
        faces = replace(faces, p=max(faces.p, float(np.exp(-max(read.evidence, 0)))))
        found = read.always(exact, each)
        drop = anytime_drop(counts[None], law, level)
        figures = read.always(extent(counts[None], law, FIGURES, drop), FIGURES)
        effect = effect_size(read.off, read.variance(fair + read.off), level, read.drop)
    anywhere = worst_case(read_alone(counts), throws.counts[UNREAD], law, level, extents)
    low, high = anywhere.low - (exact.low - found.low), anywhere.high + (found.high - exact.high)
    worst = Extent(anywhere.likeliest, low, high).hull(found).clip(each)
    summary = DieSummary(
        throws.counts,
        fair,
        level,
        found,
        worst if throws.counts[UNREAD] else found,
        (faces, *others),
        smallest_seen(law, bound, plan.power, int(counts.sum()), read.reader),
        plan.level,
        plan.reader is not None,
    )
    models = check_models(counts, law, read.reader, prior=None if whole else prior_of(law))
    parts = np.array_split(throws.readings, min(PARTS, len(throws.readings)))
    wells = None
    if throws.wells is not None:
        wells = np.stack([DieThrows(throws.readings[throws.wells == well]).counts for well in range(1, WELLS + 1)])
    return DieFindings(
        name, summary, effect, models, figures, np.stack([DieThrows(part).counts for part in parts]), wells
    )
