"""Pictures of keep-and-throw games: at which turn total to hold, by dice left and scores; and the chance to win."""

from functools import partial

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator, ScalarFormatter

from solver.game import Pictures
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.views import least_totals
from solver.plot.pictures import draw_maps, scale_of, title

ROWS = 2
TICKS = 2
"""So many parts has an axis of one of several maps."""
ENDS = "hold only to win"
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
    maps = {"1 die left" if left == 1 else f"{left} dice left": totals[:, :, left - 1] for left in range(1, dice + 1)}
    axes, bar = draw_maps(
        figure, maps, "turn total", columns=-(-dice // ROWS), scale=scale, extent=(0, goal, 0, goal), hidden=ENDS
    )
    for axis in (axis for place in axes for axis in (place.xaxis, place.yaxis)):
        axis.set_major_locator(MaxNLocator(TICKS))
    bar.locator = FixedLocator([total for total in TOTALS if step <= total <= (shown.vmax or 0)])
    bar.formatter = ScalarFormatter()
    bar.minorlocator = NullLocator()
    bar.update_ticks()
    figure.suptitle(f"{title(table.rules.name)} to {goal:,}: hold from this turn total on")


def _win(figure: Figure, table: KeepTable) -> None:
    goal = table.rules.goal
    heading = f"{title(table.rules.name)} to {goal:,}: chance to win at the start of a turn"
    draw_maps(figure, {heading: table.start[0][0, 0]}, "chance to win", extent=(0, goal, 0, goal))
