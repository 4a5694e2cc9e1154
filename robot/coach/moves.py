"""How the lines of a coach become moves of each kind of game, and how dice in any order come into its wells."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from robot.coach.lines import AsideLine, BoxLine, ChoiceLine, HoldLine, KeepLine, RollLine, ShutLine
from robot.errors import IllegalAnswerError
from robot.games.choices import ShutTiles, TakeAction, ThrowDice, refused
from robot.games.game import Move, Position
from robot.games.keep_and_throw.aside import AsidePosition
from robot.games.pig.hog import HogPosition, dice_of
from robot.games.pig.throwing import HOLD as HOLD_MOVE
from robot.games.pig.throwing import ROLL, RollPosition
from robot.games.rounds.targets_game import TargetPosition
from robot.games.rounds.tiles_position import TilesPosition
from robot.games.sheet.boxes import box_saying
from robot.games.sheet.position import SheetPosition, in_row
from robot.saying import Saying
from solver.aside import HOLD, THROW, KeepAction
from solver.race.hog import MOST_DICE as MOST_OF_HOG
from solver.sheet.game.rules import Keep


@dataclass(frozen=True, slots=True)
class CountedMove:
    """A move that counts: the position `before` it, and what all wells showed after it, () if it threw nothing."""

    before: Position
    move: Move
    values: tuple[int, ...] = ()


def begins_turn(position: Position) -> bool:
    """Return whether the next throw is the first of a turn."""
    match position:
        case SheetPosition() | AsidePosition():
            return not position.faces
        case RollPosition():
            return position.state.turn_total == 0
        case HogPosition():
            return not position.asked
        case TargetPosition():
            return True
        case TilesPosition():
            return position.begins
    return False


def is_choice(position: Position) -> bool:
    """Return whether there is anything to choose: not before the first throw of a turn, but how many dice of Hog."""
    if isinstance(position, TilesPosition):
        return not position.over and (bool(position.state.dice) or len(position.state.throws) > 1)
    return not position.over and begins_turn(position) is isinstance(position, HogPosition)


def move_of(position: Position, line: ChoiceLine) -> Move:
    """Return the move that a line chooses. Raises IllegalAnswerError where it is not legal."""
    if position.over:
        raise refused("coach-refused-over")
    match position, line:
        case SheetPosition(), KeepLine(dice):
            return _keep(position, dice)
        case AsidePosition(), KeepLine(dice):
            return _aside(position, dice, THROW)
        case AsidePosition(), AsideLine(dice):
            return _aside(position, dice, HOLD)
        case AsidePosition(), RollLine(None) if not position.faces:
            return _aside(position, (), THROW)
        case AsidePosition(), RollLine() | HoldLine():
            raise refused("coach-refused-aside")
        case SheetPosition(), BoxLine(box):
            return _write(position, box)
        case SheetPosition(), RollLine(None) if not position.faces:
            return _keep(position, ())
        case SheetPosition(), RollLine():
            raise refused("coach-refused-roll")
        case TilesPosition(), ShutLine(tiles):
            return position.chosen(ShutTiles(tiles))
        case TilesPosition(), RollLine(dice):
            return position.chosen(ThrowDice(dice or position.state.tiles.dice))
        case HogPosition(), RollLine(int(dice)):
            return position.chosen(ThrowDice(dice))
        case HogPosition(), RollLine():
            raise refused("refused-dice", most=MOST_OF_HOG)
        case RollPosition() | TargetPosition(), RollLine(None):
            return position.chosen(TakeAction(ROLL.action))
        case RollPosition(), HoldLine() if HOLD_MOVE not in position.moves:
            raise refused("coach-refused-hold")
        case RollPosition(), HoldLine():
            return HOLD_MOVE
    raise refused("coach-refused-here")


def move_of_throw(position: Position, dice: Sequence[int]) -> Move:
    """Return the move that dice alone are: a throw that needs no choice, or the choice to throw so many.

    Raises IllegalAnswerError where something has to be chosen first.
    """
    if position.over:
        raise refused("coach-refused-over")
    match position:
        case HogPosition() | TilesPosition():
            return position.chosen(ThrowDice(len(dice)))
        case SheetPosition() if position.faces:
            raise refused("coach-refused-choose-first")
        case AsidePosition():
            return _aside(position, (), THROW)
        case SheetPosition():
            return _keep(position, ())
    return ROLL


def due(position: Position, pending: Move | None) -> tuple[int, ...]:
    """Return how many dice may be told now, for a move that is `pending` or without one; () if none may.

    Dice that are kept may be told too, or left out.
    """
    if position.over:
        return ()
    match position:
        case HogPosition():
            return (dice_of(pending),) if pending else tuple(range(1, MOST_OF_HOG + 1))
        case TilesPosition():
            return (len(position.wells_for(pending)),) if pending else tuple(sorted(position.state.throws))
        case SheetPosition() | AsidePosition() if pending is None and position.faces:
            return ()
        case SheetPosition() | AsidePosition():
            kept = len(pending.keep or {}) if pending else 0
            return (len(position.wells) - kept, len(position.wells)) if kept else (len(position.wells),)
    return (len(position.wells_for(pending or ROLL)),)


def lying(position: Position, thrown: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the dice on the table after a move that has `thrown` some: on a sheet those that were kept too."""
    if isinstance(position, TilesPosition):
        return position.state.dice or tuple(thrown)
    lies = isinstance(position, SheetPosition | AsidePosition) and position.faces
    return lies or tuple(thrown)


def throw(position: Position, move: Move, dice: Sequence[int]) -> tuple[Position, tuple[CountedMove, ...]]:
    """Return the position after a move that throws, and the moves that this is: Hog throws its dice in several goes.

    Raises IllegalAnswerError for dice that are no throw of it.
    """
    wanted = due(position, move)
    if len(dice) not in wanted:
        raise refused("coach-refused-number", given=len(dice), due=numbers_due(wanted))
    match position:
        case SheetPosition() | AsidePosition():
            values = _in_wells(position.wells, move, dice)
        case _:
            values = tuple(dice)
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


def _keep(position: SheetPosition, dice: Sequence[int]) -> Move:
    if not position.faces and dice:
        raise refused("coach-refused-throw-first")
    if not position.throws or (position.faces and len(dice) == len(position.wells)):
        raise refused("refused-throw")
    if Counter(dice) - Counter(position.faces):
        raise refused("coach-refused-keep", kept=in_row(dice), dice=in_row(position.faces))
    return position.move(Keep(tuple(sorted(dice))))


def _aside(position: AsidePosition[Any], dice: Sequence[int], then: str) -> Move:
    action = KeepAction(tuple(sorted(dice)), then)
    if fault := position.fault_of(action):
        raise IllegalAnswerError(fault)
    return position.move(action)


def _write(position: SheetPosition, box: str) -> Move:
    if not position.faces:
        raise refused("coach-refused-throw-first")
    sheet = position.state.sheet
    if box in position.boxes:
        return position.book(box)
    legal = tuple(box_saying(sheet, name) for name in position.boxes)
    if not legal:
        raise refused("refused-box")
    named = box_saying(sheet, box) if box in sheet.names else box[:40]
    raise refused("coach-refused-box", box=named, legal=Saying("coach-list", {"parts": legal}))


def _in_wells(wells: Sequence[int], move: Move, dice: Sequence[int]) -> tuple[int, ...]:
    """Return what all wells show, from dice in any order: those thrown, or all of them."""
    kept = move.keep or {}
    fallen = list(dice)
    if len(dice) == len(wells):
        for face in kept.values():
            if face not in fallen:
                raise refused("coach-refused-kept", kept=in_row(kept.values()), dice=in_row(dice))
            fallen.remove(face)
    thrown = iter(fallen)
    return tuple(kept[well] if well in kept else next(thrown) for well in wells)
