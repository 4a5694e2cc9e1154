"""The picture of learning: errors, games won against exact play, and states visited, over the values that were set."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from solver.layout import title
from solver.learning.course import LearningCheck
from solver.plot.pictures import INCHES, LEARNERS

Courses: TypeAlias = Mapping[str, Sequence[LearningCheck]]

# Smaller errors are rounding; of several courses those of learners that play are drawn large enough to be told apart.
LEAST_ERROR = 1e-15
LEAST_COMPARED = 1e-4


def draw_courses(game: str, goal: int | None, courses: Courses) -> Figure:
    """Draw one course or several, by their methods, in one picture."""
    width, height = INCHES
    figure = Figure(figsize=(1.4 * width, 1.2 * height), layout="constrained")
    ((largest, mean), (wins, visits)) = figure.subplots(2, 2, sharex=True)
    for (method, course), (colour, dashes, mark) in zip(courses.items(), LEARNERS, strict=False):
        updates = [check.updates for check in course]
        every = max(1, len(course) // 8)
        look = {"color": colour, "linestyle": dashes, "marker": mark, "markersize": 4, "markevery": every}
        largest.plot(updates, [max(LEAST_ERROR, check.largest_error) for check in course], label=method, **look)
        mean.plot(updates, [max(LEAST_ERROR, check.mean_error) for check in course], **look)
        wins.plot(updates, [check.win_rate for check in course], **look)
        visits.plot(updates, [check.visited for check in course], **look)
    for axes, heading in ((largest, "largest error of a win probability"), (mean, "mean error of all states")):
        axes.set(title=heading, xscale="log", yscale="log")
        if len(courses) > 1:
            axes.set_ylim(LEAST_COMPARED, 1.5)
    wins.set(title="games won against exact play, over both seats")
    wins.axhline(0.5, color="black", linewidth=0.8, linestyle=(0, (1, 3)))
    visits.set(title="states visited", ylim=(-0.03, 1.03))
    for axes in (wins, visits):
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.set(xlabel="values set so far")
    figure.suptitle(f"{title(game)}{'' if goal is None else f' to {goal}'}, learned")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    return figure
