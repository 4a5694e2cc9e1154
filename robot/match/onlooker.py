"""The questions that people at the table can be asked during a game."""

from collections.abc import Callable, Sequence
from typing import Protocol

from robot.saying import Saying
from robot.table.look import Look


class Onlooker(Protocol):
    """The people at the table who can be asked."""

    def value(self, die: int, look: Look) -> int | None:
        """Return what that die of `look.dice` shows, 1 to 6, or None if nobody can say."""

    def mended(self, target: Saying) -> bool:
        """Ask people to correct dice, and return whether they did; if not, the table throws the dice."""

    def ready(self, seconds: float | None) -> bool:
        """Wait so long, without limit for None, and return whether people say that the dice they threw lie there."""

    def confirmed(
        self, values: tuple[int | None, ...], show: Callable[[tuple[int | None, ...], int], None]
    ) -> tuple[int, ...] | None:
        """Return what people say dice show that were read as `values`, None if they are to be looked at again.

        `show` takes what they have said so far, and the number of the die, from 0, that they can set now.
        """

    def entered(self, things: int) -> tuple[int, ...]:
        """Return how so many things lie that people threw, 1 to 6 each, as they say."""

    def leaves(self, name: str, *, alone: bool) -> bool:
        """Ask whether that player really leaves: a robot replaces them, or the game ends if they are `alone`."""

    def regrets(self) -> bool:
        """Wait a moment, and return whether somebody takes the last choice back."""

    def done(self) -> None:
        """Take it that a throw is over: nothing that was asked of it is asked any more."""

    def agrees(self, names: Sequence[str]) -> bool:
        """Ask the others whether they agree to take the last choice back."""
