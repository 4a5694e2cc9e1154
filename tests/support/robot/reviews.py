"""Reviews of moves at the table."""

from collections.abc import Iterable
from typing import Any

from robot.games.game import Position, TableGame
from robot.match.standing import Step
from robot.review.past_games import PastGame, review
from solver.review import Review


def review_of(
    game: TableGame[Any], start: Position, moves: Iterable[tuple[Any, tuple[int, ...]]], players: int = 2
) -> Review:
    """Return the review of moves from `start`: actions as JSON, with what all wells showed then."""
    steps = []
    for action, values in moves:
        steps.append(Step(start, start.with_wells(action), values))
        start = start.replay(action, values)[2]
    return review(PastGame(game, ("Ann",) * players, tuple(steps), start))
