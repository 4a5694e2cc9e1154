"""All that a study found: each die's figures, with one correction for all dice and all checks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.stats import chi2, norm

from robot.errors import CountsError
from robot.fairness.checks import DieThrows, Suspicion, adjusted, check_faces, checks_of, shares
from robot.fairness.intervals import Extent, anytime_bound, anytime_drop, anytime_extent, evidence, extent, face_extent
from robot.fairness.likelihood import most_likely
from robot.fairness.log import StudyRecord
from robot.fairness.models import FIGURES, EffectSize, ModelCheck, check_models, covariance, effect_size, wald
from robot.fairness.plan import WELLS, StudyPlan
from robot.fairness.planning import bound_of, smallest_seen
from robot.fairness.reader_counts import ReaderCounts
from robot.fairness.reading_law import FACES, UNREAD, Floats, fair_die
from robot.fairness.summary import SEED, DieSummary, JudgedCheck, read_alone, worst_case

DRAWS = 200
"""Readers that are drawn to carry the uncertainty of a reader through."""
PARTS = 10
"""Parts of a study's time that are compared."""


@dataclass(frozen=True, slots=True)
class DieFindings:
    """What was found of a die.

    `models` come with p-values among all models of all dice; none is below that of the faces, which they explain.
    `figures` are the rows of `FIGURES` with intervals that hold together. `parts` and `wells` count, shape (…, 7), what
    was read in each tenth of the throws and in each well; `wells` is None for dice without any.
    """

    name: str
    summary: DieSummary
    effect: EffectSize
    models: tuple[tuple[ModelCheck, float], ...]
    figures: Extent
    parts: Floats
    wells: Floats | None


@dataclass(frozen=True, slots=True)
class StudyFindings:
    """What a study found. `whole` says whether all planned throws were made; else all holds however it was stopped."""

    plan: StudyPlan
    seal: str
    head: str
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
            "throws": self.throws,
            "planned": self.plan.throws,
            "dice": [
                {
                    "die": die.name,
                    **die.summary.to_json(),
                    "effect": [die.effect.likeliest, die.effect.low, die.effect.high],
                    "models": [
                        {"model": model.model.value, "statistic": model.statistic, "p": model.p, "p_together": together}
                        for model, together in die.models
                    ],
                }
                for die in self.dice
            ],
        }


def findings_of(plan: StudyPlan, seal: str, record: StudyRecord) -> StudyFindings:
    """Return what the log of a plan tells. Raises CountsError where a die was never read."""
    throws = [record.die(number) for number in range(len(plan.dice))]
    for name, die in zip(plan.dice, throws, strict=True):
        if not die.counts[:UNREAD].sum():
            raise CountsError(f"the die {name} was never read: a report needs at least one value of each die")
    whole = record.throws >= plan.throws
    level = 1 - plan.level / len(plan.dice)
    found = [_summary(plan, die, level, whole=whole) for die in throws]
    weights = [share / len(found) for one in found for share in shares([judged.check for judged in one.verdicts])]
    together = iter(adjusted([judged.check.p for one in found for judged in one.verdicts], weights))
    judged = [
        replace(one, verdicts=tuple(JudgedCheck(verdict.check, next(together)) for verdict in one.verdicts))
        for one in found
    ]
    models = _models(plan, judged)
    times = [row.time for row in record.rows]
    dice = zip(plan.dice, throws, judged, models, strict=True)
    return StudyFindings(
        plan,
        seal,
        record.head,
        record.throws,
        whole,
        times[0],
        times[-1],
        tuple(_die(plan, *one, whole=whole) for one in dice),
    )


def _counted(plan: StudyPlan, counts: Floats) -> Floats:
    """Return the counts that the plan's reader explains: those in doubt only where their chances are known."""
    return counts if plan.reader is not None else read_alone(counts)


def reader_spread(plan: StudyPlan, counts: Floats) -> Floats:
    """Return the covariance, shape (6, 6), of the likeliest chances that the reader's own uncertainty adds."""
    if plan.reader is None:
        return np.zeros((FACES, FACES))
    rng = np.random.default_rng(SEED)
    laws = ReaderCounts(plan.reader).drawn(DRAWS, rng)
    # To first order a law that is off by d moves the readings by p d, and the likeliest chances by the inverse of that.
    faces = most_likely(counts[None], plan.law)[0]
    spread = covariance(faces, plan.law, 1.0)
    weights = plan.law.chances / np.maximum(plan.law.of_readings(faces), 1e-12)
    moved = -np.einsum("fg,gr,dr->df", spread, weights, faces @ (laws - plan.law.chances))
    return np.asarray(np.cov(moved.T), dtype=np.float64)


def widened(found: Extent, spread: Floats, level: float) -> Extent:
    """Return intervals with another error, of these variances, added in quadrature."""
    extra = norm.isf((1 - level) / 2 / len(spread)) ** 2 * spread
    low = found.likeliest - np.sqrt((found.likeliest - found.low) ** 2 + extra)
    high = found.likeliest + np.sqrt((found.high - found.likeliest) ** 2 + extra)
    return Extent(found.likeliest, np.where(extra > 0, low, found.low), np.where(extra > 0, high, found.high))


def _summary(plan: StudyPlan, die: DieThrows, level: float, *, whole: bool) -> DieSummary:
    law, rng, fair = plan.law, np.random.default_rng(SEED), fair_die()
    counts = _counted(plan, die.counts)
    seen = DieThrows(die.readings[die.readings != UNREAD], None)
    if die.wells is not None:
        seen = replace(seen, wells=die.wells[die.readings != UNREAD])
    _, *others = checks_of(seen, law, fair, rng)
    faces = check_faces(counts, law, fair, rng)
    throws = int(counts.sum())
    spread = reader_spread(plan, counts)
    if spread.any():
        off = most_likely(counts[None], law)[0] - fair
        _, p = wald(off, np.eye(FACES)[1:], covariance(fair, law, throws) + spread)
        faces = replace(faces, p=max(faces.p, p))
    extents = face_extent if whole else anytime_extent  # one that was looked at is stopped for whatever reason
    bound = bound_of(1 - level, plan.power, FACES - 1)
    if not whole:
        bound = max(bound, anytime_bound(throws, law, level))
        faces = replace(faces, p=max(faces.p, float(np.exp(-max(evidence(counts[None], law, fair)[0], 0)))))
    found = widened(extents(counts[None], law, level), spread.diagonal(), level)
    anywhere = worst_case(read_alone(counts), die.counts[UNREAD], law, level, extents)
    worst = widened(anywhere, spread.diagonal(), level).hull(found)
    checks = (faces, *others)
    return DieSummary(
        die.counts,
        fair,
        level,
        found,
        worst if die.counts[UNREAD] else found,
        tuple(JudgedCheck(check, check.p) for check in checks),
        smallest_seen(law, bound, plan.power, throws, spread),
        plan.level,
        plan.reader is not None,
    )


def _models(plan: StudyPlan, dice: Sequence[DieSummary]) -> list[tuple[tuple[ModelCheck, float], ...]]:
    """Return the models of each die. They are asked only about dice that are accused: their p is none below theirs."""
    each = [
        check_models(counts, plan.law, reader_spread(plan, counts))
        for counts in (_counted(plan, die.counts) for die in dice)
    ]
    flat = [model.p for models in each for model in models]
    together = iter(adjusted(flat, [1.0] * len(flat)))
    faces = [next(one.together for one in die.verdicts if one.check.topic is Suspicion.FACES) for die in dice]
    return [
        tuple((model, max(next(together), floor)) for model in models)
        for models, floor in zip(each, faces, strict=True)
    ]


def _die(
    plan: StudyPlan,
    name: str,
    throws: DieThrows,
    summary: DieSummary,
    models: tuple[tuple[ModelCheck, float], ...],
    *,
    whole: bool,
) -> DieFindings:
    counts = _counted(plan, throws.counts)
    spread = FIGURES @ reader_spread(plan, counts) @ FIGURES.T
    drop = np.full(1, chi2.isf((1 - summary.level) / len(FIGURES), 1) / 2)
    if not whole:
        drop = anytime_drop(counts[None], plan.law, summary.level)
    figures = widened(extent(counts[None], plan.law, FIGURES, drop), spread.diagonal(), summary.level)
    faces = summary.verdicts[0].check
    parts = np.array_split(throws.readings, min(PARTS, len(throws.readings)))
    wells = None
    if throws.wells is not None:
        wells = np.stack([DieThrows(throws.readings[throws.wells == well]).counts for well in range(1, WELLS + 1)])
    return DieFindings(
        name,
        summary,
        effect_size(faces.statistic, faces.freedom, int(counts.sum()), summary.level),
        models,
        figures,
        np.stack([DieThrows(part).counts for part in parts]),
        wells,
    )
