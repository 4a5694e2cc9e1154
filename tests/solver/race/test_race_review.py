"""A game of Pig reviewed: what is told of costly choices."""

import pytest

from solver.errors import RuleError
from solver.race.evaluator import RaceEvaluator
from solver.race.rules import PigState
from solver.race.state import Action
from solver.race.turn_values import race_values
from solver.review import Review, ReviewedMove, Swing, review_game

VALUES = race_values("pig", 100)
EVALUATOR = RaceEvaluator(VALUES)


def test_costly_choices_are_found() -> None:
    moves: list[tuple[Action, tuple[int, ...]]] = [(Action.ROLL, (2,)), (Action.HOLD, ())]
    found = review_game(PigState(100), moves, EVALUATOR)
    roll, hold = VALUES.roll_and_hold(0, 0, 2)
    (costly,) = found.costliest()
    assert costly.wins is not None
    assert costly.wins.loss == pytest.approx(roll - hold, abs=1e-12)
    assert found.costliest(to_win=True) == (costly,)
    assert costly.wins.best == "roll"


def test_moves_that_the_rules_forbid_are_refused() -> None:
    with pytest.raises(RuleError, match="a turn has at least one throw"):
        review_game(PigState(100), [(Action.HOLD, ())], EVALUATOR)


def test_what_cost_or_turned_as_much_comes_in_the_order_of_the_game_whatever_a_machine_rounds() -> None:
    def play(place: int, lost: float) -> ReviewedMove:
        swing = Swing("roll", "throw", 0.5, 0.5 - lost, 0.5 - lost)
        return ReviewedMove(0, place, "", "hold", "hold", (), None, swing)

    early, late, largest = play(1, 0.1), play(2, 0.1 + 2e-16), play(3, 0.2)
    assert early.turning < late.turning
    found = Review((early, late, largest))
    assert found.turning_points() == found.costliest() == (largest, early, late)
