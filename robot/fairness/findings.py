"""All that a study found: each die's figures, with one correction for all dice and all checks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.stats import chi2

from robot.errors import UsageError
from robot.fairness.checks import DieThrows, Suspicion, adjusted, check_faces, order_checks, shares, stopped_checks
from robot.fairness.intervals import Extent, anytime_drop, anytime_extent, extent, face_extent
from robot.fairness.log import StudyRecord
from robot.fairness.models import FIGURES, EffectSize, ModelCheck, check_models, effect_size, wald
from robot.fairness.plan import WELLS, StudyPlan
from robot.fairness.planning import bound_of, smallest_seen
from robot.fairness.reading_law import FACES, UNREAD, Floats, fair_die
from robot.fairness.summary import SEED, DieSummary, JudgedCheck, read_alone, worst_case
from robot.fairness.uncertain_reader import FREE, UncertainDie, prior_of, reader_spread, widened

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
    """Return what the log of a plan tells. Raises UsageError where a die was never read."""
    throws = [record.die(number) for number in range(len(plan.dice))]
    for name, die in zip(plan.dice, throws, strict=True):
        if not die.counts[:UNREAD].sum():
            raise UsageError(f"the die {name} was never read: a report needs at least one value of each die")
    whole = record.throws >= plan.throws
    level = 1 - plan.level / len(plan.dice)
    found = [_summary(plan, die, level, whole=whole) for die in throws]
    weights = [share / len(found) for one in found for share in shares([judged.check for judged in one.verdicts])]
    together = iter(adjusted([judged.check.p for one in found for judged in one.verdicts], weights))
    judged = [
        replace(one, verdicts=tuple(JudgedCheck(verdict.check, next(together)) for verdict in one.verdicts))
        for one in found
    ]
    models = _models(plan, judged, whole=whole)
    times = [row.time for row in record.rows]
    dice = zip(plan.dice, throws, judged, models, strict=True)
    return StudyFindings(
        plan,
        seal,
        record.head,
        record.tables or (plan.table,),
        record.throws,
        whole,
        times[0],
        times[-1],
        tuple(_die(plan, *one, whole=whole) for one in dice),
    )


def _counted(plan: StudyPlan, counts: Floats) -> Floats:
    """Return the counts that the plan's reader explains: those in doubt only where their chances are known."""
    return counts if plan.reader is not None else read_alone(counts)


def _summary(plan: StudyPlan, die: DieThrows, level: float, *, whole: bool) -> DieSummary:
    law, rng, fair = plan.law, np.random.default_rng(SEED), fair_die()
    counts = _counted(plan, die.counts)
    others = order_checks(die, rng) if whole else stopped_checks(die, plan.throws, rng)
    faces = check_faces(counts, law, fair, rng)
    read = UncertainDie(counts, law, reader_spread(plan.reader, counts), level)
    if read.reader.any():
        faces = replace(faces, p=max(faces.p, wald(read.off, FREE, read.variance(fair))[1]))
    extents = face_extent if whole else anytime_extent  # one that was looked at is stopped for whatever reason
    bound = bound_of(1 - level, plan.power, FACES - 1)
    if not whole:
        bound = max(bound, read.bound)
        faces = replace(faces, p=max(faces.p, float(np.exp(-max(read.evidence, 0)))))
    exact = extents(counts[None], law, level)
    each = np.eye(FACES)
    found = widened(exact, read.reader, each, level) if whole else read.always(exact, each)
    anywhere = worst_case(read_alone(counts), die.counts[UNREAD], law, level, extents)
    low, high = anywhere.low - (exact.low - found.low), anywhere.high + (found.high - exact.high)
    worst = Extent(anywhere.likeliest, low, high).hull(found).clipped(each)
    checks = (faces, *others)
    return DieSummary(
        die.counts,
        fair,
        level,
        found,
        worst if die.counts[UNREAD] else found,
        tuple(JudgedCheck(check, check.p) for check in checks),
        smallest_seen(law, bound, plan.power, int(counts.sum()), read.reader),
        plan.level,
        plan.reader is not None,
    )


def _models(plan: StudyPlan, dice: Sequence[DieSummary], *, whole: bool) -> list[tuple[tuple[ModelCheck, float], ...]]:
    """Return the models of each die. They are asked only about dice that are accused: their p is none below theirs."""
    prior = None if whole else prior_of(plan.law)
    each = [
        check_models(counts, plan.law, reader_spread(plan.reader, counts), prior=prior)
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
    counts, law, level = _counted(plan, throws.counts), plan.law, summary.level
    read = UncertainDie(counts, law, reader_spread(plan.reader, counts), level)
    if whole:
        drop = np.full(1, chi2.isf((1 - level) / len(FIGURES), 1) / 2)
        exact = extent(counts[None], law, FIGURES, drop)
        figures = widened(exact, read.reader, FIGURES, level)
        effect = effect_size(read.off, read.variance(fair_die()), level)
    else:
        exact = extent(counts[None], law, FIGURES, anytime_drop(counts[None], law, level))
        figures = read.always(exact, FIGURES)
        effect = effect_size(read.off, read.variance(fair_die() + read.off), level, read.drop)
    parts = np.array_split(throws.readings, min(PARTS, len(throws.readings)))
    wells = None
    if throws.wells is not None:
        wells = np.stack([DieThrows(throws.readings[throws.wells == well]).counts for well in range(1, WELLS + 1)])
    return DieFindings(
        name,
        summary,
        effect,
        models,
        figures,
        np.stack([DieThrows(part).counts for part in parts]),
        wells,
    )
