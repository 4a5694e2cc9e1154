"""The most points that a game on a sheet can bring."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.table import SheetTable
from solver.sheet.win.lead_kernels import WinGame, outcomes, row_at
from solver.sheet.win.win_table import by_open, game_of


def most_points(table: SheetTable) -> int:
    """Return the most points that a game on the sheet of `table`, without early choices, can bring; needs numba."""
    game = game_of(table)
    most = np.zeros(len(game.points), np.int64)
    fill_most(game, np.array(by_open(table.plan)[1:]), most)
    return int(most[-1])


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
