"""The best action in a given position."""

from solver.decision import Decision
from solver.errors import PositionError
from solver.race.hog import HogState
from solver.race.hog_strategies import best_dice, decided, hog_values
from solver.race.rules import race_rules
from solver.race.strategies import Optimal
from solver.race.turn_values import race_values
from solver.throw_distribution import Chance


def advise_race(
    game: str,
    me: int,
    opponent: int,
    turn: int = 0,
    *,
    goal: int | None = None,
    die: tuple[Chance, ...] | None = None,
) -> Decision:
    """Return the best action of a player with `me` points against `opponent` and `turn` points at risk.

    The options always hold both values. With nothing at risk, the value of holding is that of passing without a throw,
    which the rules do not allow. Raises PositionError for a position outside the game, UnknownNameError, GoalError,
    DistributionError, TableError, and MissingNumbaError for what has no shipped table.
    """
    values = race_values(game, goal, die)
    check_scores(values.goal, me, opponent)
    if turn < 0:
        raise PositionError(f"a turn total of {turn} is outside the game: give points from 0 up")
    return Optimal(values).decide(race_rules(game)(values.goal, (me, opponent), 0, turn))


def check_scores(goal: int, me: int, opponent: int) -> None:
    """Raise PositionError unless both scores are from 0 to below `goal`."""
    for whose, score in (("your score", me), ("the opponent's score", opponent)):
        if not 0 <= score < goal:
            raise PositionError(f"{whose} of {score} is outside the game: give points from 0 to {goal - 1}")


def advise_hog(me: int, opponent: int, *, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> Decision:
    """Return how many dice to throw with `me` points against `opponent`; options value every number of dice.

    Raises PositionError for a position outside the game, GoalError, DistributionError or TableError.
    """
    values = hog_values(goal, die)
    check_scores(values.goal, me, opponent)
    worth = values.dice_values(me, opponent)
    return decided("optimal", values, HogState(values.goal, (me, opponent)), best_dice(worth), worth)
