"""Pictures of games for one player, by turns left and own score, or by own score where turns are counted."""

from collections.abc import Sequence
from functools import partial
from typing import Literal, TypeAlias

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from solver.game import Pictures
from solver.plot.pictures import GRID, RACES, ROLL, TENTHS, draw_maps, title
from solver.single.exact import SinglePlayerTable

WORTH = {
    "pig-reach": ("the chance to reach the goal", "chance"),
    "pig-score": ("the points that the turns left bring", "points to come"),
    "pig-turns": ("how many turns it takes", "turns"),
    "think": ("the points that the turns left bring", "points to come"),
}
DIGITS = 9
Drawn: TypeAlias = Literal["default", "steps-mid"]


def single_pictures(table: SinglePlayerTable) -> Pictures:
    """Return the pictures of a game for one player."""
    return {"hold": partial(_hold, table=table), "value": partial(_value, table=table)}


def _hold(figure: Figure, table: SinglePlayerTable) -> None:
    rolls = table.rolls if table.turns is None else table.rolls[1:]
    holds = np.argmin(rolls, axis=2).astype(float)
    heading = f"{_title(table)}: the turn total at which to hold"
    if table.goal is None:
        _by_turns(figure, holds, heading, "turn total")
        return
    left = table.goal - np.arange(table.goal)
    races = (rolls | (np.arange(table.goal) >= left[:, None])).all(axis=2)
    if table.turns is None:
        _curve(figure, np.where(races, left, holds)[0], heading, "turn total", "steps-mid")
        return
    _by_turns(figure, np.ma.masked_where(races, holds), heading, "turn total")


def _value(figure: Figure, table: SinglePlayerTable) -> None:
    what, unit = WORTH[table.game]
    heading = f"{_title(table)}: {what}"
    scores = table.rolls.shape[1]
    if table.turns is None:
        _curve(figure, -table.start[0, :scores], heading, unit, "default")
    elif table.goal is not None:
        _by_turns(figure, table.start[1:, :scores], heading, unit, TENTHS)
    else:
        # Values that differ only by rounding must not look different.
        _by_turns(figure, np.round(table.start[1:, :scores] - np.arange(scores), DIGITS), heading, unit)


def _curve(figure: Figure, values: NDArray[np.float64], heading: str, unit: str, drawn: Drawn) -> None:
    axes = figure.add_subplot()
    axes.plot(values, color=ROLL, drawstyle=drawn)
    axes.set(xlabel="own score", ylabel=unit, title=heading, ylim=(0, None))
    axes.grid(alpha=GRID)


def _by_turns(
    figure: Figure, values: NDArray[np.float64], heading: str, unit: str, levels: Sequence[float] = ()
) -> None:
    """Draw values given at [turns left, score], from 1 turn up."""
    extent = (-0.5, values.shape[1] - 0.5, 0.5, len(values) + 0.5)
    labels = "turns left", "own score"
    draw_maps(figure, {heading: values}, unit, labels=labels, extent=extent, levels=levels, hidden=RACES)


def _title(table: SinglePlayerTable) -> str:
    limits = (
        "" if table.goal is None else f" to {table.goal}",
        "" if table.turns is None else f" in {table.turns} turns",
    )
    return title(table.game) + "".join(limits)
