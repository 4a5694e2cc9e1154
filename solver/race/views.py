"""Data for the pictures of a policy: where it rolls, where it holds, and which states it reaches."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from solver.goal import check_scores
from solver.race.race_table import HogTable, RaceTable
from solver.race.state import Action
from solver.throw_distribution import ThrowDistribution

Mask = NDArray[np.bool_]
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
"""Every how manieth score a table in text may have."""


def hold_values(table: RaceTable) -> NDArray[np.int64]:
    """Return the lowest turn total at which the policy holds, at [i, j]; the distance to the goal if it never holds.

    Above that total it may roll again; see `changes`.
    """
    rolls = table.roll_mask()
    return np.where(rolls.all(axis=2), table.goal, np.argmin(rolls, axis=2))


def changes(table: RaceTable, me: int, opponent: int) -> list[tuple[int, Action]]:
    """Return the turn totals below the goal at which what the policy does changes, with what it does from there on.

    Raises PositionError for scores outside the game.
    """
    check_scores(table.goal, me, opponent)
    found: list[tuple[int, Action]] = []
    for turn in range(table.goal - me):
        action = Action.ROLL if table.rolls(me, opponent, turn) else Action.HOLD
        if not found or found[-1][1] is not action:
            found.append((turn, action))
    return found


def line(table: RaceTable, me: int, opponent: int) -> str:
    """Return the changes in one line: both scores, the first action, then each total with the action from there on."""
    (_, first), *rest = changes(table, me, opponent)
    return " ".join([f"{me} {opponent} {first}", *(f"{turn} {action}" for turn, action in rest)])


def hold_table(table: RaceTable, width: int | None = None) -> Iterator[str]:
    """Return a table of where to hold as lines: own scores i down, the opponent's j across.

    A number is the lowest turn total that is held; * after it says that higher ones are thrown on again, and - stands
    where the player throws on until the goal is reached. Lines of the table have at most `width` columns; where that
    leaves scores out, the last lines say so.
    """
    holds, rolls = hold_values(table), table.roll_mask()
    i, _, k = np.ogrid[: table.goal, : table.goal, : table.goal]
    again: Mask = np.any(rolls & (k > holds[:, :, None]), axis=2)
    never = np.asarray(holds >= table.goal - i[:, :, 0])

    def cell(me: int, j: int) -> str:
        return "- " if never[me, j] else f"{holds[me, j]}{'*' if again[me, j] else ' '}"

    return _text(table.goal, width, cell, " ", "Hold at this total; * above it you throw on again; - you throw on.")


def dice_table(table: HogTable, width: int | None = None) -> Iterator[str]:
    """Return a table of how many dice to throw as lines, as `hold_table` has them."""
    return _text(table.goal, width, lambda me, j: str(table.dice(me, j)), "", "So many dice.")


def _text(goal: int, width: int | None, cell: Callable[[int, int], str], pad: str, key: str) -> Iterator[str]:
    """Yield a table by scores, `pad` after those of the head, with its `key` where scores are left out."""
    wide = len(str(goal)) + 2
    scores = range(0, goal, _score_step(goal, width, wide))
    head = ["i/j", *(f"{j}{pad}" for j in scores)]
    for row in (head, *([str(me), *(cell(me, j) for j in scores)] for me in scores)):
        yield "".join(f"{one:>{wide}}" for one in row).rstrip()
    if scores.step > 1:
        yield f"Scores in steps of {scores.step}, for which there is room here: --whole prints all."
        yield key


def reachable(table: RaceTable, opponent_optimal: bool = False) -> Mask:
    """Return which states a player who follows the policy can come to, at [i, j, k], whoever began.

    The other player does anything that the rules allow, or follows the policy too.
    """
    distribution, goal = table.distribution, table.goal
    totals = turn_totals(table.roll_mask(), distribution)
    mine = _ends(totals, table.roll_mask(), distribution)
    theirs = (
        mine
        if opponent_optimal
        else _ends(turn_totals(_rolling(goal), distribution), np.zeros_like(mine), distribution)
    )
    # to_throw[p, i, j]: turns of the player with the policy, or of the other, that can begin with own i against j.
    to_throw = np.zeros((2, goal, goal), np.bool_)
    to_throw[:, 0, 0] = True
    known = 0
    while known != to_throw.sum():
        known = int(to_throw.sum())
        for player, ends in ((0, mine), (1, theirs)):
            _hand_over(to_throw[player], ends, distribution, to_throw[1 - player])
    return to_throw[0, :, :, None] & totals[:, :, :goal] & _rolling(goal)


def turn_totals(rolls: Mask, distribution: ThrowDistribution) -> Mask:
    """Return which turn totals a turn can come to that rolls by `rolls`, at [i, j, k]; k runs beyond the goal."""
    goal = len(rolls)
    totals = np.zeros((goal, goal, goal + distribution.gains[-1]), np.bool_)
    totals[:, :, 0] = True
    for k in range(goal):
        rolled = totals[:, :, k] & rolls[:, :, k]
        for gain in distribution.gains:
            totals[:, :, k + gain] |= rolled
    return totals


def _rolling(goal: int) -> Mask:
    """Return which turn totals stay below the goal, at [i, j, k]."""
    i, _, k = np.ogrid[:goal, :goal, :goal]
    return np.broadcast_to(i + k < goal, (goal,) * 3)


def _ends(totals: Mask, rolls: Mask, distribution: ThrowDistribution) -> Mask:
    """Return which points below the goal a turn can bank, at [i, j, points]; not those of a throw that ruins."""
    goal = len(rolls)
    ends = totals[:, :, :goal] & ~rolls
    ends[:, :, 0] = False
    ends[:, :, distribution.bust_gain] = True
    return ends


def _hand_over(begun: Mask, ends: Mask, distribution: ThrowDistribution, following: Mask) -> None:
    """Add to `following` the turns of the other player, own score first, that follow the turns `begun`."""
    goal = len(begun)
    for points in range(goal):
        following[:, points:] |= (begun & ends[:, :, points])[: goal - points].T
    if distribution.ruin:
        following[:, 0] |= begun.any(axis=0)


def _score_step(goal: int, width: int | None, cell: int) -> int:
    """Return every how manieth score a table of `width` columns has room for, in cells of so many; 1 without a width.

    The first column is that of the player's own scores.
    """
    if width is None:
        return 1
    return next((step for step in STEPS if cell * (1 + -(-goal // step)) <= width), goal)
