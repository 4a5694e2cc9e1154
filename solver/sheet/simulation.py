"""Many games of score sheets: what a policy brings.

All dice are drawn beforehand. In turn t of game g the i-th throw of a seat has five numbers (one for each die), drawn
from (seed, g, seat, t, i) alone, and n dice that are thrown take the first n of them. So no decision changes other
dice, and two players have the same luck when they change seats.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.decision import count_in_words
from solver.errors import OptionError
from solver.jit import compiled
from solver.progress import track_steps
from solver.sheet.exact.table import Plan, Plays, Policy, check_sides, plan_of
from solver.sheet.exact.turn_kernels import left_of, slot_of, write_slot
from solver.sheet.game.dice import Lattice, lattice
from solver.throw_distribution import Chance

# Odd numbers whose bits look random: the golden ratio, and the mixing steps of SplitMix64 (Steele, Lea and Flood, "Fast
# splittable pseudorandom number generators", OOPSLA 2014, variant 13 of Stafford).
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_FIRST = np.uint64(0xBF58476D1CE4E5B9)
MIX_SECOND = np.uint64(0x94D049BB133111EB)

Ints = NDArray[np.int64]
# This many games are played side by side: their sheets after every turn are kept in memory.
BATCH = 100_000


class Cup(NamedTuple):
    """Dice as the kernels throw them.

    `up_to[f]` is the chance of face f + 1 or a lower one. `sizes[k]` is how many dice keep k of the Lattice has, and
    `one_more[k, f]` the keep that face f + 1 makes of it; `first_roll` is the first keep of all dice.
    """

    up_to: NDArray[np.float64]
    sizes: NDArray[np.int64]
    one_more: NDArray[np.int64]
    first_roll: int


class Luck(NamedTuple):
    """Whose dice are thrown in which games: those of `seat`, by a `seed`, from game number `first` on."""

    cup: Cup
    seed: int
    first: int
    seat: int


def cup_of(lattice: Lattice) -> Cup:
    """Return the dice of `lattice` as the kernels throw them."""
    sizes = np.array([len(keep) for keep in lattice.keeps])
    up_to = np.cumsum(lattice.chances)
    # Rounding must not leave room above the last face that can fall.
    up_to[np.flatnonzero(lattice.chances)[-1] :] = 1.0
    return Cup(up_to, sizes, lattice.one_more, lattice.first_roll)


@compiled
def mix_bits(number: np.uint64) -> np.uint64:
    """Return 64 bits that look random and depend on all of `number`."""
    number = (number ^ (number >> np.uint64(30))) * MIX_FIRST
    number = (number ^ (number >> np.uint64(27))) * MIX_SECOND
    return number ^ (number >> np.uint64(31))


@compiled
def stream(seed: int, game: int, seat: int) -> np.uint64:
    """Return where the numbers of one seat in one game begin."""
    begin = mix_bits(np.uint64(seed) + GOLDEN)
    begin = mix_bits(begin ^ (np.uint64(game) + np.uint64(1)) * GOLDEN)
    return mix_bits(begin + np.uint64(seat) * GOLDEN)


@compiled
def throw(cup: Cup, begin: np.uint64, place: int, keep: int) -> int:
    """Return the roll, a place among the keeps, that throwing the missing dice makes of `keep`.

    `place` counts all throws of one seat in a game, three a turn where a turn has three, thrown or not; each has a
    number for every die, and n missing dice take the first n of them.
    """
    dice = cup.sizes[-1]
    for die in range(dice - cup.sizes[keep]):
        bits = mix_bits(begin + np.uint64(place * dice + die + 1) * GOLDEN)
        chance = (bits >> np.uint64(11)) * (1.0 / 9007199254740992.0)
        face = 0
        while chance >= cup.up_to[face]:
            face += 1
        keep = cup.one_more[keep, face]
    return keep


class Sheets(NamedTuple):
    """One player's sheet in many games, an entry for each.

    `filled` are the boxes that are filled, one bit each, `flag` and `total` as SheetTable has them; `points` are all on
    the sheet, bonus and further Yahtzees included.
    """

    filled: NDArray[np.int64]
    flag: NDArray[np.int64]
    total: NDArray[np.int64]
    points: NDArray[np.int64]


@compiled
def play_row(plan: Plan, luck: Luck, play: Plays, games: NDArray[np.int64], sheets: Sheets) -> None:
    """Play a turn in all of `games`, places in `sheets`, which have the same boxes filled and one flag."""
    cup, keep, box = luck.cup, play.keep, play.box
    filled, flag = sheets.filled[games[0]], sheets.flag[games[0]]
    begin = plan.begin[filled]
    first = (len(plan.first) - 1 - left_of(plan, filled)) * plan.throws
    for game in games:
        numbers = stream(luck.seed, luck.first + game, luck.seat)
        row = min(max(sheets.total[game] - begin, 0), len(box) - 1)
        held = throw(cup, numbers, first, 0)
        group = box[row, held - cup.first_roll] if plan.commit else 0
        for made in range(1, plan.throws):
            held = keep[group, plan.throws - made, row, held - cup.first_roll]
            if held >= cup.first_roll:
                break
            held = throw(cup, numbers, first + made, held)
        roll = held - cup.first_roll
        chosen = group if plan.commit else box[row, roll]
        slot = slot_of(plan, filled, roll, chosen)
        after = write_slot(plan, (filled, flag, sheets.total[game]), chosen, slot)
        sheets.filled[game], sheets.flag[game], sheets.total[game] = after[0], after[1], after[2]
        sheets.points[game] += after[3]
        if flag and roll < len(plan.matching):
            sheets.points[game] += int(plan.extra)


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a way of playing brought in many games: mean and standard deviation of the score."""

    games: int
    mean: float
    sd: float
    games_per_second: float

    @classmethod
    def of(cls, points: Ints, seconds: float) -> "Simulation":
        """Return the mean and deviation of the `points` of games that took so many `seconds`."""
        return cls(len(points), float(np.mean(points)), float(np.std(points, ddof=1)), len(points) / seconds)

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


def check_games(games: int) -> None:
    """Raise OptionError for too few games to compute the standard error of their mean."""
    if games < 2:
        raise OptionError(f"{count_in_words(games, 'game has', 'games have')} no standard error: play 2 or more")


def simulate(
    policy: Policy,
    games: int,
    seed: int,
    die: tuple[Chance, ...] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Simulation:
    """Play games by `policy`, with a fair die if `die` is None, and return what they brought; needs numba.

    It computes each needed row of decisions once, so more games are faster per game. Raises OptionError for less than 2
    games, DistributionError for a die of another number of sides, MissingNumbaError.
    """
    check_games(games)

    def play(batch: range) -> Ints:
        return follow(policy, die, batch, seed, 0)[-1].points

    play(range(1))  # without the time to compile
    begun = clock()
    points = np.concatenate(
        [play(range(first, min(first + BATCH, games))) for first in track_steps(range(0, games, BATCH))]
    )
    return Simulation.of(points, clock() - begun)


def follow(policy: Policy, die: tuple[Chance, ...] | None, games: range, seed: int, seat: int) -> list[Sheets]:
    """Return one seat's sheets in `games` before every turn, and last the full ones, when it plays by `policy`."""
    sheet = policy.sheet
    plan = plan_of(sheet)
    luck = Luck(cup_of(lattice(sheet.dice, check_sides(sheet, die))), seed, games.start, seat)
    now = Sheets(*(np.zeros(len(games), np.int64) for _ in Sheets._fields))
    track = [now]
    for _ in track_steps(range(plan.boxes)):
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
