"""A keep-and-throw game reviewed: the win probability that each choice gave away, with luck and skill separated."""

from collections.abc import Iterable, Sequence
from functools import partial

from solver.aside import KeepAction, reviewed_moves
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import decide_state, win_chances
from solver.keep_and_throw.state import KeepState
from solver.review import Review


def review_keep(start: KeepState, moves: Iterable[tuple[KeepAction, Sequence[int]]], table: KeepTable) -> Review:
    """Return the review of a game that began in `start`, from its moves in order: actions and the dice then thrown.

    A hold has no throw. Raises RuleError for moves that the rules do not allow.
    """
    plays, curve = reviewed_moves(start, moves, partial(decide_state, table), partial(win_chances, table), _place)
    return Review.of(plays, (), curve)


def _place(state: KeepState) -> str:
    risk = f" with {state.turn} at risk" if state.turn else ""
    dice = f", dice {' '.join(map(str, sorted(state.dice)))}" if state.dice else ", before the first throw"
    return f"{state.banked} : {state.scores[1 - state.player]}{risk}{dice}"
