"""Plans and logs of small studies, for tests."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from robot.fairness.log import LogEvent, LogRow, StudyLog, StudyRecord
from robot.fairness.plan import StudyPlan, keep_plan, plan_study
from robot.fairness.reader import FACES, Floats

asked = partial(plan_study, points=10, level=0.05, power=0.8)
"""Plans a study of some hundred throws."""


def small_plan(dice: tuple[str, ...] = ("red", "blue"), table: str = "sim", *, pictures: bool = False) -> StudyPlan:
    """A plan of some hundred throws."""
    return asked(dice, "here", table, pictures=pictures)


def thrown_log(folder: Path, plan: StudyPlan, throws: list[tuple[str, ...]], *, stopped: bool = False) -> None:
    """Keep a plan, and a log with these throws, which says in the end that it was `stopped`, or nothing."""
    keep_plan(plan, folder)
    with StudyLog.seal(folder, plan) as log:
        for number, cells in enumerate(throws, 1):
            log.write(LogRow("2026-05-01T10:00:00Z", LogEvent.THROW, number, plan.wells(number), cells))
        if stopped:
            log.write(LogRow("2026-05-01T11:00:00Z", LogEvent.STOPPED, len(throws)))


def fallen_record(plan: StudyPlan, throws: int, dice: Sequence[Floats] | None = None, seed: int = 1) -> StudyRecord:
    """What a log holds of dice with chances of 1 to 6 and of a doubt, by default fair ones with one doubt in fifty."""
    rng = np.random.default_rng(seed)
    usual = np.append(np.full(FACES, 0.98 / FACES), 0.02)
    fell = [rng.choice(FACES + 1, p=die, size=throws) for die in dice or [usual] * len(plan.dice)]
    rows = [LogRow("2026-05-01T10:00:00Z", LogEvent.SEALED, 0)]
    for number, values in enumerate(np.stack(fell, axis=1).tolist(), 1):
        cells = tuple("?cocked" if value == FACES else str(value + 1) for value in values)
        rows.append(LogRow("2026-05-01T10:00:00Z", LogEvent.THROW, number, plan.wells(number), cells))
    return StudyRecord(tuple(rows), "head")
