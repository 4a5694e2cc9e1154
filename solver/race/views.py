"""What is shown of a race for two: where it rolls and holds, and how often it wins."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.action import HOLD, ROLL
from solver.goal import check_scores
from solver.layout import TENTHS, Body, Layout, Panel, View, Views, mask, title
from solver.race.hog_strategies import HogValues
from solver.race.race_table import RaceTable


def race_views(table: RaceTable) -> Views:
    """Return what pictures show of a race."""
    name = _title(table)
    kinds: dict[str, Callable[[], View]] = {
        "surface": lambda: Body(f"{name}: the body is where the player throws", table.roll_mask()),
        "hold": lambda: hold_layout(table),
        "win": lambda: _win_layout(table),
    }
    return Views(kinds, table.goal)


def hog_views(table: HogValues) -> Views:
    """Return what pictures show of Hog."""
    return Views({"dice": lambda: dice_layout(table), "win": lambda: _win_layout(table)}, table.goal)


def hold_layout(table: RaceTable) -> Layout:
    """Return the lowest turn total that is held, by both scores; * in print says that higher ones are thrown on again.

    No number stands where the player throws on until the goal is reached.
    """
    holds, scores = hold_values(table), range(table.goal)
    _, _, k = np.ogrid[: table.goal, : table.goal, : table.goal]
    again = np.asarray((table.roll_mask() & (k > holds[:, :, None])).any(axis=2))
    races = holds >= table.goal - np.arange(table.goal)[:, None]
    return Layout(
        f"{_title(table)}: the turn total at which to hold",
        "turn total",
        (Panel(mask(holds, races), scores, scores, marks=again),),
        wide=len(str(table.goal)) + 2,
        key="Hold at this total; * above it you throw on again; - you throw on.",
    )


def hold_values(table: RaceTable) -> NDArray[np.int64]:
    """Return the lowest turn total at which the policy holds, at [i, j]; the distance to the goal if it never holds.

    Above that total it may roll again; see `line`.
    """
    rolls = table.roll_mask()
    return np.where(rolls.all(axis=2), table.goal, np.argmin(rolls, axis=2))


def dice_layout(table: HogValues) -> Layout:
    """Return how many dice are thrown, by both scores."""
    scores = range(table.goal)
    panels = (Panel(table.best.astype(np.float64), scores, scores),)
    wide = len(str(table.goal)) + 2
    return Layout(f"{_title(table)}: how many dice to throw", "dice", panels, wide=wide, key="So many dice.")


def _win_layout(table: RaceTable | HogValues) -> Layout:
    scores, heading = range(table.goal), f"{_title(table)}: chance to win at the start of a turn"
    return Layout(heading, "chance to win", (Panel(table.turn_start, scores, scores),), levels=TENTHS)


def _title(table: RaceTable | HogValues) -> str:
    return f"{title(table.game)} to {table.goal}"


def line(table: RaceTable, me: int, opponent: int) -> str:
    """Return both scores, the first action, then each turn total at which it changes, with the action from there on.

    Raises PositionError for scores outside the game.
    """
    check_scores(table.goal, me, opponent)
    actions = [ROLL if table.rolls(me, opponent, turn) else HOLD for turn in range(table.goal - me)]
    changes = (f"{turn} {new}" for turn, (old, new) in enumerate(pairwise(actions), 1) if new is not old)
    return " ".join([f"{me} {opponent} {actions[0]}", *changes])
