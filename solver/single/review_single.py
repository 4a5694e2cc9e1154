"""Review of a game for one player: what each choice gave away, in points or in the chance to reach the goal."""

from collections.abc import Iterable, Sequence

from solver.decision import points
from solver.errors import OptionError
from solver.race.state import Action
from solver.review import Review, ReviewedMove, Swing
from solver.single.exact import SinglePlayerTable
from solver.single.states import PigReachState, PigScoreState, SinglePlayerState


def review_single(
    start: SinglePlayerState, moves: Iterable[tuple[Action, Sequence[int]]], table: SinglePlayerTable
) -> Review:
    """Return the review of a game that began in `start`, from its moves in order: actions and the dice then thrown.

    A hold has no throw. `table` is that of the game and its limits. Raises RuleError for moves that the rules do not
    allow, OptionError for a game whose turns are not limited.
    """
    state, plays, curve = start, [], [_worth(table, start)]
    reach = isinstance(start, PigReachState)
    for action, throw in moves:
        after = state.apply(action, tuple(throw))
        roll, hold = table.weigh(_left(state), state.score, state.turn_total)
        rolls_best = state.turn_total == 0 or roll > hold
        best = Action.ROLL if rolls_best else Action.HOLD
        chosen = roll if action is Action.ROLL else hold
        curve.append(_worth(table, after))
        swing = Swing(best.value, roll if rolls_best else hold, chosen, curve[-1])
        risk = f"with {points(state.turn_total)} at risk" if state.turn_total else "before the first throw"
        place = f"{points(state.score)} banked, {risk}"
        worth = (None, swing) if reach else (swing, None)
        plays.append(ReviewedMove(0, state.taken + 1, place, action.value, action.value, tuple(throw), *worth))
        state = after
    if reach:
        return Review.of(plays, (), [(chance,) for chance in curve])
    return Review.of(plays, [(curve[0], curve[-1])], ())


def _left(state: SinglePlayerState) -> int:
    if not isinstance(state, PigReachState | PigScoreState):
        raise OptionError(f"games of {state.game} cannot be reviewed yet: choose another game")
    return state.turns - state.taken


def _worth(table: SinglePlayerTable, state: SinglePlayerState) -> float:
    """Return what the game is worth in any moment, under perfect play."""
    left = _left(state)
    if state.over:
        return state.returns()
    roll, hold = table.weigh(left, state.score, state.turn_total)
    return roll if state.turn_total == 0 else max(roll, hold)
