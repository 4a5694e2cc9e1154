"""The last round of races: its rules, its values against slow ones in fractions, and players."""

import pytest

from solver.errors import OptionError, PositionError
from solver.games import find_game
from solver.options import GameOptions
from solver.race.last_round import last_round_values
from solver.race.rules import PigState, race_rules
from solver.race.state import Action
from tests.support.solver.reference_last_round import ReferenceLastRound


@pytest.mark.parametrize("last_round", ["all", "second"])
@pytest.mark.parametrize(
    ("game", "goal", "far"),
    [
        ("piglet", 2, 8),
        pytest.param("pig", 2, 32, marks=pytest.mark.check),
        pytest.param("progressive-pig", 1, 34, marks=pytest.mark.check),
        pytest.param("two-dice-pig", 1, 24, marks=pytest.mark.check),
    ],
)
def test_in_fractions_every_turn_is_worth_the_same(game: str, goal: int, far: int, last_round: str) -> None:
    start = race_rules(game)(goal, last_round=last_round)
    slow = ReferenceLastRound(start, far)
    values = last_round_values(game, goal, None, last_round)
    found = 0
    for state, worth in slow.worth.items():
        if max(state.scores) < goal:
            mine = float(worth if state.player == 0 else 1 - worth)
            assert abs(values.start[state.player, state.me, state.opponent] - mine) < 1e-12, state
            assert max(values.weigh(state)[:1]) == pytest.approx(mine, abs=1e-12)
            found += 1
    assert found >= goal


def test_the_other_has_one_more_turn_and_needs_more() -> None:
    after = PigState(100, (95, 90), 0, 7, last_round="all").apply(Action.HOLD)
    assert (after.player, after.over, after.to_beat) == (1, False, 102)
    same = PigState(100, (102, 90), 1, 12, last_round="all")
    assert same.apply(Action.HOLD).winner == 0
    assert same.apply(Action.ROLL, (2,)).apply(Action.HOLD).winner == 1
    assert same.apply(Action.ROLL, (1,)).winner == 0
    assert PigState(100, (95, 90), 1, 12, last_round="second").apply(Action.HOLD).winner == 1
    assert PigState(100, (95, 90), 0, 12, last_round="second").apply(Action.HOLD).to_beat == 107


def test_advice_knows_the_score_to_beat_and_the_seat() -> None:
    pig, options = find_game("pig"), GameOptions(goal=40, last_round="second")
    assert pig.advise(options, me=30, opponent=45, turn=15, seat=2).action == "roll"
    assert pig.advise(options, me=30, opponent=45, turn=16, seat=2).value == 1.0
    assert pig.advise(options, me=30, opponent=35, turn=10, seat=2).value == 1.0
    assert pig.advise(options, me=30, opponent=35, turn=10, seat=1).value < 1.0
    assert pig.advise(options, me=30, opponent=35, turn=4000, seat=1).action == "hold"
    with pytest.raises(PositionError, match="the game is over"):
        pig.advise(options, me=30, opponent=45, seat=1)


def test_what_is_not_computed_with_a_last_round_is_refused_in_one_line() -> None:
    pig, options = find_game("pig"), GameOptions(last_round="all")
    for refused in (pig.table, pig.compare, lambda given: pig.fractions(given, me=0, opponent=0)):
        with pytest.raises(OptionError, match="leave out --last-round"):
            refused(options)
