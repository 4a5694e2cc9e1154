"""How often any strategy beats any other, from either seat: computed exactly, not simulated.

When both policies are given, the chance that the first player wins is linear: a pair of states (i, j), one with either
player to throw, depends on itself and on higher sums of scores alone. What whole scores lost feed back is the fixed
point that `solver.race.exact` finds too. Policies may roll by chance.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.fixed_point import error_bound, fixed_point
from solver.game import Comparison
from solver.race.hog_strategies import KNOWN as HOG_KNOWN
from solver.race.race_files import load_table
from solver.race.race_table import HogTable
from solver.race.strategies import KNOWN
from solver.race.turns import Turns, turns_of
from solver.throw_distribution import Chance


@dataclass(frozen=True, slots=True)
class Rating:
    """How often the strategy `first` wins when it begins against `second`."""

    first: str
    second: str
    win_first: float

    def to_json(self) -> dict[str, str | float]:
        """Return the rating as the command line prints it, with all digits."""
        return {"first": self.first, "second": self.second, "win_first": self.win_first}


def win_comparison(game: str, ratings: Sequence[Rating]) -> Comparison:
    """Return ratings for all ordered pairs of strategies as lines and as a table."""
    wins = {(rating.first, rating.second): f"{rating.win_first:.1%}" for rating in ratings}
    firsts = dict.fromkeys(rating.first for rating in ratings)
    return Comparison(
        tuple(rating.to_json() for rating in ratings),
        f"How often the first player wins at {game}",
        ("begins", *(f"against {second}" for second in firsts)),
        tuple((first, *(wins[first, second] for second in firsts)) for first in firsts),
    )


def rate(
    game: str, names: Sequence[str] | None = None, goal: int | None = None, die: tuple[Chance, ...] | None = None
) -> list[Rating]:
    """Return how often each strategy in `names` beats each of them, itself included, for all ordered pairs.

    By default they are all that are known for the game. Raises UnknownNameError, GoalError, DistributionError,
    TableError, SolverError where scores are ruined too often, or MissingNumbaError.
    """
    table = load_table(game, goal, die)
    known = HOG_KNOWN if isinstance(table, HogTable) else KNOWN
    chosen = tuple(dict.fromkeys(known if names is None else names))
    turns = {name: turns_of(name, table) for name in chosen}
    return _ratings(chosen, lambda first, second: win_rates(turns[first], turns[second]))


def _ratings(names: Sequence[str], match: Callable[[str, str], NDArray[np.float64]]) -> list[Rating]:
    wins: dict[tuple[str, str], float] = {}
    for first, second in itertools.combinations_with_replacement(names, 2):
        values = match(first, second)
        wins[second, first] = 1.0 - float(values[1, 0, 0])
        wins[first, second] = float(values[0, 0, 0])
    return [Rating(first, second, wins[first, second]) for first, second in itertools.product(names, repeat=2)]


def win_rates(first: Turns, second: Turns) -> NDArray[np.float64]:
    """Return the chance that the first of two players wins, at [0, i, j] to throw, at [1, j, i] when the other is.

    The first player has i points and the other j. Raises SolverError where scores are lost so often that less than ten
    digits can be computed.
    """
    from solver.race.rating_kernels import settle_match

    goal = len(first.wins)
    one, other = ((turns.banked, turns.wins, turns.lost, turns.ruined) for turns in (first, second))
    values = np.zeros((2, goal, goal))
    if not first.ruined.any() and not second.ruined.any():
        settle_match(one, other, np.zeros((2, goal)), values)
        return values

    # The chance that a ruin follows another is what a sweep brings any two guesses nearer by.
    nothing = np.zeros((goal, goal))
    one_lost, other_lost = ((turns.banked, nothing, turns.lost, turns.ruined) for turns in (first, second))
    settle_match(one_lost, other_lost, np.ones((2, goal)), values)
    contraction = float(values[:, :, 0].max())

    def sweep(ruined: NDArray[np.float64]) -> NDArray[np.float64]:
        settle_match(one, other, ruined.reshape(2, goal), values)
        return np.concatenate((values[1, :, 0], values[0, :, 0]))

    error_bound(fixed_point(sweep, np.full(2 * goal, 0.5)), contraction)
    return values
