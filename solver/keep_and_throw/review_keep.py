"""A keep-and-throw game reviewed: the win probability that each choice gave away, with luck and skill separated."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from solver.aside import KeepAction, reviewed_moves
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import decide_state, win_chances
from solver.keep_and_throw.state import KeepState
from solver.review import Review


def review_keep(start: KeepState, moves: Iterable[tuple[KeepAction, Sequence[int]]], table: KeepTable) -> Review:
    """Return the review of a game that began in `start`, from its moves in order: actions and the dice then thrown.

    A hold has no throw. Raises RuleError for moves that the rules do not allow.
    """
    weighed = partial(decide_state, table), partial(win_chances, table)
    plays, curve = reviewed_moves(start, moves, *weighed, _place, named=partial(_named, table))
    return Review.of(plays, (), curve)


def _named(table: KeepTable, state: KeepState, action: KeepAction) -> KeepAction:
    """Return an action as decisions name it: by the first dice of those that show the same and leave dice alike."""
    if not action.dice:
        return action
    hands = table.hands(state.player)

    def left(kept: Collection[int]) -> int:
        return hands.number([place for place in state.places if place + 1 not in kept])

    shown = {place + 1: face for place, face in zip(state.places, state.dice, strict=True)}
    alike = (
        dice
        for dice in combinations(sorted(shown), len(action.dice))
        if tuple(sorted(shown[number] for number in dice)) == action.keep and left(dice) == left(action.dice)
    )
    return replace(action, dice=next(alike, action.dice))


def _place(state: KeepState) -> str:
    risk = f" with {state.turn} at risk" if state.turn else ""
    dice = f", dice {' '.join(map(str, sorted(state.dice)))}" if state.dice else ", before the first throw"
    return f"{state.banked} : {state.scores[1 - state.player]}{risk}{dice}"
