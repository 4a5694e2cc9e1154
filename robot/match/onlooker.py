"""The questions that people at the table can be asked during a game."""

from collections.abc import Callable, Sequence
from typing import Protocol

from robot.saying import Saying
from robot.table.look import Look


class Onlooker(Protocol):
    """The people who can be asked. `asked` are the names of those who may answer, () for all who play."""

    def value(self, die: int, look: Look) -> int | None:
        """Return what that die of `look.dice` shows, 1 to 6, or None if nobody can say."""

    def mended(self, target: Saying) -> bool:
        """Ask people to correct dice; return whether they did. If not, the table throws the dice again."""

    def exchanged(self, needed: Saying) -> None:
        """Ask people to put other dice into the wells, as `needed` says, and wait until they have done so."""

    def ready(self, seconds: float | None, asked: tuple[str, ...] = ()) -> bool:
        """Wait for `seconds`, or without limit for None; return whether people say that their dice lie there."""

    def confirmed(
        self,
        values: tuple[int | None, ...],
        show: Callable[[tuple[int | None, ...], int], None],
        asked: tuple[str, ...] = (),
    ) -> tuple[int, ...] | None:
        """Ask people whether dice show `values`. Return the confirmed values, None if the camera should look again.

        `show` receives the values so far, and the number of the die, from 0, that people can set now.
        """

    def dice_entered(
        self,
        values: tuple[int | None, ...],
        show: Callable[[tuple[int | None, ...], int], None],
        asked: tuple[str, ...] = (),
        *,
        looks: bool,
    ) -> tuple[int, ...] | None:
        """Ask people to enter what dice show that were read as `values`.

        Return it, None if a camera that `looks` should look again. For `show` see `confirmed`.
        """

    def entered(self, things: int, asked: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Ask people how so many things lie that they threw; return 1 to 6 for each."""

    def leaves(self, name: str, *, alone: bool) -> bool:
        """Ask that player, and nobody else, whether they really leave.

        A robot replaces them then, or the game ends if they are `alone`.
        """

    def regrets(self, asked: tuple[str, ...] = ()) -> bool:
        """Wait for a moment; return whether somebody who is asked takes the last choice back."""

    def done(self) -> None:
        """Close every question about the throw, which is over."""

    def agrees(self, names: Sequence[str]) -> bool:
        """Ask the others, and nobody else, whether they agree to take the last choice back."""
