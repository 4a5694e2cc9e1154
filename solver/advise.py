"""The best action in a position that somebody asks about."""

from solver.decision import Decision
from solver.errors import PositionError
from solver.goal import check_goal
from solver.pig import PigState
from solver.strategies import pig_strategy


def advise_pig(me: int, opponent: int, turn: int, goal: int = 100) -> Decision:
    """Return the best action of a player with `me` points against `opponent` and `turn` points at risk.

    Options always hold both values; with nothing at risk the one of holding is that of handing over without a throw,
    which the rules do not allow. Raises PositionError for a position outside the game, GoalError, TableError, and
    MissingNumbaError for a goal without a shipped table.
    """
    check_goal(goal)
    for whose, score in (("your score", me), ("the opponent's score", opponent)):
        if not 0 <= score < goal:
            raise PositionError(f"{whose} of {score} is outside the game: give points from 0 to {goal - 1}")
    if turn < 0:
        raise PositionError(f"a turn total of {turn} is outside the game: give points from 0 up")
    return pig_strategy("optimal", goal).decide(PigState(goal, (me, opponent), 0, turn))
