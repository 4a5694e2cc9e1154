"""Many games of score sheets, played fast: what a way of playing brings, and two of them against each other.

All dice are settled beforehand. In turn t of game g the i-th throw of a seat has five numbers (one for each die), drawn
from (seed, g, seat, t, i) alone, and n dice that are thrown take the first n of them. So what anybody decides moves no
other dice, and two players meet the same luck when they change seats.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from solver.decision import counted
from solver.errors import OptionError
from solver.sheet.exact.plan import check_sides, plan_of
from solver.sheet.game.dice import lattice
from solver.sheet.policy.plays import Policy
from solver.throw_distribution import Chance

if TYPE_CHECKING:
    from solver.sheet.simulation.simulate_kernels import Sheets

Ints = NDArray[np.int64]

# So many games are played side by side: their sheets after every turn are kept in memory.
BATCH = 100_000


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a way of playing brought in many games: mean and standard deviation of the score, and the mean's error."""

    games: int
    mean: float
    sd: float
    games_per_second: float

    @property
    def standard_error(self) -> float:
        """The standard deviation of the mean itself."""
        return self.sd / float(np.sqrt(self.games))

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as the command line prints them."""
        return {
            "mean": self.mean,
            "sd": self.sd,
            "standard_error": self.standard_error,
            "games_per_second": self.games_per_second,
        }


def simulate(
    policy: Policy,
    games: int,
    seed: int,
    die: tuple[Chance, ...] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Simulation:
    """Play games by `policy`, with a fair die if `die` is None, and return what they brought; needs numba.

    All rows of its decisions that are needed are made once, so the more games the faster each. Raises OptionError for
    less than 2 games, DistributionError for a die of another number of sides, MissingNumbaError.
    """
    if games < 2:
        raise OptionError(f"{counted(games, 'game has', 'games have')} no standard error: play 2 or more")
    follow(policy, die, range(1), seed, 0)  # what compiling takes is not the games'
    begun = clock()
    points = np.concatenate([follow(policy, die, some, seed, 0)[-1].points for some in batches(games)])
    taken = clock() - begun
    return Simulation(games, float(points.mean()), float(points.std(ddof=1)), games / taken)


def batches(games: int) -> list[range]:
    """Return the numbers of games, from 0, in batches that memory has room for."""
    return [range(first, min(first + BATCH, games)) for first in range(0, games, BATCH)]


def follow(policy: Policy, die: tuple[Chance, ...] | None, games: range, seed: int, seat: int) -> "list[Sheets]":
    """Return one seat's sheets in `games` before every turn, and last the full ones, when it plays by `policy`."""
    from solver.sheet.simulation.simulate_kernels import Sheets, play_row
    from solver.sheet.simulation.throws import Luck, cup_of

    sheet = policy.sheet
    plan = plan_of(sheet)
    luck = Luck(cup_of(lattice(sheet.dice, check_sides(sheet, die))), seed, games.start, seat)
    now = Sheets(*(np.zeros(len(games), np.int64) for _ in Sheets._fields))
    track = [now]
    for _ in range(plan.boxes):
        now = Sheets(*(column.copy() for column in now))
        keys = now.filled * plan.flags + now.flag
        order = np.argsort(keys, kind="stable")
        rows, begin = np.unique(keys[order], return_index=True)
        shares = np.split(order, begin[1:])
        plays = policy.rows(rows // plan.flags, rows % plan.flags)
        for share, play in zip(shares, plays, strict=True):
            play_row(plan, luck, play, share, now)
        track.append(now)
    return track
