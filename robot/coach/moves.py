"""How the lines of a coach become moves, and how dice in any order come into wells."""

from collections.abc import Sequence
from dataclasses import dataclass

from robot.coach.lines import ChoiceLine
from robot.games.choices import refused
from robot.games.game import Move, Position
from robot.saying import Saying


@dataclass(frozen=True, slots=True)
class CountedMove:
    """A move that counts: the position `before` it, and what all wells showed after it, () if it threw nothing."""

    before: Position
    move: Move
    values: tuple[int, ...] = ()


def move_of(position: Position, line: ChoiceLine) -> Move:
    """Return the move that a line chooses. Raises IllegalAnswerError where it is not legal."""
    if position.over:
        raise refused("coach-refused-over")
    return position.chosen(line)


def move_of_throw(position: Position, dice: Sequence[int]) -> Move:
    """Return the move that dice alone are: a throw that needs no choice, or the choice to throw so many.

    Raises IllegalAnswerError where something has to be chosen first.
    """
    if position.over:
        raise refused("coach-refused-over")
    return position.choose_throw(len(dice))


def due(position: Position, pending: Move | None) -> tuple[int, ...]:
    """Return how many dice may be told now, for a move that is `pending` or without one; () if none may."""
    return () if position.over else position.due(pending)


def throw(position: Position, move: Move, dice: Sequence[int]) -> tuple[Position, tuple[CountedMove, ...]]:
    """Return the position after a move that throws, and the moves that this is: Hog throws its dice in several goes.

    Raises IllegalAnswerError for dice that are no throw of it.
    """
    wanted = due(position, move)
    if len(dice) not in wanted:
        raise refused("coach-refused-number", given=len(dice), due=numbers_due(wanted))
    values = position.in_wells(move, dice)
    moves: list[CountedMove] = []
    after = position
    while values:
        wells = len(after.wells_for(move))
        go, values = values[:wells], values[wells:]
        moves.append(CountedMove(after, move, go))
        after = after.after(move, go)
        if after.player != position.player or after.over:  # a 1 ends a turn of Hog before all its dice are read
            break
    return after, tuple(moves)


def numbers_due(wanted: Sequence[int]) -> Saying | int:
    """Return one number of dice, or one of two, or the first and the last of more, in words."""
    if len(wanted) == 1:
        return wanted[0]
    return Saying("coach-either" if len(wanted) == 2 else "coach-range", {"first": wanted[0], "rest": wanted[-1]})
