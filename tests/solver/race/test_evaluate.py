"""Strategies compared exactly and how turns end: as published, by fractions, and against games played out."""

import itertools
from functools import cache

import numpy as np
import pytest

from solver.errors import DistributionError, OptionError, PositionError, SolverError, UnknownNameError
from solver.race.evaluate import hold_outcomes, race_turns, rate, roll_chances, turns_of, win_rates
from solver.race.hog_strategies import KNOWN as HOG_KNOWN
from solver.race.hog_strategies import HogValues, hog_values
from solver.race.race_table import RaceTable, load_race
from solver.race.rules import RACES, TwoDicePigState
from solver.race.strategies import KNOWN
from solver.single.exact import solve_solitaire
from tests.support.solver.reference_race import FAIR, State, throws_of, turn_ends

rated = cache(rate)


def solve(game: str, goal: int | None = None) -> RaceTable | HogValues:
    return hog_values(goal) if game == "hog" else load_race(game, goal)


def test_published_values_of_pig() -> None:
    """Neller and Presser, 2004 and 2010: both first players against themselves, and the edge over race-or-pace."""
    wins = rate("pig", ["optimal", "hold20", "race-or-pace"])
    assert wins["hold20", "hold20"] == pytest.approx(0.5347, abs=5e-5)
    assert wins["optimal", "optimal"] == pytest.approx(0.5306, abs=5e-5)
    edge = wins["optimal", "race-or-pace"] - wins["race-or-pace", "optimal"]
    assert edge == pytest.approx(0.00922, abs=5e-6)


@pytest.mark.parametrize(
    ("name", "lost"),
    [("hold20", 0.0798405), ("hold25", 0.0421386), ("turns4", 0.0331800), ("base-pace-race", 0.0188628)],
)
def test_what_rules_of_thumb_lose_against_optimal_play(name: str, lost: float) -> None:
    """Not published: what this program computes, so that docs and docstrings that say it stay right."""
    wins = rated("pig", ("optimal", name))
    assert wins["optimal", name] - wins[name, "optimal"] == pytest.approx(lost, abs=5e-8)


@pytest.mark.parametrize("game", [*RACES, "hog"])
def test_all_pairs_are_rated_and_none_beats_the_best(game: str) -> None:
    known = HOG_KNOWN if game == "hog" else KNOWN
    goal = 10 if game == "piglet" else 40
    wins = rated(game, None, goal)
    assert list(wins) == list(itertools.product(known, repeat=2))
    best = solve(game, goal).value
    assert abs(wins["optimal", "optimal"] - best) < 1e-13
    for rule in known:
        assert wins["optimal", rule] >= best - 1e-13
        assert wins[rule, "optimal"] <= best + 1e-13
        assert 0 < wins[rule, rule] < 1


def test_careless_at_rate_zero_is_the_best_and_errors_cost() -> None:
    against = [
        rate("pig", ["optimal", name], 50)["optimal", name] for name in ("careless:0", "careless:0.1", "careless")
    ]
    assert against[0] < against[1] < against[2]
    assert abs(against[0] - load_race("pig", 50).value) < 1e-13


@pytest.mark.parametrize("game", ["pig", "progressive-pig", "two-dice-pig"])
def test_whole_turns_end_as_fractions_say(game: str) -> None:
    table = load_race(game, 30)
    chances = roll_chances("hold20", table)
    turns = race_turns(chances, table.distribution)
    rolls: set[State] = {(i, j, k) for i, j, k in np.argwhere(chances == 1.0).tolist()}
    for i, j in ((0, 0), (5, 3), (12, 29), (29, 29)):
        ends = turn_ends(i, j, 30, rolls, throws_of(game, FAIR))
        assert turns.wins[i, j] == pytest.approx(float(ends.wins), abs=1e-15)
        assert turns.lost[i, j] == pytest.approx(float(ends.lost), abs=1e-15)
        assert turns.ruined[i, j] == pytest.approx(float(ends.ruined), abs=1e-15)
        for score in range(30):
            assert turns.banked[i, j, score] == pytest.approx(float(ends.held.get(score, 0)), abs=1e-15)


@pytest.mark.parametrize("game", [*RACES, "hog"])
@pytest.mark.parametrize("name", ["optimal", "random", "careless:0.3"])
def test_every_turn_ends(game: str, name: str) -> None:
    turns = turns_of(name, solve(game))
    ended = turns.banked.sum(axis=2) + turns.wins + turns.lost + turns.ruined
    assert np.abs(ended - 1).max() < 1e-13


def test_both_seats_and_every_score_are_valued() -> None:
    table = load_race("two-dice-pig", 40)
    one, other = turns_of("optimal", table), turns_of("random", table)
    values = win_rates(one, other)
    swapped = win_rates(other, one)
    assert np.abs(values[0] + swapped[1] - 1).max() < 1e-12
    assert np.abs(win_rates(one, one)[0] - table.turn_start).max() < 1e-12


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean hold2"):
        rate("pig", ["hold"])
    with pytest.raises(OptionError, match="too many states to compare"):
        turns_of("hold20", load_race("pig", 251))
    i, _, k = np.ogrid[:60, :60, :60]
    never_held = np.broadcast_to((i + k < 60).astype(float), (60,) * 3)
    turns = race_turns(never_held, TwoDicePigState.distribution((0.6, 0.1, 0.1, 0.1, 0.1)))
    with pytest.raises(SolverError, match="lost too often to compute ten digits"):
        win_rates(turns, turns)


@pytest.mark.parametrize("hold", [1, 2, 3, 9, 17, 20])
def test_scores_agree_with_fractions(hold: int) -> None:
    found, ends = hold_outcomes(hold), turn_ends(0, 0, 100, {(0, 0, k) for k in range(hold)}, throws_of("pig", FAIR))
    exact = {0: ends.lost} | ends.held
    assert list(found.chances) == sorted(exact)
    for score, chance in exact.items():
        assert found.chances[score] == pytest.approx(float(chance), abs=1e-15)
    assert found.mean == pytest.approx(float(sum(score * chance for score, chance in exact.items())), abs=1e-13)


def test_a_hundred_in_one_turn_is_to_reach_it_in_one() -> None:
    """Throwing until 100 is there is all that a player with a single turn can do."""
    for die in (None, (0.9, 0.1), (0.9, 0.02, 0.02, 0.02, 0.02, 0.02)):
        reached = solve_solitaire("pig-reach", 100, 1, die).value
        assert hold_outcomes(20, die).more["hundred"] == pytest.approx(reached, rel=1e-12, abs=0)
    assert hold_outcomes(100).chances[0] == pytest.approx(1 - hold_outcomes(3).more["hundred"], abs=1e-15)


def test_a_measured_die_is_taken() -> None:
    found = hold_outcomes(2, (0.25, 0.5, 0.25))
    assert found.chances == {0: 0.25, 2: 0.5, 3: 0.25}
    assert found.to_json()["outcomes"] == {"0": 0.25, "2": 0.5, "3": 0.25}


@pytest.mark.parametrize("hold", [0, -3, 10_000])
def test_rules_that_nobody_plays_are_refused(hold: int) -> None:
    with pytest.raises(PositionError, match="is impossible: choose a turn total from 1 to 9999"):
        hold_outcomes(hold)


def test_a_die_that_never_ends_a_turn_is_refused() -> None:
    with pytest.raises(DistributionError, match="no throw ends a turn"):
        hold_outcomes(20, (0.0, 0.5, 0.5))
