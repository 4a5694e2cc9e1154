"""Many games of score sheets between players of whom some play to win, fast: every seating with the same dice."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.errors import OptionError
from solver.jit import compiled
from solver.sheet.exact.table import Policy, check_sides, plan_of
from solver.sheet.simulation import Luck, cup_of, follow
from solver.sheet.win.chance_kernels import A_POINT, take_turn, weigh_ends
from solver.sheet.win.lead_kernels import WinGame
from solver.sheet.win.win_table import WinTable
from solver.throw_distribution import Chance

Player: TypeAlias = Policy | WinTable
"""A player with a policy, or with a table to play to win."""
WIN = "win"
# This many games are played side by side: all sheets are kept in memory.
BATCH = 20_000


@compiled
def play_match(
    game: WinGame,
    luck: Luck,
    tracks: NDArray[np.int64],
    eager: NDArray[np.bool_],
    hopes: NDArray[np.float64],
) -> None:
    """Play games in which those seats that are `eager` play to win, and the others by their `tracks`.

    `tracks[seat, turn, i]` are filled, flag, total and points before that turn in game i of these, and after the last;
    those of eager seats are filled in here. `hopes[seat, turn, i]` becomes the chance to win that an eager seat sees
    before its turn.
    """
    boxes = len(game.plan.first) - 1
    seats = len(tracks)
    others = np.empty((seats - 1, 4), np.int64)
    for number in range(tracks.shape[2]):
        for turn in range(boxes):
            for seat in range(seats):
                if not eager[seat]:
                    continue
                for i in range(seats - 1):
                    other = i + (i >= seat)
                    for n in range(4):
                        others[i, n] = tracks[other, turn + (other < seat), number, n]
                sheet = tracks[seat, turn, number]
                chances, rows, gains = weigh_ends(game, sheet, others)
                for i in range(len(chances)):
                    if rows[i] >= 0:
                        chances[i] += A_POINT * (gains[i] + game.points[rows[i]])
                own = Luck(luck.cup, luck.seed, luck.first, luck.seat + seat)
                after = tracks[seat, turn + 1, number]
                after[:] = sheet
                hopes[seat, turn, number] = take_turn(game, own, (number, turn), chances, after)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What came of `games` games of two players, every dice played in both seatings.

    `seats` are the first player's shares of the games in seats 1 and 2, draws counted half. `standard_error` is that of
    `share`, both seatings of the same dice being one sample.
    """

    games: int
    win_first: float
    win_second: float
    draw: float
    seats: tuple[float, float]
    standard_error: float
    games_per_second: float

    @property
    def share(self) -> float:
        """The first player's share of the games, draws counted half."""
        return self.win_first + self.draw / 2

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as the command line prints them."""
        return {
            "win_first": self.win_first,
            "win_second": self.win_second,
            "draw": self.draw,
            "share_first": self.share,
            "share_first_by_seat": list(self.seats),
            "standard_error": self.standard_error,
            "games_per_second": self.games_per_second,
        }


def play_seating(
    players: Sequence[Player], games: range, seed: int, die: tuple[Chance, ...] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Play `games` with the players in this order, seat s throwing its own dice, with a fair die if `die` is None.

    Return each seat's share of each game [seats, games], 1 in sum, and the chance to win that a seat which plays to win
    saw before each of its turns [seats, turns, games], 0 for other seats. Needs numba. Raises OptionError for players
    of different sheets or dice, DistributionError for a die of another number of sides.
    """
    wins = [player for player in players if isinstance(player, WinTable)]
    sheets = [player.table.sheet if isinstance(player, WinTable) else player.sheet for player in players]
    plan, die = plan_of(sheets[0]), check_sides(sheets[0], die)
    if any(sheet != sheets[0] for sheet in sheets) or any(player.table.die != die for player in wins):
        raise OptionError("the players play different games: give all of them the same sheet and die")
    tracks = np.zeros((len(players), plan.boxes + 1, len(games), 4), np.int64)
    for seat, player in enumerate(players):
        if not isinstance(player, WinTable):
            tracks[seat] = np.moveaxis(np.array(follow(player, die, games, seed, seat)), 1, 2)
    hopes = np.zeros((len(players), plan.boxes, len(games)))
    if wins:
        eager = np.array([isinstance(player, WinTable) for player in players])
        luck = Luck(cup_of(wins[0].table.lattice), seed, games.start, 0)
        play_match(wins[0].game(), luck, tracks, eager, hopes)
    points = tracks[:, -1, :, 3]
    best = points == points.max(axis=0)
    return best / best.sum(axis=0), hopes


def play_pairs(
    first: Player,
    second: Player,
    games: int,
    seed: int,
    *,
    die: tuple[Chance, ...] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> MatchResult:
    """Play `games` games, an even number: half as many dice, each with both seatings. Raises what play_seating does."""
    if games < 4 or games % 2:
        raise OptionError(f"{games} games cannot be played in both seatings: play an even number from 4 up")
    begun = clock()
    halves: list[list[NDArray[np.float64]]] = [[], []]
    for start in range(0, games // 2, BATCH):
        some = range(start, min(start + BATCH, games // 2))
        halves[0].append(play_seating((first, second), some, seed, die)[0][0])
        halves[1].append(play_seating((second, first), some, seed, die)[0][1])
    taken = clock() - begun
    shares = np.array([np.concatenate(half) for half in halves])
    error = shares.mean(axis=0).std(ddof=1) / np.sqrt(games // 2)
    return MatchResult(
        games,
        float((shares == 1).mean()),
        float((shares == 0).mean()),
        float((shares == 0.5).mean()),
        (float(shares[0].mean()), float(shares[1].mean())),
        float(error),
        games / taken,
    )
