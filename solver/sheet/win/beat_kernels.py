"""Compiled code that finds the chance to reach a score from every start of a turn, for all points still lacking."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.turn_kernels import below_rolls, count_ends, list_ends, open_boxes
from solver.sheet.exact.vectors import WIDE, highest
from solver.sheet.simulation import Luck
from solver.sheet.win.chance_kernels import A_POINT, take_turn
from solver.sheet.win.lead_kernels import SURE, WinGame, outcomes, row_at, worth_of_turn


@compiled
def fill_most(game: WinGame, masks: NDArray[np.int64], most: NDArray[np.int64]) -> None:
    """Fill `most[row]`, the points that can still come at the start of a turn, for `masks`; 0 stands at full sheets."""
    plan = game.plan
    for mask in masks:
        for flag in range(plan.flags if mask & plan.yahtzee else 1):
            for total in range(plan.begin[mask], plan.end[mask] + 1):
                start = row_at(game, mask, flag, total)
                if np.isnan(game.points[start]):
                    continue
                rows, gains = outcomes(game, (mask, flag, total))
                for end in range(len(rows)):
                    if rows[end] >= 0:
                        most[start] = max(most[start], int(gains[end]) + most[rows[end]])


@compiled
def fill_beats(
    game: WinGame,
    masks: NDArray[np.int64],
    most: NDArray[np.int64],
    after: tuple[int, NDArray[np.float32]],
    before: tuple[int, NDArray[np.float32]],
) -> None:
    """Fill the chances `before` a turn, for `masks`, from those `after` it.

    Both are the row where they begin, and by row the chance to gain 1, 2, … points or more, whole lines of them. What
    is more than `most` of a row is left as it is: nobody gains that.
    """
    plan, ladder = game.plan, game.wide
    begin_after, known = after
    begin_before, found = before
    rolls, below = len(ladder.roll_chances), below_rolls(ladder)
    first_end = (below + rolls) * WIDE
    work = np.zeros(first_end + count_ends(plan) * WIDE, np.float32)
    for mask in masks:
        row = open_boxes(plan, mask)
        ends = np.empty(rolls * len(row), np.int64)
        for flag in range(plan.flags if mask & plan.yahtzee else 1):
            list_ends(plan, (mask, flag), row, (first_end, WIDE), (ends, np.empty(0, np.int32)))
            for total in range(plan.begin[mask], plan.end[mask] + 1):
                start = row_at(game, mask, flag, total)
                if np.isnan(game.points[start]):
                    continue
                rows, gains = outcomes(game, (mask, flag, total))
                for line in range(0, min(most[start], found.shape[1]), WIDE):
                    for end in range(len(rows) if flag else len(plan.points)):
                        if rows[end] >= 0:
                            lacking = known[rows[end] - begin_after]
                            shift = line - int(gains[end])
                            reached = min(max(-shift, 0), WIDE)
                            to = first_end + end * WIDE
                            for lane in range(reached):
                                work[to + lane] = 1.0
                            for lane in range(reached, WIDE):
                                work[to + lane] = lacking[shift + lane]
                    highest(work, below * WIDE, ends, (0, len(row), rolls))
                    worth_of_turn(ladder, work, plan.throws)
                    for lane in range(WIDE):
                        found[start - begin_before, line + lane] = work[lane]


@compiled
def weigh_beats(
    game: WinGame, chances: NDArray[np.uint16], score: int, sheet: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the chance to have `score` points or more after each end of a turn of `sheet`, -1 where it is none.

    `chances[row, lack - 1]` are those before a turn, times 65535; `sheet` is filled, flag, total and points. Each point
    to come is added as 2e-7 of a game: where the chances are equal, points decide.
    """
    rows, gains = outcomes(game, (sheet[0], sheet[1], sheet[2]))
    worth = np.full(len(rows), -1.0)
    for end in range(len(rows)):
        if rows[end] >= 0:
            lack = score - sheet[3] - int(gains[end])
            reached = 1.0 if lack <= 0 else chances[rows[end], lack - 1] / SURE
            worth[end] = reached + A_POINT * (gains[end] + game.points[rows[end]])
    return worth


@compiled
def play_beats(game: WinGame, chances: NDArray[np.uint16], score: int, luck: Luck, sheets: NDArray[np.int64]) -> None:
    """Play games for `score` points, from empty `sheets` [games, 4], as in `weigh_beats`, to full ones."""
    for number in range(len(sheets)):
        for turn in range(len(game.plan.first) - 1):
            take_turn(game, luck, (number, turn), weigh_beats(game, chances, score, sheets[number]), sheets[number])
