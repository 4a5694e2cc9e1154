"""Turns that aim at one target after another: a throw that hits its target scores it, and nothing is chosen."""

from dataclasses import dataclass

from solver.errors import PositionError
from solver.rounds.turn import GREEDY, Position, Throw, TurnOption


@dataclass(frozen=True, slots=True)
class TargetsTurn:
    """One throw for each of the `targets`, which scores it if the dice sum to it.

    A position holds the targets that are left and the points so far.
    """

    dice: int
    targets: tuple[int, ...]

    @property
    def start(self) -> Position:
        """The position before the first target."""
        return len(self.targets), 0

    def rank(self, position: Position) -> int:
        """Return how many targets are left."""
        return position[0]

    def throws(self, _position: Position) -> tuple[int, ...]:
        """Return all dice."""
        return (self.dice,)

    def seen(self, dice: tuple[int, ...]) -> Throw:
        """Return the sum."""
        return (sum(dice),)

    def options(self, position: Position, throw: Throw) -> list[TurnOption]:
        """Return the one thing that follows."""
        left, points = position
        target = self.targets[-left]
        points += target if throw[0] == target else 0
        return [TurnOption((), (left - 1, points) if left > 1 else None, points)]

    @property
    def thumbs(self) -> tuple[str, ...]:
        """One name: there is no choice."""
        return (GREEDY,)

    def thumb(self, _name: str, _position: Position, _throw: Throw, _options: list[TurnOption]) -> int:
        """Return 0: there is no choice."""
        return 0

    def thumb_throw(self, _position: Position) -> int:
        """Return 0: there is no choice."""
        return 0

    def position(self, points: int, left: int) -> Position:
        """Return the position with so many points and so many targets left. Raises PositionError."""
        if not 1 <= left <= len(self.targets):
            raise PositionError(f"{left} turns left cannot be: give 1 to {len(self.targets)}")
        return left, points
