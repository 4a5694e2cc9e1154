"""What the throws of one die say, in figures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from robot.errors import CountsError
from robot.fairness.checks import Check, DieThrows, Suspicion, adjusted, check_faces, checks_of, shares
from robot.fairness.intervals import Extent, face_extent
from robot.fairness.planning import smallest_seen
from robot.fairness.reading_law import FACES, UNREAD, Floats, ReadingLaw, exact_reader

POWER = 0.8
SEED = 29
"""Seed of the simulations that judge small counts: a report can be computed again."""


@dataclass(frozen=True, slots=True)
class JudgedCheck:
    """A check and its p-value among all checks of the report."""

    check: Check
    together: float


@dataclass(frozen=True, slots=True)
class DieSummary:
    """The figures of a die.

    `counts` has shape (faces + 1,), the last one the dice in doubt; `expected` shape (faces,). `faces` holds the
    likeliest chances with intervals that hold together at `level`, `worst` the same where all dice in doubt may have
    been any one face. `seen` is the smallest deviation, in points of 100 of a face and its opposite, that so many
    throws find with a chance of 80 %, None where the die is not one of six faces that should be equal.
    """

    counts: Floats
    expected: Floats
    level: float
    faces: Extent
    worst: Extent
    verdicts: tuple[JudgedCheck, ...]
    seen: float | None

    @property
    def accused(self) -> tuple[JudgedCheck, ...]:
        """The checks that a fair and independent die passes with a chance of `level`."""
        return tuple(verdict for verdict in self.verdicts if verdict.together <= 1 - self.level)

    @property
    def sentence(self) -> str:
        """The answer in one sentence. A die is never called fair."""
        percent = f"{100 * self.level:g} %"
        bound = f"no face is off by more than {rounded_up(_off(self.faces, self.expected))} points ({percent})"
        if unread := int(self.counts[UNREAD]):
            most = rounded_up(_off(self.worst, self.expected))
            bound += f" if the {unread} in doubt fell as the others did, and by no more than {most} however they fell"
        topics = {verdict.check.topic for verdict in self.accused}
        if not topics:
            return f"Nothing was found against this die: {bound}."
        found = [ACCUSATIONS[topic] for topic in Suspicion if topic in topics]
        if topics & DEPENDENT:
            return f"{'; '.join(found).capitalize()}: the intervals of the faces do not hold."
        return f"{'; '.join(found).capitalize()}: {bound}."

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
                    "check": verdict.check.topic.value,
                    "statistic": verdict.check.statistic,
                    "freedom": verdict.check.freedom,
                    "p": verdict.check.p,
                    "p_together": verdict.together,
                }
                for verdict in self.verdicts
            ],
            "smallest_seen": self.seen,
            "sentence": self.sentence,
        }


ACCUSATIONS = {
    Suspicion.FACES: "the faces of this die do not fall as often as they should",
    Suspicion.TRANSITIONS: "a throw depends on the one before it",
    Suspicion.RUNS: "equal values follow each other more or less often than by chance",
    Suspicion.DRIFT: "the die changes as time goes on",
    Suspicion.WELLS: "the die falls differently from well to well",
}
DEPENDENT = {Suspicion.TRANSITIONS, Suspicion.RUNS, Suspicion.DRIFT, Suspicion.WELLS}


def summarise_counts(counts: Sequence[int], unread: int, expected: Sequence[float] | None, level: float) -> DieSummary:
    """Return what `counts` of the faces, and `unread` dice in doubt, say against the chances `expected`.

    Chances default to equal ones. Raises CountsError.
    """
    if not 2 <= len(counts) <= 100 or min(counts) < 0 or unread < 0 or not sum(counts):
        raise CountsError("counts are how often each face was read: give 2 to 100 whole numbers, not all of them 0")
    chances = np.full(len(counts), 1 / len(counts)) if expected is None else np.array(expected, dtype=np.float64)
    if len(chances) != len(counts) or not (chances > 0).all() or abs(chances.sum() - 1) > 1e-9:
        raise CountsError(
            f"{len(counts)} counts need as many expected chances above 0 that sum to 1, such as --expected 2/3,1/3"
        )
    held = np.array([*counts, unread], dtype=np.float64)
    law = exact_reader(len(counts))
    check = check_faces(_read(held), law, chances, np.random.default_rng(SEED))
    return _summary(held, chances, (check,), law, level)


def summarise_throws(throws: DieThrows, level: float) -> DieSummary:
    """Return what the throws of a die of six faces say. Raises CountsError where no die was read."""
    if not throws.counts[:UNREAD].sum():
        raise CountsError("no die was read: a report needs at least one value")
    law, chances = exact_reader(), np.full(FACES, 1 / FACES)
    read = DieThrows(throws.readings[throws.readings != UNREAD], None)
    if throws.wells is not None:
        read = DieThrows(read.readings, throws.wells[throws.readings != UNREAD])
    checks = checks_of(read, law, chances, np.random.default_rng(SEED))
    return _summary(throws.counts, chances, checks, law, level)


def _summary(counts: Floats, expected: Floats, checks: tuple[Check, ...], law: ReadingLaw, level: float) -> DieSummary:
    together = adjusted([check.p for check in checks], shares(checks))
    read = _read(counts)
    six = len(expected) == FACES and bool(np.allclose(expected, 1 / FACES))
    return DieSummary(
        counts,
        expected,
        level,
        face_extent(read[None], law, level),
        _worst(read, counts[UNREAD], law, level),
        tuple(JudgedCheck(check, p) for check, p in zip(checks, together, strict=True)),
        smallest_seen(law, 1 - level, POWER, int(read.sum())) if six else None,
    )


def _off(faces: Extent, expected: Floats) -> float:
    low, high = faces.low[0] - expected, faces.high[0] - expected
    return float(100 * np.maximum(np.abs(low), np.abs(high)).max())


def rounded_up(points: float) -> str:
    """Return a bound with two digits, never below what it is."""
    step = 10.0 ** (math.floor(math.log10(points)) - 1)
    return f"{math.ceil(points / step - 1e-9) * step:.2g}"


def _read(counts: Floats) -> Floats:
    read = counts.copy()
    read[UNREAD] = 0
    return read


def _worst(read: Floats, unread: float, law: ReadingLaw, level: float) -> Extent:
    cases = np.tile(read, (law.faces, 1))
    cases[np.arange(law.faces), np.arange(law.faces)] += unread
    each = face_extent(cases, law, level)
    return Extent(
        each.likeliest.mean(axis=0, keepdims=True),
        each.low.min(axis=0, keepdims=True),
        each.high.max(axis=0, keepdims=True),
    )
