"""The most points of a game: by hand on a small sheet, and those that are known of Yahtzee."""

import pytest

from solver.games import find_game
from solver.sheet.exact.solve import solve
from solver.sheet.win.win_table import most_points
from tests.support.solver.duel_sheets import LITTLE, TINY


def test_small_sheets_by_hand() -> None:
    assert most_points(solve(TINY)) == 4 + 6 + 4 + 6 + 6
    further = 3 * 9
    assert most_points(solve(LITTLE)) == 12 + 6 + 9 + 6 + 9 + further


@pytest.mark.check
def test_a_game_of_yahtzee_has_1575_points_at_most_and_375_without_pay_for_further_yahtzees() -> None:
    yahtzee = find_game("yahtzee")
    told = yahtzee.solve().extra
    assert (told["most_points"], told["most_points_without_further_yahtzees"]) == (1575, 375)
    assert 2.0 < told["games_a_yahtzee"] < 3.0
    assert told["yahtzees_a_game"] > told["yahtzee_probability"]
