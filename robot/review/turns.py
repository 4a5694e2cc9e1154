"""The turns of a past game as pictures of dice: what was thrown and kept, and what would have been better."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from robot.games.game import Position
from robot.review.past_games import PastGame, PastMove
from robot.saying import Saying
from solver.review import NOTHING, Review, ReviewedMove


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did or could have done: in words, and which of the dice on the table stayed, () for none."""

    words: Saying
    kept: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnChoice:
    """One choice: the `dice` (1 to 6) that were chosen from on a sheet, else, with `fell`, those that fell after it.

    `best` is the better choice and `cost` what was given away, in points or, with `in_wins`, in chances to win; None
    and 0 where the choice was the best, or nobody has weighed it.
    """

    place: int
    dice: tuple[int, ...]
    done: Deed
    fell: bool = False
    best: Deed | None = None
    cost: float = 0.0
    in_wins: bool = False


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """A turn of the player in a seat, its choices in order, and the player's points after it."""

    player: int
    turn: int
    choices: tuple[DrawnChoice, ...]
    points: int


def turns_of(
    past: PastGame, positions: Sequence[Position], scores: Sequence[Sequence[int]], found: Review | None
) -> tuple[DrawnTurn, ...]:
    """Return the turns of a game in their order; () where all play at once, so that nobody has turns of their own.

    `scores` are everybody's points at each of the `positions`.
    """
    if not positions[0].by_turns:
        return ()
    plays = plays_at(positions, found)
    counts = [0] * len(past.names)
    turns: list[DrawnTurn] = []
    opened: list[DrawnChoice] = []
    for place, (made, play) in enumerate(zip(past.moves, plays, strict=True)):
        before, after = positions[place], positions[place + 1]
        if opened and before.goes_on:  # another go of the same throw
            opened[-1] = replace(opened[-1], dice=opened[-1].dice + made.values)
        else:
            opened += _choices(place, before, made, play)
        if after.over or after.player != before.player or after.begins:
            seat = before.player
            counts[seat] += 1
            turns.append(DrawnTurn(seat, counts[seat], tuple(opened), scores[place + 1][seat]))
            opened = []
    if opened:
        seat = positions[-2].player
        turns.append(DrawnTurn(seat, counts[seat] + 1, tuple(opened), scores[-1][seat]))
    return tuple(turns)


def plays_at(positions: Sequence[Position], found: Review | None) -> list[ReviewedMove | None]:
    """Return the reviewed choice of each move: None where it is not reviewed, or belongs to the choice before it."""
    left = iter(found.plays if found else ())
    return [None if one.goes_on else next(left, None) for one in positions[:-1]]


def drawn(position: Position, action: Any) -> Deed:
    """Return an action at a position as it is drawn: which dice stay, or in words what else is done."""
    return Deed(position.doing("do", action), position.stays(action))


def dice_of_turn(past: PastGame, positions: Sequence[Position], place: int) -> tuple[int, ...]:
    """Return the dice that move `place`, from 0, was chosen by: those on the table, or of the turn before it."""
    position = positions[place]
    chosen_from = position.choosable
    if chosen_from is not None:
        return chosen_from
    first = place
    while first and positions[first - 1].player == position.player and not positions[first].begins:
        first -= 1
    return tuple(value for made in past.moves[first:place] for value in made.values)


def _choices(place: int, before: Position, made: PastMove, play: ReviewedMove | None) -> Iterator[DrawnChoice]:
    chosen_from = before.choosable
    if chosen_from == ():
        return  # the first throw of a turn is no choice
    faces = made.values if chosen_from is None else chosen_from
    swing = play and (play.wins or play.points)
    best, cost = None, 0.0
    if play and swing and swing.loss > NOTHING:
        best, cost = drawn(before, swing.best), swing.loss
    yield DrawnChoice(
        place,
        faces,
        drawn(before, made.action),
        chosen_from is None,
        best,
        cost,
        in_wins=bool(play and play.wins),
    )
