"""Pig for three reviewed: the win probability that each choice gave away, with luck and skill separated."""

from collections.abc import Iterable, Sequence

from solver.decision import points
from solver.multiplayer.states import MultiplayerState
from solver.multiplayer.three import ThreeTable
from solver.race.state import TIE, Action
from solver.review import Review, ReviewedMove, Swing

Chances = tuple[float, float, float]


def review_three(start: MultiplayerState, moves: Iterable[tuple[Action, Sequence[int]]], table: ThreeTable) -> Review:
    """Return the review of a game that began in `start`, from its moves in order: actions and the dice then thrown.

    A hold has no throw. `table` is that of the game's goal. Raises RuleError for moves that the rules do not allow.
    """
    state, plays, turns = start, [], [1, 1, 1]
    curve = [_seated(state, chances(state, table))]
    for action, throw in moves:
        after = state.apply(action, tuple(throw))
        player = state.player
        roll, hold = _options(state, table)
        rolls = _rolls(state.turn_total, roll, hold)
        chosen = roll if action is Action.ROLL else hold
        best = Action.ROLL if rolls else Action.HOLD
        curve.append(_seated(after, chances(after, table)))
        swing = Swing(best.value, (roll if rolls else hold)[0], chosen[0], curve[-1][player])
        risk = f"with {points(state.turn_total)} at risk" if state.turn_total else "before the first throw"
        place = f"{' : '.join(map(str, state.in_order))} {risk}"
        plays.append(ReviewedMove(player, turns[player], place, action.value, action.value, tuple(throw), None, swing))
        turns[player] += after.player != player
        state = after
    return Review.of(plays, (), curve)


def chances(state: MultiplayerState, table: ThreeTable) -> Chances:
    """Return the chances to win in any moment, in order of play from the player whose turn it is."""
    if state.winner is not None:
        first = (state.winner - state.player) % 3
        return float(first == 0), float(first == 1), float(first == 2)
    roll, hold = _options(state, table)
    return roll if _rolls(state.turn_total, roll, hold) else hold


def _rolls(turn: int, roll: Chances, hold: Chances) -> bool:
    return turn == 0 or roll[0] - hold[0] > TIE


def _options(state: MultiplayerState, table: ThreeTable) -> tuple[Chances, Chances]:
    """Return everybody's chances after a throw and after a hold, the rest of the turn played best."""
    me, second, third = state.in_order
    distribution, goal = table.distribution, table.goal
    lost = _held(table, me, second, third)
    best: dict[int, Chances] = {}
    roll = hold = lost
    for turn in range(max(goal - me - 1, state.turn_total), state.turn_total - 1, -1):
        after = [best.get(turn + gain, (1.0, 0.0, 0.0)) for gain in distribution.gains]
        roll = _mixed([lost, *after], [distribution.bust, *distribution.chances])
        hold = _held(table, me + turn, second, third) if me + turn < goal else (1.0, 0.0, 0.0)
        best[turn] = roll if _rolls(turn, roll, hold) else hold
    return roll, hold


def _held(table: ThreeTable, me: int, second: int, third: int) -> Chances:
    """Return everybody's chances once the player has handed over with `me` points."""
    following, last, own = table.win[second, third, me].tolist()
    return own, following, last


def _mixed(parts: Sequence[Chances], weights: Sequence[float]) -> Chances:
    first, second, third = (
        sum(part[seat] * weight for part, weight in zip(parts, weights, strict=True)) for seat in range(3)
    )
    return first, second, third


def _seated(state: MultiplayerState, found: Chances) -> Chances:
    first, second, third = (found[(seat - state.player) % 3] for seat in range(3))
    return first, second, third
