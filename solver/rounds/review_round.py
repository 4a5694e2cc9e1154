"""A round reviewed: what each choice gave away, in chances to win or, for one player alone, in points."""

from collections.abc import Iterable, Sequence
from typing import Any

from solver.aside import reviewed_moves, scored
from solver.review import PlayerReview, Review
from solver.rounds.round_player import round_chances, weigh_any
from solver.rounds.state import RoundState
from solver.rounds.tile_state import TileState


def review_round(start: RoundState | TileState, moves: Iterable[tuple[Any, Sequence[int]]]) -> Review:
    """Return the review of a round that began in `start`, from its moves in order: actions and the dice then thrown.

    For one player alone it is in points; where fewer are better, luck and losses count points that were saved or not.
    Raises RuleError for moves that the rules do not allow.
    """
    if len(start.results) > 1:
        plays, curve = reviewed_moves(start, moves, weigh_any, round_chances, _place)
        return Review.of(plays, (), curve)
    plays, curve = reviewed_moves(start, moves, weigh_any, _points, _place)
    found = Review.of(scored(plays), [(curve[0][0], curve[-1][0])], ())
    if start.rules.most:
        return found
    (one,) = found.points
    return Review(found.plays, (PlayerReview(-one.start, one.luck, one.lost, one.others, -one.end),))


def _points(state: RoundState | TileState) -> tuple[float]:
    """Return the points that the one player can expect, their sign changed where fewer are better."""
    value = float(state.scores[0]) if state.over else weigh_any(state).choices[0].value
    return (value if state.rules.most else -value,)


def _place(state: RoundState | TileState) -> str:
    best = "nobody has a score" if state.best is None else f"best so far {state.best}"
    dice = f"dice {' '.join(map(str, sorted(state.dice)))}"
    if isinstance(state, TileState):
        return f"{best}, open {' '.join(map(str, state.open))}, {dice if state.dice else 'before a throw'}"
    return f"{best}, {state.turn} in this turn, {dice if state.dice else 'before the first throw'}"
