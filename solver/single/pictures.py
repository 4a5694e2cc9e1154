"""Pictures of games for one player, by turns left and own score, or by own score where turns are counted."""

from functools import partial
from typing import Literal, TypeAlias

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from solver.game import Pictures
from solver.plot.style import ROLL, TENTHS, colour, contours, explain, key, scale_of, title
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
    shown = np.ma.masked_where(races, holds)
    _by_turns(figure, shown, heading, "turn total")
    explain(figure, shown, "throws on until the goal is reached")


def _value(figure: Figure, table: SinglePlayerTable) -> None:
    what, unit = WORTH[table.game]
    heading = f"{_title(table)}: {what}"
    scores = table.rolls.shape[1]
    if table.turns is None:
        _curve(figure, -table.start[0, :scores], heading, unit, "default")
    elif table.goal is not None:
        _by_turns(figure, table.start[1:, :scores], heading, unit)
        contours(figure.axes[0], table.start[1:, :scores], scale_of(table.start[1:, :scores]), TENTHS, first=1)
    else:
        # Values that differ only by rounding must not look different.
        to_come = np.round(table.start[1:, :scores] - np.arange(scores), DIGITS)
        _by_turns(figure, to_come, heading, unit)


def _curve(figure: Figure, values: NDArray[np.float64], heading: str, unit: str, drawn: Drawn) -> None:
    axes = figure.add_subplot()
    axes.plot(values, color=ROLL, drawstyle=drawn)
    axes.set(xlabel="own score", ylabel=unit, title=heading, ylim=(0, None))
    axes.grid(alpha=0.3)


def _by_turns(figure: Figure, values: NDArray[np.float64], heading: str, unit: str) -> None:
    """Draw values given at [turns left, score], from 1 turn up."""
    axes = figure.add_subplot()
    extent = (-0.5, values.shape[1] - 0.5, 0.5, len(values) + 0.5)
    picture = colour(axes, values, scale_of(values), extent)
    axes.set(xlabel="own score", ylabel="turns left", title=heading)
    key(figure, picture, axes, unit)


def _title(table: SinglePlayerTable) -> str:
    limits = (
        "" if table.goal is None else f" to {table.goal}",
        "" if table.turns is None else f" in {table.turns} turns",
    )
    return title(table.game) + "".join(limits)
