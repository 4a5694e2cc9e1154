"""Shows where a player of a keep-and-throw game holds, by the dice left to throw and by both scores."""

from collections.abc import Iterator

import numpy as np

from solver.errors import OptionError, PositionError
from solver.keep_and_throw.keep_table import TIE, KeepTable, turn_values
from solver.layout import Layout, Panel, Views, mask, title

COLUMNS = 10
"""A table in text has this many scores of each player."""


def keep_views(table: KeepTable) -> Views:
    """Return the pictures of a game that sets dice aside."""
    return Views({"hold": lambda: hold_layout(table), "win": lambda: _win_layout(table)}, table.goal)


def hold_totals(table: KeepTable, scores: tuple[int, int]) -> tuple[int | None, ...]:
    """Return for each hand of dice left the lowest turn total in points at which holding is best, None if it never is.

    `scores` are those of the player and of the other. Above that total throwing may be best again.
    Raises PositionError for scores outside the game.
    """
    step = table.rules.step
    for score in scores:
        if not 0 <= score < table.rules.goal or score % step:
            raise PositionError(f"a score of {score} is outside the game: give a multiple of {step} below the goal")
    me, opponent = (score // step for score in scores)
    value = turn_values(table, 0, (me, opponent))[: table.steps - me]
    holds = table.hold_values(0, (me, opponent), rows=len(value))
    best = (holds[:, None] >= 0.0) & (value - holds[:, None] <= TIE) & ~table.hands(0).throws.forced
    best[0] = False  # nobody holds nothing
    return tuple(int(np.argmax(column)) * step if column.any() else None for column in best.T)


def hold_lines(table: KeepTable, me: int, opponent: int) -> Iterator[str]:
    """Yield a line for each number of dice left: the turn total at which to hold at these scores."""
    _check_alike(table)
    for left, total in enumerate(hold_totals(table, (me, opponent)), 1):
        yield f"{me} {opponent} {_left(left)} left: {'throw' if total is None else f'hold from {total}'}"


def hold_layout(table: KeepTable) -> Layout:
    """Return the turn totals at which to hold for each number of dice left, by ten scores of each player."""
    _check_alike(table)
    goal, step, dice = table.rules.goal, table.rules.step, table.rules.dice
    scores = sorted({round(goal * part / COLUMNS / step) * step for part in range(COLUMNS)} - {goal})
    found = np.array([[[total or 0 for total in hold_totals(table, (me, other))] for other in scores] for me in scores])
    wide = max(len(str(goal)), len("own"))
    return Layout(
        f"{_title(table)}: hold from this turn total on",
        "turn total",
        tuple(
            Panel(mask(found[:, :, left], found[:, :, left] == 0), scores, scores, f"{_left(left + 1)} left")
            for left in range(dice)
        ),
        hidden="hold only to win",
        logarithmic=True,
        corner="own",
        label=f">{wide}",
        wide=wide + 1,
        caption=": hold from this turn total on, by own and other score",
        key="At - you throw on with any turn total.",
    )


def _win_layout(table: KeepTable) -> Layout:
    scores = range(0, table.rules.goal, table.rules.step)
    heading = f"{_title(table)}: chance to win at the start of a turn"
    return Layout(heading, "chance to win", (Panel(table.start[0][0, 0], scores, scores),))


def _left(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def _title(table: KeepTable) -> str:
    return f"{title(table.rules.name)} to {table.rules.goal:,}"


def _check_alike(table: KeepTable) -> None:
    """Raise OptionError if a player's dice differ, so that it matters which of them are left."""
    if len({law for side in table.laws for law in side}) > 1:
        raise OptionError("this table is only for dice that are all alike", do="leave out {dice_of}")
