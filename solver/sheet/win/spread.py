"""How much what is left of a sheet spreads under play for points, by the boxes that are open."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.sheet.exact.sheet_table import SheetTable
from solver.sheet.policy.guess import Guess
from solver.sheet.simulation.simulate import follow

# The sample: this many games, always the same.
GAMES = 20_000
SEED = 1
SWINGS = 64
ALIKE = 2
# Fewer games with a flag are a poorer sample than all games.
ENOUGH = 300


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """What came in a sample of games played for points.

    `swings[kind, n]` are by how much a final score ends above what was expected with n boxes open, rising, each as
    likely as the next: with kind 0 and 1 for that flag of the sheet, with ALIKE for any. `moves[n - 1, game]` is by how
    much the expected final score moved in the turn with n boxes open. `last` are filled, flag and upper total [3,
    games] before the last turn.
    """

    swings: NDArray[np.float64]
    moves: NDArray[np.float64]
    last: NDArray[np.int64]


def sample_spread(table: SheetTable) -> Spread:
    """Return how games on `table` spread, from a sample of games; needs numba."""
    track = follow(Guess.of_table(table), table.die, range(GAMES), SEED, 0)
    hopes = [sheets.points + table.values[sheets.filled, sheets.flag, sheets.total] for sheets in track]
    moves = np.diff(np.array(hopes), axis=0)[::-1]
    rest = (hopes[-1] - np.array(hopes))[::-1]
    flags = np.array([sheets.flag for sheets in track])[::-1]
    swings = np.array(
        [[_swings(rest[left], flags[left], kind) for left in range(len(rest))] for kind in range(ALIKE + 1)]
    )
    return Spread(swings, moves, np.array(track[-2][:3]))


def _swings(rest: NDArray[np.float64], flags: NDArray[np.int64], kind: int) -> NDArray[np.float64]:
    some = rest[flags == kind]
    return np.quantile(some if len(some) >= ENOUGH else rest, (np.arange(SWINGS) + 0.5) / SWINGS)
