"""A keep-and-throw game reviewed: the win probability that each choice gave away, with luck and skill separated."""

from collections.abc import Iterable, Sequence

from solver.errors import RuleError
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import decide_state, win_chances
from solver.keep_and_throw.state import KeepAction, KeepState
from solver.review import Review, ReviewedMove, Swing


def review_keep(start: KeepState, moves: Iterable[tuple[KeepAction, Sequence[int]]], table: KeepTable) -> Review:
    """Return the review of a game that began in `start`, from its moves in order: actions and the dice then thrown.

    A hold has no throw. Raises RuleError for moves that the rules do not allow.
    """
    state, plays, turns = start, [], [1, 1]
    curve = [win_chances(table, start)]
    for action, throw in moves:
        after = state.apply(action, throw)
        player, decision = state.player, decide_state(table, state)
        chosen = next((one for one in decision.choices if one.action == action), None)
        if chosen is None:
            raise RuleError(f"{action} is no choice here: the rules of another game were given")
        curve.append(win_chances(table, after))
        wins = Swing(str(decision.choices[0].action), decision.choices[0].value, chosen.value, curve[-1][player])
        plays.append(
            ReviewedMove(player, turns[player], _place(state), str(action), action.to_json(), tuple(throw), None, wins)
        )
        turns[player] += after.player != player
        state = after
    return Review.of(plays, (), curve)


def _place(state: KeepState) -> str:
    risk = f" with {state.turn} at risk" if state.turn else ""
    dice = f", dice {' '.join(map(str, sorted(state.dice)))}" if state.dice else ", before the first throw"
    return f"{state.banked} : {state.scores[1 - state.player]}{risk}{dice}"
