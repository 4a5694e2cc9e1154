"""A chart of learning for the terminal: errors falling over the values that were set, and the numbers beside it."""

import math
from collections.abc import Mapping, Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from solver.learning.course import LearningCheck

WIDE, HIGH = 64, 12
MARKS = "*o+x#%@"
LEAST_DECADE = -15
LEAST_COMPARED = -4
"""Of several courses those of learners that play are drawn large enough to be told apart."""
HEADINGS = ("    trials", "    values set", "   value", "largest error", "mean error", "    wins", "visited", "seconds")
"""The numbers of a look at a learner, as wide as they get."""


def learning_chart(courses: Mapping[str, Sequence[LearningCheck]]) -> Group:
    """Return the mean errors of one course or several as a chart, both scales logarithmic, and their last numbers."""
    return Group(Text("\n".join(_chart(courses))), learning_table(courses))


def learning_table(courses: Mapping[str, Sequence[LearningCheck]]) -> Table:
    """Return the last numbers of each course as a table."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("method")
    for heading in HEADINGS:
        table.add_column(heading.strip().replace(" ", "\n"), justify="right")
    for mark, (method, course) in zip(MARKS, courses.items(), strict=False):
        if course:
            table.add_row(f"{mark} {method}", *check_cells(course[-1]))
    return table


def check_cells(check: LearningCheck) -> tuple[str, ...]:
    """Return the numbers of a look at a learner, for people."""
    return (
        f"{check.trials:,}",
        f"{check.updates:,}",
        f"{check.value:.6f}",
        f"{check.largest_error:.2g}",
        f"{check.mean_error:.2g}",
        f"{100 * check.win_rate:.2f} %",
        f"{100 * check.visited:.1f} %",
        f"{check.seconds:.2f}",
    )


def _chart(courses: Mapping[str, Sequence[LearningCheck]]) -> list[str]:
    least = LEAST_COMPARED if len(courses) > 1 else LEAST_DECADE
    points = [
        (math.log10(max(1, check.updates)), max(least, _log(check.mean_error)), mark)
        for mark, course in zip(MARKS, courses.values(), strict=False)
        for check in course
    ]
    if not points:
        return []
    left, right = min(x for x, _, _ in points), max(x for x, _, _ in points)
    low, high = min(y for _, y, _ in points), max(y for _, y, _ in points)
    rows = [[" "] * WIDE for _ in range(HIGH)]
    for x, y, mark in points:
        column = round((x - left) / ((right - left) or 1.0) * (WIDE - 1))
        rows[round((high - y) / ((high - low) or 1.0) * (HIGH - 1))][column] = mark
    edges = {0: f"{10**high:.2g}", HIGH - 1: f"{10**low:.2g}"}
    lines = [f"{edges.get(number, ''):>6} |{''.join(row).rstrip()}" for number, row in enumerate(rows)]
    begin, end = f"{10**left:,.0f}", f"{10**right:,.0f}"
    return [
        "mean error of all states, over the values set",
        *lines,
        f"       +{'-' * WIDE}",
        f"        {begin}{end:>{WIDE - len(begin)}}",
    ]


def _log(number: float) -> float:
    return math.log10(number) if number > 0 else LEAST_DECADE
