"""Plans and logs of small studies, for tests."""

import csv
from pathlib import Path

from robot.fairness.log import LOG, columns_of
from robot.fairness.plan import StudyPlan, keep_plan, make_plan


def small_plan(dice: tuple[str, ...] = ("red", "blue"), table: str = "sim", points: float = 10) -> StudyPlan:
    """A plan of some hundred throws."""
    return make_plan(points, 0.05, 0.8, table=table, dice=dice)


def write_log(folder: Path, plan: StudyPlan, throws: list[tuple[str, ...]]) -> None:
    """Keep a plan, and a log with these throws."""
    keep_plan(plan, folder)
    with (folder / LOG).open("a", encoding="utf-8", newline="") as file:
        log = csv.DictWriter(file, columns_of(plan.dice), restval="", lineterminator="\n")
        for number, cells in enumerate(throws, 1):
            wells = " ".join(map(str, plan.wells(number)))
            row = {"time": "2026-05-01T10:00:00Z", "event": "throw", "throw": str(number), "wells": wells}
            log.writerow(row | {f"die {name}": cell for name, cell in zip(plan.dice, cells, strict=True)})
