"""How much what is left of a sheet spreads under play for points, by the boxes that are open."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.sheet.guess import Guess
from solver.sheet.simulate import follow
from solver.sheet.table import SheetTable

# So many games, always the same, tell how a sheet goes on.
GAMES = 20_000
SEED = 1
SWINGS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """What came in a sample of games played for points.

    `variance[n]` is that of the final score with n boxes open, and `swings[n]` are by how much it ends above what was
    expected then, rising, each as likely as the next. `moves[n - 1, game]` is by how much the expected final
    score moved in the turn with n boxes open. `last` are filled, flag and upper total [3, games] before the last turn.
    """

    variance: NDArray[np.float64]
    swings: NDArray[np.float64]
    moves: NDArray[np.float64]
    last: NDArray[np.int64]


def sample_spread(table: SheetTable) -> Spread:
    """Return how games on `table` spread, from a sample of games; needs numba."""
    track = follow(Guess.of_table(table), table.die, range(GAMES), SEED, 0)
    hopes = [sheets.points + table.values[sheets.filled, sheets.flag, sheets.total] for sheets in track]
    moves = np.diff(np.array(hopes), axis=0)[::-1]
    rest = (hopes[-1] - np.array(hopes))[::-1]
    swings = np.quantile(rest, (np.arange(SWINGS) + 0.5) / SWINGS, axis=1).T.copy()
    return Spread((rest**2).mean(axis=1), swings, moves, np.array(track[-2][:3]))
