"""What is shown of Pig for three and for more: where to hold, and how often the player to throw wins."""

from collections.abc import Callable

import numpy as np

from solver.layout import TENTHS, Floats, Layout, Panel, Views, mask, title
from solver.multiplayer.approximation import hold_value
from solver.multiplayer.three import ThreeTable
from solver.throw_distribution import Chance

THIRDS = (0.0, 0.3, 0.6)
"""Parts of the goal that the last of three players has."""
STEPS = 10
OTHERS = (0.0, 0.2, 0.4, 0.6)
"""Parts of the goal that all others of more players have."""
NEXT_SCORES = "own score", "next player's score"
KEY = "Hold at this total; - you throw on."


def three_views(table: ThreeTable) -> Views:
    """Return what pictures show of Pig for three."""
    heading = f"Pig for three to {table.goal}: chance to win at the start of a turn"

    def win() -> Layout:
        panels = _by_third(table, lambda third: table.win[:, :, third, 0])
        return Layout(heading, "chance to win", panels, axes=NEXT_SCORES, levels=TENTHS)

    return Views({"hold": lambda: three_layout(table), "win": win}, table.goal)


def three_layout(table: ThreeTable) -> Layout:
    """Return the turn total at which to hold, by own and next player's score, for some scores of the last player.

    No number stands where the player throws on until the goal is reached.
    """
    left = table.goal - np.arange(table.goal)[:, None]

    def holds(third: int) -> Floats:
        found = table.hold_values(third)
        return mask(found, found >= left)

    heading, wide = f"Pig for three to {table.goal}: the turn total at which to hold", len(str(table.goal)) + 2
    return Layout(heading, "turn total", _by_third(table, holds), axes=NEXT_SCORES, wide=wide, key=KEY)


def _by_third(table: ThreeTable, numbers: Callable[[int], Floats]) -> tuple[Panel, ...]:
    scores, thirds = range(table.goal), sorted({int(part * table.goal) for part in THIRDS})
    return tuple(Panel(numbers(third), scores, scores, f"last player at {third}") for third in thirds)


def crowd_layout(game: str, players: int, goal: int, die: tuple[Chance, ...] | None) -> Layout:
    """Return, approximately, the turn total at which to hold, by some own scores and some that all others have."""
    mine = sorted({goal * step // STEPS for step in range(STEPS)})
    theirs = sorted({int(part * goal) for part in OTHERS})
    holds = np.array([[hold_value((me, *(score,) * (players - 1)), goal, die) for score in theirs] for me in mine])
    return Layout(
        f"{title(game)} to {goal}: the turn total at which to hold, approximately",
        "turn total",
        (Panel(mask(holds, holds >= goal - np.array(mine)[:, None]), mine, theirs),),
        axes=("own score", "score of each other player"),
        corner="i/all",
        wide=6,
        key=f"{KEY} All numbers are approximate.",
    )
