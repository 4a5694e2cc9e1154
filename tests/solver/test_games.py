"""The registry of games: names, options and what a solution says."""

import pytest

from solver.errors import OptionError, PositionError, UnknownNameError
from solver.games import GAMES, find_game
from solver.options import read_options
from solver.race.games import TwoPlayerGame
from solver.race.rules import RACES
from tests.support.solver.asked_game import AskedGame


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
        AskedGame("pig", turns=3).solve()


def test_pig_is_solved_and_advised() -> None:
    solution = AskedGame("pig", goal=20).solve().to_json()
    assert set(solution) == {"game", "value", "unit", "states", "seconds", "policy_sha256"}
    assert solution["states"] == 20 * 20 * 21 // 2
    assert AskedGame("pig").advise(me=15, opponent=70, turn=28).action == "roll"
    assert AskedGame("pig", goal=20).advise(me=0, opponent=0).action == "roll"


@pytest.mark.parametrize("name", [*RACES, "hog"])
def test_games_for_two_are_iterated_rated_and_played(name: str) -> None:
    game = find_game(name)
    assert isinstance(game, TwoPlayerGame)
    options = read_options(game, goal=9)
    table, told = game.table(options), list[float]()
    iterated = game.iterate(options, lambda _sweep, change: told.append(change))
    assert iterated.value == pytest.approx(table.value, abs=1e-10)
    assert iterated.to_json()["method"] == "value-iteration"
    assert len(told) == iterated.to_json()["sweeps"]
    lines = game.compare(options, ["optimal", "random"]).lines
    assert [line["first"] for line in lines] == ["optimal", "optimal", "random", "random"]
    assert lines[0]["win_first"] == pytest.approx(table.value, abs=1e-12)
    assert game.strategy("optimal", options).name == "optimal"
    assert game.advise(options, me=2, opponent=0).options


def test_positions_are_given_whole() -> None:
    with pytest.raises(PositionError, match="a position of pig needs me and opponent: give me, opponent, turn"):
        AskedGame("pig").advise(turn=3)
    with pytest.raises(PositionError, match="a position of hog has no turn: give me, opponent"):
        AskedGame("hog").advise(me=3, opponent=3, turn=3)
