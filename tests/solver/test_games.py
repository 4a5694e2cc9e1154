"""The registry of games: names, options and what a solution says."""

import pytest

from solver.errors import OptionError, UnknownNameError
from solver.games import GAMES, Options, find_game


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_found_by_its_name(name: str) -> None:
    game = find_game(name)
    assert game.name == name
    assert set(game.defaults) <= set(game.position)


@pytest.mark.parametrize(("name", "advice"), [("pigg", "did you mean pig"), ("zzz", "known are")])
def test_an_unknown_game_gets_the_nearest_name(name: str, advice: str) -> None:
    with pytest.raises(UnknownNameError, match=advice):
        find_game(name)


def test_an_option_that_a_game_does_not_take_is_refused() -> None:
    with pytest.raises(OptionError, match="pig takes no turns: leave it out"):
        find_game("pig").solve(Options(turns=3))


def test_pig_is_solved_and_advised() -> None:
    pig = find_game("pig")
    solution = pig.solve(Options(goal=20)).to_json()
    assert set(solution) == {"game", "value", "unit", "states", "seconds", "policy_sha256"}
    assert solution["states"] == 20 * 20 * 21 // 2
    assert pig.advise(Options(), me=15, opponent=70, turn=28).action == "roll"
    assert pig.advise(Options(goal=20), me=0, opponent=0).action == "roll"
