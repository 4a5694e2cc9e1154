"""Pictures of keep-and-throw games: at which turn total to hold, by dice left and scores; and the chance to win."""

from functools import partial

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, MaxNLocator, ScalarFormatter

from solver.game import Pictures
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.views import least_totals
from solver.plot.style import colour, explain, key, scale_of, title

ROWS = 2
TICKS = 2
"""So many parts has an axis of one of several maps."""
TOTALS = (50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""Totals that the key of colours names."""


def keep_pictures(table: KeepTable) -> Pictures:
    """Return the pictures of a keep-and-throw game."""
    return {"hold": partial(_hold, table=table), "win": partial(_win, table=table)}


def _hold(figure: Figure, table: KeepTable) -> None:
    goal, step, dice = table.rules.goal, table.rules.step, table.rules.dice
    least = least_totals(table)
    never = least >= (table.steps - np.arange(table.steps))[:, None, None]
    totals = np.ma.masked_array(least * step, never).astype(np.float64)
    shown = scale_of(totals)
    scale = LogNorm(max(step, shown.vmin or 0), shown.vmax)
    axes = figure.subplots(ROWS, -(-dice // ROWS), sharex=True, sharey=True, squeeze=False)
    for left, place in enumerate(axes.flat, 1):
        if left > dice:
            place.set_axis_off()
            continue
        picture = colour(place, totals[:, :, left - 1], scale, (0, goal, 0, goal))
        place.set(title="1 die left" if left == 1 else f"{left} dice left", aspect="equal")
        place.xaxis.set_major_locator(MaxNLocator(TICKS))
        place.yaxis.set_major_locator(MaxNLocator(TICKS))
    for place in axes[-1]:
        place.set_xlabel("opponent's score")
    for place in axes[:, 0]:
        place.set_ylabel("own score")
    figure.suptitle(f"{title(table.rules.name)} to {goal:,}: hold from this turn total on")
    numbers = [total for total in TOTALS if step <= total <= (shown.vmax or 0)]
    figure.colorbar(picture, ax=axes, label="turn total", ticks=FixedLocator(numbers), format=ScalarFormatter())
    explain(figure, totals, "hold only to win")


def _win(figure: Figure, table: KeepTable) -> None:
    start, goal = table.start[0][0, 0], table.rules.goal
    scale = scale_of(start)
    axes = figure.add_subplot()
    picture = colour(axes, start, scale, (0, goal, 0, goal))
    heading = f"{title(table.rules.name)} to {goal:,}: chance to win at the start of a turn"
    axes.set(xlabel="opponent's score", ylabel="own score", title=heading, aspect="equal")
    key(figure, picture, axes, "chance to win")
