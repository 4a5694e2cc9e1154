"""Reviews of moves at the table."""

from collections.abc import Iterable
from typing import Any

from robot.games.game import Position, TableGame
from robot.review.past_games import PastGame, PastMove, review
from solver.review import Review


def review_of(
    game: TableGame[Any], start: Position, moves: Iterable[tuple[Any, tuple[int, ...]]], players: int = 2
) -> Review:
    """Return the review of moves from `start`: actions as JSON, with what all wells showed then."""
    return review(PastGame(game, ("Ann",) * players, start, tuple(PastMove(*made) for made in moves)))
