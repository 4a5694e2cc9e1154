"""What pictures show of Pig for three and more: where players hold."""

import pytest

from solver.errors import PositionError
from solver.multiplayer.games import PigMultiplayer
from solver.multiplayer.three import solve_three
from solver.multiplayer.views import hold_values
from solver.options import GoalOptions
from solver.race.state import TIE

GOAL = 30


@pytest.mark.parametrize("third", [0, 11, 29])
def test_hold_values_for_three_are_those_of_turns_solved_one_by_one(third: int) -> None:
    table = solve_three(GOAL)
    holds = hold_values(table, third)
    for me in range(GOAL):
        for second in range(0, GOAL, 3):
            rolls, kept = table.turn(me, second, third)
            held = (turn for turn in range(1, GOAL - me) if rolls[turn] - kept[turn] <= TIE)
            assert holds[me, second] == next(held, GOAL - me)


def test_a_third_score_outside_the_game_is_refused() -> None:
    with pytest.raises(PositionError, match="30 is outside"):
        hold_values(solve_three(GOAL), 30)


def test_the_hold_value_of_many_is_where_the_advice_changes() -> None:
    game, options = PigMultiplayer(4), GoalOptions(goal=GOAL)
    table = game.table(options)
    for me, others in ((0, 0), (5, 12), (3, 29)):
        held = table.hold_value(me, others)
        advice = [
            game.advise(options, me=me, second=others, third=others, fourth=others, turn=turn).action
            for turn in (held - 1, held)
        ]
        assert advice == ["roll", "hold"]
