"""Planted truths, studies of dice whose chances are known: `python -m tools.campaigns fair_studies [STUDIES [DIE]]`.

Each die is thrown as often as its plan says, and read by readers that err at known rates. A shaved die shows two
opposite faces too often, each by so many points of 100. A heavy one shows a face too often and its opposite too seldom.
One that sticks stays as it lay in one of twenty throws.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln, xlogy

from robot.fairness.checks import (
    LOOKS,
    Check,
    DieThrows,
    Readings,
    Suspicion,
    adjust,
    check_faces,
    order_checks,
    shares,
    stopped_checks,
)
from robot.fairness.likelihood import PRIOR, face_extent
from robot.fairness.plan import loaded_die, throws_for_points, throws_needed
from robot.fairness.reader import FACES, UNREAD, Floats, ReadingLaw, erring_reader, exact_reader, fair_die

STUDIES = 2_000
LEVEL, POWER = 0.05, 0.8
BATCH = 100


def shaved_die(points: float) -> Floats:
    """Return a die whose 1 and 6 each fall more often by so many points of 100."""
    off = points / 100
    faces: Floats = fair_die() + np.array([off, -off / 2, -off / 2, -off / 2, -off / 2, off])
    return faces


def uneven_reader() -> ReadingLaw:
    """Return a reader that misreads up to 5 % of a face, and leaves 0 to 20 % of each face in doubt."""
    wrong = np.random.default_rng(5).uniform(0, 0.01, (FACES, FACES))
    return erring_reader(wrong, np.array([0.2, 0.1, 0.05, 0.02, 0.0, 0.15]))


@dataclass(frozen=True, slots=True)
class PlantedDie:
    """A die whose chances are known, and in how many of its throws it stays as it lay."""

    name: str
    faces: Floats
    sticks: float = 0.0


DICE = (
    PlantedDie("fair", fair_die()),
    PlantedDie("shaved 1", shaved_die(1)),
    PlantedDie("shaved 2", shaved_die(2)),
    PlantedDie("heavy 2", loaded_die(2)),
    PlantedDie("sticks", fair_die(), 0.05),
)
READERS = {"exact": exact_reader(), "uneven": uneven_reader()}


@dataclass(frozen=True, slots=True)
class Outcomes:
    """In which share of studies the intervals held, the sequence held at each throw, and what was accused.

    `stopped` is the share of studies of a fair die that could be stopped at a throw at which a report accuses it.
    """

    throws: int
    studies: int
    intervals: float
    sequence: float
    accused: float
    faces: float
    dependent: float
    stopped: float | None

    def line(self, die: str, reader: str) -> str:
        """Return the shares as a line, in percent."""
        named = ("intervals", "sequence", "accused", "faces", "dependent", "stopped")
        shown = {name: getattr(self, name) for name in named}
        figures = ", ".join(f"{name} {100 * share:.1f} %" for name, share in shown.items() if share is not None)
        return f"{die:9} {reader:7} {self.throws:6} throws, {self.studies} studies: {figures}"


def planned_throws(die: PlantedDie, law: ReadingLaw) -> int:
    """Return the throws that find this die, or 2 points where its faces are fair."""
    if np.allclose(die.faces, fair_die()):
        return throws_for_points(2, law, LEVEL, POWER)
    return throws_needed(die.faces, law, LEVEL, POWER)


def throw_die(die: PlantedDie, law: ReadingLaw, throws: int, rng: np.random.Generator) -> Readings:
    """Return what is read of a die: 0 to 5, and UNREAD."""
    fell = rng.choice(FACES, p=die.faces, size=throws)
    if die.sticks:
        fresh = rng.random(throws) >= die.sticks
        fresh[0] = True
        fell = fell[np.maximum.accumulate(np.where(fresh, np.arange(throws), 0))]
    steps = law.chances.cumsum(axis=1)[fell]
    read = (rng.random(throws)[:, None] > steps).sum(axis=1)
    return np.where(read >= FACES, UNREAD, read)


def most_evidence(readings: Readings, die: Floats, law: ReadingLaw) -> float:
    """Return the most evidence, in nats, that the confidence sequence ever has against a die, after any single throw.

    Its intervals are the extents of all dice that are likely enough, so they hold a die against which it never reaches
    log(1 / level).
    """
    seen = np.zeros((len(readings), FACES + 1))
    seen[np.arange(len(readings)), readings % (FACES + 1)] = 1
    counts = seen.cumsum(axis=0)
    expected = law.of_readings(fair_die())
    possible = expected > 0
    weights, counted = PRIOR * expected[possible], counts[:, possible]
    mixture = (gammaln(weights + counted) - gammaln(weights)).sum(axis=1)
    mixture += gammaln(weights.sum()) - gammaln(weights.sum() + counted.sum(axis=1))
    return float((mixture - xlogy(counts, law.of_readings(die)).sum(axis=1)).max())


def judge_checks(checks: Sequence[Check]) -> set[Suspicion]:
    """Return what the checks of one die accuse it of together."""
    together = adjust([check.p for check in checks], shares(checks))
    return {check.topic for check, p in zip(checks, together, strict=True) if p <= LEVEL}


def accusations(throws: DieThrows, counts: Floats, law: ReadingLaw, rng: np.random.Generator) -> set[Suspicion]:
    """Return what a whole report on one die accuses it of."""
    return judge_checks((check_faces(counts, law, fair_die(), rng), *order_checks(throws, rng)))


def ever_accused(throws: DieThrows, evidence: float, rng: np.random.Generator) -> bool:
    """Return whether any report would accuse a die of a study that is stopped at any throw before its end.

    `evidence` is the most that there ever was against a fair die.
    """
    planned = len(throws.readings)
    for end in range(planned // LOOKS, planned, planned // LOOKS):
        stopped = DieThrows(throws.readings[:end], None if throws.wells is None else throws.wells[:end])
        faces = Check(Suspicion.FACES, 0, FACES - 1, float(np.exp(-max(evidence, 0))))
        if judge_checks((faces, *stopped_checks(stopped, planned, rng))):
            return True
    return False


def outcomes(die: PlantedDie, law: ReadingLaw, studies: int, rng: np.random.Generator) -> Outcomes:
    """Make so many studies of a die with a reader."""
    throws = planned_throws(die, law)
    wells = np.arange(throws) * FACES // throws
    held, most, found, stopped = 0, [], [], []
    for begin in range(0, studies, BATCH):
        batch = [DieThrows(throw_die(die, law, throws, rng), wells) for _ in range(min(BATCH, studies - begin))]
        counts = np.stack([study.counts for study in batch])
        held += int(face_extent(counts, law, 1 - LEVEL).holds(die.faces).sum())
        nats = [most_evidence(study.readings, die.faces, law) for study in batch]
        found += [accusations(*study, law, rng) for study in zip(batch, counts, strict=True)]
        if die is DICE[0]:
            stopped += [ever_accused(*study, rng) for study in zip(batch, nats, strict=True)]
        most += nats
    return Outcomes(
        throws,
        studies,
        held / studies,
        float(np.mean(np.array(most) < -np.log(LEVEL))),
        sum(map(bool, found)) / studies,
        sum(Suspicion.FACES in one for one in found) / studies,
        sum(bool(one & {Suspicion.TRANSITIONS, Suspicion.RUNS}) for one in found) / studies,
        sum(stopped) / studies if stopped else None,
    )


def campaign(studies: int, only: str = "") -> Iterator[tuple[str, str, Outcomes]]:
    """Yield the outcomes of all dice, or `only` of the one of this name, with all readers."""
    for place, die in enumerate(DICE):
        if only not in {"", die.name}:
            continue
        for number, (reader, law) in enumerate(READERS.items()):
            yield die.name, reader, outcomes(die, law, studies, np.random.default_rng([2026, place, number]))


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("studies", nargs="?", type=int, default=STUDIES, help=f"of each case (default {STUDIES})")
    parser.add_argument("die", nargs="?", default="", choices=("", *(die.name for die in DICE)), help="only this die")


def run(options: Namespace) -> Iterator[str]:
    """Yield a line for each die and reader."""
    yield from (found.line(die, reader) for die, reader, found in campaign(options.studies, options.die))
