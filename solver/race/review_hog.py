"""Hog reviewed: the win probability that each choice of dice gave away."""

from collections.abc import Iterable
from typing import NamedTuple

from solver.race.hog import HogState
from solver.race.hog_strategies import DiceValues, best_dice, dice_name
from solver.review import Review, ReviewedMove, Swing


class HogTurn(NamedTuple):
    """One turn of Hog: so many `dice` were chosen, `thrown` are those that fell, all of them or up to a 1."""

    before: HogState
    dice: int
    thrown: tuple[int, ...]
    after: HogState


def review_hog(start: HogState, turns: Iterable[HogTurn], values: DiceValues) -> Review:
    """Return the review of a game that began in `start`; `values` are those of its goal and its dice."""
    plays, count, curve = [], [0, 0], [_win(values, start)]
    for turn in turns:
        player = turn.before.player
        count[player] += 1
        worth = values.dice_values(turn.before.me, turn.before.opponent)
        best = best_dice(worth)
        curve.append(_win(values, turn.after))
        chosen = float(worth[turn.dice - 1])
        swing = Swing(dice_name(best), float(worth[best - 1]), chosen, curve[-1][player])
        place = f"{turn.before.me} : {turn.before.opponent}"
        said, action = dice_name(turn.dice), str(turn.dice)
        plays.append(ReviewedMove(player, count[player], place, said, action, turn.thrown, None, swing))
    return Review.of(plays, (), curve)


def _win(values: DiceValues, state: HogState) -> tuple[float, float]:
    """Return both players' chances to win before a turn, under perfect play."""
    if state.winner is not None:
        return (1.0, 0.0) if state.winner == 0 else (0.0, 1.0)
    mine = float(values.dice_values(state.me, state.opponent).max())
    return (mine, 1 - mine) if state.player == 0 else (1 - mine, mine)
