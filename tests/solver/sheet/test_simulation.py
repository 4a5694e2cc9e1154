"""Simulated games against exact evaluation, the dice they throw, and play to win over many games."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

import numpy as np
import pytest

from solver.errors import DistributionError, OptionError
from solver.sheet.exact.solve import solve
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.evaluate import PolicyEvaluation, evaluate
from solver.sheet.policy.guess import Guess
from solver.sheet.policy.strategies import SheetPlayer, sheet_strategy
from solver.sheet.simulation import cup_of, follow, simulate, stream, throw
from solver.sheet.win.match import play_pairs
from solver.sheet.win.win_table import WinTable, solve_wins
from tests.support.solver.fives import FIVES

GAMES = 12_000
PAIRS = 6_000
YAHTZEE, HOOLIGAN, EARLY = find_sheet("yahtzee"), find_sheet("hooligan"), find_sheet("hooligan", commit=True)
LOADED = (0.1, 0.1, 0.1, 0.2, 0.2, 0.3)


@lru_cache
def optimal(sheet: Sheet, die: tuple[float, ...] | None = None) -> Guess:
    return Guess.of_table(solve(sheet, die))


@lru_cache
def exactly(policy: Any, die: tuple[float, ...] | None = None) -> PolicyEvaluation:
    return evaluate(policy, die)


@pytest.mark.parametrize(
    ("make", "die"),
    [
        (lambda: optimal(FIVES), None),
        (lambda: optimal(HOOLIGAN), None),
        (lambda: optimal(EARLY), None),
        (lambda: optimal(HOOLIGAN, LOADED), LOADED),
        pytest.param(lambda: optimal(YAHTZEE), None, marks=pytest.mark.soak),
    ],
    ids=["fives", "hooligan", "box chosen early", "loaded dice", "yahtzee"],
)
def test_mean_and_spread_are_exact(make: Callable[[], SheetPlayer], die: tuple[float, ...] | None) -> None:
    policy: Any = make()
    played, exact = simulate(policy, GAMES, 11, die), exactly(policy, die)
    assert abs(played.mean - exact.mean) < 4 * played.standard_error
    scores = np.arange(len(exact.scores))
    fourth = float(exact.scores @ (scores - exact.mean) ** 4)
    error_of_variance = np.sqrt((fourth - exact.sd**4) / GAMES)
    assert abs(played.sd**2 - exact.sd**2) < 4 * error_of_variance
    assert played.to_json().keys() == {"mean", "sd", "standard_error", "games_per_second"}


def test_players_of_different_games_are_refused() -> None:
    with pytest.raises(OptionError, match="different games"):
        play_pairs(optimal(HOOLIGAN), optimal(EARLY), 100, 1)


def test_pairs_of_players_for_points_win_as_often_as_their_scores_say() -> None:
    one, other = optimal(FIVES), cast(Any, sheet_strategy("greedy", FIVES))
    match = play_pairs(one, other, PAIRS, 5)
    mine, theirs = exactly(one).scores, exactly(other).scores
    size = max(len(mine), len(theirs))
    mine, theirs = np.pad(mine, (0, size - len(mine))), np.pad(theirs, (0, size - len(theirs)))
    draw = float(mine @ theirs)
    wins = float(mine[1:] @ np.cumsum(theirs)[:-1])
    assert abs(match.share - (wins + draw / 2)) < 4 * match.standard_error
    assert abs(match.draw - draw) < 4 * np.sqrt(draw / PAIRS)


def test_dice_hang_on_their_place_alone() -> None:
    chosen = [(seed, seat) for seed in (1, 2) for seat in (0, 1)]
    seen = {follow(optimal(HOOLIGAN), None, range(50), *place)[1].points.tobytes() for place in chosen}
    assert len(seen) == 4
    whole = follow(optimal(HOOLIGAN), None, range(50), 1, 0)[-1].points
    part = follow(optimal(HOOLIGAN), None, range(30, 50), 1, 0)[-1].points
    assert np.array_equal(whole[30:], part)


def test_kept_dice_stay_and_the_others_take_the_first_numbers() -> None:
    dice = optimal(HOOLIGAN).table.lattice
    cup = cup_of(dice)
    for game in range(20):
        numbers = np.uint64(stream(9, game, 0))
        fallen: Counter[int] = Counter()
        for kept in range(dice.dice, -1, -1):
            shown = Counter(dice.keeps[throw(cup, numbers, 4, dice.index((6,) * kept))]) - Counter({6: kept})
            assert shown.total() == dice.dice - kept
            assert not fallen - shown
            fallen = shown


def test_too_few_games_and_a_die_of_another_game_are_refused() -> None:
    with pytest.raises(OptionError, match="2 or more"):
        simulate(optimal(HOOLIGAN), 1, 1)
    with pytest.raises(DistributionError, match="6 sides"):
        simulate(optimal(HOOLIGAN), 10, 1, (0.5, 0.5))


@lru_cache
def wins_of_yahtzee() -> WinTable:
    return solve_wins(optimal(YAHTZEE).table)


@pytest.mark.soak
def test_to_win_beats_to_play_for_points_at_yahtzee() -> None:
    match = play_pairs(wins_of_yahtzee(), optimal(YAHTZEE), 1_000_000, 2026)
    print(match)
    assert match.share >= 0.509
    assert min(match.seats) >= 0.506
