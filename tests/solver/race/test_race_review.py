"""A game of Pig reviewed: what is told of costly choices."""

import pytest

from solver.errors import RuleError
from solver.race.evaluator import RaceEvaluator
from solver.race.rules import PigState
from solver.race.state import Action
from solver.race.turn_values import race_values
from solver.review import review_game

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
