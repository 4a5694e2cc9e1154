"""Plans and logs of small studies, for tests."""

from pathlib import Path

from robot.fairness.log import LogEvent, LogRow, StudyLog
from robot.fairness.plan import StudyPlan, StudyQuestion, keep_plan, planned

ASKED = StudyQuestion(10, "", 0, 0.05, 0.8)


def small_plan(dice: tuple[str, ...] = ("red", "blue"), table: str = "sim", *, pictures: bool = False) -> StudyPlan:
    """A plan of some hundred throws."""
    return planned(ASKED, dice, "here", table, pictures=pictures)


def thrown_log(folder: Path, plan: StudyPlan, throws: list[tuple[str, ...]]) -> None:
    """Keep a plan, and a log with these throws."""
    keep_plan(plan, folder)
    with StudyLog.seal(folder, plan) as log:
        for number, cells in enumerate(throws, 1):
            log.write(LogRow("2026-05-01T10:00:00Z", LogEvent.THROW, number, plan.wells(number), cells))
