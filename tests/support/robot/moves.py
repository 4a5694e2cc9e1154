"""The events of moves of a game, as a match publishes them."""

from collections.abc import Sequence

from robot.games.game import Position
from robot.games.registry import make_game
from robot.match.events import Booked, Read
from solver.action import Action

Step = tuple[Action, tuple[int, ...]]


def events(game: str, steps: Sequence[Step], players: int = 2, **rules: int) -> list[Read | Booked]:
    """Return the events of these moves from the start of a game."""
    position: Position = make_game(game, rules).begin(players)
    found: list[Read | Booked] = []
    for number, (move, values) in enumerate(steps, 1):
        after = position.after(move, values)
        found.append(Read(number, position, move, values, after) if values else Booked(position, move, after))
        position = after
    return found
