"""The upper bound of playing to win: exact where it can be, and never below what is reached."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from pathlib import Path as File

import numpy as np
import pytest

from solver.errors import OptionError
from solver.sheet.exact.solve import solve
from solver.sheet.game.card import Card
from solver.sheet.game.sheet import Pays, Sheet, chance, groups, number
from solver.sheet.policy.guess import Guess
from solver.sheet.win.bound import BoundTables, Path, WinBound, bound_wins
from solver.sheet.win.match import play_pairs
from solver.sheet.win.win_table import WinTable, solve_wins
from tests.support.solver.fives import FIVES
from tests.support.solver.reference_duel import Duel

# Chances are kept in float32.
CLOSE = 2e-5
THREE = Sheet(
    name="three",
    rule="plain",
    boxes=(number("twos", 2), number("threes", 3), groups("pair", 2, pays=Pays.ALL)),
    bonus=3,
    bonus_from=8,
    throws=2,
    dice=2,
    sides=3,
)


@lru_cache
def wins_of(sheet: Sheet) -> WinTable:
    return solve_wins(solve(sheet))


@lru_cache
def tables_of(sheet: Sheet) -> BoundTables:
    return BoundTables.of_wins(wins_of(sheet))


def all_paths(tables: BoundTables, path: Path, turns: int) -> Iterator[tuple[float, Path]]:
    """Yield all games of the other that begin as `path` and differ in the next turns, with their chances."""
    turn = tables.turn(path.sheets[-1])
    for taken in range(len(turn.chances)) if turns else [0]:
        more = Path((*path.sheets, turn.sheets[taken]), (*path.turns, turn), (*path.taken, taken))
        part = float(turn.chances[taken]) if turns else 1.0
        if len(more.turns) == tables.boxes:
            yield part, more
        else:
            for after, whole in all_paths(tables, more, max(turns - 1, 0)):
                yield part * after, whole


def mean_bound(seat: int, told: int, *, untold: int, penalty: bool = True) -> float:
    """Return the bound for THREE, without chance: over all of the other's games, of which so many turns are told."""
    tables = tables_of(THREE)
    bound = WinBound(tables, seat, untold=untold, penalty=penalty)
    blank = Path((np.zeros(4, np.int64),), (), ())
    return sum(part * bound.best_told(path) for part, path in all_paths(tables, blank, told))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_bound_is_exact_where_nothing_is_told_that_helps(seat: int) -> None:
    blank = Card.blank(THREE)
    exact = Duel(THREE).best(blank, blank, my_turn=not seat)
    assert mean_bound(seat, seat, untold=2) == pytest.approx(exact, abs=CLOSE)


@pytest.mark.parametrize("seat", [0, 1])
def test_telling_helps_and_the_penalty_takes_most_of_it_back(seat: int) -> None:
    blank = Card.blank(THREE)
    exact = Duel(THREE).best(blank, blank, my_turn=not seat)
    free = mean_bound(seat, 1 + seat, untold=1, penalty=False)
    paid = mean_bound(seat, 1 + seat, untold=1)
    assert exact - CLOSE <= paid < free
    assert paid - exact < (free - exact) / 2


def test_the_example_of_the_page_is_right() -> None:
    page = (File(__file__).parents[4] / "docs" / "win-bound.md").read_text(encoding="utf-8")
    faces = range(1, 7)

    def best(ends: dict[int, Fraction]) -> Fraction:
        again = sum(ends.values(), Fraction()) / 6
        return sum((max(end, again) for end in ends.values()), Fraction()) / 6

    against = {coin: {die: Fraction(2 * (die > coin) + (die == coin), 2) for die in faces} for coin in (1, 5)}
    mean = {die: (against[1][die] + against[5][die]) / 2 for die in faces}
    told = (best(against[1]) + best(against[5])) / 2
    priced = [best({die: end[die] - (end[die] - mean[die]) for die in faces}) for end in against.values()]
    assert sum(priced) / 2 == best(mean) < told
    assert f"**{best(mean)}**" in page
    assert f"**{told}**" in page


def test_paths_are_games_of_play_for_points() -> None:
    tables, chances = tables_of(FIVES), np.random.default_rng(4)
    points = [tables.path(chances).sheets[-1][3] for _ in range(400)]
    error = np.std(points) / np.sqrt(len(points))
    assert np.mean(points) == pytest.approx(wins_of(FIVES).table.value, abs=4 * error)


@pytest.mark.check
def test_play_to_win_stays_below_the_bound() -> None:
    wins = wins_of(FIVES)
    bound = bound_wins(wins, 16, 2)
    match = play_pairs(wins, Guess.of_table(wins.table), 2_000, 7)
    assert match.share < bound.mean + 4 * np.hypot(match.standard_error, bound.standard_error)
    assert bound.standard_error < 0.02
    assert bound.mean == pytest.approx(np.mean(bound.seats))


def test_the_same_seed_gives_the_same_bound_and_each_game_is_told() -> None:
    told: list[tuple[int, int]] = []
    one, other = bound_wins(wins_of(THREE), 3, 5, lambda *done: told.append(done)), bound_wins(wins_of(THREE), 3, 5)
    assert one.seats == other.seats
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_too_few_games_and_too_few_boxes_are_refused() -> None:
    with pytest.raises(OptionError, match="bound by 2 or more"):
        bound_wins(wins_of(THREE), 1, 0)
    with pytest.raises(OptionError, match="one box"):
        bound_wins(solve_wins(solve(Sheet("short", "own", (chance(),), throws=2, dice=2))), 2, 0)
