"""What the throws of one die say, in figures."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from robot.errors import UsageError
from robot.fairness.checks import Check, DieThrows, Suspicion, adjusted, check_faces, order_checks, shares
from robot.fairness.intervals import Extent, face_extent
from robot.fairness.planning import bound_of, smallest_seen
from robot.fairness.reading_law import FACES, UNREAD, Floats, ReadingLaw, exact_reader
from robot.language import english
from robot.saying import Saying, chained

Extents = Callable[[Floats, ReadingLaw, float], Extent]
"""Returns intervals from counts, a reader's law and a level: `face_extent` or `anytime_extent`."""
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
    verdicts: tuple[JudgedCheck, ...]
    seen: float | None
    alpha: float
    known: bool = False

    @property
    def accused(self) -> tuple[JudgedCheck, ...]:
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
        topics = {verdict.check.topic for verdict in self.accused}
        if not topics:
            return Saying("study-nothing", {"bound": bound})
        found = chained("study-and", [Saying(f"study-found-{topic.value}") for topic in Suspicion if topic in topics])
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
    together = adjusted([check.p for check in checks], shares(checks))
    read = read_alone(counts)
    six = len(expected) == FACES and bool(np.allclose(expected, 1 / FACES))
    return DieSummary(
        counts,
        expected,
        level,
        face_extent(read[None], law, level),
        worst_case(read, counts[UNREAD], law, level),
        tuple(JudgedCheck(check, p) for check, p in zip(checks, together, strict=True)),
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
