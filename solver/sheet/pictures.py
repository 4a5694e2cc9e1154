"""Pictures of score-sheet games: final scores of the strategies, when boxes are filled, what first throws are worth."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from solver.plot.pictures import BODY, ROLL, SCALE, scale_of, title
from solver.sheet.views import SheetViews

if TYPE_CHECKING:
    from solver.sheet.policy.evaluate import PolicyEvaluation

Floats = NDArray[np.float64]

MOST_ROWS = 45
# A dot of chance 1 in points squared; the likeliest throws are some 15 %.
DOT = 1500
LEAST_DOT = 5
TURN_DOT = 1700
SELDOM = 1e-4
OVERLAP = 1.6
LEAST_MARK = 0.25
TAIL = 0.0005


def filled_by_turn(evaluation: "PolicyEvaluation") -> Floats:
    """Return the chance that each turn [turns, boxes] fills each box."""
    return np.add.reduceat(evaluation.written, evaluation.plan.first[:-1], axis=1)


def draw_scores(figure: Figure, views: SheetViews) -> None:
    found = {name: views.evaluate(name) for name in views.strategies}
    rows = sorted(found.items(), key=lambda row: -row[1].mean)
    axes = figure.add_subplot()
    highest = max(float(fares.scores.max()) for _, fares in rows)
    for row, (_, fares) in enumerate(rows):
        foot, scores = len(rows) - row, np.arange(len(fares.scores))
        top = foot + OVERLAP * fares.scores / highest
        axes.fill_between(scores, foot, top, color=BODY, alpha=0.6, linewidth=0, zorder=row)
        axes.plot(scores, top, color="black", linewidth=0.7, zorder=row)
        mean = fares.mean
        height = max(float(np.interp(mean, scores, top)), foot + LEAST_MARK)
        axes.plot((mean, mean), (foot, height), color="black", linewidth=1.2, zorder=row)
    feet = range(len(rows), 0, -1)
    least = min(fares.quantile(TAIL) for _, fares in rows)
    most = max(fares.quantile(1 - TAIL) for _, fares in rows)
    axes.set(
        xlim=(max(0, least - 5), most + 5), ylim=(0.9, len(rows) + OVERLAP * rows[0][1].scores.max() / highest + 0.15)
    )
    axes.set_yticks(feet, [name.replace("-", " ") for name, _ in rows])
    axes.set(xlabel="final score", title=f"{_title(views)}: chances of the final score, exactly")
    axes.grid(axis="x", alpha=0.3)
    figures = axes.secondary_yaxis("right")
    figures.set_yticks(feet, [f"{fares.mean:.1f} ± {fares.sd:.1f}" for _, fares in rows])
    figures.set_ylabel("mean (upright line) and standard deviation")


def draw_boxes(figure: Figure, views: SheetViews) -> None:
    best = views.evaluate(views.strategies[0])
    often, points = filled_by_turn(best), best.box_turns()
    turn, box = np.nonzero(often > SELDOM)
    brought = points[turn, box] / often[turn, box]
    axes = figure.add_subplot()
    scale = scale_of(np.append(brought, 0.0))
    dots = axes.scatter(
        turn + 1,
        box,
        s=TURN_DOT * often[turn, box],
        c=brought,
        cmap=SCALE,
        norm=scale,
        edgecolors="black",
        linewidths=0.4,
    )
    names = [name.replace("-", " ") for name in views.sheet.names]
    axes.set_yticks(range(len(names)), names)
    axes.set(
        xlim=(0.4, len(names) + 0.6), ylim=(len(names) - 0.4, -0.6), xlabel="turn", xticks=range(1, len(names) + 1)
    )
    axes.set_title(f"{_title(views)}: when boxes are filled, and what they take then")
    axes.grid(alpha=0.2)
    axes.set_axisbelow(True)
    means = axes.secondary_yaxis("right")
    means.set_yticks(range(len(names)), [f"{mean:.2f}" for mean in points.sum(axis=0)])
    means.set_ylabel("mean of the box")
    figure.colorbar(
        dots, ax=axes, label="points on average; the larger a dot, the more often", location="bottom", aspect=40
    )


def draw_first(figure: Figure, views: SheetViews) -> None:
    every = views.first_throws()
    often = sorted(every, key=lambda throws: -throws.chances.sum())[:MOST_ROWS]
    rows = [throws for throws in every if throws in often]
    axes = figure.add_subplot()
    value = views.table.value
    for row, throws in enumerate(rows):
        ends = [value, *throws.worth]
        axes.plot((min(ends), max(ends)), (row, row), color=BODY, linewidth=0.8, zorder=1)
        sizes = np.maximum(DOT * throws.chances, LEAST_DOT)
        axes.scatter(throws.worth, [row] * len(throws.worth), s=sizes, color=ROLL, zorder=2)
    axes.axvline(value, color="black", linewidth=0.8, linestyle="--")
    axes.set_yticks(range(len(rows)), [throws.kept for throws in rows], fontsize=8)
    axes.set(ylim=(len(rows) - 0.4, -0.6))
    axes.set_xlabel(f"points of the whole game, expected after the throw (broken line: before it, {value:.2f})")
    if len(rows) < len(every):
        axes.set_ylabel(f"the {len(rows)} most frequent of {len(every)}")
    what = "the box that is chosen" if views.sheet.commit else "what is kept of it"
    axes.set_title(f"{_title(views)}: the first throw, by {what}")
    axes.grid(axis="x", alpha=0.3)
    chances = axes.secondary_yaxis("right")
    chances.set_yticks(range(len(rows)), [f"{100 * throws.chances.sum():.2f} %" for throws in rows], fontsize=8)
    chances.set_ylabel("how often")


def _title(views: SheetViews) -> str:
    sheet = views.sheet
    return title(sheet.name) + ("" if sheet.rule == "plain" else f", {sheet.rule} rule")
