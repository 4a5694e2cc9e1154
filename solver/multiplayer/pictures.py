"""Pictures of Pig for three, and of Pig for four and more."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from solver.errors import PositionError
from solver.game import Pictures
from solver.multiplayer.approximation import MultiplayerTable
from solver.multiplayer.three import ThreeTable
from solver.plot.pictures import BODY, RACES, TENTHS, draw_lines, draw_maps, title
from solver.race.state import TIE

# Parts of the goal that the last of three players has, and that all others of more have.
THIRDS = (0.0, 0.3, 0.5, 0.7)
OTHERS = (0.0, 0.2, 0.4, 0.6)
STEPS = 10
LABELS = "own score", "next player's score"


def hold_values(table: ThreeTable, third: int) -> NDArray[np.int64]:
    """Return the lowest turn total at which the player to throw holds, at [me, second], with the last at `third`.

    Where the player never holds, it is the distance to the goal. Raises PositionError for a score outside the game.
    """
    goal, distribution = table.goal, table.distribution
    if not 0 <= third < goal:
        raise PositionError(f"a score of {third} is outside the game: give points from 0 to {goal - 1}")
    holds = np.empty((goal, goal), np.int64)
    for me in range(goal):
        left = goal - me
        # The player is the last to throw of those who follow a hold.
        hold = table.win[:, third, me:, 2]
        own = np.ones((left + distribution.gains[-1], goal))
        holds[me] = left
        for turn in range(left - 1, 0, -1):
            roll = distribution.bust * hold[:, 0]
            for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
                roll = roll + chance * own[turn + gain]
            rolls = roll - hold[:, turn] > TIE
            own[turn] = np.where(rolls, roll, hold[:, turn])
            holds[me] = np.where(rolls, holds[me], turn)
    return holds


def three_pictures(table: ThreeTable, thirds: Sequence[int] = ()) -> Pictures:
    """Return the pictures of Pig for three; `thirds` are the last player's scores, by default some from all over."""
    chosen = tuple(thirds) or tuple(sorted({int(part * table.goal) for part in THIRDS}))
    return {"hold": partial(_hold, table=table, thirds=chosen), "win": partial(_win, table=table, thirds=chosen)}


def multiplayer_pictures(table: MultiplayerTable) -> Pictures:
    """Return the pictures of Pig for four and more."""
    return {"hold": partial(_multiplayer_hold, table=table), "seats": partial(_seats, table=table)}


def _hold(figure: Figure, table: ThreeTable, thirds: Sequence[int]) -> None:
    left = table.goal - np.arange(table.goal)[:, None]
    holds = [hold_values(table, third) for third in thirds]
    maps = [np.ma.masked_where(here >= left, here.astype(float)) for here in holds]
    _panels(figure, maps, thirds, "turn total")
    figure.suptitle(f"Pig for three to {table.goal}: the turn total at which to hold")


def _win(figure: Figure, table: ThreeTable, thirds: Sequence[int]) -> None:
    _panels(figure, [table.win[:, :, third, 0] for third in thirds], thirds, "chance to win", TENTHS)
    figure.suptitle(f"Pig for three to {table.goal}: chance to win at the start of a turn")


def _panels(
    figure: Figure, maps: Sequence[NDArray[np.float64]], thirds: Sequence[int], unit: str, levels: Sequence[float] = ()
) -> None:
    """Colour numbers given at [own score, next player's score], one map for each of the last player's scores."""
    named = {f"last player at {third}": numbers for third, numbers in zip(thirds, maps, strict=True)}
    columns = 2 if len(maps) <= 4 else 3
    draw_maps(figure, named, unit, labels=LABELS, columns=columns, levels=levels, hidden=RACES)


def _multiplayer_hold(figure: Figure, table: MultiplayerTable) -> None:
    axes = figure.add_subplot()
    scores = sorted({table.goal * step // STEPS for step in range(STEPS)})
    axes.plot((0, table.goal), (table.goal, 0), color="black", linewidth=0.8, linestyle="--")
    others = sorted({int(part * table.goal) for part in OTHERS})
    holds = {f"all others at {score}": (scores, [table.hold_value(me, score) for me in scores]) for score in others}
    draw_lines(axes, holds, marker="o")
    axes.set(xlabel="own score", ylabel="turn total at which to hold", ylim=(0, None))
    axes.set_title(f"{title(table.game)} to {table.goal}, approximately; on the broken line holding wins")


def _seats(figure: Figure, table: MultiplayerTable) -> None:
    axes = figure.add_subplot()
    seats = range(1, table.players + 1)
    bars = axes.bar(seats, table.plan(0, 0).chances, color=BODY, edgecolor="black")
    axes.bar_label(bars, fmt="%.3f")
    axes.axhline(1 / table.players, color="black", linewidth=0.8, linestyle="--")
    axes.set(xlabel="seat, in order of play", ylabel="chance to win", xticks=seats)
    axes.set_title(f"{title(table.game)} to {table.goal}, approximately; on the broken line all would win alike")
