"""A race for two reviewed: the win probability that each choice gave away, with luck and skill separated."""

from collections.abc import Iterable, Sequence

from solver.decision import points
from solver.race.explain import best_action
from solver.race.state import Action, RaceState
from solver.race.turn_values import TurnValues
from solver.review import Review, ReviewedMove, Swing


def review_race(start: RaceState, moves: Iterable[tuple[Action, Sequence[int]]], values: TurnValues) -> Review:
    """Return the review of a game that began in `start`, from its moves in order: actions and the dice then thrown.

    A hold has no throw. `values` are those of the game, its goal and its dice. Raises RuleError for moves that the
    rules do not allow.
    """
    state, plays, turns = start, [], [1, 1]
    curve = [_win(values, start)]
    for action, throw in moves:
        after = state.apply(action, tuple(throw))
        player = state.player
        roll, hold = values.roll_and_hold(state.me, state.opponent, state.turn_total)
        chosen = roll if action is Action.ROLL else hold
        curve.append(_win(values, after))
        wins = Swing(best_action(state, roll, hold).value, curve[-2][player], chosen, curve[-1][player])
        risk = f"with {points(state.turn_total)} at risk" if state.turn_total else "before the first throw"
        place = f"{state.me} : {state.opponent} {risk}"
        plays.append(ReviewedMove(player, turns[player], place, action.value, action.value, tuple(throw), None, wins))
        turns[player] += after.player != player
        state = after
    return Review.of(plays, (), curve)


def _win(values: TurnValues, state: RaceState) -> tuple[float, float]:
    """Return both players' chances to win in any moment, under perfect play."""
    if state.winner is not None:
        return (1.0, 0.0) if state.winner == 0 else (0.0, 1.0)
    roll, hold = values.roll_and_hold(state.me, state.opponent, state.turn_total)
    mine = roll if best_action(state, roll, hold) is Action.ROLL else hold
    return (mine, 1 - mine) if state.player == 0 else (1 - mine, mine)
